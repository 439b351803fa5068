// A small engine for Breakthrough: the score of a position some plies deep, and whether the side to
// move wins by force. Reads lines "DEPTH POSITION", see board.hpp.
#include <algorithm>
#include <iostream>
#include <sstream>
#include <yomikiri.hpp>

#include "board.hpp"

class Search {
public:
    explicit Search(Board &board) : board_(board) {
        if (!alphabeta_.init(*this) || !dfpn_.init(*this)) std::abort();
    }

    int Score(int depth) {
        yomikiri::alphabeta_settings settings;
        settings.depth = static_cast<std::uint32_t>(depth);
        yomikiri::alphabeta_result result;
        return alphabeta_.solve(settings) && alphabeta_.get_result(result) ? result.score : 0;
    }

    bool Wins() {
        yomikiri::result result;
        return dfpn_.clear_table() && dfpn_.solve() && dfpn_.get_result(result) &&
               result.outcome == yomikiri::outcome::proven;
    }

    std::int32_t moves(Move *out, std::uint32_t room) noexcept {
        const std::vector<Move> moves = board_.Moves();
        if (moves.size() > room) return YOMI_ERROR_TOO_MANY_MOVES;
        return static_cast<std::int32_t>(std::copy(moves.begin(), moves.end(), out) - out);
    }
    std::int32_t play(Move m) noexcept { return board_.Play(m), 0; }
    std::int32_t undo(Move m) noexcept { return board_.Undo(m), 0; }
    std::uint64_t key() noexcept { return board_.Hash(); }
    std::int32_t side() noexcept { return board_.Side(); }
    std::int32_t terminal(int &score) noexcept { return score = -YOMI_SCORE_MATE, board_.Lost(); }
    std::int32_t evaluate(int &score) noexcept { return score = board_.Evaluate(), 0; }

private:
    Board &board_;
    yomikiri::static_alphabeta<64, 4000, 0, 100000> alphabeta_;
    yomikiri::static_dfpn<64, 4000, 1000000> dfpn_;
};

int main() {
    Board board;
    static Search search(board);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        int depth = 0;
        std::string position, side;
        if (!(words >> depth >> position >> side) || !board.Set(position + " " + side)) return 64;
        std::cout << "score " << search.Score(depth) << (search.Wins() ? ", wins\n" : ", does not win\n");
    }
}
