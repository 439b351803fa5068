// The search for a mate: the solver of the library, its memory, and steps in between of which the
// clock is read.
#ifndef MATE_HPP
#define MATE_HPP

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <vector>

#include <yomikiri.hpp>

namespace usi {

enum class mate_answer { mate, none, unknown, not_possible };

class mate_search {
public:
    // False where there is not so much memory.
    bool allocate(std::size_t bytes) {
        yomikiri::config config;
        config.plies = 2000;
        config.moves = static_cast<std::uint32_t>(bytes / 160 < 100000 ? bytes / 160 + 4000 : 100000);
        std::size_t line_bytes = 0;
        if (!yomikiri::mate_solver::mem_size(config, line_bytes)) return false;
        const std::size_t table_bytes = bytes / 8 * 8;
        line_.reset(new (std::nothrow) std::uint64_t[(line_bytes + 7) / 8]);
        table_.reset(new (std::nothrow) std::uint64_t[table_bytes / 8]);
        return line_ && table_ && solver_.init({line_.get(), line_bytes}, config) &&
               solver_.set_table({table_.get(), table_bytes});
    }

    // Searches until it knows, or "go_on", which is asked every few thousand nodes, says no.
    mate_answer run(const yomikiri::shogi_position &position, const yomikiri::limits &limits,
                    bool verify, const std::function<bool()> &go_on) {
        line.clear();
        found = {};
        if (!solver_.set_position(position)) return mate_answer::not_possible;
        yomikiri::status s = solver_.start(limits);
        while (s && (s = solver_.step(step_nodes)).more() && go_on()) {
        }
        if (!s || !solver_.get_result(found)) return mate_answer::unknown;
        if (found.outcome == yomikiri::outcome::disproven) return mate_answer::none;
        if (found.outcome != yomikiri::outcome::proven) return mate_answer::unknown;
        std::size_t count = 0;
        line.resize(2048);
        if (!solver_.pv(line.data(), line.size(), count)) count = 0;
        line.resize(count);
        if (count == 0) return mate_answer::unknown;
        if (verify) {
            s = solver_.start_verification();
            while (s && (s = solver_.step(step_nodes)).more() && go_on()) {
            }
            if (s && solver_.get_result(found) &&
                found.verification == yomikiri::verification::failed) {
                return mate_answer::unknown;
            }
        }
        return mate_answer::mate;
    }

    // From any thread.
    void cancel() { static_cast<void>(solver_.cancel()); }
    bool progress(yomi_progress &out) const { return solver_.progress(out).ok(); }

    // What the last run found.
    yomikiri::result found;
    std::vector<yomikiri::move> line;

private:
    static constexpr std::uint64_t step_nodes = 2000;

    yomikiri::mate_solver solver_;
    std::unique_ptr<std::uint64_t[]> line_;
    std::unique_ptr<std::uint64_t[]> table_;
};

}  // namespace usi

#endif
