// The engine's own searches, as recursive functions: alpha-beta to a depth, and df-pn (Nagai 2002) to
// the end of the game.
#ifndef SEARCH_HPP
#define SEARCH_HPP

#include <algorithm>
#include <unordered_map>

#include "board.hpp"

constexpr int kWin = 1000000, kInfinite = 100000000;

class Search {
public:
    explicit Search(Board &board) : board_(board) {}

    int Score(int depth) { return AlphaBeta(depth, 0, -kWin, kWin); }

    bool Wins() {
        table_.clear();
        return Dfpn(kInfinite, kInfinite).phi == 0;
    }

private:
    int AlphaBeta(int depth, int ply, int alpha, int beta) {
        if (board_.Lost()) return ply - kWin;
        if (depth == 0) return board_.Evaluate();
        for (const Move m : board_.Moves()) {
            board_.Play(m);
            alpha = std::max(alpha, -AlphaBeta(depth - 1, ply + 1, -beta, -alpha));
            board_.Undo(m);
            if (alpha >= beta) break;
        }
        return alpha;
    }

    struct Numbers { int phi = 1, delta = 1; };

    Numbers Dfpn(int phi, int delta) {
        if (board_.Lost()) return table_[board_.Hash()] = {kInfinite, 0};
        for (;;) {
            Numbers sum{kInfinite, 0}, best;
            int second = kInfinite;
            Move move = 0;
            for (const Move m : board_.Moves()) {
                board_.Play(m);
                const Numbers child = table_[board_.Hash()];
                board_.Undo(m);
                sum.delta = std::min(sum.delta + child.phi, kInfinite);
                second = std::min(second, std::max(sum.phi, child.delta));
                if (child.delta < sum.phi) sum.phi = child.delta, best = child, move = m;
            }
            if (sum.phi >= phi || sum.delta >= delta) return table_[board_.Hash()] = sum;
            board_.Play(move);
            Dfpn(std::min(delta - sum.delta + best.phi, kInfinite), std::min(phi, second + 1));
            board_.Undo(move);
        }
    }

    Board &board_;
    std::unordered_map<std::uint64_t, Numbers> table_;
};

#endif
