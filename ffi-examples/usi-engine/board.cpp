#include "board.hpp"

#include "evaluation.hpp"

namespace usi {

namespace {

constexpr const char *start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

// The longest line of a search on top of the longest game, so that no record moves in memory.
constexpr std::size_t most_records = 8192;

constexpr int tempo = 12;

// Plies of quiescence search in which every good capture is tried.
constexpr std::size_t all_captures = 2;

// The piece that comes into hand by capturing one.
constexpr int plain(int piece) { return piece > YOMI_SHOGI_KING ? piece - YOMI_SHOGI_PROMOTED : piece; }

constexpr int side_of(int piece) { return piece >= YOMI_SHOGI_SECOND ? 1 : 0; }

int value_of(int piece) { return board_value[static_cast<std::size_t>(piece & 15)]; }
int in_hand(int piece) { return hand_value[static_cast<std::size_t>(piece & 7)]; }

// Steps on the board: files and ranks.
struct step {
    int file, rank;
};
constexpr step directions[8] = {{0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, 1}, {1, 1}};

// Bit i: a piece of the first side goes one step in directions[i].
constexpr unsigned forward = 1, forward_diagonals = 2 | 4, sides = 8 | 16, backward = 32,
                   backward_diagonals = 64 | 128;
constexpr unsigned gold = forward | forward_diagonals | sides | backward;
constexpr unsigned straight = forward | sides | backward;
constexpr unsigned diagonal = forward_diagonals | backward_diagonals;
constexpr unsigned steps_of[16] = {0,       forward,  0,    0,    forward | diagonal,
                                   0,       0,        gold, 255u, gold,
                                   gold,    gold,     gold, straight, diagonal,
                                   0};
// And any number of steps.
constexpr unsigned slides_of[16] = {0, 0, forward, 0, 0, diagonal, straight, 0,
                                    0, 0, 0,       0, 0, diagonal, straight, 0};

}  // namespace

board::board() {
    history_.reserve(most_records);
    std::string reason;
    static_cast<void>(set(start, {}, reason));
}

bool board::set(const std::string &sfen, const std::vector<std::string> &moves, std::string &reason) {
    yomikiri::shogi_position fresh;
    yomikiri::sfen_error error;
    if (!fresh.set_sfen(sfen == "startpos" ? start : sfen.c_str(), error)) {
        reason = error.message;
        return false;
    }
    if (moves.size() > most_records / 2) {
        reason = "too many moves";
        return false;
    }
    std::vector<move> played;
    yomikiri::shogi_position walk = fresh;
    for (const std::string &text : moves) {
        move m = 0;
        if (!walk.parse_usi(text.c_str(), m) || !walk.play(m)) {
            reason = "no legal move: " + text;
            return false;
        }
        played.push_back(m);
    }
    position_ = fresh;
    read_squares();
    seen_ = {};
    for (const move m : played) {
        remember(history_.back().key);
        static_cast<void>(play(m));
        root_ = history_.size();
    }
    return true;
}

// Reads the position of the library into what is kept beside it.
void board::read_squares() {
    side_ = position_.side();
    kings_ = {{-1, -1}};
    int value = 0;
    for (int square = 0; square < 81; ++square) {
        std::int32_t piece = 0;
        static_cast<void>(yomi_shogi_piece(position_.c(), square, &piece));
        squares_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(piece);
        if (piece == 0) continue;
        value += place(piece, square);
        if ((piece & 15) == YOMI_SHOGI_KING) kings_[static_cast<std::size_t>(side_of(piece))] = square;
    }
    for (int side = 0; side < 2; ++side) {
        for (int piece = YOMI_SHOGI_PAWN; piece <= YOMI_SHOGI_GOLD; ++piece) {
            std::int32_t count = 0;
            static_cast<void>(yomi_shogi_hand(position_.c(), side, piece, &count));
            value += (side == 0 ? 1 : -1) * count * in_hand(piece);
        }
    }
    history_.clear();
    history_.push_back({position_.key(), value, position_.in_check(), -1});
    root_ = 1;
}

// What a piece on a square is worth to the first side.
int board::place(int piece, int square) const {
    const auto kind = static_cast<std::size_t>(piece & 15);
    return side_of(piece) == 0 ? weights.place[kind][square] : -weights.place[kind][80 - square];
}

bool board::can_declare_win() const {
    std::int32_t wins = 0;
    return yomi_shogi_can_declare_win(position_.c(), &wins) == YOMI_OK && wins != 0;
}

bool board::has_move() const {
    std::int32_t has = 0;
    return yomi_shogi_has_move(position_.c(), &has) == YOMI_OK && has != 0;
}

bool board::is_legal(move m) const {
    yomikiri::shogi_position copy = position_;
    return copy.play(m).ok();
}

std::int32_t board::moves(move *out, std::uint32_t capacity) noexcept {
    std::size_t count = 0;
    const yomi_status status = yomi_shogi_moves(
        position_.c(), YOMI_SHOGI_ALL | YOMI_SHOGI_SENSIBLE, out, capacity, &count);
    if (status < 0) return status;
    if (ply() == 0 && root_ > 6) {
        // A move that loses by the rule of perpetual check is not tried, unless there is no other.
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_perpetual_check(out[i])) out[kept++] = out[i];
        }
        if (kept != 0) count = kept;
    }
    return static_cast<std::int32_t>(count);
}

std::int32_t board::play(move m) noexcept {
    if (const yomikiri::status s = position_.play(m); !s) return s.code();
    const int sign = side_ == 0 ? 1 : -1, mine = side_ == 0 ? 0 : YOMI_SHOGI_SECOND;
    const int to = to_square(m), piece = piece_of(m), captured = captured_by(m);
    int value = history_.back().value;
    const int after = piece + (is_promotion(m) ? YOMI_SHOGI_PROMOTED : 0) + mine;
    if (captured != 0) {
        value -= place(captured + (YOMI_SHOGI_SECOND - mine), to);
        value += sign * in_hand(plain(captured));
    }
    if (is_drop(m)) {
        value -= sign * in_hand(piece);
    } else {
        value -= place(piece + mine, from_square(m));
        squares_[static_cast<std::size_t>(from_square(m))] = 0;
    }
    value += place(after, to);
    squares_[static_cast<std::size_t>(to)] = static_cast<std::uint8_t>(after);
    if (piece == YOMI_SHOGI_KING) kings_[static_cast<std::size_t>(side_)] = to;
    side_ ^= 1;
    history_.push_back({position_.key(), value, position_.in_check(), to});
    return 0;
}

std::int32_t board::undo(move m) noexcept {
    if (const yomikiri::status s = position_.undo(m); !s) return YOMI_ERROR_HOST_LIMIT;
    history_.pop_back();
    side_ ^= 1;
    const int mine = side_ == 0 ? 0 : YOMI_SHOGI_SECOND, captured = captured_by(m);
    squares_[static_cast<std::size_t>(to_square(m))] =
        static_cast<std::uint8_t>(captured == 0 ? 0 : captured + (YOMI_SHOGI_SECOND - mine));
    if (!is_drop(m)) {
        squares_[static_cast<std::size_t>(from_square(m))] = static_cast<std::uint8_t>(piece_of(m) + mine);
    }
    if (piece_of(m) == YOMI_SHOGI_KING) kings_[static_cast<std::size_t>(side_)] = from_square(m);
    return 0;
}

repetition board::judge(std::size_t earlier) const {
    const std::size_t last = history_.size() - 1;
    bool against_mover = true, against_other = true;
    for (std::size_t at = last; at > earlier; --at) {
        // An even number of plies back, the side to move of the present position was to move.
        if ((last - at) % 2 == 0) {
            against_mover = against_mover && history_[at].in_check;
        } else {
            against_other = against_other && history_[at].in_check;
        }
    }
    if (against_mover == against_other) return repetition::draw;
    return against_mover ? repetition::side_to_move_wins : repetition::side_to_move_loses;
}

bool board::is_perpetual_check(move m) {
    if (play(m) != 0) return false;
    int stood = 1;
    bool loses = false;
    for (std::size_t at = history_.size() - 1; at-- > 0;) {
        if (history_[at].key != history_.back().key || ++stood < 4) continue;
        loses = judge(at) == repetition::side_to_move_wins;
        break;
    }
    static_cast<void>(undo(m));
    return loses;
}

std::int32_t board::terminal(yomikiri::score &out) noexcept {
    const record &now = history_.back();
    // At the root the game goes on whatever the position is.
    if (ply() == 0) return 0;
    // A position of the game that comes back is taken for the end: whoever can repeat once can
    // repeat again. Those of the line itself the search sees on its own.
    if (may_have_stood(now.key)) {
        for (std::size_t at = root_ - 1; at-- > 0;) {
            if (history_[at].key != now.key) continue;
            switch (judge(at)) {
            case repetition::side_to_move_wins: out = YOMI_SCORE_DECIDED - 1; return 1;
            case repetition::side_to_move_loses: out = 1 - YOMI_SCORE_DECIDED; return 1;
            default: out = 0; return 1;
            }
        }
    }
    if (now.in_check) {
        // A mate is seen even where the search would not look at the moves any more.
        if (!has_move()) {
            out = -YOMI_SCORE_MATE;
            return 1;
        }
        return 0;
    }
    const int king = kings_[static_cast<std::size_t>(side_)];
    if (king >= 0 && (side_ == 0 ? rank_of(king) < 3 : rank_of(king) > 5) && can_declare_win()) {
        out = YOMI_SCORE_MATE;
        return 1;
    }
    return 0;
}

std::int32_t board::evaluate(yomikiri::score &out) noexcept {
    int score = history_.back().value;
    if (kings_[0] >= 0 && kings_[1] >= 0) {
        for (int square = 0; square < 81; ++square) {
            const int piece = squares_[static_cast<std::size_t>(square)];
            if (piece == 0) continue;
            const std::size_t kind = piece & 15;
            const int first = distance(square, kings_[0]), second = distance(square, kings_[1]);
            score += side_of(piece) == 0 ? weights.guard[kind][first] + weights.attack[kind][second]
                                         : -weights.guard[kind][second] - weights.attack[kind][first];
        }
    }
    out = (side_ == 0 ? score : -score) + tempo;
    return 0;
}

bool board::is_attacked(int square, int by) const {
    const int file = file_of(square), rank = rank_of(square);
    for (unsigned i = 0; i < 8; ++i) {
        // Looking from the square along a direction, an attacker moves the opposite way.
        const step d = directions[i];
        int f = file + d.file, r = rank + d.rank;
        for (int far = 0; f >= 0 && f < 9 && r >= 0 && r < 9; ++far, f += d.file, r += d.rank) {
            const int piece = squares_[static_cast<std::size_t>(9 * f + r)];
            if (piece == 0) continue;
            if (side_of(piece) != by) break;
            // The way from the attacker to the square, as the first side sees it.
            const step way = by == 0 ? step{-d.file, -d.rank} : step{d.file, d.rank};
            unsigned bit = 0;
            while (directions[bit].file != way.file || directions[bit].rank != way.rank) ++bit;
            const std::size_t kind = piece & 15;
            if (((far == 0 ? steps_of[kind] | slides_of[kind] : slides_of[kind]) >> bit & 1u) != 0) {
                return true;
            }
            break;
        }
    }
    const int knight_rank = by == 0 ? rank + 2 : rank - 2;
    if (knight_rank >= 0 && knight_rank < 9) {
        const int knight = YOMI_SHOGI_KNIGHT + (by == 0 ? 0 : YOMI_SHOGI_SECOND);
        if (file > 0 && squares_[static_cast<std::size_t>(9 * (file - 1) + knight_rank)] == knight) return true;
        if (file < 8 && squares_[static_cast<std::size_t>(9 * (file + 1) + knight_rank)] == knight) return true;
    }
    return false;
}

bool board::loses_material(move m) const {
    return value_of(piece_of(m)) > value_of(captured_by(m)) + 50 && piece_of(m) != YOMI_SHOGI_KING &&
           is_attacked(to_square(m), side_ ^ 1);
}

std::int32_t board::order(move m) noexcept {
    const int captured = captured_by(m), piece = piece_of(m);
    int value = 0;
    if (captured != 0) {
        // The most valuable victim first, by the least valuable attacker; killers and history of
        // the search stand between captures that win and captures that lose.
        value = loses_material(m) ? value_of(captured) - value_of(piece)
                                  : 12000 + 8 * value_of(captured) - value_of(piece) / 2;
    }
    if (is_promotion(m)) value += 6 * (value_of(piece + YOMI_SHOGI_PROMOTED) - value_of(piece));
    return value;
}

// Whether a move that is no way out of a check belongs to a quiescence search at any ply.
bool board::is_quiescent(move m) const {
    if (captured_by(m) != 0) return !loses_material(m);
    // Small pieces promote for little.
    return is_promotion(m) && (piece_of(m) == YOMI_SHOGI_PAWN || piece_of(m) == YOMI_SHOGI_BISHOP ||
                               piece_of(m) == YOMI_SHOGI_ROOK);
}

std::int32_t board::noisy_moves(move *out, std::uint32_t capacity) noexcept {
    const bool in_check = history_.back().in_check;
    // Far down only captures on the square of the last one are followed.
    const bool deep = ply() > horizon_ + all_captures;
    const int last = history_.back().last_square;
    std::size_t count = 0;
    const std::uint32_t stages = in_check ? YOMI_SHOGI_ALL | YOMI_SHOGI_SENSIBLE
                                          : YOMI_SHOGI_CAPTURES | YOMI_SHOGI_QUIET_PROMOTIONS |
                                                YOMI_SHOGI_SENSIBLE;
    yomi_status status = yomi_shogi_moves(position_.c(), stages, out, capacity, &count);
    if (status < 0) return status;
    // By what they promise; a short list is sorted by insertion.
    int values[YOMI_SHOGI_MOST_MOVES];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const move m = out[i];
        if (!in_check && (!is_quiescent(m) || (deep && to_square(m) != last))) continue;
        const int value = order(m);
        std::size_t at = kept++;
        for (; at > 0 && values[at - 1] < value; --at) {
            values[at] = values[at - 1];
            out[at] = out[at - 1];
        }
        values[at] = value;
        out[at] = m;
    }
    if (!in_check && ply() <= horizon_) {
        // Checks that are not in the list yet.
        std::size_t checks = 0;
        status = yomi_shogi_moves(position_.c(), YOMI_SHOGI_CHECKS, out + kept,
                                  capacity - static_cast<std::uint32_t>(kept), &checks);
        if (status < 0) return status;
        const std::size_t end = kept + checks;
        for (std::size_t i = kept; i < end; ++i) {
            const move m = out[i];
            if (captured_by(m) == 0 && !is_promotion(m)) out[kept++] = m;
        }
    }
    return static_cast<std::int32_t>(kept);
}

std::int32_t board::key_after(move m, yomikiri::key &key, std::uint32_t &check) noexcept {
    check = 0;
    return yomi_shogi_key_after(position_.c(), m, &key);
}

std::uint32_t board::history_index(move m) noexcept {
    const unsigned kind = static_cast<unsigned>(piece_of(m)) + (is_promotion(m) ? 8u : 0u);
    return (m & 127u) | (kind & 15u) << 7 | (is_drop(m) ? 1u << 11 : 0u);
}

}  // namespace usi
