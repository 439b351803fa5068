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

// An alpha-beta search over the same games; the line and the result can be read in between.
struct scored_nim : counting_nim {
    static constexpr bool never_repeats = true;
    int bounded = 0, solved = 0, ends = 0, indices = 0;

    explicit scored_nim(std::uint32_t h) noexcept : counting_nim(h) {}
    std::int32_t bounds(yomikiri::score, yomikiri::score, yomikiri::score &lower,
                        yomikiri::score &upper) noexcept {
        ++bounded;
        lower = -YOMI_SCORE_MATE;
        upper = YOMI_SCORE_MATE - 1;
        return 1;
    }
    std::int32_t solve(yomikiri::score, yomikiri::score, yomikiri::score &out,
                       std::uint32_t &nodes) noexcept {
        if (heap == 0 || heap > 3) return 0;
        ++solved;
        ++nodes;
        out = YOMI_SCORE_MATE - 1;
        return 1;
    }
    std::int32_t plies_to_end() noexcept {
        ++ends;
        return static_cast<std::int32_t>(heap / 2);
    }
    std::uint32_t history_index(yomikiri::move m) noexcept {
        ++indices;
        return m;
    }
};

static_assert(!std::is_copy_constructible_v<yomikiri::alphabeta>);
static_assert(std::is_nothrow_move_constructible_v<yomikiri::alphabeta>);
static_assert(std::is_nothrow_move_assignable_v<yomikiri::othello_solver>);
static_assert(!std::is_move_constructible_v<yomikiri::static_alphabeta<8, 8>>);
static_assert(std::is_copy_constructible_v<yomikiri::othello_position>);
static_assert(std::is_copy_constructible_v<yomikiri::dobutsu_position>);

void alpha_beta() {
    for (std::uint32_t heap = 1; heap < 24; ++heap) {
        scored_nim game(heap);
        static yomikiri::static_alphabeta<64, 512, 64, 3000> search;
        CHECK(search.init(game) && search.solve());
        yomikiri::alphabeta_result result;
        CHECK(search.get_result(result) && result.bound == YOMI_BOUND_EXACT);
        CHECK((result.score < 0) == (heap % 4 == 0) && game.heap == heap);
        if (heap % 4 != 0) CHECK(result.best_move == heap % 4);
        CHECK(game.bounded > 0 || heap < 5);
        CHECK((game.solved > 0 || heap < 5) && (heap < 12 || (game.ends > 0 && game.indices > 0)));
    }
    static std::uint64_t words[YOMI_ALPHABETA_WORDS(64, 512, 0)];
    scored_nim game(23);
    yomikiri::alphabeta search;
    CHECK(search.start() == yomikiri::status(YOMI_ERROR_NULL));
    CHECK(search.init(words, game, {64, 512, 0}));
    yomikiri::alphabeta_settings settings;
    settings.depth = 6;
    settings.switches = YOMI_AB_ITERATIVE;
    CHECK(search.start(settings) && search.step(1).more());
    CHECK(search.cancel() && search.step(1) == yomikiri::status(YOMI_DONE));
    yomikiri::alphabeta moved = std::move(search);
    CHECK(search.step(1).code() == YOMI_ERROR_NULL);
    CHECK(moved.resume());
    while (moved.step(1).more()) {
    }
    yomikiri::alphabeta_result result;
    yomikiri::alphabeta_snapshot snapshot;
    CHECK(moved.get_result(result) && result.stop == YOMI_STOP_SOLVED && result.depth == 6);
    CHECK(moved.progress(snapshot) && snapshot.nodes == result.nodes && snapshot.depth == 6);
    yomikiri::move line[8];
    std::size_t count = 0;
    CHECK(moved.pv(line, count) && count >= 1 && line[0] == result.best_move);
}

void othello() {
    yomikiri::othello_position position;
    yomikiri::move moves[YOMI_OTHELLO_MOST_MOVES], m = 0;
    std::size_t count = 0;
    CHECK(position.moves(moves, count) && count == 4 && position.side() == 0);
    CHECK(position.parse_move("d3", m) && position.play(m));
    const yomikiri::othello_position copy = position;
    CHECK(position.undo(m) && position.empties() == 60 && copy.empties() == 59);
    // Ten empty squares, from tests/data/othello/random.scored.
    CHECK(position.set_text("OXXXO-OX-OXX-OOXOXOXOOOOOOOOXXOXOOOXOXXXXOOXXXO-OOOOOOOX-XXX--O- X"));
    static yomikiri::static_othello_solver<10, 4096> solver;
    CHECK(solver.init() && solver.set_position(position) && solver.solve());
    yomikiri::alphabeta_result result;
    CHECK(solver.get_result(result) && result.score == 24);
    yomikiri::othello_settings settings;
    settings.driver = YOMI_DRIVER_MTDF;
    CHECK(solver.clear_table() && solver.solve(settings) && solver.get_result(result));
    CHECK(result.score == 24 && !position.ended());
    yomikiri::score now = 0;
    std::uint64_t black = 0, white = 0;
    CHECK(position.score(now, YOMI_OTHELLO_DISCS) && position.discs(black, white));
    char text[YOMI_OTHELLO_TEXT_SIZE];
    CHECK(position.get_text(text) && copy.get_text(text));
}

void dobutsu() {
    yomikiri::dobutsu_position position;
    yomikiri::move moves[YOMI_DOBUTSU_MOST_MOVES], m = 0;
    std::size_t count = 0;
    char text[YOMI_DOBUTSU_TEXT_SIZE];
    CHECK(position.moves(moves, count) && count == 4 && position.side() == 0);
    CHECK(position.parse_move("+B3B2HI", m) && position.play(m));
    CHECK(position.get_text(text, YOMI_DOBUTSU_CLAUSECKER));
    CHECK(std::string_view(text) == "G/gle/-C-/---/ELG/C");
    const yomikiri::dobutsu_position copy = position;
    CHECK(position.undo(m) && copy.side() == 1 && position.ended() == YOMI_DOBUTSU_RUNNING);
    CHECK(position.format_move(m, text, YOMI_DOBUTSU_FEN));

    // A win in seven plies, from tests/data/dobutsu/values.tsv.
    static std::uint64_t words[YOMI_DFPN_WORDS(128, 4096)], table[8192];
    yomikiri::dobutsu_solver solver;
    yomikiri::result result;
    CHECK(position.set_text("G/r-E/--l/-c-/L-G/eg"));
    CHECK(solver.init(words, {128, 4096}) && solver.set_table(table));
    CHECK(solver.set_position(position));
    CHECK(solver.solve({0, 0, yomikiri::mode::shortest, yomikiri::attacker::to_move}));
    CHECK(solver.get_result(result) && result.outcome == yomikiri::outcome::proven);
    CHECK(result.length == 7 && result.exact);

    yomikiri::dobutsu_table values;
    yomikiri::dobutsu_lines lines;
    yomikiri::dobutsu_player player;
    yomikiri::dobutsu_value value;
    CHECK(values.probe(position, value).code() == YOMI_ERROR_NULL);
    CHECK(values.init(yomikiri::block(words), text, sizeof text).code() == YOMI_ERROR_SYNTAX);
    CHECK(lines.init(yomikiri::block(words), 0).code() == YOMI_ERROR_SIZE);
    CHECK(player.init(yomikiri::block(words), text, sizeof text, 64).code() == YOMI_ERROR_SYNTAX);
    CHECK(player.start(position).code() == YOMI_ERROR_NULL);
}

}  // namespace

int main() {
    df_pn();
    shogi();
    mates();
    alpha_beta();
    othello();
    dobutsu();
    puts("every class works");
    return 0;
}
