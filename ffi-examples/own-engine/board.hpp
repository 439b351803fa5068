// The engine's own board: Breakthrough on five columns and six rows. Pieces go one square ahead,
// straight or diagonally; they capture diagonally only. Whoever reaches the far row has won, and
// whoever has no piece left has lost.
#ifndef BOARD_HPP
#define BOARD_HPP

#include <cstdint>
#include <string>
#include <vector>

using Move = std::uint32_t;  // from * 64 + to, and 4096 for a capture

class Board {
public:
    static constexpr int kColumns = 5, kRows = 6, kSquares = kColumns * kRows;

    // Rows from the top, "x" goes up and "o" down, "." is empty, "/" between rows; then who moves:
    // "ooooo/ooooo/...../...../xxxxx/xxxxx x". False where the text is none.
    bool Set(const std::string &text) {
        std::string squares;
        for (const char c : text.substr(0, text.find(' '))) {
            if (c != '/') squares += c;
        }
        if (squares.size() != kSquares || squares.find_first_not_of("xo.") != std::string::npos ||
            text.empty() || (text.back() != 'x' && text.back() != 'o')) {
            return false;
        }
        squares_ = squares;
        side_ = text.back();
        return true;
    }

    int Side() const { return side_ == 'x' ? 0 : 1; }

    std::vector<Move> Moves() const {
        std::vector<Move> moves;
        for (int from = 0; from < kSquares; ++from) {
            if (squares_[Index(from)] != side_) continue;
            const int ahead = from + (side_ == 'x' ? -kColumns : kColumns);
            if (ahead < 0 || ahead >= kSquares) continue;
            for (int step = -1; step <= 1; ++step) {
                const int column = from % kColumns + step;
                if (column < 0 || column >= kColumns) continue;
                const char there = squares_[Index(ahead + step)];
                if (there == side_ || (step == 0 && there != '.')) continue;
                moves.push_back(static_cast<Move>(from * 64 + ahead + step + (there == '.' ? 0 : 4096)));
            }
        }
        return moves;
    }

    void Play(Move m) {
        squares_[m & 63] = side_;
        squares_[m >> 6 & 63] = '.';
        side_ = Other();
    }

    void Undo(Move m) {
        side_ = Other();
        squares_[m >> 6 & 63] = side_;
        squares_[m & 63] = m >= 4096 ? Other() : '.';
    }

    // Whether the side to move has lost.
    bool Lost() const {
        const std::size_t home = side_ == 'x' ? kSquares - kColumns : 0;
        return squares_.find(side_) == std::string::npos ||
               squares_.substr(home, kColumns).find(Other()) != std::string::npos;
    }

    // For the side to move: pieces, and how far they are.
    int Evaluate() const {
        int score = 0;
        for (int square = 0; square < kSquares; ++square) {
            const int row = square / kColumns;
            if (squares_[Index(square)] == 'x') score += 10 + (kRows - 1 - row);
            if (squares_[Index(square)] == 'o') score -= 10 + row;
        }
        return side_ == 'x' ? score : -score;
    }

    std::uint64_t Hash() const {
        std::uint64_t hash = side_ == 'x' ? 1 : 2;
        for (const char c : squares_) hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x100000001b3;
        return hash ^ hash >> 29;
    }

private:
    static std::size_t Index(int square) { return static_cast<std::size_t>(square); }
    char Other() const { return side_ == 'x' ? 'o' : 'x'; }

    std::string squares_ = "ooooo" "ooooo" "....." "....." "xxxxx" "xxxxx";
    char side_ = 'x';
};

#endif
