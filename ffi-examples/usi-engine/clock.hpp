// How long to think: the clocks of "go" and what a move may take of them.
#ifndef CLOCK_HPP
#define CLOCK_HPP

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace usi {

// What "go" asks for; times in milliseconds, -1 where they are not given.
struct request {
    bool mate = false;
    bool infinite = false;
    bool ponder = false;
    std::int64_t time[2] = {-1, -1};
    std::int64_t increment[2] = {0, 0};
    std::int64_t byoyomi = 0;
    std::int64_t movetime = -1;
    std::int64_t nodes = 0;
    std::int64_t depth = 0;
};

class stopwatch {
public:
    void restart() { begun_ = std::chrono::steady_clock::now(); }
    std::int64_t milliseconds() const {
        using namespace std::chrono;
        return duration_cast<std::chrono::milliseconds>(steady_clock::now() - begun_).count();
    }

private:
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

// Milliseconds after which no new iteration begins, and after which the search stops. Both are far
// away where nothing limits the time.
struct allotment {
    std::int64_t soft = INT64_MAX;
    std::int64_t hard = INT64_MAX;
};

// "delay" is kept back for the way to the program that holds the clock.
inline allotment allot(const request &go, int side, std::size_t plies, std::int64_t delay) {
    allotment out;
    if (go.infinite) return out;
    if (go.movetime >= 0) {
        out.hard = std::max<std::int64_t>(go.movetime - delay, 1);
        out.soft = out.hard;
        return out;
    }
    const std::int64_t left = go.time[side], extra = go.byoyomi + go.increment[side];
    if (left < 0 && extra == 0) return out;
    const std::int64_t bank = std::max<std::int64_t>(left, 0);
    // A game takes about 120 plies; there are always some moves to come.
    const std::int64_t moves = std::max<std::int64_t>(60 - static_cast<std::int64_t>(plies) / 2, 20);
    const std::int64_t most = std::max<std::int64_t>(bank + extra - delay, 1);
    out.hard = std::min(std::max<std::int64_t>(4 * bank / moves + extra - delay, 1), most);
    out.soft = std::min(std::max<std::int64_t>(bank / moves + extra - delay, 1), out.hard);
    // What the byoyomi gives is lost where it is not used.
    if (bank > 0 || go.byoyomi == 0) out.soft = out.soft * 6 / 10 + 1;
    return out;
}

}  // namespace usi

#endif
