/*
 * Yomikiri for C++: classes over yomikiri.h, header only. C++17 or newer; no exceptions, no RTTI, no
 * heap, nothing of the standard library but a few types.
 *
 * Errors are values: every call that can fail returns a status, which the compiler does not let
 * anyone ignore. Objects are made in two steps, a constructor that cannot fail and an init that can.
 *
 *   dfpn, mate_solver, alphabeta, othello_solver, dobutsu_solver, dobutsu_table, dobutsu_lines,
 *   dobutsu_player                        in memory that the caller supplies; can be moved
 *   static_dfpn<...>, static_mate_solver<...>, static_alphabeta<...>, static_othello_solver<...>
 *                                         with their memory inside; stay where they are
 *   shogi_position, othello_position, dobutsu_position
 *                                         with their memory inside; can be copied
 *
 * c() gives the pointer of the C interface wherever a class has not what is wanted. What the calls
 * do, and when they are legal, stands in yomikiri.h.
 */
#ifndef YOMIKIRI_HPP
#define YOMIKIRI_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <yomikiri.h>

namespace yomikiri {

using move = yomi_move;
using key = yomi_key;
using score = yomi_score;

/* What a call returns. */
class [[nodiscard]] status {
public:
    constexpr status() noexcept = default;
    constexpr status(yomi_status code) noexcept : code_(code) {}

    /* Whether the call succeeded. */
    constexpr bool ok() const noexcept { return code_ >= 0; }
    constexpr explicit operator bool() const noexcept { return ok(); }

    /* Whether a step has more to do. */
    constexpr bool more() const noexcept { return code_ == YOMI_MORE; }

    constexpr yomi_status code() const noexcept { return code_; }
    const char *name() const noexcept { return yomi_status_name(code_); }

    friend constexpr bool operator==(status a, status b) noexcept { return a.code_ == b.code_; }
    friend constexpr bool operator!=(status a, status b) noexcept { return a.code_ != b.code_; }

private:
    yomi_status code_ = YOMI_OK;
};

/* A block of memory, aligned to YOMI_ALIGN. */
struct block {
    void *data = nullptr;
    std::size_t size = 0;

    constexpr block() noexcept = default;
    constexpr block(void *d, std::size_t bytes) noexcept : data(d), size(bytes) {}
    template <std::size_t N>
    constexpr block(std::uint64_t (&words)[N]) noexcept : data(words), size(sizeof words) {}
};

enum class outcome : std::int32_t {
    unknown = YOMI_UNKNOWN,
    proven = YOMI_PROVEN,
    disproven = YOMI_DISPROVEN,
};

enum class stop : std::int32_t {
    running = YOMI_STOP_RUNNING,
    solved = YOMI_STOP_SOLVED,
    nodes = YOMI_STOP_NODES,
    cancelled = YOMI_STOP_CANCELLED,
    plies = YOMI_STOP_PLIES,
    failed = YOMI_STOP_FAILED,
};

enum class mode : std::int32_t {
    first = YOMI_MODE_FIRST,
    shorten = YOMI_MODE_SHORTEN,
    shortest = YOMI_MODE_SHORTEST,
};

enum class attacker : std::int32_t {
    to_move = YOMI_ATTACKER_TO_MOVE,
    opponent = YOMI_ATTACKER_OPPONENT,
};

enum class verification : std::int32_t {
    not_run = YOMI_VERIFICATION_NOT_RUN,
    passed = YOMI_VERIFICATION_PASSED,
    failed = YOMI_VERIFICATION_FAILED,
};

enum class trust : std::int32_t {
    keys = YOMI_TRUST_KEYS,
    nothing = YOMI_TRUST_NOTHING,
};

enum class futile_rule : std::int32_t {
    narrow = YOMI_FUTILE_NARROW,
    x = YOMI_FUTILE_X,
    xy = YOMI_FUTILE_XY,
};

enum class scope : std::int32_t {
    first_moves = YOMI_SCOPE_FIRST_MOVES,
    line = YOMI_SCOPE_LINE,
};

enum class found_kind : std::int32_t {
    undecided = YOMI_FOUND_UNDECIDED,
    second = YOMI_FOUND_SECOND,
    shorter = YOMI_FOUND_SHORTER,
    last_move = YOMI_FOUND_LAST_MOVE,
};

/* How much memory a search is given; 0 is the default of the C interface. */
struct config {
    std::uint32_t plies = 0;
    std::uint32_t moves = 0;

    yomi_dfpn_config c() const noexcept {
        yomi_dfpn_config c{};
        c.struct_size = sizeof c;
        c.plies = plies;
        c.moves = moves;
        return c;
    }
};

/* How far a search may go; 0 is no limit. */
struct limits {
    std::uint64_t nodes = 0;
    std::uint32_t plies = 0;
    yomikiri::mode mode = yomikiri::mode::first;
    yomikiri::attacker attacker = yomikiri::attacker::to_move;
    /* Different ones lead searches in several threads apart. */
    std::uint32_t seed = 0;

    yomi_dfpn_limits c() const noexcept {
        yomi_dfpn_limits c{};
        c.struct_size = sizeof c;
        c.plies = plies;
        c.nodes = nodes;
        c.mode = static_cast<std::int32_t>(mode);
        c.attacker = static_cast<std::int32_t>(attacker);
        c.seed = seed;
        return c;
    }
};

/* How far a survey goes; 0 is no limit, and "nodes" are those for each move. */
struct survey_limits {
    yomikiri::scope scope = yomikiri::scope::first_moves;
    std::uint32_t plies = 0;
    std::uint64_t nodes = 0;
    yomikiri::mode mode = yomikiri::mode::first;

    yomi_survey_limits c() const noexcept {
        yomi_survey_limits c{};
        c.struct_size = sizeof c;
        c.plies = plies;
        c.nodes = nodes;
        c.scope = static_cast<std::int32_t>(scope);
        c.mode = static_cast<std::int32_t>(mode);
        return c;
    }
};

/* A move of the attacker beside the line; plies count from the problem. */
struct found {
    std::uint32_t ply = 0;
    move played = 0;
    found_kind kind = found_kind::undecided;
    std::uint32_t length = 0;
    bool exact = false;
};

/* The length of a mate without futile interpositions: at most "length" where it is known. */
struct futile_length {
    bool known = false;
    std::uint32_t length = 0;
    bool exact = false;
    std::uint64_t nodes = 0;
    yomikiri::stop stop = yomikiri::stop::running;
};

/* Everything that can be said of a search. */
struct result {
    yomikiri::outcome outcome = yomikiri::outcome::unknown;
    yomikiri::stop stop = yomikiri::stop::running;
    yomikiri::verification verification = yomikiri::verification::not_run;
    /* Proven: the win takes at most so many plies, and no win takes fewer where "exact" is set. */
    std::uint32_t length = 0;
    bool exact = false;
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
    std::uint64_t nodes = 0;
    std::uint32_t peak_plies = 0;
    std::uint32_t peak_moves = 0;
    std::uint32_t table_permille = 0;
};

namespace detail {

/* Makes the functions of one solver type of the C interface known to the class template below. */
struct dfpn_functions {
    using handle = yomi_dfpn;
    static constexpr auto mem_size = yomi_dfpn_mem_size;
    static constexpr auto set_table = yomi_dfpn_set_table;
    static constexpr auto start = yomi_dfpn_start;
    static constexpr auto step = yomi_dfpn_step;
    static constexpr auto solve = yomi_dfpn_solve;
    static constexpr auto resume = yomi_dfpn_resume;
    static constexpr auto reset = yomi_dfpn_reset;
    static constexpr auto cancel = yomi_dfpn_cancel;
    static constexpr auto progress = yomi_dfpn_progress;
    static constexpr auto get_result = yomi_dfpn_get_result;
    static constexpr auto pv = yomi_dfpn_pv;
    static constexpr auto start_verification = yomi_dfpn_start_verification;
    static constexpr auto verify = yomi_dfpn_verify;
};

struct tsume_functions {
    using handle = yomi_tsume;
    static constexpr auto mem_size = yomi_tsume_mem_size;
    static constexpr auto set_table = yomi_tsume_set_table;
    static constexpr auto start = yomi_tsume_start;
    static constexpr auto step = yomi_tsume_step;
    static constexpr auto solve = yomi_tsume_solve;
    static constexpr auto resume = yomi_tsume_resume;
    static constexpr auto reset = yomi_tsume_reset;
    static constexpr auto cancel = yomi_tsume_cancel;
    static constexpr auto progress = yomi_tsume_progress;
    static constexpr auto get_result = yomi_tsume_get_result;
    static constexpr auto pv = yomi_tsume_pv;
    static constexpr auto start_verification = yomi_tsume_start_verification;
    static constexpr auto verify = yomi_tsume_verify;
};

struct dobutsu_functions {
    using handle = yomi_dobutsu_solver;
    static constexpr auto mem_size = yomi_dobutsu_solver_mem_size;
    static constexpr auto set_table = yomi_dobutsu_solver_set_table;
    static constexpr auto start = yomi_dobutsu_solver_start;
    static constexpr auto step = yomi_dobutsu_solver_step;
    static constexpr auto solve = yomi_dobutsu_solver_solve;
    static constexpr auto resume = yomi_dobutsu_solver_resume;
    static constexpr auto reset = yomi_dobutsu_solver_reset;
    static constexpr auto cancel = yomi_dobutsu_solver_cancel;
    static constexpr auto progress = yomi_dobutsu_solver_progress;
    static constexpr auto get_result = yomi_dobutsu_solver_get_result;
    static constexpr auto pv = yomi_dobutsu_solver_pv;
    static constexpr auto start_verification = yomi_dobutsu_solver_start_verification;
    static constexpr auto verify = yomi_dobutsu_solver_verify;
};

/* What every solver can do. Before init every call answers YOMI_ERROR_NULL. */
template <class F>
class solver {
public:
    using handle = typename F::handle;

    constexpr solver() noexcept = default;
    solver(const solver &) = delete;
    solver &operator=(const solver &) = delete;
    solver(solver &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    solver &operator=(solver &&other) noexcept {
        handle_ = std::exchange(other.handle_, nullptr);
        return *this;
    }

    /* The bytes that init needs, the table apart. */
    static status mem_size(const config &c, std::size_t &bytes) noexcept {
        const yomi_dfpn_config raw = c.c();
        return F::mem_size(&raw, &bytes);
    }

    status set_table(block memory) noexcept {
        return F::set_table(handle_, memory.data, memory.size);
    }

    status start(const limits &l = {}) noexcept {
        const yomi_dfpn_limits raw = l.c();
        return F::start(handle_, &raw);
    }

    status step(std::uint64_t max_nodes) noexcept { return F::step(handle_, max_nodes); }

    status solve(const limits &l = {}) noexcept {
        const yomi_dfpn_limits raw = l.c();
        return F::solve(handle_, &raw);
    }

    status resume(std::uint64_t nodes = 0) noexcept { return F::resume(handle_, nodes); }

    status reset() noexcept { return F::reset(handle_); }

    /* From any thread, and from an interrupt. */
    status cancel() noexcept { return F::cancel(handle_); }

    /* From any thread, and from an interrupt. */
    status progress(yomi_progress &out) const noexcept {
        yomi_progress raw{};
        raw.struct_size = sizeof raw;
        const status s = F::progress(handle_, &raw);
        if (s) {
            out = raw;
        }
        return s;
    }

    status get_result(result &out) noexcept {
        yomi_dfpn_result raw{};
        raw.struct_size = sizeof raw;
        const status s = F::get_result(handle_, &raw);
        if (s) {
            out.outcome = static_cast<outcome>(raw.outcome);
            out.stop = static_cast<stop>(raw.stop);
            out.verification = static_cast<verification>(raw.verification);
            out.length = raw.length;
            out.exact = raw.exact != 0;
            out.proof = raw.proof;
            out.disproof = raw.disproof;
            out.nodes = raw.nodes;
            out.peak_plies = raw.peak_plies;
            out.peak_moves = raw.peak_moves;
            out.table_permille = raw.table_permille;
        }
        return s;
    }

    /* The line, as far as it fits, and its whole length. */
    status pv(move *out, std::size_t capacity, std::size_t &count) noexcept {
        return F::pv(handle_, out, capacity, &count);
    }

    template <std::size_t N>
    status pv(move (&out)[N], std::size_t &count) noexcept {
        return pv(out, N, count);
    }

    status start_verification(trust t = trust::keys, std::uint64_t nodes = 0) noexcept {
        return F::start_verification(handle_, static_cast<std::int32_t>(t), nodes);
    }

    status verify(verification &out, trust t = trust::keys, std::uint64_t nodes = 0) noexcept {
        std::int32_t raw = YOMI_VERIFICATION_NOT_RUN;
        const status s = F::verify(handle_, static_cast<std::int32_t>(t), nodes, &raw);
        if (s) {
            out = static_cast<verification>(raw);
        }
        return s;
    }

    /* The pointer of the C interface; null before init. */
    handle *c() const noexcept { return handle_; }

protected:
    handle *handle_ = nullptr;
};

template <class, template <class> class, class = void>
struct offers : std::false_type {};
template <class G, template <class> class Call>
struct offers<G, Call, std::void_t<Call<G>>> : std::true_type {};

template <class G>
using side_call = decltype(std::declval<G &>().side());
template <class G>
using evaluate_call = decltype(std::declval<G &>().evaluate(std::declval<score &>()));
template <class G>
using order_call = decltype(std::declval<G &>().order(move()));
template <class G>
using init_numbers_call = decltype(std::declval<G &>().init_numbers(
    move(), std::declval<std::uint32_t &>(), std::declval<std::uint32_t &>()));
template <class G>
using noisy_call = decltype(std::declval<G &>().noisy(move()));
template <class G>
using check_key_call = decltype(std::declval<G &>().check_key());
template <class G>
using bounds_call = decltype(std::declval<G &>().bounds(score(), score(), std::declval<score &>(),
                                                        std::declval<score &>()));
template <class G>
using solve_call = decltype(std::declval<G &>().solve(score(), score(), std::declval<score &>(),
                                                      std::declval<std::uint32_t &>()));
template <class G>
using plies_to_end_call = decltype(std::declval<G &>().plies_to_end());
template <class G>
using history_index_call = decltype(std::declval<G &>().history_index(move()));
template <class G>
using noisy_moves_call = decltype(std::declval<G &>().noisy_moves(std::declval<move *>(),
                                                                  std::uint32_t()));
template <class G>
using never_repeats_member = decltype(G::never_repeats);
template <class G>
using key_after_call = decltype(std::declval<G &>().key_after(
    move(), std::declval<key &>(), std::declval<std::uint32_t &>()));

/* The callbacks of a game type of the caller's. */
template <class G>
struct callbacks {
    static G &game(void *user) noexcept { return *static_cast<G *>(user); }

    static std::int32_t moves(void *user, yomi_move *out, std::uint32_t capacity) {
        return game(user).moves(out, capacity);
    }
    static std::int32_t play(void *user, yomi_move m) { return game(user).play(m); }
    static std::int32_t undo(void *user, yomi_move m) { return game(user).undo(m); }
    static yomi_key key(void *user) { return game(user).key(); }
    static std::int32_t terminal(void *user, yomi_score *out) { return game(user).terminal(*out); }
    static std::int32_t side(void *user) { return game(user).side(); }
    static std::int32_t evaluate(void *user, yomi_score *out) { return game(user).evaluate(*out); }
    static std::int32_t order(void *user, yomi_move m) { return game(user).order(m); }
    static std::int32_t init_numbers(void *user, yomi_move m, std::uint32_t *proof,
                                     std::uint32_t *disproof) {
        return game(user).init_numbers(m, *proof, *disproof);
    }
    static std::int32_t noisy(void *user, yomi_move m) { return game(user).noisy(m); }
    static std::uint32_t check_key(void *user) { return game(user).check_key(); }
    static std::int32_t key_after(void *user, yomi_move m, yomi_key *out, std::uint32_t *check) {
        return game(user).key_after(m, *out, *check);
    }
    static std::int32_t bounds(void *user, yomi_score alpha, yomi_score beta, yomi_score *lower,
                               yomi_score *upper) {
        return game(user).bounds(alpha, beta, *lower, *upper);
    }
    static std::int32_t solve(void *user, yomi_score alpha, yomi_score beta, yomi_score *out,
                              std::uint32_t *nodes) {
        return game(user).solve(alpha, beta, *out, *nodes);
    }
    static std::int32_t plies_to_end(void *user) { return game(user).plies_to_end(); }
    static std::uint32_t history_index(void *user, yomi_move m) {
        return game(user).history_index(m);
    }
    static std::int32_t noisy_moves(void *user, yomi_move *out, std::uint32_t capacity) {
        return game(user).noisy_moves(out, capacity);
    }
};

}  // namespace detail

/*
 * The callback table of a game type G. G has, each noexcept and with the meaning that yomi_game
 * gives it in yomikiri.h:
 *
 *   std::int32_t moves(move *out, std::uint32_t capacity);
 *   std::int32_t play(move m);
 *   std::int32_t undo(move m);
 *   key key();
 *   std::int32_t terminal(score &out);
 *
 * and may have side(), evaluate(score &), order(move), init_numbers(move, std::uint32_t &,
 * std::uint32_t &), noisy(move), check_key(), key_after(move, key &, std::uint32_t &),
 * bounds(score, score, score &, score &), solve(score, score, score &, std::uint32_t &),
 * plies_to_end(), history_index(move), noisy_moves(move *, std::uint32_t), and
 * "static constexpr bool never_repeats = true".
 */
template <class G>
yomi_game game_table() noexcept {
    using namespace detail;
    using c = callbacks<G>;
    static_assert(noexcept(std::declval<G &>().moves(std::declval<move *>(), std::uint32_t())),
                  "moves(move *, std::uint32_t) must be noexcept");
    static_assert(noexcept(std::declval<G &>().play(move())), "play(move) must be noexcept");
    static_assert(noexcept(std::declval<G &>().undo(move())), "undo(move) must be noexcept");
    static_assert(noexcept(std::declval<G &>().key()), "key() must be noexcept");
    static_assert(noexcept(std::declval<G &>().terminal(std::declval<score &>())),
                  "terminal(score &) must be noexcept");
    yomi_game table{};
    table.struct_size = sizeof table;
    table.moves = c::moves;
    table.play = c::play;
    table.undo = c::undo;
    table.key = c::key;
    table.terminal = c::terminal;
    if constexpr (offers<G, side_call>::value) {
        static_assert(noexcept(std::declval<G &>().side()), "side() must be noexcept");
        table.side = c::side;
    }
    if constexpr (offers<G, evaluate_call>::value) {
        static_assert(noexcept(std::declval<G &>().evaluate(std::declval<score &>())),
                      "evaluate(score &) must be noexcept");
        table.evaluate = c::evaluate;
    }
    if constexpr (offers<G, order_call>::value) {
        static_assert(noexcept(std::declval<G &>().order(move())), "order(move) must be noexcept");
        table.order = c::order;
    }
    if constexpr (offers<G, init_numbers_call>::value) {
        static_assert(noexcept(std::declval<G &>().init_numbers(
                          move(), std::declval<std::uint32_t &>(), std::declval<std::uint32_t &>())),
                      "init_numbers must be noexcept");
        table.init_numbers = c::init_numbers;
    }
    if constexpr (offers<G, noisy_call>::value) {
        static_assert(noexcept(std::declval<G &>().noisy(move())), "noisy(move) must be noexcept");
        table.noisy = c::noisy;
    }
    if constexpr (offers<G, check_key_call>::value) {
        static_assert(noexcept(std::declval<G &>().check_key()), "check_key() must be noexcept");
        table.check_key = c::check_key;
    }
    if constexpr (offers<G, key_after_call>::value) {
        static_assert(noexcept(std::declval<G &>().key_after(move(), std::declval<key &>(),
                                                             std::declval<std::uint32_t &>())),
                      "key_after must be noexcept");
        table.key_after = c::key_after;
    }
    if constexpr (offers<G, bounds_call>::value) {
        static_assert(noexcept(std::declval<G &>().bounds(score(), score(), std::declval<score &>(),
                                                          std::declval<score &>())),
                      "bounds must be noexcept");
        table.bounds = c::bounds;
    }
    if constexpr (offers<G, solve_call>::value) {
        static_assert(noexcept(std::declval<G &>().solve(score(), score(), std::declval<score &>(),
                                                         std::declval<std::uint32_t &>())),
                      "solve must be noexcept");
        table.solve = c::solve;
    }
    if constexpr (offers<G, plies_to_end_call>::value) {
        static_assert(noexcept(std::declval<G &>().plies_to_end()),
                      "plies_to_end() must be noexcept");
        table.plies_to_end = c::plies_to_end;
    }
    if constexpr (offers<G, history_index_call>::value) {
        static_assert(noexcept(std::declval<G &>().history_index(move())),
                      "history_index(move) must be noexcept");
        table.history_index = c::history_index;
    }
    if constexpr (offers<G, noisy_moves_call>::value) {
        static_assert(noexcept(std::declval<G &>().noisy_moves(std::declval<move *>(),
                                                               std::uint32_t())),
                      "noisy_moves(move *, std::uint32_t) must be noexcept");
        table.noisy_moves = c::noisy_moves;
    }
    if constexpr (offers<G, never_repeats_member>::value) {
        table.flags = G::never_repeats ? YOMI_GAME_NEVER_REPEATS : 0u;
    }
    return table;
}

/* A df-pn solver over a game type of the caller's, in memory that the caller supplies. */
class dfpn : public detail::solver<detail::dfpn_functions> {
public:
    /* "game" is used for as long as the solver is. */
    template <class G>
    status init(block memory, G &game, const config &c = {}) noexcept {
        const yomi_game table = game_table<G>();
        return init(memory, table, &game, c);
    }

    /* The same with a table of plain callbacks. */
    status init(block memory, const yomi_game &table, void *user, const config &c = {}) noexcept {
        const yomi_dfpn_config raw = c.c();
        return yomi_dfpn_init(memory.data, memory.size, &raw, &table, user, &handle_);
    }

    status clear_table() noexcept { return yomi_dfpn_clear_table(handle_); }

    status share_table(dfpn &owner) noexcept {
        return yomi_dfpn_share_table(handle_, owner.handle_);
    }
};

/* A df-pn solver with its memory inside: so many plies, moves, and words of 8 bytes for the table. */
template <std::uint32_t Plies, std::uint32_t Moves, std::size_t TableWords = 0>
class static_dfpn : public dfpn {
public:
    static_dfpn() noexcept = default;
    static_dfpn(static_dfpn &&) = delete;
    static_dfpn &operator=(static_dfpn &&) = delete;

    template <class G>
    status init(G &game) noexcept {
        const status s = dfpn::init(block(words_), game, config{Plies, Moves});
        return s && TableWords != 0 ? set_table(block(table_, TableWords * sizeof table_[0])) : s;
    }

private:
    alignas(YOMI_ALIGN) std::uint64_t words_[YOMI_DFPN_WORDS(Plies, Moves)];
    alignas(YOMI_ALIGN) std::uint64_t table_[TableWords == 0 ? 1 : TableWords];
};

/* How much memory an alpha-beta search is given; 0 is the default of the C interface. */
struct alphabeta_config {
    std::uint32_t plies = 0;
    std::uint32_t moves = 0;
    std::uint32_t history = 0;

    yomi_alphabeta_config c() const noexcept {
        yomi_alphabeta_config c{};
        c.struct_size = sizeof c;
        c.plies = plies;
        c.moves = moves;
        c.history = history;
        return c;
    }
};

namespace detail {

/* A struct of the C interface that knows its size. */
template <class T>
struct sized : T {
    constexpr sized() noexcept : T{} { this->struct_size = sizeof(T); }
};

}  // namespace detail

/* The structs of the C interface, with struct_size set and every other field 0. */
using alphabeta_settings = detail::sized<yomi_alphabeta_settings>;
using alphabeta_result = detail::sized<yomi_alphabeta_result>;
using alphabeta_snapshot = detail::sized<yomi_alphabeta_snapshot>;
using othello_settings = detail::sized<yomi_othello_settings>;
using dobutsu_value = detail::sized<yomi_dobutsu_value>;
using dobutsu_table_info = detail::sized<yomi_dobutsu_table_info>;

namespace detail {

/* A handle that can be moved and not copied; null before init. */
template <class H>
class owner {
public:
    using handle = H;

    constexpr owner() noexcept = default;
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    owner(owner &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    owner &operator=(owner &&other) noexcept {
        handle_ = std::exchange(other.handle_, nullptr);
        return *this;
    }

    /* The pointer of the C interface; null before init. */
    handle *c() const noexcept { return handle_; }

protected:
    handle *handle_ = nullptr;
};

struct alphabeta_functions {
    using handle = yomi_alphabeta;
    using settings = alphabeta_settings;
    static constexpr auto set_table = yomi_alphabeta_set_table;
    static constexpr auto share_table = yomi_alphabeta_share_table;
    static constexpr auto clear_table = yomi_alphabeta_clear_table;
    static constexpr auto start = yomi_alphabeta_start;
    static constexpr auto step = yomi_alphabeta_step;
    static constexpr auto solve = yomi_alphabeta_solve;
    static constexpr auto resume = yomi_alphabeta_resume;
    static constexpr auto reset = yomi_alphabeta_reset;
    static constexpr auto cancel = yomi_alphabeta_cancel;
    static constexpr auto progress = yomi_alphabeta_progress;
    static constexpr auto get_result = yomi_alphabeta_get_result;
    static constexpr auto pv = yomi_alphabeta_pv;
};

struct othello_functions {
    using handle = yomi_othello_solver;
    using settings = othello_settings;
    static constexpr auto set_table = yomi_othello_solver_set_table;
    static constexpr auto share_table = yomi_othello_solver_share_table;
    static constexpr auto clear_table = yomi_othello_solver_clear_table;
    static constexpr auto start = yomi_othello_solver_start;
    static constexpr auto step = yomi_othello_solver_step;
    static constexpr auto solve = yomi_othello_solver_solve;
    static constexpr auto resume = yomi_othello_solver_resume;
    static constexpr auto reset = yomi_othello_solver_reset;
    static constexpr auto cancel = yomi_othello_solver_cancel;
    static constexpr auto progress = yomi_othello_solver_progress;
    static constexpr auto get_result = yomi_othello_solver_get_result;
    static constexpr auto pv = yomi_othello_solver_pv;
};

/* What every alpha-beta search can do. Before init every call answers YOMI_ERROR_NULL. */
template <class F>
class search : public owner<typename F::handle> {
public:
    using settings = typename F::settings;

    status set_table(block memory) noexcept {
        return F::set_table(this->handle_, memory.data, memory.size);
    }
    status share_table(search &owner) noexcept {
        return F::share_table(this->handle_, owner.handle_);
    }
    status clear_table() noexcept { return F::clear_table(this->handle_); }
    status start(const settings &s = {}) noexcept { return F::start(this->handle_, &s); }
    status step(std::uint64_t max_nodes) noexcept { return F::step(this->handle_, max_nodes); }
    status solve(const settings &s = {}) noexcept { return F::solve(this->handle_, &s); }
    status resume(std::uint64_t nodes = 0) noexcept { return F::resume(this->handle_, nodes); }
    status reset() noexcept { return F::reset(this->handle_); }

    /* From any thread, and from an interrupt. */
    status cancel() noexcept { return F::cancel(this->handle_); }

    /* From any thread, and from an interrupt. */
    status progress(alphabeta_snapshot &out) const noexcept {
        return F::progress(this->handle_, &out);
    }

    status get_result(alphabeta_result &out) noexcept { return F::get_result(this->handle_, &out); }

    /* The line, as far as it fits, and its whole length. */
    status pv(move *out, std::size_t capacity, std::size_t &count) noexcept {
        return F::pv(this->handle_, out, capacity, &count);
    }

    template <std::size_t N>
    status pv(move (&out)[N], std::size_t &count) noexcept {
        return pv(out, N, count);
    }
};

}  // namespace detail

/* An alpha-beta search over a game type of the caller's, in memory that the caller supplies. */
class alphabeta : public detail::search<detail::alphabeta_functions> {
public:
    /* The bytes that init needs, the table apart. */
    static status mem_size(const alphabeta_config &c, std::size_t &bytes) noexcept {
        const yomi_alphabeta_config raw = c.c();
        return yomi_alphabeta_mem_size(&raw, &bytes);
    }

    /* "game" is used for as long as the search is. */
    template <class G>
    status init(block memory, G &game, const alphabeta_config &c = {}) noexcept {
        const yomi_game table = game_table<G>();
        return init(memory, table, &game, c);
    }

    /* The same with a table of plain callbacks. */
    status init(block memory, const yomi_game &table, void *user,
                const alphabeta_config &c = {}) noexcept {
        const yomi_alphabeta_config raw = c.c();
        return yomi_alphabeta_init(memory.data, memory.size, &raw, &table, user, &handle_);
    }
};

/* The same with its memory inside: plies, moves, slots of history, and words of 8 bytes for the
 * table. */
template <std::uint32_t Plies, std::uint32_t Moves, std::uint32_t History = 0,
          std::size_t TableWords = 0>
class static_alphabeta : public alphabeta {
public:
    static_alphabeta() noexcept = default;
    static_alphabeta(static_alphabeta &&) = delete;
    static_alphabeta &operator=(static_alphabeta &&) = delete;

    template <class G>
    status init(G &game) noexcept {
        const status s =
            alphabeta::init(block(words_), game, alphabeta_config{Plies, Moves, History});
        return s && TableWords != 0 ? set_table(block(table_, TableWords * sizeof table_[0])) : s;
    }

private:
    alignas(YOMI_ALIGN) std::uint64_t words_[YOMI_ALPHABETA_WORDS(Plies, Moves, History)];
    alignas(YOMI_ALIGN) std::uint64_t table_[TableWords == 0 ? 1 : TableWords];
};

/* Where and why a text is not an SFEN. */
struct sfen_error {
    std::int32_t field = YOMI_SFEN_BOARD;
    std::uint32_t offset = 0;
    char message[sizeof(yomi_sfen_error::message)] = {};

    /* The C struct, ready to be written. */
    static yomi_sfen_error empty() noexcept {
        yomi_sfen_error raw{};
        raw.struct_size = sizeof raw;
        return raw;
    }

    void take(const yomi_sfen_error &raw) noexcept {
        field = raw.field;
        offset = raw.offset;
        for (std::size_t i = 0; i < sizeof message; ++i) {
            message[i] = raw.message[i];
        }
    }
};

/* A position of shogi with its memory inside. */
class shogi_position {
public:
    /* The start of the game. */
    shogi_position() noexcept {
        [[maybe_unused]] const yomi_status s = yomi_shogi_init(words_, sizeof words_, &shogi_);
    }
    shogi_position(const shogi_position &other) noexcept : shogi_position() { *this = other; }
    shogi_position &operator=(const shogi_position &other) noexcept {
        [[maybe_unused]] const yomi_status s = yomi_shogi_copy(shogi_, other.shogi_);
        return *this;
    }

    status set_sfen(const char *sfen) noexcept { return yomi_shogi_set_sfen(shogi_, sfen, nullptr); }

    status set_sfen(const char *sfen, sfen_error &error) noexcept {
        yomi_sfen_error raw = sfen_error::empty();
        const status s = yomi_shogi_set_sfen(shogi_, sfen, &raw);
        if (!s) {
            error.take(raw);
        }
        return s;
    }

    template <std::size_t N>
    status get_sfen(char (&out)[N]) const noexcept {
        return yomi_shogi_get_sfen(shogi_, out, N, nullptr);
    }

    template <std::size_t N>
    status moves(move (&out)[N], std::size_t &count,
                 std::uint32_t stages = YOMI_SHOGI_ALL) const noexcept {
        return yomi_shogi_moves(shogi_, stages, out, N, &count);
    }

    status play(move m) noexcept { return yomi_shogi_play(shogi_, m); }
    status undo(move m) noexcept { return yomi_shogi_undo(shogi_, m); }

    /* 0 or 1. */
    std::int32_t side() const noexcept {
        std::int32_t side = 0;
        [[maybe_unused]] const yomi_status s = yomi_shogi_side(shogi_, &side);
        return side;
    }

    bool in_check() const noexcept {
        std::int32_t check = 0;
        [[maybe_unused]] const yomi_status s = yomi_shogi_in_check(shogi_, &check);
        return check != 0;
    }

    yomikiri::key key() const noexcept {
        yomikiri::key key = 0;
        [[maybe_unused]] const yomi_status s = yomi_shogi_key(shogi_, &key);
        return key;
    }

    status parse_usi(const char *text, move &out) const noexcept {
        return yomi_shogi_parse_usi(shogi_, text, &out);
    }

    yomi_shogi *c() noexcept { return shogi_; }
    const yomi_shogi *c() const noexcept { return shogi_; }

private:
    alignas(YOMI_ALIGN) std::uint64_t words_[YOMI_SHOGI_WORDS];
    yomi_shogi *shogi_ = nullptr;
};

/* A move as USI writes it. */
struct usi_text {
    char text[YOMI_SHOGI_USI_SIZE] = {};

    explicit usi_text(move m) noexcept {
        [[maybe_unused]] const yomi_status s = yomi_shogi_format_usi(m, text, sizeof text, nullptr);
    }
    const char *c_str() const noexcept { return text; }
};

/* A solver of mate problems of shogi, in memory that the caller supplies. */
class mate_solver : public detail::solver<detail::tsume_functions> {
public:
    status init(block memory, const config &c = {}) noexcept {
        const yomi_dfpn_config raw = c.c();
        return yomi_tsume_init(memory.data, memory.size, &raw, &handle_);
    }

    status set_sfen(const char *sfen) noexcept {
        return yomi_tsume_set_sfen(handle_, sfen, nullptr);
    }

    status set_sfen(const char *sfen, sfen_error &error) noexcept {
        yomi_sfen_error raw = sfen_error::empty();
        const status s = yomi_tsume_set_sfen(handle_, sfen, &raw);
        if (!s) {
            error.take(raw);
        }
        return s;
    }

    status set_position(const shogi_position &position) noexcept {
        return yomi_tsume_set_position(handle_, position.c());
    }

    /* For searches of the same problem, also in other threads. */
    status share_table(mate_solver &owner) noexcept {
        return yomi_tsume_share_table(handle_, owner.handle_);
    }

    /* Other first moves, or second solutions along the line. */
    status start_survey(const survey_limits &l = {}) noexcept {
        const yomi_survey_limits raw = l.c();
        return yomi_tsume_start_survey(handle_, &raw);
    }

    /* True, done() or more() aside: the next move is in "out". */
    status survey(std::uint64_t max_nodes, found &out) noexcept {
        yomi_found raw{};
        raw.struct_size = sizeof raw;
        const status s = yomi_tsume_survey(handle_, max_nodes, &raw);
        if (s.code() == YOMI_OK) {
            out.ply = raw.ply;
            out.played = raw.played;
            out.kind = static_cast<found_kind>(raw.kind);
            out.length = raw.length;
            out.exact = raw.exact != 0;
        }
        return s;
    }

    /* The line of the move found last, as far as it fits, and its whole length. */
    status found_line(move *out, std::size_t capacity, std::size_t &count) noexcept {
        return yomi_tsume_found_line(handle_, out, capacity, &count);
    }

    /* The length of the mate that was found without futile interpositions. */
    status length_without_futile(futile_rule rule, futile_length &out,
                                 std::uint64_t nodes = 0) noexcept;
};

/* A count of the plies of a mate without futile interpositions, in steps, with its memory inside. */
class futile_count {
public:
    futile_count() noexcept = default;
    futile_count(futile_count &&) = delete;
    futile_count &operator=(futile_count &&) = delete;

    /* "solver" has found a mate, and is used for nothing else meanwhile. */
    status init(mate_solver &solver, futile_rule rule, std::uint64_t nodes = 0) noexcept {
        return yomi_futile_init(words_, sizeof words_, solver.c(), static_cast<std::int32_t>(rule),
                                nodes, &count_);
    }

    status step(std::uint64_t max_nodes) noexcept { return yomi_futile_step(count_, max_nodes); }

    status resume(std::uint64_t nodes = 0) noexcept { return yomi_futile_resume(count_, nodes); }

    status get_result(futile_length &out) noexcept {
        yomi_futile_result raw{};
        raw.struct_size = sizeof raw;
        const status s = yomi_futile_get_result(count_, &raw);
        if (s) {
            out.known = raw.known != 0;
            out.length = raw.length;
            out.exact = raw.exact != 0;
            out.nodes = raw.nodes;
            out.stop = static_cast<yomikiri::stop>(raw.stop);
        }
        return s;
    }

    yomi_futile *c() const noexcept { return count_; }

private:
    alignas(YOMI_ALIGN) std::uint64_t words_[YOMI_FUTILE_WORDS];
    yomi_futile *count_ = nullptr;
};

inline status mate_solver::length_without_futile(futile_rule rule, futile_length &out,
                                                 std::uint64_t nodes) noexcept {
    futile_count count;
    status s = count.init(*this, rule, nodes);
    while (s) {
        s = count.step(UINT64_MAX);
        if (!s.more()) break;
    }
    return s ? count.get_result(out) : s;
}

/* A mate solver with its memory inside: so many plies, moves, and words of 8 bytes for the table. */
template <std::uint32_t Plies, std::uint32_t Moves, std::size_t TableWords>
class static_mate_solver : public mate_solver {
public:
    static_mate_solver() noexcept = default;
    static_mate_solver(static_mate_solver &&) = delete;
    static_mate_solver &operator=(static_mate_solver &&) = delete;

    status init() noexcept {
        const status s = mate_solver::init(block(words_), config{Plies, Moves});
        return s && TableWords != 0 ? set_table(block(table_, TableWords * sizeof table_[0])) : s;
    }

private:
    alignas(YOMI_ALIGN) std::uint64_t words_[YOMI_DFPN_WORDS(Plies, Moves)];
    alignas(YOMI_ALIGN) std::uint64_t table_[TableWords == 0 ? 1 : TableWords];
};

/* A position of Othello with its memory inside. */
class othello_position {
public:
    /* The start of the game. */
    othello_position() noexcept {
        [[maybe_unused]] const yomi_status s = yomi_othello_init(words_, sizeof words_, &othello_);
    }
    othello_position(const othello_position &other) noexcept : othello_position() { *this = other; }
    othello_position &operator=(const othello_position &other) noexcept {
        [[maybe_unused]] const yomi_status s = yomi_othello_copy(othello_, other.othello_);
        return *this;
    }

    status set_text(const char *text) noexcept { return yomi_othello_set_text(othello_, text); }
    status set_discs(std::uint64_t black, std::uint64_t white, std::int32_t side) noexcept {
        return yomi_othello_set_discs(othello_, black, white, side);
    }
    template <std::size_t N>
    status get_text(char (&out)[N]) const noexcept {
        return yomi_othello_get_text(othello_, out, N, nullptr);
    }
    template <std::size_t N>
    status moves(move (&out)[N], std::size_t &count) const noexcept {
        return yomi_othello_moves(othello_, out, N, &count);
    }
    status play(move m) noexcept { return yomi_othello_play(othello_, m); }
    status undo(move m) noexcept { return yomi_othello_undo(othello_, m); }
    status parse_move(const char *text, move &out) const noexcept {
        return yomi_othello_parse_move(othello_, text, &out);
    }
    status discs(std::uint64_t &black, std::uint64_t &white) const noexcept {
        return yomi_othello_get_discs(othello_, &black, &white);
    }
    status score(yomikiri::score &out,
                 std::int32_t rule = YOMI_OTHELLO_EMPTIES_TO_WINNER) const noexcept {
        return yomi_othello_score(othello_, rule, &out);
    }

    /* 0 for black, 1 for white. */
    std::int32_t side() const noexcept { return ask(yomi_othello_side); }
    std::int32_t empties() const noexcept { return ask(yomi_othello_empties); }
    bool ended() const noexcept { return ask(yomi_othello_ended) != 0; }

    yomi_othello *c() noexcept { return othello_; }
    const yomi_othello *c() const noexcept { return othello_; }

private:
    std::int32_t ask(yomi_status (*what)(const yomi_othello *, std::int32_t *)) const noexcept {
        std::int32_t out = 0;
        [[maybe_unused]] const yomi_status s = what(othello_, &out);
        return out;
    }

    alignas(YOMI_ALIGN) std::uint64_t words_[YOMI_OTHELLO_WORDS];
    yomi_othello *othello_ = nullptr;
};

/* A solver of endgames of Othello, in memory that the caller supplies. */
class othello_solver : public detail::search<detail::othello_functions> {
public:
    static status mem_size(std::uint32_t empties, std::size_t &bytes) noexcept {
        return yomi_othello_solver_mem_size(empties, &bytes);
    }
    status init(block memory, std::uint32_t empties) noexcept {
        return yomi_othello_solver_init(memory.data, memory.size, empties, &handle_);
    }
    status set_position(const othello_position &position) noexcept {
        return yomi_othello_solver_set_position(handle_, position.c());
    }
};

/* The same with its memory inside: the most empty squares, and words of 8 bytes for the table. */
template <std::uint32_t Empties, std::size_t TableWords>
class static_othello_solver : public othello_solver {
public:
    static_othello_solver() noexcept = default;
    static_othello_solver(static_othello_solver &&) = delete;
    static_othello_solver &operator=(static_othello_solver &&) = delete;

    status init() noexcept {
        const status s = othello_solver::init(block(words_), Empties);
        return s && TableWords != 0 ? set_table(block(table_, TableWords * sizeof table_[0])) : s;
    }

private:
    alignas(YOMI_ALIGN) std::uint64_t words_[YOMI_OTHELLO_SOLVER_WORDS(Empties)];
    alignas(YOMI_ALIGN) std::uint64_t table_[TableWords == 0 ? 1 : TableWords];
};

/* A position of Dobutsu shogi with its memory inside. */
class dobutsu_position {
public:
    /* The start of the game. */
    dobutsu_position() noexcept {
        [[maybe_unused]] const yomi_status s = yomi_dobutsu_init(words_, sizeof words_, &dobutsu_);
    }
    dobutsu_position(const dobutsu_position &other) noexcept : dobutsu_position() { *this = other; }
    dobutsu_position &operator=(const dobutsu_position &other) noexcept {
        [[maybe_unused]] const yomi_status s = yomi_dobutsu_copy(dobutsu_, other.dobutsu_);
        return *this;
    }

    status set_text(const char *text) noexcept { return yomi_dobutsu_set_text(dobutsu_, text); }
    template <std::size_t N>
    status get_text(char (&out)[N], std::int32_t notation) const noexcept {
        return yomi_dobutsu_get_text(dobutsu_, notation, out, N, nullptr);
    }
    template <std::size_t N>
    status moves(move (&out)[N], std::size_t &count) const noexcept {
        return yomi_dobutsu_moves(dobutsu_, out, N, &count);
    }
    status play(move m) noexcept { return yomi_dobutsu_play(dobutsu_, m); }
    status undo(move m) noexcept { return yomi_dobutsu_undo(dobutsu_, m); }
    status parse_move(const char *text, move &out) const noexcept {
        return yomi_dobutsu_parse_move(dobutsu_, text, &out);
    }
    template <std::size_t N>
    status format_move(move m, char (&out)[N], std::int32_t notation) const noexcept {
        return yomi_dobutsu_format_move(dobutsu_, m, notation, out, N, nullptr);
    }

    /* 0 or 1. */
    std::int32_t side() const noexcept { return ask(yomi_dobutsu_side); }
    /* YOMI_DOBUTSU_RUNNING to YOMI_DOBUTSU_STOOD. */
    std::int32_t ended() const noexcept { return ask(yomi_dobutsu_ended); }

    yomi_dobutsu *c() noexcept { return dobutsu_; }
    const yomi_dobutsu *c() const noexcept { return dobutsu_; }

private:
    std::int32_t ask(yomi_status (*what)(const yomi_dobutsu *, std::int32_t *)) const noexcept {
        std::int32_t out = 0;
        [[maybe_unused]] const yomi_status s = what(dobutsu_, &out);
        return out;
    }

    alignas(YOMI_ALIGN) std::uint64_t words_[YOMI_DOBUTSU_WORDS];
    yomi_dobutsu *dobutsu_ = nullptr;
};

/* df-pn on Dobutsu shogi, in memory that the caller supplies. */
class dobutsu_solver : public detail::solver<detail::dobutsu_functions> {
public:
    status init(block memory, const config &c = {}) noexcept {
        const yomi_dfpn_config raw = c.c();
        return yomi_dobutsu_solver_init(memory.data, memory.size, &raw, &handle_);
    }
    status set_position(const dobutsu_position &position) noexcept {
        return yomi_dobutsu_solver_set_position(handle_, position.c());
    }
};

/* The solution of Dobutsu shogi from a table file, in memory that the caller supplies. */
class dobutsu_table : public detail::owner<yomi_dobutsu_table> {
public:
    static status mem_size(std::uint32_t slots, std::size_t &bytes) noexcept {
        return yomi_dobutsu_table_mem_size(slots, &bytes);
    }
    /* The file is at "data", and stays there. */
    status init(block memory, const void *data, std::size_t size,
                std::uint32_t slots = 0) noexcept {
        return yomi_dobutsu_table_init(memory.data, memory.size, slots, data, size, &handle_);
    }
    /* The file is behind a function. */
    status init(block memory, yomi_read read, void *user, std::uint64_t size,
                std::uint32_t slots = 0) noexcept {
        return yomi_dobutsu_table_init_read(memory.data, memory.size, slots, read, user, size,
                                            &handle_);
    }
    status get_info(dobutsu_table_info &out) const noexcept {
        return yomi_dobutsu_table_get_info(handle_, &out);
    }
    status check_block(std::uint32_t number) const noexcept {
        return yomi_dobutsu_table_check_block(handle_, number);
    }
    status probe(const dobutsu_position &position, dobutsu_value &out) noexcept {
        return yomi_dobutsu_table_probe(handle_, position.c(), &out);
    }
};

/* Lines from a table of Dobutsu shogi, in memory that the caller supplies. */
class dobutsu_lines : public detail::owner<yomi_dobutsu_lines> {
public:
    static status mem_size(std::uint32_t capacity, std::size_t &bytes) noexcept {
        return yomi_dobutsu_lines_mem_size(capacity, &bytes);
    }
    status init(block memory, std::uint32_t capacity) noexcept {
        return yomi_dobutsu_lines_init(memory.data, memory.size, capacity, &handle_);
    }
    /* 1, 0 or -1, and Tanaka's count. */
    status value(dobutsu_table &table, const dobutsu_position &position, std::int32_t &win_lose,
                 std::int32_t &count) noexcept {
        return yomi_dobutsu_lines_value(handle_, table.c(), position.c(), &win_lose, &count);
    }
    template <std::size_t N>
    status best(dobutsu_table &table, const dobutsu_position &position, move (&out)[N],
                std::size_t &count) noexcept {
        return yomi_dobutsu_lines_best(handle_, table.c(), position.c(), out, N, &count);
    }
    template <std::size_t N>
    status draw(dobutsu_table &table, const dobutsu_position &position, std::int32_t draw_mode,
                move (&out)[N], std::size_t &count, std::size_t &start_of_cycle) noexcept {
        return yomi_dobutsu_lines_draw(handle_, table.c(), position.c(), draw_mode, out, N, &count,
                                       &start_of_cycle);
    }
};

/* The second player that wins every game, in memory that the caller supplies. */
class dobutsu_player : public detail::owner<yomi_dobutsu_player> {
public:
    /* "strategy" stays where it is. */
    status init(block memory, const void *strategy, std::size_t size,
                std::uint32_t memos) noexcept {
        return yomi_dobutsu_player_init(memory.data, memory.size, memos, strategy, size, &handle_);
    }
    status start(const dobutsu_position &position) noexcept {
        return yomi_dobutsu_player_start(handle_, position.c());
    }
    status step(std::uint32_t max_nodes) noexcept {
        return yomi_dobutsu_player_step(handle_, max_nodes);
    }
    status get_move(move &out) const noexcept {
        return yomi_dobutsu_player_get_move(handle_, &out, nullptr);
    }
};

}  // namespace yomikiri

#endif /* YOMIKIRI_HPP */
