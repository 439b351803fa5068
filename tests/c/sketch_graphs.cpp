// The drop-in on random AND/OR trees and graphs with cycles, against brute force: its three answers
// at every depth, and what it may say where it is cut.
#include <map>
#include <utility>

#include "sketch_node.hpp"

#ifdef UNDER_VALGRIND
static const int ROUNDS = 200;
#else
static const int ROUNDS = 3000;
#endif

static std::vector<std::vector<std::uint64_t>> graph;

static void position_children(std::uint64_t position, bool, std::vector<std::uint64_t> &out) {
    out = graph[position];
}

static std::map<std::pair<std::uint64_t, int>, Answer> known;

// The contract, word for word.
static Answer brute_force(std::uint64_t position, int plies) {
    const auto key = std::make_pair(position, plies);
    const auto found = known.find(key);
    if (found != known.end()) {
        return found->second;
    }
    const bool attacker_moves = plies % 2 == 0;
    const Answer good = attacker_moves ? WON : REFUTED, bad = attacker_moves ? REFUTED : WON;
    Answer answer = bad;
    for (const std::uint64_t child : graph[position]) {
        const Answer value = plies == 0 ? UNDECIDED : brute_force(child, plies - 1);
        if (value == good) {
            answer = good;
            break;
        }
        if (value != bad) {
            answer = UNDECIDED;
        }
    }
    known[key] = answer;
    return answer;
}

int main() {
    unsigned long long state = 20240607;
    long answers[3] = {0, 0, 0};
    long undecided_by_cut = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        const std::size_t size = 2 + next_random(&state) % 18;
        const bool tree = round % 3 == 0;
        const unsigned leaves = 1 + static_cast<unsigned>(next_random(&state) % 4);
        graph.assign(size, {});
        known.clear();
        for (std::size_t v = 0; v < size; ++v) {
            if (next_random(&state) % 6 < leaves) {
                continue;
            }
            for (std::size_t n = 1 + next_random(&state) % 4; n != 0; --n) {
                if (!tree) {
                    graph[v].push_back(next_random(&state) % size);
                } else if (v + 1 < size) {
                    graph[v].push_back(v + 1 + next_random(&state) % (size - v - 1));
                }
            }
        }
        // Without keys, or a table to speak of, a graph is searched as a tree of up to 4^plies nodes.
#ifdef WITH_KEY
        const int deepest = YOMI_SKETCH_TABLE_BYTES < 1024 ? 6 : 14;
#else
        const int deepest = 7;
#endif
        const int plies = static_cast<int>(next_random(&state) % (deepest + 1));
        if (round % 5 == 4) {
            // A cut search may know less, but nothing false.
            prf_max = 1 + static_cast<int>(next_random(&state) % 4);
            dis_max = round % 2 == 0 ? INFINITE : 1 + static_cast<int>(next_random(&state) % 4);
        }
        const bool may_be_cut = YOMI_SKETCH_NODES != 0 || prf_max != INFINITE ||
                                dis_max != INFINITE || plies > YOMI_SKETCH_PLIES ||
                                YOMI_SKETCH_MOVES < 56;
        const Answer answer = traverse(0, plies, may_be_cut);
        const Answer truth = brute_force(0, plies);
        if (answer != truth) {
            if (may_be_cut && answer == UNDECIDED) {
                ++undecided_by_cut;
            } else if (YOMI_SKETCH_EXACT == 0 && answer != WON && truth != WON &&
                       (answer == UNDECIDED || brute_force(0, plies + 60) != WON)) {
                // One search tells a win from no win, and "refuted" from "no win so far" as it can.
            } else {
                fprintf(stderr, "round %d, depth %d: answer %d, brute force %d\n", round, plies,
                        answer, truth);
                return 1;
            }
        }
        ++answers[answer];
        prf_max = dis_max = INFINITE;
    }
    // A negative depth is none, with the same side to move.
    graph.assign(2, {});
    CHECK(traverse(0, -2, false) == REFUTED && traverse(0, -1, false) == WON);
    graph[0].push_back(1);
    CHECK(traverse(0, -2, false) == UNDECIDED && traverse(0, -1, false) == UNDECIDED);
    // Every answer came up often enough to mean something.
    CHECK(answers[UNDECIDED] > ROUNDS / 50 && answers[WON] > ROUNDS / 50 &&
          answers[REFUTED] > ROUNDS / 50);
    printf("%ld undecided (%ld of them cut), %ld won, %ld refuted, %ld nodes\n", answers[UNDECIDED],
           undecided_by_cut, answers[WON], answers[REFUTED], nodes_handed_out);
    return 0;
}
