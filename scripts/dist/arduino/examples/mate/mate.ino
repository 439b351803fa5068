// Solves a mate problem of shogi, 200 nodes a turn of the loop.
#include <yomikiri.h>

static uint64_t memory[YOMI_DFPN_WORDS(16, 120) + 640];
static yomi_tsume *solver;
static yomi_status status;

void setup() {
    yomi_dfpn_config config = {sizeof(config), 16, 120, 0};
    Serial.begin(115200);
    yomi_tsume_init(memory, 8 * YOMI_DFPN_WORDS(16, 120), &config, &solver);
    yomi_tsume_set_table(solver, memory + YOMI_DFPN_WORDS(16, 120), 8 * 640);
    yomi_tsume_set_sfen(solver, "4nk3/9/6G2/3LB4/9/9/9/9/9 b 2rb3g3s3n3l18p 1", NULL);
    status = yomi_tsume_start(solver, NULL);
}

void loop() {
    if (status == YOMI_OK || status == YOMI_MORE) {
        status = yomi_tsume_step(solver, 200);
        if (status == YOMI_DONE) {
            yomi_dfpn_result result;
            result.struct_size = sizeof(result);
            yomi_tsume_get_result(solver, &result);
            Serial.print("mate in ");
            Serial.println(result.length);
        }
    }
}
