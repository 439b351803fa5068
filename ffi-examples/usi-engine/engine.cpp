#include "engine.hpp"

#include <new>

#include "output.hpp"

namespace usi {

namespace {

// The longest line of the playing search, quiescence included, and the deepest one.
constexpr std::uint32_t most_plies = 128;
constexpr std::uint32_t most_moves = 40000;
constexpr std::uint32_t history_slots = 4096;
constexpr std::uint32_t most_depth = 100;
constexpr std::uint32_t quiescence_plies = 10;
constexpr yomi_score aspiration = 60;

// Nodes between two looks at the clock and at "stop": a few milliseconds.
constexpr std::uint64_t slice = 1024;

constexpr std::int64_t report_every = 900;

std::string text_of(move m) { return yomikiri::usi_text(m).c_str(); }

std::string text_of(const move *line, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        if (i != 0) text += ' ';
        text += text_of(line[i]);
    }
    return text;
}

std::string text_of_score(yomi_score score) {
    if (score >= YOMI_SCORE_DECIDED) return "mate " + std::to_string(YOMI_SCORE_MATE - score);
    if (score <= -YOMI_SCORE_DECIDED) return "mate -" + std::to_string(YOMI_SCORE_MATE + score);
    return "cp " + std::to_string(score);
}

}  // namespace

bool engine::allocate(std::size_t mib) {
    const std::size_t half = (mib << 20) / 2;
    yomi_alphabeta_config config{};
    config.struct_size = sizeof config;
    config.plies = most_plies;
    config.moves = most_moves;
    config.history = history_slots;
    std::size_t bytes = 0;
    if (yomi_alphabeta_mem_size(&config, &bytes) < 0) return false;
    line_memory_.reset(new (std::nothrow) std::uint64_t[(bytes + 7) / 8]);
    table_memory_.reset(new (std::nothrow) std::uint64_t[half / 8]);
    const yomi_game game = yomikiri::game_table<board>();
    return line_memory_ && table_memory_ &&
           yomi_alphabeta_init(line_memory_.get(), bytes, &config, &game, &board_, &alphabeta_) >= 0 &&
           yomi_alphabeta_set_table(alphabeta_, table_memory_.get(), half / 8 * 8) >= 0 &&
           mate_.allocate(half);
}

void engine::prepare() {
    if (prepared_) return;
    auto mib = static_cast<std::size_t>(options_.hash_mib);
    while (!allocate(mib)) {
        if (mib == 1) {
            say("info string not enough memory");
            return;
        }
        mib /= 2;
        say("info string not enough memory; trying " + std::to_string(mib) + " MiB");
    }
    prepared_ = true;
}

void engine::forget() {
    stop(false);
    if (prepared_) static_cast<void>(yomi_alphabeta_clear_table(alphabeta_));
}

bool engine::set_option(const std::string &name, const std::string &value, std::string &reason) {
    stop(false);
    if (!options_.set(name, value, reason)) return false;
    if (name == "USI_Hash") prepared_ = false;
    return true;
}

bool engine::set_position(const std::string &sfen, const std::vector<std::string> &moves,
                          std::string &reason) {
    stop(false);
    return board_.set(sfen, moves, reason);
}

void engine::go(const request &wanted) {
    stop(false);
    prepare();
    if (!prepared_) {
        say(wanted.mate ? "checkmate timeout" : "bestmove resign");
        return;
    }
    go_ = wanted;
    watch_.restart();
    next_report_ = report_every;
    clock_start_ = wanted.ponder ? -1 : 0;
    stop_ = false;
    silent_ = false;
    mate_found_ = false;
    thread_ = std::thread([this] { go_.mate ? think_of_mate() : think(); });
}

void engine::stop(bool answer) {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!answer) silent_ = true;
        stop_ = true;
    }
    // The searches look at the flag between steps; a cancel ends the step that is under way.
    static_cast<void>(yomi_alphabeta_cancel(alphabeta_));
    mate_.cancel();
    released_.notify_all();
    thread_.join();
}

void engine::ponderhit() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        clock_start_ = watch_.milliseconds();
    }
    released_.notify_all();
}

void engine::wait_for_release() {
    std::unique_lock<std::mutex> lock(mutex_);
    released_.wait(lock, [this] { return stop_ || (!go_.infinite && clock_start_ >= 0); });
}

std::int64_t engine::used() const {
    const std::int64_t start = clock_start_;
    return start < 0 ? 0 : watch_.milliseconds() - start;
}

void engine::think() {
    const std::string answer = choose();
    wait_for_release();
    if (!silent_) say("bestmove " + answer);
}

std::string engine::choose() {
    if (options_.declare && board_.can_declare_win()) return "win";
    if (!board_.has_move()) return "resign";
    const allotment time = allot(go_, board_.side_to_move(), board_.game_plies(), options_.delay);
    return search(time);
}

// Looks for a mate of the side to move, for so many nodes and until then; 0 is no limit of nodes.
mate_answer engine::look_for_mate(std::uint64_t nodes, std::int64_t until, bool alone) {
    yomikiri::limits limits;
    limits.nodes = nodes;
    limits.plies = static_cast<std::uint32_t>(options_.mate_plies);
    limits.mode = options_.mate_mode;
    return mate_.run(board_.position(), limits, options_.mate_verify, [this, until, alone] {
        if (alone) report_mate_progress();
        return !stop_ && used() < until;
    });
}

std::string engine::search(const allotment &time) {
    const auto nodes = static_cast<std::uint64_t>(go_.nodes);
    std::uint64_t mate_nodes = nodes * static_cast<std::uint64_t>(options_.mate_share) / 1000;
    const auto most_mate_nodes = static_cast<std::uint64_t>(options_.mate_nodes);
    if (most_mate_nodes != 0 && (mate_nodes == 0 || mate_nodes > most_mate_nodes)) {
        mate_nodes = most_mate_nodes;
    }
    const bool mates = options_.mate_share != 0;
    const bool beside = mates && options_.threads > 1;
    std::thread helper;
    std::uint64_t mate_used = 0;
    if (beside) {
        helper_stop_ = false;
        helper = std::thread([this, position = board_.position(), mate_nodes, time] {
            yomikiri::limits limits;
            limits.nodes = mate_nodes;
            limits.plies = static_cast<std::uint32_t>(options_.mate_plies);
            limits.mode = options_.mate_mode;
            const mate_answer answer =
                mate_.run(position, limits, options_.mate_verify, [this, &time] {
                    return !stop_ && !helper_stop_ && used() < time.hard;
                });
            if (answer == mate_answer::mate) mate_found_ = true;
        });
    } else if (mates) {
        // With a limit of depth or none at all there is nothing to take a share of.
        const bool timed = time.hard != INT64_MAX;
        if (nodes == 0 && !timed && mate_nodes == 0) mate_nodes = 20000;
        const std::int64_t until =
            timed ? time.soft / 1000 * options_.mate_share + time.soft % 1000 * options_.mate_share / 1000
                  : INT64_MAX;
        if (look_for_mate(mate_nodes, until, false) == mate_answer::mate) mate_found_ = true;
        mate_used = mate_.found.nodes;
    }

    move best = 0;
    move line[most_plies];
    std::size_t length = 0;
    yomi_alphabeta_result result{};
    result.struct_size = sizeof result;
    if (!mate_found_) {
        yomi_alphabeta_settings settings{};
        settings.struct_size = sizeof settings;
        settings.depth = go_.depth > 0 && go_.depth < most_depth ? static_cast<std::uint32_t>(go_.depth)
                                                                 : most_depth;
        settings.nodes = nodes == 0 ? 0 : nodes > mate_used ? nodes - mate_used : 1;
        settings.switches = YOMI_AB_ITERATIVE | YOMI_AB_DEEPER_ENTRIES;
        settings.quiescence = quiescence_plies;
        settings.aspiration = aspiration;
        board_.set_horizon(1);
        yomi_status status = yomi_alphabeta_start(alphabeta_, &settings);
        std::uint32_t shown = 0;
        while (status >= 0) {
            status = yomi_alphabeta_step(alphabeta_, slice);
            if (yomi_alphabeta_get_result(alphabeta_, &result) < 0) break;
            if (result.depth > shown || watch_.milliseconds() >= next_report_) {
                if (result.depth != 0) report(result);
            }
            if (status != YOMI_MORE || stop_ || mate_found_) break;
            const std::int64_t now = used();
            if (now >= time.hard) break;
            if (result.depth > shown) {
                if (now >= time.soft) break;
                // A mate that is read out gets no shorter.
                const yomi_score far = result.score < 0 ? -result.score : result.score;
                if (!go_.infinite && far >= YOMI_SCORE_DECIDED &&
                    static_cast<std::uint32_t>(YOMI_SCORE_MATE - far) <= result.depth) {
                    break;
                }
            }
            shown = result.depth;
            board_.set_horizon(shown + 1);
        }
        static_cast<void>(yomi_alphabeta_reset(alphabeta_));
        if (yomi_alphabeta_get_result(alphabeta_, &result) >= 0) {
            best = result.best_move;
            if (yomi_alphabeta_pv(alphabeta_, line, most_plies, &length) < 0) length = 0;
        }
    }
    if (helper.joinable()) {
        helper_stop_ = true;
        mate_.cancel();
        helper.join();
    }
    if (mate_found_) {
        report_mate();
        best = mate_.line[0];
        length = 0;
    } else if (options_.resign != 0 && result.depth != 0 && result.score <= -options_.resign) {
        return "resign";
    }
    if (best == 0 || !board_.is_legal(best)) {
        // Stopped before anything was known.
        static move all[YOMI_SHOGI_MOST_MOVES];
        const std::int32_t count = board_.moves(all, YOMI_SHOGI_MOST_MOVES);
        if (count <= 0) return "resign";
        best = all[0];
        length = 0;
    }
    std::string answer = text_of(best);
    const move *reply = mate_found_ && mate_.line.size() > 1 ? &mate_.line[1]
                        : length > 1 && line[0] == best      ? &line[1]
                                                             : nullptr;
    if (options_.ponder && reply != nullptr) answer += " ponder " + text_of(*reply);
    return answer;
}

std::string engine::rates(std::uint64_t nodes, std::uint32_t permille) const {
    const std::int64_t time = watch_.milliseconds();
    const std::uint64_t per_second = nodes * 1000 / static_cast<std::uint64_t>(time > 0 ? time : 1);
    return " time " + std::to_string(time) + " nodes " + std::to_string(nodes) + " nps " +
           std::to_string(per_second) + " hashfull " + std::to_string(permille);
}

void engine::report(const yomi_alphabeta_result &result) {
    next_report_ = watch_.milliseconds() + report_every;
    move line[most_plies];
    std::size_t length = 0;
    if (yomi_alphabeta_pv(alphabeta_, line, most_plies, &length) < 0 || length > most_plies) length = 0;
    say("info depth " + std::to_string(result.depth) + " seldepth " + std::to_string(result.peak_plies) +
        rates(result.nodes, result.table_permille) + " score " + text_of_score(result.score) +
        (length == 0 ? "" : " pv " + text_of(line, length)));
}

void engine::report_mate_progress() {
    if (watch_.milliseconds() < next_report_) return;
    next_report_ = watch_.milliseconds() + report_every;
    yomi_progress now{};
    now.struct_size = sizeof now;
    if (!mate_.progress(now)) return;
    say("info depth " + std::to_string(now.depth) + " seldepth " + std::to_string(now.depth) +
        rates(now.nodes, 0) + " string proof " + std::to_string(now.proof) + " disproof " +
        std::to_string(now.disproof));
}

void engine::report_mate() {
    say("info depth " + std::to_string(mate_.line.size()) + " seldepth " +
        std::to_string(mate_.found.peak_plies) + rates(mate_.found.nodes, mate_.found.table_permille) +
        " score mate " + std::to_string(mate_.line.size()) + " pv " +
        text_of(mate_.line.data(), mate_.line.size()));
}

void engine::think_of_mate() {
    const std::int64_t until = go_.movetime >= 0 ? go_.movetime : INT64_MAX;
    std::string answer = "timeout";
    switch (look_for_mate(static_cast<std::uint64_t>(options_.mate_nodes), until, true)) {
    case mate_answer::mate:
        report_mate();
        answer = text_of(mate_.line.data(), mate_.line.size());
        break;
    case mate_answer::none: answer = "nomate"; break;
    case mate_answer::not_possible: answer = "notimplemented"; break;
    case mate_answer::unknown: break;
    }
    if (!silent_) say("checkmate " + answer);
}

}  // namespace usi
