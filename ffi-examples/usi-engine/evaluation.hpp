// What a position is worth: material, and for each piece where it stands and how near the kings are.
// All numbers are this engine's own, in hundredths of a pawn.
#ifndef EVALUATION_HPP
#define EVALUATION_HPP

#include <array>
#include <cstdint>

#include <yomikiri.h>

namespace usi {

// By YOMI_SHOGI_PAWN to YOMI_SHOGI_KING, and the promoted kinds from 9 on.
inline constexpr std::array<int, 16> board_value = {0,   90,  280, 310, 460, 720,  880,  500,
                                                    0,   480, 470, 480, 500, 1000, 1180, 0};
// A piece in hand can be dropped anywhere, which is worth a little more than standing somewhere.
inline constexpr std::array<int, 8> hand_value = {0, 100, 300, 330, 500, 790, 950, 550};

constexpr int file_of(int square) { return square / 9; }
constexpr int rank_of(int square) { return square % 9; }

// The larger of the distances in files and ranks.
constexpr int distance(int a, int b) {
    const int files = file_of(a) > file_of(b) ? file_of(a) - file_of(b) : file_of(b) - file_of(a);
    const int ranks = rank_of(a) > rank_of(b) ? rank_of(a) - rank_of(b) : rank_of(b) - rank_of(a);
    return files > ranks ? files : ranks;
}

// What a piece of the first side is worth on a square, its own value included.
constexpr int place_value(int piece, int square) {
    const int home = 8 - rank_of(square);  // ranks from the own edge
    const int side = file_of(square) < 4 ? file_of(square) : 8 - file_of(square);
    const int centre = side;  // 0 on the edge files, 4 in the middle
    switch (piece) {
    case YOMI_SHOGI_PAWN: return 90 + (home == 3 ? 5 : 0) + (home >= 4 ? 4 : 0) + centre;
    case YOMI_SHOGI_LANCE: return 280 - 6 * home;
    case YOMI_SHOGI_KNIGHT: return 310 + (home == 2 ? 12 : 0) + (home > 2 ? -14 : 0) + 3 * centre;
    case YOMI_SHOGI_SILVER:
        return 460 + 4 * centre + (home >= 2 && home <= 4 ? 12 : 0) + (home == 0 ? -12 : 0);
    case YOMI_SHOGI_GOLD: return 500 + 3 * centre + (home == 1 ? 14 : 0) - (home > 3 ? 20 : 0);
    case YOMI_SHOGI_BISHOP: return 720 + 3 * centre;
    case YOMI_SHOGI_ROOK: return 880 + (home >= 5 ? 20 : 0) + (home == 1 ? 10 : 0);
    // A king at home, away from the middle; far up the board it is lost, or has entered.
    case YOMI_SHOGI_KING:
        return (home == 0 ? 30 : home == 1 ? 15 : home < 6 ? -50 * (home - 1) : -60) +
               (home < 2 ? (side == 1 ? 45 : side == 2 ? 25 : side == 0 ? 15 : side == 3 ? -10 : -25)
                         : 0);
    default: return board_value[static_cast<unsigned>(piece & 15)] + 2 * centre;
    }
}

struct tables {
    // By piece and square, of the first side.
    std::int16_t place[16][81];
    // By piece and distance: what a piece adds near the enemy king, and near its own.
    std::int16_t attack[16][9];
    std::int16_t guard[16][9];
};

constexpr tables make_tables() {
    tables t{};
    for (int piece = 1; piece < 16; ++piece) {
        for (int square = 0; square < 81; ++square) {
            t.place[piece][square] = static_cast<std::int16_t>(place_value(piece, square));
        }
        int attack = 0, guard = 0;
        switch (piece) {
        case YOMI_SHOGI_PAWN: attack = 4, guard = 4; break;
        case YOMI_SHOGI_LANCE: attack = 3, guard = 3; break;
        case YOMI_SHOGI_KNIGHT: attack = 6, guard = 4; break;
        case YOMI_SHOGI_SILVER: attack = 13, guard = 9; break;
        case YOMI_SHOGI_GOLD: attack = 13, guard = 14; break;
        case YOMI_SHOGI_BISHOP: attack = 5, guard = 3; break;
        case YOMI_SHOGI_ROOK: attack = 8, guard = 0; break;
        case YOMI_SHOGI_KING: break;
        case YOMI_SHOGI_BISHOP + YOMI_SHOGI_PROMOTED: attack = 14, guard = 14; break;
        case YOMI_SHOGI_ROOK + YOMI_SHOGI_PROMOTED: attack = 18, guard = 8; break;
        default: attack = 16, guard = 8; break;  // the small promoted pieces
        }
        for (int d = 0; d < 9; ++d) {
            t.attack[piece][d] = static_cast<std::int16_t>(d < 5 ? attack * (5 - d) / 2 : 0);
            t.guard[piece][d] = static_cast<std::int16_t>(d < 4 ? guard * (4 - d) / 2 : 0);
        }
    }
    return t;
}

inline constexpr tables weights = make_tables();

}  // namespace usi

#endif
