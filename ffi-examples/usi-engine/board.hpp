// The game as the search sees it: a position of the library with the engine's own evaluation beside
// it, kept up to date move by move, and the positions of the game so far, for repetition.
#ifndef BOARD_HPP
#define BOARD_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <yomikiri.hpp>

namespace usi {

using yomikiri::move;

// Fields of a move, as yomikiri.h describes them.
constexpr int to_square(move m) { return static_cast<int>(m & 127); }
constexpr int from_square(move m) { return static_cast<int>(m >> 7 & 127); }
constexpr bool is_promotion(move m) { return (m >> 14 & 1) != 0; }
constexpr bool is_drop(move m) { return (m >> 15 & 1) != 0; }
constexpr int piece_of(move m) { return static_cast<int>(m >> 16 & 15); }
constexpr int captured_by(move m) { return static_cast<int>(m >> 20 & 15); }

// What the rules say of a position that comes back.
enum class repetition { none, draw, side_to_move_wins, side_to_move_loses };

class board {
public:
    board();

    // Sets up a game from an SFEN ("startpos" too) and its moves. False, and a reason, where either
    // is refused; the game stays as it was then.
    bool set(const std::string &sfen, const std::vector<std::string> &moves, std::string &reason);

    const yomikiri::shogi_position &position() const { return position_; }
    int side_to_move() const { return side_; }
    // Plies of the game since it was set up.
    std::size_t game_plies() const { return root_ - 1; }
    bool can_declare_win() const;
    bool has_move() const;
    bool is_legal(move m) const;

    // The depth in plies below which the search goes on in quiescence. Moves that give check belong
    // to its first ply.
    void set_horizon(std::size_t plies) { horizon_ = plies; }

    // The game of the library's searches; what each call means stands at yomi_game in yomikiri.h.
    std::int32_t moves(move *out, std::uint32_t capacity) noexcept;
    std::int32_t play(move m) noexcept;
    std::int32_t undo(move m) noexcept;
    yomikiri::key key() noexcept { return history_.back().key; }
    std::int32_t terminal(yomikiri::score &out) noexcept;
    std::int32_t side() noexcept { return side_; }
    std::int32_t evaluate(yomikiri::score &out) noexcept;
    std::int32_t order(move m) noexcept;
    std::int32_t noisy_moves(move *out, std::uint32_t capacity) noexcept;
    std::int32_t key_after(move m, yomikiri::key &key, std::uint32_t &check) noexcept;
    std::uint32_t history_index(move m) noexcept;

private:
    // A position of the game, or of the line that is searched.
    struct record {
        yomikiri::key key;
        // Material and places, for the first side.
        int value;
        bool in_check;
        // The destination of the move that led here, -1 for none.
        int last_square;
    };

    std::size_t ply() const { return history_.size() - root_; }
    void read_squares();
    int place(int piece_with_side, int square) const;
    // Whether a piece of "by" attacks a square.
    bool is_attacked(int square, int by) const;
    bool is_quiescent(move m) const;
    // Whether "m", a capture, gives more than it takes.
    bool loses_material(move m) const;
    // How the present position stands to an earlier one that is the same, told by who gave check.
    repetition judge(std::size_t earlier) const;
    // Whether "m" makes the fourth of four equal positions, with check all the way.
    bool is_perpetual_check(move m);
    void remember(yomikiri::key key) { seen_[key >> 6 & 63] |= std::uint64_t{1} << (key & 63); }
    bool may_have_stood(yomikiri::key key) const {
        return (seen_[key >> 6 & 63] >> (key & 63) & 1) != 0;
    }

    yomikiri::shogi_position position_;
    // The piece on each square with YOMI_SHOGI_SECOND, or 0.
    std::array<std::uint8_t, 81> squares_{};
    // The square of each king, -1 for none.
    std::array<int, 2> kings_{{-1, -1}};
    int side_ = 0;
    std::size_t horizon_ = 0;
    std::vector<record> history_;
    // How many records are the game's; the rest is the line that is searched.
    std::size_t root_ = 1;
    // Bits of the keys of the game's positions, so that most others need not be looked for.
    std::array<std::uint64_t, 64> seen_{};
};

}  // namespace usi

#endif
