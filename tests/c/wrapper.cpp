// The C++ wrapper: every class used once for real, ownership as promised, errors as values.
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include <yomikiri.hpp>

#include "check.h"

namespace {

// Nim with one heap: take one to three, who takes the last one wins.
struct nim {
    std::uint32_t heap;
    std::uint32_t taken = 0;

    std::int32_t moves(yomikiri::move *out, std::uint32_t capacity) noexcept {
        const std::uint32_t count = heap < 3 ? heap : 3;
        if (count > capacity) return YOMI_ERROR_TOO_MANY_MOVES;
        for (std::uint32_t i = 0; i < count; ++i) out[i] = i + 1;
        return static_cast<std::int32_t>(count);
    }
    std::int32_t play(yomikiri::move m) noexcept {
        heap -= m;
        ++taken;
        return 0;
    }
    std::int32_t undo(yomikiri::move m) noexcept {
        heap += m;
        --taken;
        return 0;
    }
    yomikiri::key key() noexcept {
        return (2 * heap + taken % 2) * std::uint64_t(0x9e3779b97f4a7c15);
    }
    std::int32_t terminal(yomikiri::score &) noexcept { return 0; }
};

// The same with every hook; what the hooks are asked is counted.
struct counting_nim : nim {
    int sides = 0, numbers = 0, keys = 0, checks = 0;

    explicit counting_nim(std::uint32_t h) noexcept : nim{h} {}
    std::int32_t side() noexcept {
        ++sides;
        return static_cast<std::int32_t>(taken % 2);
    }
    std::int32_t evaluate(yomikiri::score &out) noexcept {
        out = 0;
        return 0;
    }
    std::int32_t order(yomikiri::move m) noexcept { return static_cast<std::int32_t>(m); }
    std::int32_t init_numbers(yomikiri::move, std::uint32_t &proof,
                              std::uint32_t &disproof) noexcept {
        ++numbers;
        proof = disproof = 1;
        return 0;
    }
    std::int32_t noisy(yomikiri::move) noexcept { return 0; }
    std::uint32_t check_key() noexcept {
        ++checks;
        return heap;
    }
    std::int32_t key_after(yomikiri::move m, yomikiri::key &out, std::uint32_t &check) noexcept {
        ++keys;
        play(m);
        out = key();
        check = heap;
        return undo(m);
    }
};

using static_solver = yomikiri::static_dfpn<64, 512, 3000>;

static_assert(!std::is_copy_constructible_v<yomikiri::dfpn>);
static_assert(std::is_nothrow_move_constructible_v<yomikiri::dfpn>);
static_assert(std::is_nothrow_move_assignable_v<yomikiri::mate_solver>);
static_assert(!std::is_copy_constructible_v<static_solver>);
static_assert(!std::is_move_constructible_v<static_solver>);
static_assert(std::is_copy_constructible_v<yomikiri::shogi_position>);
static_assert(sizeof(yomikiri::status) == sizeof(yomi_status));

template <class G>
void solve_nim(std::uint32_t heap, G &game) {
    static static_solver solver;
    CHECK(solver.init(game));
    CHECK(solver.solve());
    yomikiri::result result;
    CHECK(solver.get_result(result));
    const bool won = heap % 4 != 0;
    CHECK(result.outcome == (won ? yomikiri::outcome::proven : yomikiri::outcome::disproven));
    CHECK(result.stop == yomikiri::stop::solved && result.nodes > 0);
    yomikiri::verification checked = yomikiri::verification::not_run;
    CHECK(solver.verify(checked, yomikiri::trust::nothing));
    CHECK(checked == yomikiri::verification::passed);
    yomikiri::move line[64];
    std::size_t count = 0;
    CHECK(solver.pv(line, count));
    if (won) CHECK(count == result.length && line[0] == heap % 4);
}

void df_pn() {
    for (std::uint32_t heap = 1; heap < 30; ++heap) {
        nim game{heap};
        solve_nim(heap, game);
        CHECK(game.heap == heap);
    }
    counting_nim counting(21);
    solve_nim(21, counting);
    CHECK(counting.sides > 0 && counting.numbers > 0 && counting.keys > 0 && counting.checks > 0);

    // Memory of the caller's, steps, a cancel, and a move of the handle.
    static std::uint64_t words[YOMI_DFPN_WORDS(64, 512)];
    nim game{23};
    yomikiri::dfpn solver;
    CHECK(solver.c() == nullptr);
    CHECK(solver.start() == yomikiri::status(YOMI_ERROR_NULL));
    CHECK(solver.init(words, game, {64, 512}));
    CHECK(static_cast<void *>(solver.c()) == words);
    CHECK(solver.start({100000, 0, yomikiri::mode::shortest, yomikiri::attacker::to_move}));
    CHECK(solver.step(1).more());
    CHECK(solver.cancel());
    CHECK(solver.step(1) == yomikiri::status(YOMI_DONE));
    yomikiri::result result;
    CHECK(solver.get_result(result) && result.stop == yomikiri::stop::cancelled);
    yomikiri::dfpn moved = std::move(solver);
    CHECK(solver.step(1).code() == YOMI_ERROR_NULL);
    CHECK(moved.resume());
    yomikiri::status status;
    while ((status = moved.step(10)).more()) {
    }
    CHECK(status.ok() && moved.get_result(result));
    CHECK(result.outcome == yomikiri::outcome::proven && result.exact);
    yomi_progress progress{};
    CHECK(moved.progress(progress) && progress.nodes == result.nodes);
    CHECK(moved.reset());

    // The other side asked.
    game = nim{24};
    CHECK(moved.solve({0, 0, yomikiri::mode::first, yomikiri::attacker::opponent}));
    CHECK(moved.get_result(result) && result.outcome == yomikiri::outcome::proven);

    // Two solvers, one table, in a game that tells the side to move; and in one that does not.
    counting_nim one(24), two(24);
    static std::uint64_t more_words[YOMI_DFPN_WORDS(64, 512)], table[3000];
    yomikiri::dfpn first, second;
    CHECK(first.init(words, one, {64, 512}) && second.init(more_words, two, {64, 512}));
    CHECK(first.set_table(table) && second.share_table(first));
    CHECK(first.solve() && first.get_result(result));
    const std::uint64_t alone = result.nodes;
    CHECK(second.solve() && second.get_result(result));
    CHECK(result.outcome == yomikiri::outcome::disproven && result.nodes < alone);
    nim without_sides{24};
    CHECK(second.init(more_words, without_sides, {64, 512}));
    CHECK(second.share_table(first).code() == YOMI_ERROR_UNSUPPORTED);

    // Without sides a table serves one search alone: it must not tell the wins of the one side as
    // those of the other.
    CHECK(second.set_table(table));
    for (std::uint32_t heap = 30; heap > 0; --heap) {
        without_sides = nim{heap, 30 - heap};
        CHECK(second.solve() && second.get_result(result));
        CHECK((result.outcome == yomikiri::outcome::proven) == (heap % 4 != 0));
    }
    CHECK(second.clear_table());
    CHECK(yomikiri::status(YOMI_ERROR_SIZE).name() == std::string_view("memory too small"));
}

void shogi() {
    yomikiri::shogi_position position;
    yomikiri::move moves[YOMI_SHOGI_MOST_MOVES];
    std::size_t count = 0;
    CHECK(position.moves(moves, count) && count == 30);
    CHECK(position.side() == 0 && !position.in_check());
    const yomikiri::shogi_position start = position;
    yomikiri::move m = 0;
    CHECK(position.parse_usi("7g7f", m) && position.play(m));
    CHECK(position.side() == 1 && position.key() != start.key());
    CHECK(std::strcmp(yomikiri::usi_text(m).c_str(), "7g7f") == 0);
    char text[YOMI_SHOGI_SFEN_SIZE];
    CHECK(position.get_sfen(text));
    CHECK(std::strcmp(text, "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1") == 0);
    CHECK(position.undo(m) && position.key() == start.key());
    yomikiri::sfen_error error;
    CHECK(position.set_sfen("nonsense", error).code() == YOMI_ERROR_SYNTAX);
    CHECK(error.field == YOMI_SFEN_BOARD && std::strlen(error.message) > 0);
    CHECK(!position.set_sfen("nonsense") && position.key() == start.key());
}

void mates() {
    static yomikiri::static_mate_solver<64, 4000, 30000> solver;
    CHECK(solver.init());
    yomikiri::sfen_error error;
    CHECK(!solver.set_sfen("9/9 b - 1", error) && error.field == YOMI_SFEN_BOARD);
    CHECK(solver.set_sfen("9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1", error));
    yomikiri::limits limits;
    limits.mode = yomikiri::mode::shortest;
    CHECK(solver.solve(limits));
    yomikiri::result result;
    CHECK(solver.get_result(result));
    CHECK(result.outcome == yomikiri::outcome::proven && result.length == 11 && result.exact);
    yomikiri::futile_length without;
    CHECK(solver.length_without_futile(yomikiri::futile_rule::xy, without));
    CHECK(without.known && without.exact && without.length <= 11 && without.nodes > 0);
    CHECK(without.stop == yomikiri::stop::solved);
    yomikiri::survey_limits beside;
    beside.scope = yomikiri::scope::line;
    beside.plies = 11;
    CHECK(solver.start_survey(beside));
    for (;;) {
        yomikiri::found found;
        yomikiri::move line[64];
        const yomikiri::status s = solver.survey(50, found);
        CHECK(s);
        if (s.code() == YOMI_DONE) break;
        if (s.more()) continue;
        std::size_t count = 0;
        CHECK(found.length <= 11 && solver.found_line(line, 64, count));
        CHECK(count == found.length - found.ply && line[0] == found.played);
        CHECK(found.kind != yomikiri::found_kind::undecided);
    }
    yomikiri::shogi_position position;
    CHECK(!solver.set_position(position) || solver.solve());
    CHECK(solver.get_result(result) && result.outcome == yomikiri::outcome::disproven);
}

}  // namespace

int main() {
    df_pn();
    shogi();
    mates();
    puts("every class works");
    return 0;
}
