// The drop-in on tic-tac-toe: for every position of the game, does X win within a number of plies,
// does O keep it from winning, or does the depth not tell? Known facts: the empty board is no win,
// and 958 different boards end a game, 626 of them won by X (Henle and others).
#include <map>
#include <set>
#include <utility>

#include "sketch_node.hpp"

#ifdef UNDER_VALGRIND
static const long SHARE = 211;
#else
static const long SHARE = 7;
#endif

// Two bits a square: 0 empty, 1 X, 2 O. X attacks. A pass stands for the end of a game that X has
// not won: it leaves the move to X, who has none.
static const std::uint64_t PASSED = std::uint64_t(1) << 18;

static int square(std::uint64_t board, int s) { return static_cast<int>(board >> (2 * s) & 3); }

static bool has_line(std::uint64_t board, int who) {
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (const auto &line : lines) {
        if (square(board, line[0]) == who && square(board, line[1]) == who &&
            square(board, line[2]) == who) {
            return true;
        }
    }
    return false;
}

static bool is_full(std::uint64_t board) {
    for (int s = 0; s < 9; ++s) {
        if (square(board, s) == 0) {
            return false;
        }
    }
    return true;
}

static void position_children(std::uint64_t board, bool attacker_moves,
                              std::vector<std::uint64_t> &out) {
    if (has_line(board, 1) || has_line(board, 2) || (board & PASSED) != 0) {
        return;
    }
    if (is_full(board)) {
        if (!attacker_moves) {
            out.push_back(board | PASSED);
        }
        return;
    }
    for (int s = 0; s < 9; ++s) {
        if (square(board, s) == 0) {
            out.push_back(board | std::uint64_t(attacker_moves ? 1 : 2) << (2 * s));
        }
    }
}

// Plain minimax on the rules, without any notion of depth as the drop-in has it: the plies to a win
// of X (its quickest against the longest defence), or -1 where O holds; and the plies until O's
// defence is complete, that is until X has no move in the line that lasts longest.
struct Truth {
    int win;
    int refuted;
};

static std::map<std::pair<std::uint64_t, bool>, Truth> known;

static Truth minimax(std::uint64_t board, bool x_moves) {
    const auto key = std::make_pair(board, x_moves);
    const auto found = known.find(key);
    if (found != known.end()) {
        return found->second;
    }
    std::vector<std::uint64_t> children;
    position_children(board, x_moves, children);
    Truth truth = {-1, -1};
    if (children.empty()) {
        (x_moves ? truth.refuted : truth.win) = 0;
    } else {
        bool all_won = true, all_refuted = true, any_won = false, any_refuted = false;
        int longest_win = 0, longest_refuted = 0, shortest_win = 99, shortest_refuted = 99;
        for (const std::uint64_t child : children) {
            const Truth value = minimax(child, !x_moves);
            if (value.win >= 0) {
                any_won = true;
                all_refuted = false;
                longest_win = value.win > longest_win ? value.win : longest_win;
                shortest_win = value.win < shortest_win ? value.win : shortest_win;
            } else {
                any_refuted = true;
                all_won = false;
                longest_refuted = value.refuted > longest_refuted ? value.refuted : longest_refuted;
                shortest_refuted =
                    value.refuted < shortest_refuted ? value.refuted : shortest_refuted;
            }
        }
        if (x_moves ? any_won : all_won) {
            truth.win = 1 + (x_moves ? shortest_win : longest_win);
        }
        if (x_moves ? all_refuted : any_refuted) {
            truth.refuted = 1 + (x_moves ? longest_refuted : shortest_refuted);
        }
    }
    CHECK((truth.win >= 0) != (truth.refuted >= 0));
    known[key] = truth;
    return truth;
}

int main() {
    const Truth start = minimax(0, true);
    CHECK(start.win == -1);
    long ends = 0, ends_won = 0;
    std::set<std::uint64_t> boards;
    for (const auto &entry : known) {
        const std::uint64_t board = entry.first.first;
        if ((board & PASSED) == 0 && (has_line(board, 1) || has_line(board, 2) || is_full(board)) &&
            boards.insert(board).second) {
            ++ends;
            ends_won += has_line(board, 1);
        }
    }
    CHECK(ends == 958 && ends_won == 626);

    const auto positions = known;
    long asked = 0;
    for (const auto &entry : positions) {
        // A share of the positions, at every depth with the right side to move.
        if (asked++ % SHARE != 0) {
            continue;
        }
        const Truth truth = entry.second;
        for (int plies = entry.first.second ? 0 : 1; plies <= 10; plies += 2) {
            Answer expected = UNDECIDED;
            if (truth.win >= 0 && truth.win <= plies) {
                expected = WON;
            } else if (truth.refuted >= 0 && truth.refuted <= plies) {
                expected = REFUTED;
            }
            CHECK(traverse(entry.first.first, plies, false) == expected);
        }
    }
    CHECK(traverse(0, 10, false) == REFUTED);
    printf("%zu positions, %ld nodes\n", positions.size(), nodes_handed_out);
    return 0;
}
