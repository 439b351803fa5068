// The engine: a game, the two searches over it, and the thread that they run in.
#ifndef ENGINE_HPP
#define ENGINE_HPP

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <yomikiri.hpp>

#include "board.hpp"
#include "clock.hpp"
#include "mate.hpp"
#include "options.hpp"

namespace usi {

class engine {
public:
    engine() = default;
    ~engine() { stop(false); }
    engine(const engine &) = delete;
    engine &operator=(const engine &) = delete;

    // Takes the memory that the options ask for, where it has not done so.
    void prepare();
    void forget();
    bool set_option(const std::string &name, const std::string &value, std::string &reason);
    bool set_position(const std::string &sfen, const std::vector<std::string> &moves,
                      std::string &reason);
    void go(const request &wanted);
    // Ends the search and waits for it; "answer" says whether it still tells its move.
    void stop(bool answer);
    void ponderhit();

private:
    bool allocate(std::size_t mib);
    // What the thread does.
    void think();
    void think_of_mate();
    // The words after "bestmove".
    std::string choose();
    std::string search(const allotment &time);
    mate_answer look_for_mate(std::uint64_t nodes, std::int64_t until, bool alone);
    // Waits until the GUI wants the answer.
    void wait_for_release();
    // Milliseconds of the own clock that are used; 0 while pondering.
    std::int64_t used() const;
    void report(const yomi_alphabeta_result &result);
    void report_mate_progress();
    void report_mate();
    std::string rates(std::uint64_t nodes, std::uint32_t permille) const;

    options options_;
    board board_;
    mate_search mate_;
    yomi_alphabeta *alphabeta_ = nullptr;
    std::unique_ptr<std::uint64_t[]> line_memory_;
    std::unique_ptr<std::uint64_t[]> table_memory_;
    bool prepared_ = false;

    request go_;
    stopwatch watch_;
    std::int64_t next_report_ = 0;
    std::thread thread_;
    std::atomic<bool> stop_{false};
    std::atomic<bool> silent_{false};
    std::atomic<bool> mate_found_{false};
    std::atomic<bool> helper_stop_{false};
    // When the own clock began to run, in milliseconds of the watch; -1 while pondering.
    std::atomic<std::int64_t> clock_start_{0};
    std::mutex mutex_;
    std::condition_variable released_;
};

}  // namespace usi

#endif
