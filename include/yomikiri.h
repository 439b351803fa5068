/*
 * Yomikiri: game search without heap, recursion or operating system.
 *
 * This header is generated from the library's sources and is the manual of the C interface.
 *
 * RULES THAT HOLD FOR EVERY FUNCTION
 *
 * Memory. The library allocates nothing. Every object lives in memory that the caller hands to
 *   its ..._init function, aligned to YOMI_ALIGN bytes, and that stays in place, and is not
 *   touched by anyone else, for as long as the object is used. There is no free: an object that is
 *   no longer used is simply forgotten. Memory that is too short, misaligned or null is refused.
 * Status. Functions that can fail return yomi_status: 0 and above is success, below 0 an error.
 *   Errors of the host's own callbacks, at or below YOMI_ERROR_HOST_LIMIT, come back unchanged.
 * Outputs. Where a call returns an error, none of its outputs is written.
 * Pointers. Every pointer is required unless its description says that it may be null. A null
 *   pointer is YOMI_ERROR_NULL, a misaligned one YOMI_ERROR_ALIGN.
 * Structs. A struct that starts with struct_size is filled in with its size as the caller's
 *   compiler sees it, sizeof(the struct), in inputs and in outputs; fields that are not needed are
 *   0. Newer libraries add fields at the end only and accept every size since the first release.
 * Threads. Objects share nothing: any number of them may be used at the same time. One object is
 *   used by one thread at a time, except for the functions that say "from any thread".
 * Callbacks. A callback must not call a function on the search that called it (which answers
 *   YOMI_ERROR_STATE), and must not throw an exception or longjmp.
 * Environment. No globals, no thread-local storage, no allocation, no input or output, no function
 *   of the C library but memcpy, memmove, memset and memcmp. No recursion: the stack that a call
 *   needs has a fixed bound.
 * Results depend on the inputs, the sizes of the memory and the budget alone. How a budget is cut
 *   into steps changes nothing: neither the answer nor the number of nodes.
 */

#ifndef YOMIKIRI_H
#define YOMIKIRI_H

#include <stddef.h>
#include <stdint.h>
/**
 * The alignment of every block of memory that the library is given, in bytes.
 */
#define YOMI_ALIGN 8

/**
 * The length of a static array of uint64_t in which yomi_dfpn_init (or yomi_tsume_init) makes a
 * solver for "plies" plies and "moves" moves:
 *
 *     static uint64_t memory[YOMI_DFPN_WORDS(64, 1024)];
 *     yomi_dfpn_init(memory, sizeof memory, ...);
 *
 * A little more than yomi_dfpn_mem_size asks for.
 */
#define YOMI_DFPN_WORDS(plies, moves) \
    ((sizeof(char[64]) * (plies) + sizeof(char[20]) * (moves) + \
      (sizeof(void *) > 4 ? sizeof(char[1376]) : sizeof(char[1248])) + 7u) / 8u)

/**
 * The same for yomi_alphabeta_init: "plies", "moves" and "history" of yomi_alphabeta_config.
 */
#define YOMI_ALPHABETA_WORDS(plies, moves, history) \
    ((sizeof(char[88]) * (plies) + sizeof(char[8]) * (moves) + sizeof(char[12]) * (history) + \
      (sizeof(void *) > 4 ? sizeof(char[768]) : sizeof(char[640])) + 7u) / 8u)

/**
 * The same for yomi_othello_solver_init: the most empty squares of a position.
 */
#define YOMI_OTHELLO_SOLVER_WORDS(empties) \
    (YOMI_ALPHABETA_WORDS(2 * (empties) + 2, (empties) * ((empties) + 3) / 2 + 1, 0) + \
     sizeof(char[132]))

/**
 * The same for yomi_dobutsu_player_init: how many positions it can remember, a power of two.
 */
#define YOMI_DOBUTSU_PLAYER_WORDS(memos) ((sizeof(char[12]) * (memos) + sizeof(char[7168]) + 7u) / 8u)


/**
 * The major version of this header.
 */
#define YOMI_VERSION_MAJOR 0

/**
 * The minor version of this header.
 */
#define YOMI_VERSION_MINOR 1

/**
 * The patch version of this header.
 */
#define YOMI_VERSION_PATCH 0

/**
 * The version of this header as one number: major * 1000000 + minor * 1000 + patch.
 */
#define YOMI_VERSION_NUMBER 1000

/**
 * The revision of the binary interface that this header describes. A library serves every
 * program whose revision is the same, whatever the versions are; it grows only by new functions
 * and by fields at the end of structs that start with struct_size.
 */
#define YOMI_ABI_VERSION 1

/**
 * Bit of yomi_features(): df-pn over a host game (yomi_dfpn_*).
 */
#define YOMI_FEATURE_DFPN 1

/**
 * Bit of yomi_features(): the alpha-beta family.
 */
#define YOMI_FEATURE_ALPHABETA 2

/**
 * Bit of yomi_features(): retrograde analysis.
 */
#define YOMI_FEATURE_RETRO 4

/**
 * Bit of yomi_features(): shogi (yomi_shogi_*, and with df-pn yomi_tsume_*).
 */
#define YOMI_FEATURE_SHOGI 8

/**
 * Bit of yomi_features(): Dobutsu shogi.
 */
#define YOMI_FEATURE_DOBUTSU 16

/**
 * Bit of yomi_features(): Othello.
 */
#define YOMI_FEATURE_OTHELLO 32

/**
 * Bit of yomi_features(): real-valued formulas by floating point instead of their integer twins.
 */
#define YOMI_FEATURE_FLOAT 64

/**
 * The number of something that can never be proven, or never be disproven.
 */
#define YOMI_INFINITE 16777215

/**
 * Flag of a yomi_game: no position can occur twice in one game, so that no search looks for it.
 */
#define YOMI_GAME_NEVER_REPEATS 1

/**
 * The search goes on, none was started, or a proof search was given up by its "..._reset".
 */
#define YOMI_STOP_RUNNING 0

/**
 * The answer is final; of an alpha-beta search: the depth asked for is reached.
 */
#define YOMI_STOP_SOLVED 1

/**
 * The limit on nodes is reached; the search can be resumed.
 */
#define YOMI_STOP_NODES 2

/**
 * A cancel was asked for; the search can be resumed.
 */
#define YOMI_STOP_CANCELLED 3

/**
 * Proof searches: there is no win within the plies that the limits or the memory allow; a longer
 * one may exist.
 */
#define YOMI_STOP_PLIES 4

/**
 * A call returned an error; the search is over.
 */
#define YOMI_STOP_FAILED 5

/**
 * The answer is not known: not yet, or not within the limits.
 */
#define YOMI_UNKNOWN 0

/**
 * The attacker wins.
 */
#define YOMI_PROVEN 1

/**
 * The attacker does not win, however long the game goes on.
 */
#define YOMI_DISPROVEN 2

/**
 * Stop at the first win found.
 */
#define YOMI_MODE_FIRST 0

/**
 * Look for shorter and shorter wins until the budget ends or none shorter exists.
 */
#define YOMI_MODE_SHORTEN 1

/**
 * Look for the shortest win, proven to be so. What was found before the budget ends is kept.
 */
#define YOMI_MODE_SHORTEST 2

/**
 * The side to move is to win.
 */
#define YOMI_ATTACKER_TO_MOVE 0

/**
 * The other side is to win; the side to move defends.
 */
#define YOMI_ATTACKER_OPPONENT 1

/**
 * The answer was not verified, or not to the end.
 */
#define YOMI_VERIFICATION_NOT_RUN 0

/**
 * The answer was verified: it stands.
 */
#define YOMI_VERIFICATION_PASSED 1

/**
 * A line was met in which the answer does not hold, or could not be shown to hold, as when the
 * memory has too few plies or moves for it.
 */
#define YOMI_VERIFICATION_FAILED 2

/**
 * The verifier takes positions with equal keys for equal, and walks each once.
 */
#define YOMI_TRUST_KEYS 0

/**
 * The verifier walks every line of a win, which takes long where lines transpose.
 */
#define YOMI_TRUST_NOTHING 1

/**
 * Driver: the first move with the whole window, the others with an empty one first (PVS,
 * NegaScout). The best choice where memory is short, and the default.
 */
#define YOMI_DRIVER_PVS 0

/**
 * Driver: MTD(f), empty windows that follow the value found last. Needs a table, and is the
 * fastest with one that holds the tree.
 */
#define YOMI_DRIVER_MTDF 1

/**
 * Driver: one whole window with deep cutoffs.
 */
#define YOMI_DRIVER_ALPHABETA 2

/**
 * Driver: every line, no cut.
 */
#define YOMI_DRIVER_MINIMAX 3

/**
 * Driver: cuts against the best sibling of the parent alone.
 */
#define YOMI_DRIVER_BRANCH_AND_BOUND 4

/**
 * Driver: AB-SSS*, empty windows from above. Needs a table.
 */
#define YOMI_DRIVER_SSS 5

/**
 * Driver: AB-DUAL*, empty windows from below. Needs a table.
 */
#define YOMI_DRIVER_DUAL 6

/**
 * Driver: C*, empty windows that halve the range of values. Needs a table.
 */
#define YOMI_DRIVER_C 7

/**
 * Switch: search depth 1, then 2, and so on.
 */
#define YOMI_AB_ITERATIVE 1

/**
 * Switch: do not try the table's move first.
 */
#define YOMI_AB_NO_TABLE_MOVE 2

/**
 * Switch: do not use "order" of the game.
 */
#define YOMI_AB_NO_HINT 4

/**
 * Switch: no killer moves.
 */
#define YOMI_AB_NO_KILLERS 8

/**
 * Switch: no history.
 */
#define YOMI_AB_NO_HISTORY 16

/**
 * Switch: no countermoves.
 */
#define YOMI_AB_NO_COUNTERMOVES 32

/**
 * Switch: no enhanced transposition cutoffs.
 */
#define YOMI_AB_NO_ETC 64

/**
 * Switch: results of deeper searches in the table answer for shallower ones. Wanted for playing;
 * the values of a fixed depth then depend on what the table holds.
 */
#define YOMI_AB_DEEPER_ENTRIES 128

/**
 * Switch: values of leaves go into the table too. Pays where "evaluate" is dear.
 */
#define YOMI_AB_STORE_LEAVES 256

/**
 * The "depth" of a search that read the game to its end.
 */
#define YOMI_AB_TO_THE_END 1023

/**
 * Nothing is known of the score.
 */
#define YOMI_BOUND_NONE 0

/**
 * The score is at least this.
 */
#define YOMI_BOUND_LOWER 1

/**
 * The score is at most this.
 */
#define YOMI_BOUND_UPPER 2

/**
 * The score is this.
 */
#define YOMI_BOUND_EXACT 3

/**
 * More moves than any position of shogi has.
 */
#define YOMI_SHOGI_MOST_MOVES 640

/**
 * The length of a static array of uint64_t in which yomi_shogi_init makes a position.
 */
#define YOMI_SHOGI_WORDS 32

/**
 * Room for the SFEN of any position, with its zero.
 */
#define YOMI_SHOGI_SFEN_SIZE 256

/**
 * Room for a move as USI writes it, with its zero.
 */
#define YOMI_SHOGI_USI_SIZE 8

/**
 * Stage of moves: captures, promotions among them.
 */
#define YOMI_SHOGI_CAPTURES 1

/**
 * Stage of moves: promotions that do not capture.
 */
#define YOMI_SHOGI_QUIET_PROMOTIONS 2

/**
 * Stage of moves: moves on the board that neither capture nor promote.
 */
#define YOMI_SHOGI_QUIETS 4

/**
 * Stage of moves: drops.
 */
#define YOMI_SHOGI_DROPS 8

/**
 * Every legal move: the sum of the four stages, which are disjoint.
 */
#define YOMI_SHOGI_ALL 15

/**
 * Added to stages: without the refusals to promote that playing engines leave out, those of pawns,
 * bishops and rooks, and those of lances on the last rank but one.
 */
#define YOMI_SHOGI_SENSIBLE 16

/**
 * Alone: every legal move that gives check.
 */
#define YOMI_SHOGI_CHECKS 32

/**
 * Pawn (fuhyo).
 */
#define YOMI_SHOGI_PAWN 1

/**
 * Lance (kyosha).
 */
#define YOMI_SHOGI_LANCE 2

/**
 * Knight (keima).
 */
#define YOMI_SHOGI_KNIGHT 3

/**
 * Silver (ginsho).
 */
#define YOMI_SHOGI_SILVER 4

/**
 * Bishop (kakugyo).
 */
#define YOMI_SHOGI_BISHOP 5

/**
 * Rook (hisha).
 */
#define YOMI_SHOGI_ROOK 6

/**
 * Gold (kinsho).
 */
#define YOMI_SHOGI_GOLD 7

/**
 * King (gyokusho).
 */
#define YOMI_SHOGI_KING 8

/**
 * Added to a kind that is promoted.
 */
#define YOMI_SHOGI_PROMOTED 8

/**
 * Added to a piece on the board that is the second side's.
 */
#define YOMI_SHOGI_SECOND 16

/**
 * The trouble is in the nine ranks of an SFEN.
 */
#define YOMI_SFEN_BOARD 0

/**
 * The trouble is in the side to move.
 */
#define YOMI_SFEN_SIDE 1

/**
 * The trouble is in the pieces in hand.
 */
#define YOMI_SFEN_HAND 2

/**
 * The trouble is in the move number.
 */
#define YOMI_SFEN_MOVE_NUMBER 3

/**
 * A survey looks at the attacker's moves in the problem itself.
 */
#define YOMI_SCOPE_FIRST_MOVES 0

/**
 * A survey looks at the attacker's moves in every position of the line.
 */
#define YOMI_SCOPE_LINE 1

/**
 * A move that was not decided within the limits on nodes or memory: it may mate or not.
 */
#define YOMI_FOUND_UNDECIDED 0

/**
 * A second solution (yozume): a move that mates too, in as many plies as the line or in more.
 */
#define YOMI_FOUND_SECOND 1

/**
 * A move that mates in fewer plies than the line (hayazume).
 */
#define YOMI_FOUND_SHORTER 2

/**
 * A move that mates in the place of the line's last move, which composers allow.
 */
#define YOMI_FOUND_LAST_MOVE 3

/**
 * Futile is an interposition that the checking piece captures, after which the mate takes no more
 * plies than without it, the captured piece unused.
 */
#define YOMI_FUTILE_NARROW 0

/**
 * Also one that the checking piece captures with mate on the spot.
 */
#define YOMI_FUTILE_X 1

/**
 * Also one that another piece captures with a check of its own that is mate on the spot.
 */
#define YOMI_FUTILE_XY 2

/**
 * The length of a static array of uint64_t in which yomi_futile_init makes a count.
 */
#define YOMI_FUTILE_WORDS 112

/**
 * The length of a static array of uint64_t in which yomi_othello_init makes a position.
 */
#define YOMI_OTHELLO_WORDS 148

/**
 * More moves than any position of Othello has.
 */
#define YOMI_OTHELLO_MOST_MOVES 34

/**
 * Room for a position as text, with its zero.
 */
#define YOMI_OTHELLO_TEXT_SIZE 67

/**
 * Room for a move as text, with its zero.
 */
#define YOMI_OTHELLO_MOVE_SIZE 3

/**
 * Scoring: the difference in discs, and empty squares count for the winner, as in tournaments and
 * in every published endgame suite.
 */
#define YOMI_OTHELLO_EMPTIES_TO_WINNER 0

/**
 * Scoring: the difference in discs alone.
 */
#define YOMI_OTHELLO_DISCS 1

/**
 * The length of a static array of uint64_t in which yomi_dobutsu_init makes a position.
 */
#define YOMI_DOBUTSU_WORDS 8

/**
 * More moves than any position of Dobutsu shogi has.
 */
#define YOMI_DOBUTSU_MOST_MOVES 96

/**
 * Room for a position as text in any notation, with its zero.
 */
#define YOMI_DOBUTSU_TEXT_SIZE 64

/**
 * Room for a move as text in any notation, with its zero.
 */
#define YOMI_DOBUTSU_MOVE_SIZE 8

/**
 * Notation of Tanaka's checkState, six lines; moves as "+B4C3LI".
 */
#define YOMI_DOBUTSU_TANAKA 0

/**
 * Notation of clausecker's program, "S/gle/-c-/-C-/ELG/-"; moves as "Lb4-c3".
 */
#define YOMI_DOBUTSU_CLAUSECKER 1

/**
 * FEN as Fairy-Stockfish writes it, "gle/1c1/1C1/ELG[-] w 0 1"; moves as "b1c2".
 */
#define YOMI_DOBUTSU_FEN 2

/**
 * SFEN, "gle/1c1/1C1/ELG b - 1"; moves as in FEN.
 */
#define YOMI_DOBUTSU_SFEN 3

/**
 * Chick (hiyoko).
 */
#define YOMI_DOBUTSU_CHICK 1

/**
 * Hen (niwatori), the promoted chick.
 */
#define YOMI_DOBUTSU_HEN 2

/**
 * Elephant (zo).
 */
#define YOMI_DOBUTSU_ELEPHANT 3

/**
 * Giraffe (kirin).
 */
#define YOMI_DOBUTSU_GIRAFFE 4

/**
 * Lion (raion).
 */
#define YOMI_DOBUTSU_LION 5

/**
 * Added to a piece on the board that is the second side's.
 */
#define YOMI_DOBUTSU_SECOND 16

/**
 * The game goes on.
 */
#define YOMI_DOBUTSU_RUNNING 0

/**
 * The lion of the side to move has been captured: it has lost.
 */
#define YOMI_DOBUTSU_CAPTURED 1

/**
 * The opponent's lion stands on its far rank and cannot be captured: the side to move has lost.
 */
#define YOMI_DOBUTSU_TRIED 2

/**
 * The lion of the side to move stands on its far rank, uncaptured: it has won.
 */
#define YOMI_DOBUTSU_STOOD 3

/**
 * A table of who wins, used in place, 12.6 MB.
 */
#define YOMI_DOBUTSU_TABLE_OUTCOME 1

/**
 * A table of distances, used in place, 63.2 MB.
 */
#define YOMI_DOBUTSU_TABLE_DISTANCE 2

/**
 * A table of who wins, in compressed blocks.
 */
#define YOMI_DOBUTSU_TABLE_OUTCOME_BLOCKS 3

/**
 * A table of distances, in compressed blocks.
 */
#define YOMI_DOBUTSU_TABLE_DISTANCE_BLOCKS 4

/**
 * The side to move loses.
 */
#define YOMI_DOBUTSU_LOST -1

/**
 * Neither side can force a win.
 */
#define YOMI_DOBUTSU_DRAWN 0

/**
 * The side to move wins.
 */
#define YOMI_DOBUTSU_WON 1

/**
 * The most decoded blocks that a table keeps.
 */
#define YOMI_DOBUTSU_MOST_SLOTS 32

/**
 * Line of a draw: the shortest to the first repetition of a position, over both sides' free choice
 * of drawing moves.
 */
#define YOMI_DOBUTSU_DRAW_SHORTEST 0

/**
 * Line of a draw: the shortest to the third occurrence of a position.
 */
#define YOMI_DOBUTSU_DRAW_THIRD 1

/**
 * Line of a draw: always the first drawing move, to the first repetition.
 */
#define YOMI_DOBUTSU_DRAW_FIRST_MOVE 2

/**
 * Line of a draw: the drawing move that leaves the opponent the fewest drawing replies, to the
 * first repetition.
 */
#define YOMI_DOBUTSU_DRAW_FEWEST_REPLIES 3

/**
 * No line of Dobutsu shogi is longer.
 */
#define YOMI_DOBUTSU_LONGEST_LINE 1024

/**
 * An alpha-beta search over a game of the host: the score of a position to a depth, or exactly.
 *
 * Life: yomi_alphabeta_init makes it; yomi_alphabeta_set_table gives it a table;
 * yomi_alphabeta_start begins a search of the position that the host's game then has;
 * yomi_alphabeta_step is called until it returns YOMI_DONE; yomi_alphabeta_get_result and
 * yomi_alphabeta_pv tell the answer, between steps too. yomi_alphabeta_solve is start and step in
 * one.
 *
 * Of the game's optional callbacks it uses "side", "evaluate", "order", "noisy", "check_key",
 * "key_after", "bounds", "solve", "plies_to_end" and "history_index". How often they are called:
 * "play", "undo", "terminal" and "key" once a node; "moves" at most once a node; "evaluate" at
 * leaves and in quiescence; "order" and "history_index" once for each move of a node with
 * "order_from" plies left; "noisy" once for each move of a node of the quiescence search;
 * "key_after" once for each move of a node with "etc_from" plies left (the move is played and
 * taken back where it is not offered); "side" a few times a node. A callback may keep state of its
 * own, such as an evaluation that "play" and "undo" update; "order", "noisy", "history_index" and
 * "key_after" are asked in the position before the move.
 */
typedef struct yomi_alphabeta yomi_alphabeta;

/**
 * A df-pn solver (depth-first proof-number search) over a game of the host.
 *
 * Life: yomi_dfpn_init makes it; yomi_dfpn_set_table gives it a table; yomi_dfpn_start begins a
 * search of the position that the host's game then has; yomi_dfpn_step is called until it returns
 * YOMI_DONE; yomi_dfpn_get_result and yomi_dfpn_pv tell the answer. yomi_dfpn_solve is start and
 * step in one.
 *
 * The attacker wins if the game can be brought to an end that is a win for it, or to a position in
 * which the defender has no move. Draws and endless play are no win.
 */
typedef struct yomi_dfpn yomi_dfpn;

/**
 * A position of Dobutsu shogi, by the rules of Tanaka's analysis (2009). It costs no more than its
 * memory; copies are made by yomi_dobutsu_copy.
 *
 * A side wins by capturing the lion, or by a try: its lion stands on the far rank and is not
 * captured at once. Leaving the lion in capture is legal. That a position which stands for the
 * third time is a draw is the host's to count.
 *
 * Moves are numbers that hold all that yomi_dobutsu_undo needs: bits 0 to 3 the destination, 4 to 7
 * the origin (12 for a drop), 8 to 10 the piece that moves, less 1, 11 to 13 the captured piece or
 * 0, bit 14 promotion, bit 15 drop, bit 16 set. A square is 4 * file + rank, both from 0, file C
 * (the first side's right) and rank 1 (the first side's far rank) first.
 */
typedef struct yomi_dobutsu yomi_dobutsu;

/**
 * Reads lines from a table of distances: of decided positions as Tanaka's checkState does, of draws
 * to a repetition. Needs 600 KB, and 120 bytes for each position that the plan of a draw may look
 * at.
 */
typedef struct yomi_dobutsu_lines yomi_dobutsu_lines;

/**
 * Perfect play on a small board: as the second player it wins every game from the start, with 16 KB
 * of stored moves, which may lie in flash, and a short search in 56 KB of memory. It is for games
 * that it has played from the start; elsewhere its moves have no meaning beyond the search's.
 */
typedef struct yomi_dobutsu_player yomi_dobutsu_player;

/**
 * A df-pn solver of Dobutsu shogi: whether the attacker can force a win, by the capture of the lion
 * or by a try. Endless play is no win.
 *
 * Life: yomi_dobutsu_solver_init makes it; yomi_dobutsu_solver_set_table gives it a table;
 * yomi_dobutsu_solver_set_position sets a position; then as with yomi_dfpn. A table of 64 KiB is
 * enough for wins of 9 plies.
 */
typedef struct yomi_dobutsu_solver yomi_dobutsu_solver;

/**
 * The solution of Dobutsu shogi: the value of every position, from a file that
 * "yomikiri dobutsu build" wrote. Needs 1.5 MB of memory besides the file.
 */
typedef struct yomi_dobutsu_table yomi_dobutsu_table;

/**
 * A count of the plies of a mate without futile interpositions (muda-ai), in the memory of the
 * solver that has found the mate. docs/MATE.md defines the rules. A mate stays a mate by every
 * rule, and no proof rests on futility.
 *
 * Life: a solver has proven a mate; yomi_futile_init makes the count; yomi_futile_step until it
 * answers YOMI_DONE; yomi_futile_get_result. Meanwhile the solver may only be asked for its result
 * and line, be cancelled, and be watched; whatever starts, resets or verifies ends the count.
 */
typedef struct yomi_futile yomi_futile;

/**
 * A position of Othello on the 8x8 board, with the moves played since it was set up. It costs no
 * more than its memory; copies are made by yomi_othello_copy. Side 0 is black.
 *
 * Boards are 64 bits, one a square: a1 the lowest, then b1 to h1, then a2, and h8 the highest.
 */
typedef struct yomi_othello yomi_othello;

/**
 * A solver of endgames of Othello: the exact result with perfect play of both sides. It is an
 * alpha-beta search, with the verbs and the results of yomi_alphabeta.
 *
 * Life: yomi_othello_solver_init makes it; yomi_othello_solver_set_table gives it a table;
 * yomi_othello_solver_set_position sets a position; then as with yomi_alphabeta.
 */
typedef struct yomi_othello_solver yomi_othello_solver;

/**
 * A position of shogi. It costs no more than its memory; copies are made by yomi_shogi_copy.
 *
 * Moves are numbers that hold all that yomi_shogi_undo needs: bits 0 to 6 the destination, 7 to 13
 * the origin (0 for a drop), bit 14 promotion, bit 15 drop, bits 16 to 19 the piece that moves, 20
 * to 23 the captured piece or 0. A square is 9 * file + rank, both from 0, file 1 and rank a first.
 * A piece is YOMI_SHOGI_PAWN to YOMI_SHOGI_KING, and YOMI_SHOGI_PROMOTED more where it is promoted.
 */
typedef struct yomi_shogi yomi_shogi;

/**
 * A solver of mate problems of shogi (tsume-shogi): the attacker gives check with every move, the
 * defender has every legal reply, and whoever is without one has lost. Lengths are raw plies:
 * interpositions count, however futile they look.
 *
 * Life: yomi_tsume_init makes it; yomi_tsume_set_table gives it a table; yomi_tsume_set_sfen sets
 * a problem; then as with yomi_dfpn. "Proven" is a mate, "disproven" says that there is none.
 */
typedef struct yomi_tsume yomi_tsume;

/**
 * What a call returns: 0 or above is success, below 0 an error.
 */
typedef int32_t yomi_status;

/**
 * How much memory a proof search is given. Both numbers are fixed at its initialisation.
 */
typedef struct yomi_dfpn_config {
    /**
     * sizeof(yomi_dfpn_config).
     */
    uint32_t struct_size;
    /**
     * The longest line that can be read, in plies: 1 to 4094, or 0 for 256. About 64 bytes each.
     */
    uint32_t plies;
    /**
     * Room for the legal moves of all positions of one line together, or 0 for 64 a ply. 20 bytes
     * each. Where it is too small, the search ends with YOMI_ERROR_TOO_MANY_MOVES.
     */
    uint32_t moves;
    /**
     * 0.
     */
    uint32_t reserved;
} yomi_dfpn_config;

/**
 * A move: 32 bits whose meaning is the game's own. 0 is no move.
 */
typedef uint32_t yomi_move;

/**
 * The identity of a position: equal positions have equal keys.
 */
typedef uint64_t yomi_key;

/**
 * A score from the view of the side to move: above 0 is a win, below 0 a loss, 0 a draw; the unit
 * is the game's own.
 */
typedef int32_t yomi_score;

/**
 * A game of the host: a position that it keeps behind "user", and how to move on it.
 *
 * The table is read when a search is initialised and not kept; it may be constant and sit in
 * read-only memory. "user" is handed to every callback unchanged.
 *
 * Callbacks must not call back into the search that called them, and must not throw or longjmp.
 * A negative number at or below YOMI_ERROR_HOST_LIMIT from a callback that returns int32_t ends
 * the search and comes back unchanged; any value that is not described here ends it with
 * YOMI_ERROR_BAD_CALLBACK. After YOMI_ERROR_TOO_MANY_MOVES the moves of the search are taken back;
 * after any other error the position is where the search left it, and the host sets it up anew.
 *
 * Archives with the feature "minimal" need "side" too, and of the optional callbacks call "evaluate" and
 * "order" alone.
 *
 * Fill it by name, with struct_size = sizeof(yomi_game) and every optional callback that is not
 * offered as NULL.
 */
typedef struct yomi_game {
    /**
     * sizeof(yomi_game).
     */
    uint32_t struct_size;
    /**
     * 0, or YOMI_GAME_NEVER_REPEATS.
     */
    uint32_t flags;
    /**
     * Writes every legal move of the position to "out", each once, in an order that depends on
     * the position alone, and returns how many there are; YOMI_ERROR_TOO_MANY_MOVES where there
     * are more than "capacity". No move is 0. A position without a move for which "terminal"
     * returns 0 is lost for the side to move.
     */
    int32_t (*moves)(void *user, yomi_move *out, uint32_t capacity);
    /**
     * Plays a move that "moves" gave for the position. Returns 0, or YOMI_ERROR_BAD_MOVE where
     * the move is not legal, as a collision of keys can bring about.
     */
    int32_t (*play)(void *user, yomi_move m);
    /**
     * Takes back "m", the move played last. Returns 0.
     */
    int32_t (*undo)(void *user, yomi_move m);
    /**
     * The identity of the position, the side to move included.
     */
    yomi_key (*key)(void *user);
    /**
     * Returns 0 while the game goes on. Where it has ended, returns 1 and writes the score from
     * the view of the side to move, within -YOMI_SCORE_MATE and YOMI_SCORE_MATE: above 0 a win,
     * below 0 a loss, 0 a draw.
     */
    int32_t (*terminal)(void *user, yomi_score *score);
    /**
     * The side to move: 0 or 1. Optional; NULL says that the sides alternate, and that side 0 is
     * to move where the search starts. Then nobody can tell whose wins a table knows from an
     * earlier search, so that it is emptied at each start, and cannot be shared.
     */
    int32_t (*side)(void *user);
    /**
     * Writes a static score of the position from the view of the side to move, strictly between
     * -YOMI_SCORE_DECIDED and YOMI_SCORE_DECIDED. Returns 0. Optional; NULL says 0 everywhere.
     */
    int32_t (*evaluate)(void *user, yomi_score *score);
    /**
     * How early to try "m": higher is sooner. Optional; NULL keeps the order of "moves".
     */
    int32_t (*order)(void *user, yomi_move m);
    /**
     * Writes the first proof and disproof number of the position after "m", both above 0 and
     * below YOMI_INFINITE. Returns 0. Optional; NULL says 1 and 1.
     */
    int32_t (*init_numbers)(void *user, yomi_move m, uint32_t *proof, uint32_t *disproof);
    /**
     * Returns 1 where "m" can change the evaluation by much (a capture, say), else 0. Optional;
     * NULL says 0.
     */
    int32_t (*noisy)(void *user, yomi_move m);
    /**
     * 32 bits of a second key, independent of "key", that guard against collisions. Optional.
     */
    uint32_t (*check_key)(void *user);
    /**
     * Writes the key, and the check key (0 where there is none), that the position will have
     * after the legal move "m". Returns 0. Optional; NULL plays the move, asks and takes it back.
     */
    int32_t (*key_after)(void *user, yomi_move m, yomi_key *key, uint32_t *check_key);
    /**
     * Alpha-beta, in searches to the end of the game: returns 1 and writes bounds on the exact
     * score from the view of the side to move that hold without search, "lower" at most "upper",
     * both within -YOMI_SCORE_MATE and YOMI_SCORE_MATE; returns 0 where it knows none. Only a
     * lower bound of at least "beta" or an upper one of at most "alpha" is of use. Optional.
     */
    int32_t (*bounds)(void *user,
                      yomi_score alpha,
                      yomi_score beta,
                      yomi_score *lower,
                      yomi_score *upper);
    /**
     * Alpha-beta, in searches to the end of the game: where the host has code that solves the
     * position at once, returns 1, writes its score from the view of the side to move, within
     * -YOMI_SCORE_MATE and YOMI_SCORE_MATE, and adds to "nodes", which is 0, the positions it
     * looked at. The score may be an upper bound where it is at most "alpha", a lower one where it
     * is at least "beta". Returns 0 elsewhere. Optional.
     */
    int32_t (*solve)(void *user,
                     yomi_score alpha,
                     yomi_score beta,
                     yomi_score *score,
                     uint32_t *nodes);
    /**
     * Alpha-beta: returns an estimate of the plies until the game ends, 0 or more. It guides
     * effort and never changes a value. Optional.
     */
    int32_t (*plies_to_end)(void *user);
    /**
     * Alpha-beta: returns a small number for "m", of which the low 12 bits count, by which history
     * and countermoves remember it; moves alike in purpose share one. Optional; NULL takes the low
     * bits of the move.
     */
    uint32_t (*history_index)(void *user, yomi_move m);
    /**
     * Alpha-beta: writes the moves for which "noisy" says 1 and no others, the most promising
     * first, and returns as "moves" does. Spares quiescence searches the listing of every move.
     * They never see the others then, so that "terminal" must tell where there is no legal move.
     * Optional; NULL picks them from "moves".
     */
    int32_t (*noisy_moves)(void *user, yomi_move *out, uint32_t capacity);
} yomi_game;

/**
 * How far a proof search may go.
 */
typedef struct yomi_dfpn_limits {
    /**
     * sizeof(yomi_dfpn_limits).
     */
    uint32_t struct_size;
    /**
     * Plies within which the win must come; 0 for as many as the memory holds.
     */
    uint32_t plies;
    /**
     * Nodes; 0 for no limit.
     */
    uint64_t nodes;
    /**
     * YOMI_MODE_FIRST, YOMI_MODE_SHORTEN or YOMI_MODE_SHORTEST. Archives with the feature "minimal"
     * answer YOMI_ERROR_UNSUPPORTED to the last two, and to a seed; "plies" asks for a shorter win
     * there too.
     */
    int32_t mode;
    /**
     * YOMI_ATTACKER_TO_MOVE or YOMI_ATTACKER_OPPONENT.
     */
    int32_t attacker;
    /**
     * Varies the order of the search a little, never its answer; 0 for not at all. Searches in
     * several threads that share a table help each other more where their seeds differ.
     */
    uint32_t seed;
    /**
     * 0.
     */
    uint32_t reserved;
} yomi_dfpn_limits;

/**
 * A snapshot of a running search.
 */
typedef struct yomi_progress {
    /**
     * sizeof(yomi_progress), set by the caller.
     */
    uint32_t struct_size;
    /**
     * Plies from the root to the present node.
     */
    uint32_t depth;
    /**
     * Nodes searched since the start.
     */
    uint64_t nodes;
    /**
     * Proof number of the root.
     */
    uint32_t proof;
    /**
     * Disproof number of the root.
     */
    uint32_t disproof;
} yomi_progress;

/**
 * Everything that can be said of a proof search at any time.
 */
typedef struct yomi_dfpn_result {
    /**
     * sizeof(yomi_dfpn_result), set by the caller.
     */
    uint32_t struct_size;
    /**
     * YOMI_UNKNOWN, YOMI_PROVEN or YOMI_DISPROVEN.
     */
    int32_t outcome;
    /**
     * Why the search is where it is: YOMI_STOP_...
     */
    int32_t stop;
    /**
     * Proven: the win takes at most so many plies. Otherwise 0.
     */
    uint32_t length;
    /**
     * 1 where it is proven that no win takes fewer plies than "length", else 0.
     */
    uint32_t exact;
    /**
     * YOMI_VERIFICATION_...
     */
    int32_t verification;
    /**
     * Proof number of the position: 0 where it is proven, YOMI_INFINITE where it is not won.
     */
    uint32_t proof;
    /**
     * Disproof number of the position: 0 where it is not won, YOMI_INFINITE where it is proven.
     */
    uint32_t disproof;
    /**
     * Nodes searched since the start, the verifier's included.
     */
    uint64_t nodes;
    /**
     * The most plies in use at once. With the feature "minimal" this and the next two are 0.
     */
    uint32_t peak_plies;
    /**
     * The most moves in memory at once.
     */
    uint32_t peak_moves;
    /**
     * The share of the table in use, in thousandths.
     */
    uint32_t table_permille;
    /**
     * 0.
     */
    uint32_t reserved;
} yomi_dfpn_result;

/**
 * How much memory an alpha-beta search is given. All numbers are fixed at its initialisation.
 */
typedef struct yomi_alphabeta_config {
    /**
     * sizeof(yomi_alphabeta_config).
     */
    uint32_t struct_size;
    /**
     * The longest line, quiescence included, in plies: 1 to 4094, or 0 for 128. 88 bytes each.
     */
    uint32_t plies;
    /**
     * Room for the legal moves of all positions of one line together, or 0 for 64 a ply. 8 bytes
     * each. Where it is too small, the search ends with YOMI_ERROR_TOO_MANY_MOVES.
     */
    uint32_t moves;
    /**
     * Slots in which history and countermoves are kept for each side: a power of two up to 4096,
     * or 0, which goes without both. 12 bytes each.
     */
    uint32_t history;
} yomi_alphabeta_config;

/**
 * What an alpha-beta search does and how far it may go. 0 in any field is a sound choice.
 *
 * Archives with the feature "minimal" answer YOMI_ERROR_UNSUPPORTED to the drivers beyond
 * YOMI_DRIVER_ALPHABETA, YOMI_AB_STORE_LEAVES, "quiescence", "aspiration", "etc_from", "rehearsal",
 * "rehearsal_unit" and "presearch_from", and to "history" of yomi_alphabeta_config. They search as
 * others do with YOMI_AB_NO_ETC, YOMI_AB_NO_HISTORY and YOMI_AB_NO_COUNTERMOVES.
 */
typedef struct yomi_alphabeta_settings {
    /**
     * sizeof(yomi_alphabeta_settings).
     */
    uint32_t struct_size;
    /**
     * YOMI_DRIVER_...: all of them find the same value; they differ in what they visit.
     */
    int32_t driver;
    /**
     * Nodes; 0 for no limit.
     */
    uint64_t nodes;
    /**
     * Depth in plies, at most 1022; 0 reads the game to its end.
     */
    uint32_t depth;
    /**
     * A sum of YOMI_AB_... switches.
     */
    uint32_t switches;
    /**
     * Plies of quiescence search over noisy moves below the depth; 0 for none.
     */
    uint32_t quiescence;
    /**
     * With YOMI_AB_ITERATIVE: half the width of the first window around the score of the
     * iteration before, for YOMI_DRIVER_PVS and YOMI_DRIVER_ALPHABETA; 0 for the whole window.
     */
    yomi_score aspiration;
    /**
     * The first guess of YOMI_DRIVER_MTDF.
     */
    yomi_score first_guess;
    /**
     * The least and the greatest score that the search can find, where they are known; both 0 for
     * the whole range. A score outside comes back as the end of the range that it lies beyond.
     */
    yomi_score low;
    /**
     * See "low".
     */
    yomi_score high;
    /**
     * Every two scores that the search can find differ by a multiple of this; 0 for 1.
     */
    yomi_score granularity;
    /**
     * The score of a position that repeats one on the line to it, from the view of side 0.
     */
    yomi_score repetition;
    /**
     * Nodes with fewer plies left than this keep the order of "moves"; 0 for 2.
     */
    uint32_t order_from;
    /**
     * Nodes with at least so many plies left look whether a child in the table cuts; 0 for 3.
     */
    uint32_t etc_from;
    /**
     * With YOMI_AB_ITERATIVE: by how many plies the depth grows; 0 for 1.
     */
    uint32_t deepen_by;
    /**
     * With YOMI_AB_ITERATIVE, in searches to the end of the game: the last depth before that.
     */
    uint32_t rehearsal;
    /**
     * How many units of "evaluate" make one of the exact score, so that the last score of the
     * rehearsal is the first guess of the whole search; 0 where they do not compare.
     */
    yomi_score rehearsal_unit;
    /**
     * In searches to the end of the game: nodes with at least so many plies left ("plies_to_end")
     * order their moves by shallow searches; 0 for none.
     */
    uint32_t presearch_from;
    /**
     * How many further plies left deepen the shallow search by one; 0 for 1.
     */
    uint32_t presearch_step;
    /**
     * The greatest depth of the shallow search, in plies, below 1023.
     */
    uint32_t presearch_most;
    /**
     * What one unit of "evaluate" weighs against the hint of "order"; 0 for 1.
     */
    yomi_score presearch_weight;
} yomi_alphabeta_settings;

/**
 * A snapshot of a running alpha-beta search.
 */
typedef struct yomi_alphabeta_snapshot {
    /**
     * sizeof(yomi_alphabeta_snapshot), set by the caller.
     */
    uint32_t struct_size;
    /**
     * Plies from the root to the present node.
     */
    uint32_t ply;
    /**
     * Nodes searched since the start.
     */
    uint64_t nodes;
    /**
     * The depth of the last whole iteration in plies; 0 where there was none.
     */
    uint32_t depth;
    /**
     * The score of that iteration; 0 where there was none.
     */
    yomi_score score;
} yomi_alphabeta_snapshot;

/**
 * Everything that can be said of an alpha-beta search at any time; while it runs, what the last
 * whole iteration found.
 */
typedef struct yomi_alphabeta_result {
    /**
     * sizeof(yomi_alphabeta_result), set by the caller.
     */
    uint32_t struct_size;
    /**
     * Why the search is where it is: YOMI_STOP_...
     */
    int32_t stop;
    /**
     * The score of the position from the view of its side to move.
     */
    yomi_score score;
    /**
     * What "score" says: YOMI_BOUND_...
     */
    int32_t bound;
    /**
     * The best move known; 0 where there is none, or none is known. Where the search was stopped,
     * it may be better than the move of the last whole iteration.
     */
    yomi_move best_move;
    /**
     * The depth of the last whole iteration in plies; 0 where there was none,
     * YOMI_AB_TO_THE_END where the game was read to its end.
     */
    uint32_t depth;
    /**
     * 1 where every line behind the score reached the end of the game, else 0.
     */
    uint32_t complete;
    /**
     * Passes over the tree since the start.
     */
    uint32_t passes;
    /**
     * Nodes since the start.
     */
    uint64_t nodes;
    /**
     * Nodes of these that were leaves.
     */
    uint64_t leaves;
    /**
     * The most plies in use at once ("seldepth"). With the feature "minimal" this and the next two
     * are 0.
     */
    uint32_t peak_plies;
    /**
     * The most moves in memory at once.
     */
    uint32_t peak_moves;
    /**
     * The share of the table in use, in thousandths ("hashfull").
     */
    uint32_t table_permille;
    /**
     * 0.
     */
    uint32_t reserved;
} yomi_alphabeta_result;

/**
 * Where and why a text is not the SFEN of a position.
 */
typedef struct yomi_sfen_error {
    /**
     * sizeof(yomi_sfen_error), set by the caller.
     */
    uint32_t struct_size;
    /**
     * The field that the trouble is in: YOMI_SFEN_...
     */
    int32_t field;
    /**
     * The byte of the text where the trouble shows, from 0.
     */
    uint32_t offset;
    /**
     * 0.
     */
    uint32_t reserved;
    /**
     * Field, place and reason in English, zero-terminated: "hand, byte 21: a king in hand".
     */
    char message[80];
} yomi_sfen_error;

/**
 * How far a survey goes.
 */
typedef struct yomi_survey_limits {
    /**
     * sizeof(yomi_survey_limits).
     */
    uint32_t struct_size;
    /**
     * Plies from the problem within which the mate must come; 0 for as many as the memory holds.
     * With the length of a shortest mate, the moves listed are those of the other shortest ones.
     */
    uint32_t plies;
    /**
     * Nodes for each move; 0 for no limit.
     */
    uint64_t nodes;
    /**
     * YOMI_SCOPE_FIRST_MOVES or YOMI_SCOPE_LINE.
     */
    int32_t scope;
    /**
     * YOMI_MODE_FIRST, YOMI_MODE_SHORTEN or YOMI_MODE_SHORTEST: when the mate by another move is
     * good enough.
     */
    int32_t mode;
} yomi_survey_limits;

/**
 * A move of the attacker beside the line.
 */
typedef struct yomi_found {
    /**
     * sizeof(yomi_found), set by the caller.
     */
    uint32_t struct_size;
    /**
     * Plies from the problem to the position of the move.
     */
    uint32_t ply;
    /**
     * The move.
     */
    yomi_move played;
    /**
     * YOMI_FOUND_...
     */
    int32_t kind;
    /**
     * It mates: at most so many plies, counted from the problem. Otherwise 0.
     */
    uint32_t length;
    /**
     * 1 where no mate by this move takes fewer plies, else 0.
     */
    uint32_t exact;
} yomi_found;

/**
 * What a count has found.
 */
typedef struct yomi_futile_result {
    /**
     * sizeof(yomi_futile_result), set by the caller.
     */
    uint32_t struct_size;
    /**
     * 1 where "length" is known, else 0.
     */
    uint32_t known;
    /**
     * Without futile interpositions the mate takes at most so many plies.
     */
    uint32_t length;
    /**
     * 1 where it takes no fewer, else 0.
     */
    uint32_t exact;
    /**
     * Nodes searched, which the solver's own result leaves out.
     */
    uint64_t nodes;
    /**
     * YOMI_STOP_...; YOMI_STOP_PLIES where the solver's memory for plies did not suffice.
     */
    int32_t stop;
    /**
     * 0.
     */
    uint32_t reserved;
} yomi_futile_result;

/**
 * What a solver of Othello does and how far it may go. 0 in any field is a sound choice.
 */
typedef struct yomi_othello_settings {
    /**
     * sizeof(yomi_othello_settings).
     */
    uint32_t struct_size;
    /**
     * YOMI_DRIVER_...: YOMI_DRIVER_PVS, or YOMI_DRIVER_MTDF, which with a table of some size
     * visits fewer nodes.
     */
    int32_t driver;
    /**
     * Nodes; 0 for no limit.
     */
    uint64_t nodes;
    /**
     * YOMI_OTHELLO_EMPTIES_TO_WINNER or YOMI_OTHELLO_DISCS.
     */
    int32_t scoring;
    /**
     * The first guess of YOMI_DRIVER_MTDF; even with YOMI_OTHELLO_EMPTIES_TO_WINNER.
     */
    yomi_score first_guess;
    /**
     * The least and the greatest score of interest, within -64 and 64; both 0 for all. A score
     * outside comes back as the end of the range that it lies beyond: -2 and 2 ask who wins. Even
     * with YOMI_OTHELLO_EMPTIES_TO_WINNER.
     */
    yomi_score low;
    /**
     * See "low".
     */
    yomi_score high;
} yomi_othello_settings;

/**
 * Copies "len" bytes of a file from "offset" on to "out", all of them. Returns 0, or a number at or
 * below YOMI_ERROR_HOST_LIMIT, which comes back unchanged.
 */
typedef int32_t (*yomi_read)(void *user, uint64_t offset, uint8_t *out, size_t len);

/**
 * What a table of Dobutsu shogi is.
 */
typedef struct yomi_dobutsu_table_info {
    /**
     * sizeof(yomi_dobutsu_table_info), set by the caller.
     */
    uint32_t struct_size;
    /**
     * YOMI_DOBUTSU_TABLE_...
     */
    int32_t kind;
    /**
     * 1 where it knows distances, else 0.
     */
    uint32_t has_distances;
    /**
     * How many positions it stores; the others follow from them.
     */
    uint32_t positions;
    /**
     * How many blocks with a checksum each it has.
     */
    uint32_t blocks;
    /**
     * 0.
     */
    uint32_t reserved;
} yomi_dobutsu_table_info;

/**
 * The value of a position of Dobutsu shogi.
 */
typedef struct yomi_dobutsu_value {
    /**
     * sizeof(yomi_dobutsu_value), set by the caller.
     */
    uint32_t struct_size;
    /**
     * YOMI_DOBUTSU_WON, YOMI_DOBUTSU_DRAWN or YOMI_DOBUTSU_LOST, for the side to move.
     */
    int32_t outcome;
    /**
     * Decided, and the table knows distances: the plies to the end with the winner's shortest and
     * the loser's longest play; 0 where the game has ended. Otherwise 0.
     */
    uint32_t plies;
    /**
     * 1 where "plies" is known, else 0.
     */
    uint32_t has_plies;
} yomi_dobutsu_value;

/**
 * Success.
 */
#define YOMI_OK 0

/**
 * The node budget of this call is used up: call again to go on.
 */
#define YOMI_MORE 1

/**
 * The work has ended: the result can be read.
 */
#define YOMI_DONE 2

/**
 * A required pointer is null.
 */
#define YOMI_ERROR_NULL -1

/**
 * A memory region is too small for what it must hold.
 */
#define YOMI_ERROR_SIZE -2

/**
 * A pointer or a memory region is not aligned as required.
 */
#define YOMI_ERROR_ALIGN -3

/**
 * A field of a configuration is outside its range.
 */
#define YOMI_ERROR_CONFIG -4

/**
 * The call is not legal in the present state of the object.
 */
#define YOMI_ERROR_STATE -5

/**
 * A struct is smaller than its first released layout: struct_size is wrong or not set.
 */
#define YOMI_ERROR_ABI -6

/**
 * A position has more moves than the memory can hold.
 */
#define YOMI_ERROR_TOO_MANY_MOVES -7

/**
 * A move is not legal in the position it was played in.
 */
#define YOMI_ERROR_BAD_MOVE -8

/**
 * The build or the game does not offer what was asked for.
 */
#define YOMI_ERROR_UNSUPPORTED -9

/**
 * A text does not follow its grammar.
 */
#define YOMI_ERROR_SYNTAX -10

/**
 * A position breaks a rule of the game.
 */
#define YOMI_ERROR_ILLEGAL_POSITION -11

/**
 * A callback broke its contract: a count above the capacity it was given, move 0, or a return
 * value that the interface does not define.
 */
#define YOMI_ERROR_BAD_CALLBACK -12

/**
 * Data that carries a checksum is damaged.
 */
#define YOMI_ERROR_DAMAGED -13

/**
 * The highest number that a callback may use for errors of its own. Numbers at or below it come
 * back unchanged from the call in which the callback was made.
 */
#define YOMI_ERROR_HOST_LIMIT -1000

/**
 * The score of a win that stands on the board now; a win in n plies is YOMI_SCORE_MATE - n.
 */
#define YOMI_SCORE_MATE 1000000

/**
 * Scores at or above this, or at or below its negative, are decided games with a distance.
 */
#define YOMI_SCORE_DECIDED 934464

/**
 * The move of a side that cannot turn a disc while the other can. The move to a square is its
 * number plus 1: a1 is 1, h1 is 8, h8 is 64.
 */
#define YOMI_OTHELLO_PASS 65

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The name of a status in English, for logs. Zero-terminated ASCII in constant memory, never
 * null; "unknown status" for a number without a meaning.
 *
 * Callable at any time, from any thread.
 */
const char *yomi_status_name(yomi_status status);

/**
 * The YOMI_VERSION_NUMBER of the library that is linked.
 *
 * Callable at any time, from any thread.
 */
uint32_t yomi_version_number(void);

/**
 * The YOMI_ABI_VERSION of the library that is linked; a program that could meet another library
 * than it was compiled for compares it with its own.
 *
 * Callable at any time, from any thread.
 */
uint32_t yomi_abi_version(void);

/**
 * What the library that is linked was built with: a sum of YOMI_FEATURE_* bits.
 *
 * Callable at any time, from any thread.
 */
uint32_t yomi_features(void);

/**
 * Writes the bytes of memory that yomi_dfpn_init needs for this configuration. The table is
 * separate. YOMI_DFPN_WORDS gives the same for static arrays, rounded up.
 *
 * "config" may be null: 256 plies of 64 moves.
 *
 * YOMI_ERROR_CONFIG: a field is out of range. YOMI_ERROR_SIZE: no address space could hold it.
 */
yomi_status yomi_dfpn_mem_size(const struct yomi_dfpn_config *config, size_t *out);

/**
 * Makes a solver in "len" bytes at "memory" and writes its address, which is "memory", to "out".
 * It has no table yet, and works without one.
 *
 * "config" may be null: 256 plies of 64 moves. "user" is the host's own and may be null.
 *
 * YOMI_ERROR_SIZE: "len" is less than yomi_dfpn_mem_size says. YOMI_ERROR_NULL: a pointer or a
 * required callback is null. YOMI_ERROR_CONFIG: a field or a flag is out of range. YOMI_ERROR_ABI:
 * a struct_size is too small.
 */
yomi_status yomi_dfpn_init(void *memory,
                           size_t len,
                           const struct yomi_dfpn_config *config,
                           const struct yomi_game *game,
                           void *user,
                           struct yomi_dfpn **out);

/**
 * Gives the solver "len" bytes at "memory" as its table, emptied: any number of bytes will do, and
 * all of them are used, 24 bytes an entry. Takes a pass over the memory. A null "memory" with
 * "len" 0 takes the table away.
 *
 * YOMI_ERROR_STATE: a search is under way.
 */
yomi_status yomi_dfpn_set_table(struct yomi_dfpn *dfpn, void *memory, size_t len);

/**
 * Gives "dfpn" the table of "owner", with all that it knows. Both must search the same game with
 * keys of the same meaning. Searches that share a table may run in different threads; what one of
 * them then finds in it depends on the other, so that node counts can differ from run to run. From
 * then on each also marks in the table what it is busy with, so that the others take other ways: a
 * search alone in a table that is or was shared takes other nodes than in one of its own. The
 * memory of the table must stay until neither of them uses it any more; "owner" itself need not.
 *
 * YOMI_ERROR_STATE: a search of "dfpn" is under way, or "owner" is inside a call.
 * YOMI_ERROR_UNSUPPORTED: one of the games has no "side".
 */
yomi_status yomi_dfpn_share_table(struct yomi_dfpn *dfpn, struct yomi_dfpn *owner);

/**
 * Forgets what the table knows, in constant time. Needed where the same keys come to stand for
 * other positions.
 *
 * YOMI_ERROR_STATE: a search is under way.
 */
yomi_status yomi_dfpn_clear_table(struct yomi_dfpn *dfpn);

/**
 * Begins a search of the position that the host's game has now. A search that was under way is
 * given up and its moves are taken back first; a cancel that was asked for is forgotten. The table
 * keeps what it knows, except where the game has no "side".
 *
 * "limits" may be null: no limits, the first win, the side to move attacks.
 *
 * YOMI_ERROR_CONFIG: a field is out of range, or more plies than the configuration gave.
 */
yomi_status yomi_dfpn_start(struct yomi_dfpn *dfpn, const struct yomi_dfpn_limits *limits);

/**
 * Goes on with the search or the verification for at most "max_nodes" nodes. Returns YOMI_MORE
 * where there is more to do and YOMI_DONE where it has ended, be it by a limit. In between, the
 * host's game stands somewhere in the tree; at the end it stands where the search started.
 *
 * YOMI_ERROR_STATE: nothing was started. YOMI_ERROR_TOO_MANY_MOVES: the memory for moves is too
 * small. Or an error of a callback; the search is over then, and the game is not brought back.
 */
yomi_status yomi_dfpn_step(struct yomi_dfpn *dfpn, uint64_t max_nodes);

/**
 * Begins a search and runs it to its end: yomi_dfpn_start, then yomi_dfpn_step.
 */
yomi_status yomi_dfpn_solve(struct yomi_dfpn *dfpn, const struct yomi_dfpn_limits *limits);

/**
 * Lets a search or verification that stopped with YOMI_STOP_NODES or YOMI_STOP_CANCELLED go on
 * exactly where it stood, with "nodes" more nodes (0: no limit); yomi_dfpn_step does the work. The
 * host's game must stand where it stood when yomi_dfpn_step returned.
 *
 * YOMI_ERROR_STATE: nothing has stopped so.
 */
yomi_status yomi_dfpn_resume(struct yomi_dfpn *dfpn, uint64_t nodes);

/**
 * Gives up what is under way and takes back its moves, so that the host's game stands where the
 * search started. The result and the table stay; the reason to stop is YOMI_STOP_RUNNING then,
 * where the search had not ended.
 */
yomi_status yomi_dfpn_reset(struct yomi_dfpn *dfpn);

/**
 * Asks the search to stop at its next node, by one 32-bit store. It stays asked for until
 * yomi_dfpn_start, _resume or a verification begins.
 *
 * Callable at any time after yomi_dfpn_init, from any thread, from an interrupt and from a
 * callback.
 */
yomi_status yomi_dfpn_cancel(struct yomi_dfpn *dfpn);

/**
 * Writes how far the search is, as published every few hundred nodes and at the end of each step.
 *
 * Callable at any time after yomi_dfpn_init, from any thread, from an interrupt and from a
 * callback. YOMI_ERROR_STATE: the search is just writing; try again later.
 * YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
 */
yomi_status yomi_dfpn_progress(const struct yomi_dfpn *dfpn, struct yomi_progress *out);

/**
 * Writes everything that can be said of the search; legal in every state, between steps too.
 */
yomi_status yomi_dfpn_get_result(struct yomi_dfpn *dfpn, struct yomi_dfpn_result *out);

/**
 * Writes the line of the last win found, the attacker's quickest way against the defender's
 * longest resistance, as far as "capacity" goes, and its whole length to "count": 0 where no win
 * was found, where it stands on the board already, and between the steps in which a win is proven
 * and its line is read, or where the budget ended there. "out" may be null where "capacity" is 0.
 */
yomi_status yomi_dfpn_pv(struct yomi_dfpn *dfpn, yomi_move *out, size_t capacity, size_t *count);

/**
 * Begins to check the answer move by move, in at most "nodes" nodes (0: no limit);
 * yomi_dfpn_step does the work. The search is asked for hints only. "trust" is YOMI_TRUST_KEYS or
 * YOMI_TRUST_NOTHING. The host's game must stand where the search started.
 *
 * YOMI_ERROR_STATE: there is no answer. YOMI_ERROR_CONFIG: "trust" is out of range.
 */
yomi_status yomi_dfpn_start_verification(struct yomi_dfpn *dfpn, int32_t trust, uint64_t nodes);

/**
 * Checks the answer to the end and writes YOMI_VERIFICATION_PASSED or _FAILED to "out", or
 * _NOT_RUN where the nodes did not suffice: yomi_dfpn_start_verification, then yomi_dfpn_step.
 */
yomi_status yomi_dfpn_verify(struct yomi_dfpn *dfpn, int32_t trust, uint64_t nodes, int32_t *out);

/**
 * Writes the bytes of memory that yomi_alphabeta_init needs for this configuration. The table is
 * separate. YOMI_ALPHABETA_WORDS gives the same for static arrays, rounded up.
 *
 * "config" may be null: 128 plies of 64 moves, no history.
 *
 * YOMI_ERROR_CONFIG: a field is out of range. YOMI_ERROR_SIZE: no address space could hold it.
 */
yomi_status yomi_alphabeta_mem_size(const struct yomi_alphabeta_config *config, size_t *out);

/**
 * Makes a search in "len" bytes at "memory" and writes its address, which is "memory", to "out".
 * It has no table yet, and works without one.
 *
 * "config" may be null: 128 plies of 64 moves, no history. "user" is the host's own and may be
 * null.
 *
 * YOMI_ERROR_SIZE: "len" is less than yomi_alphabeta_mem_size says. YOMI_ERROR_NULL: a pointer or
 * a required callback is null. YOMI_ERROR_CONFIG: a field or a flag is out of range.
 * YOMI_ERROR_ABI: a struct_size is too small.
 */
yomi_status yomi_alphabeta_init(void *memory,
                                size_t len,
                                const struct yomi_alphabeta_config *config,
                                const struct yomi_game *game,
                                void *user,
                                struct yomi_alphabeta **out);

/**
 * Gives the search "len" bytes at "memory" as its table, emptied: any number of bytes will do, and
 * all of them are used, three entries in 64 bytes. Takes a pass over the memory. A null "memory"
 * with "len" 0 takes the table away. A search that stopped can then no longer be resumed.
 *
 * YOMI_ERROR_STATE: a search is under way.
 */
yomi_status yomi_alphabeta_set_table(struct yomi_alphabeta *alphabeta, void *memory, size_t len);

/**
 * Gives "alphabeta" the table of "owner", with all that it knows. Both must search the same game
 * with keys of the same meaning, "evaluate" included. The memory of the table must stay for as
 * long as either is used. Searches that share a table may run in different threads; what one of
 * them then finds in it depends on the other, so that node counts, and with
 * YOMI_AB_DEEPER_ENTRIES scores, can differ from run to run. yomi_alphabeta_clear_table on one of
 * them ends the sharing: each finds its own entries only.
 *
 * YOMI_ERROR_STATE: a search of "alphabeta" is under way, or "owner" is inside a call.
 */
yomi_status yomi_alphabeta_share_table(struct yomi_alphabeta *alphabeta,
                                       struct yomi_alphabeta *owner);

/**
 * Forgets what the table knows, in constant time. Needed where the same keys come to stand for
 * other positions, or "evaluate" for other scores. A search that stopped can then no longer be
 * resumed.
 *
 * YOMI_ERROR_STATE: a search is under way.
 */
yomi_status yomi_alphabeta_clear_table(struct yomi_alphabeta *alphabeta);

/**
 * Begins a search of the position that the host's game has now. A search that was under way is
 * given up and its moves are taken back first; a cancel that was asked for is forgotten. The table
 * keeps what it knows; nothing else of earlier searches has an influence.
 *
 * "settings" may be null: PVS to the end of the game, no limits.
 *
 * YOMI_ERROR_CONFIG: a field is out of range.
 */
yomi_status yomi_alphabeta_start(struct yomi_alphabeta *alphabeta,
                                 const struct yomi_alphabeta_settings *settings);

/**
 * Goes on with the search for at most "max_nodes" nodes, apart from those that the game's "solve"
 * looks at in one go. Returns YOMI_MORE where there is more to do and YOMI_DONE where it has
 * ended, be it by a limit. In between, the host's game stands somewhere in the tree; once it has
 * ended, it stands where the search started.
 *
 * YOMI_ERROR_STATE: nothing was started. YOMI_ERROR_TOO_MANY_MOVES, YOMI_ERROR_SIZE: the memory
 * for moves, or for plies, is too small; the search is over, and the game is back where it
 * started. Or an error of a callback; the search is over then, and the game is not brought back.
 */
yomi_status yomi_alphabeta_step(struct yomi_alphabeta *alphabeta, uint64_t max_nodes);

/**
 * Begins a search and runs it to its end: yomi_alphabeta_start, then yomi_alphabeta_step.
 */
yomi_status yomi_alphabeta_solve(struct yomi_alphabeta *alphabeta,
                                 const struct yomi_alphabeta_settings *settings);

/**
 * Lets a search that stopped with YOMI_STOP_NODES or YOMI_STOP_CANCELLED go on exactly where it
 * stood, with "nodes" more nodes (0: no limit); yomi_alphabeta_step does the work. The host's game
 * must stand where the search started; the moves of the search are played again.
 *
 * YOMI_ERROR_STATE: nothing has stopped so.
 */
yomi_status yomi_alphabeta_resume(struct yomi_alphabeta *alphabeta, uint64_t nodes);

/**
 * Gives up what is under way and takes back its moves, so that the host's game stands where the
 * search started. The result and the table stay; the reason is YOMI_STOP_CANCELLED then.
 */
yomi_status yomi_alphabeta_reset(struct yomi_alphabeta *alphabeta);

/**
 * Asks the search to stop at its next node, by one 32-bit store. It stays asked for until
 * yomi_alphabeta_start or _resume.
 *
 * Callable at any time after yomi_alphabeta_init, from any thread, from an interrupt and from a
 * callback.
 */
yomi_status yomi_alphabeta_cancel(struct yomi_alphabeta *alphabeta);

/**
 * Writes how far the search is, as published every few thousand nodes and at the end of each step.
 *
 * Callable at any time after yomi_alphabeta_init, from any thread, from an interrupt and from a
 * callback. YOMI_ERROR_STATE: the search is just writing; try again later.
 * YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
 */
yomi_status yomi_alphabeta_progress(const struct yomi_alphabeta *alphabeta,
                                    struct yomi_alphabeta_snapshot *out);

/**
 * Writes everything that can be said of the search; legal in every state. Between the steps of an
 * iterative search it tells what the last whole iteration found.
 */
yomi_status yomi_alphabeta_get_result(struct yomi_alphabeta *alphabeta,
                                      struct yomi_alphabeta_result *out);

/**
 * Writes the line of best play that belongs to the result, as far as the table knew it when the
 * iteration ended and as far as "capacity" goes, and its whole length to "count". It begins with
 * the best move of the result. Legal in every state, between steps too. "out" may be null where
 * "capacity" is 0.
 */
yomi_status yomi_alphabeta_pv(struct yomi_alphabeta *alphabeta,
                              yomi_move *out,
                              size_t capacity,
                              size_t *count);

/**
 * Makes the position of the start of the game in "len" bytes at "memory", at least
 * 8 * YOMI_SHOGI_WORDS, and writes its address, which is "memory", to "out".
 */
yomi_status yomi_shogi_init(void *memory, size_t len, struct yomi_shogi **out);

/**
 * Makes "shogi" the position that "from" is.
 */
yomi_status yomi_shogi_copy(struct yomi_shogi *shogi, const struct yomi_shogi *from);

/**
 * Sets the position of a zero-terminated SFEN: board, side, hands and, optionally, the move
 * number, which is checked and not kept. Refused are, besides bad syntax, more pieces than a set
 * holds, two kings of a side, two pawns of a side on a file, pieces that could never move, and
 * the side not to move in check. A king of either side may be missing.
 *
 * "error" may be null; it is written where the text is refused, and only then.
 *
 * YOMI_ERROR_SYNTAX: the text does not follow the grammar. YOMI_ERROR_ILLEGAL_POSITION: it breaks a
 * rule of the game. The position stays as it was.
 */
yomi_status yomi_shogi_set_sfen(struct yomi_shogi *shogi,
                                const char *sfen,
                                struct yomi_sfen_error *error);

/**
 * Writes the SFEN of the position with move number 1, zero-terminated, and its length without the
 * zero to "len", which may be null. YOMI_SHOGI_SFEN_SIZE bytes are always enough.
 *
 * YOMI_ERROR_SIZE: "capacity" is too small.
 */
yomi_status yomi_shogi_get_sfen(const struct yomi_shogi *shogi,
                                char *out,
                                size_t capacity,
                                size_t *len);

/**
 * Writes the legal moves of the position that belong to "stages", a sum of YOMI_SHOGI_... stages,
 * and how many there are to "count". YOMI_SHOGI_MOST_MOVES is always room enough. "out" may be
 * null where "capacity" is 0.
 *
 * YOMI_ERROR_TOO_MANY_MOVES: "capacity" is too small. YOMI_ERROR_CONFIG: "stages" is no such sum.
 */
yomi_status yomi_shogi_moves(const struct yomi_shogi *shogi,
                             uint32_t stages,
                             yomi_move *out,
                             size_t capacity,
                             size_t *count);

/**
 * Plays a move.
 *
 * YOMI_ERROR_BAD_MOVE: it is not legal here, whatever its bits are.
 */
yomi_status yomi_shogi_play(struct yomi_shogi *shogi, yomi_move m);

/**
 * Takes back "m", the move played last.
 *
 * YOMI_ERROR_BAD_MOVE: it cannot have been the last move, since its piece does not stand where it
 * went, its origin is not empty, or the captured piece is not in hand. A position does not remember
 * its last move: one that could have been it, and was not, is taken back all the same, and the
 * position is then another than before.
 */
yomi_status yomi_shogi_undo(struct yomi_shogi *shogi, yomi_move m);

/**
 * Writes 0 where the first side (black, sente) is to move and 1 where the second is.
 */
yomi_status yomi_shogi_side(const struct yomi_shogi *shogi, int32_t *out);

/**
 * Writes 1 where the side to move is in check, else 0.
 */
yomi_status yomi_shogi_in_check(const struct yomi_shogi *shogi, int32_t *out);

/**
 * Writes the key of the position: board, hands and side to move.
 */
yomi_status yomi_shogi_key(const struct yomi_shogi *shogi, yomi_key *out);

/**
 * Writes what stands on a square, from 0 to 80: 0 for nothing, otherwise the piece, and
 * YOMI_SHOGI_SECOND more where it is the second side's.
 *
 * YOMI_ERROR_CONFIG: there is no such square.
 */
yomi_status yomi_shogi_piece(const struct yomi_shogi *shogi, int32_t square, int32_t *out);

/**
 * Writes how many pieces of a kind, YOMI_SHOGI_PAWN to YOMI_SHOGI_GOLD, "side" (0 or 1) holds.
 *
 * YOMI_ERROR_CONFIG: there is no such side, or the kind is never in hand.
 */
yomi_status yomi_shogi_hand(const struct yomi_shogi *shogi,
                            int32_t side,
                            int32_t piece,
                            int32_t *out);

/**
 * Writes the legal move that a zero-terminated text names as USI does: "7g7f", "3c2b+", "P*5e".
 *
 * YOMI_ERROR_SYNTAX: the text is no move. YOMI_ERROR_BAD_MOVE: it is not legal here.
 */
yomi_status yomi_shogi_parse_usi(const struct yomi_shogi *shogi, const char *text, yomi_move *out);

/**
 * Writes a move as USI does, zero-terminated, and its length without the zero to "len", which may
 * be null. YOMI_SHOGI_USI_SIZE bytes are always enough.
 *
 * YOMI_ERROR_BAD_MOVE: the number is no move. YOMI_ERROR_SIZE: "capacity" is too small.
 */
yomi_status yomi_shogi_format_usi(yomi_move m, char *out, size_t capacity, size_t *len);

/**
 * Writes 1 where the side to move has a legal move, else 0: it is mated, or has none left and has
 * lost all the same. Takes less than writing the moves.
 */
yomi_status yomi_shogi_has_move(const struct yomi_shogi *shogi, int32_t *out);

/**
 * Writes 1 where "m", a legal move, gives check, else 0. For any other number the answer has no
 * meaning.
 */
yomi_status yomi_shogi_gives_check(const struct yomi_shogi *shogi, yomi_move m, int32_t *out);

/**
 * Writes the key that the position will have after "m", a legal move, without playing it; see
 * yomi_shogi_key. For any other number the answer has no meaning.
 */
yomi_status yomi_shogi_key_after(const struct yomi_shogi *shogi, yomi_move m, yomi_key *out);

/**
 * Writes 1 where the side to move may declare that it has won, by the 27-point rule (nyugyoku
 * sengen): its king stands in the enemy camp and is not in check, ten more of its pieces stand
 * there, and its pieces there and in hand count at least 28 points for the first side, 27 for the
 * second, bishops and rooks five each and the others one. Else 0.
 */
yomi_status yomi_shogi_can_declare_win(const struct yomi_shogi *shogi, int32_t *out);

/**
 * Writes the bytes of memory that yomi_tsume_init needs for this configuration; see
 * yomi_dfpn_mem_size.
 */
yomi_status yomi_tsume_mem_size(const struct yomi_dfpn_config *config, size_t *out);

/**
 * Makes a solver in "len" bytes at "memory" and writes its address, which is "memory", to "out".
 * Its problem is the start of the game, which is none. It has no table yet, and works without one.
 *
 * "config" may be null: 256 plies of 64 moves. Errors as for yomi_dfpn_init.
 */
yomi_status yomi_tsume_init(void *memory,
                            size_t len,
                            const struct yomi_dfpn_config *config,
                            struct yomi_tsume **out);

/**
 * Gives the solver "len" bytes at "memory" as its table; see yomi_dfpn_set_table.
 */
yomi_status yomi_tsume_set_table(struct yomi_tsume *tsume, void *memory, size_t len);

/**
 * Gives "tsume" the table of "owner", with all that it knows: both must have the same problem, set
 * before this call, since setting a problem empties the table. Searches that share a table may run
 * in different threads; lengths that are not exact and node counts can differ from run to run then.
 * See yomi_dfpn_share_table.
 *
 * YOMI_ERROR_STATE: a search of "tsume" is under way, or "owner" is inside a call.
 */
yomi_status yomi_tsume_share_table(struct yomi_tsume *tsume, struct yomi_tsume *owner);

/**
 * Makes the position of a zero-terminated SFEN the problem; the side to move attacks. A search
 * that was under way is given up, the last result is forgotten, and the table is emptied, in
 * constant time.
 *
 * "error" may be null; see yomi_shogi_set_sfen.
 *
 * YOMI_ERROR_SYNTAX, YOMI_ERROR_ILLEGAL_POSITION: the text is refused, or the side that is not to
 * move has no king. The problem stays as it was.
 */
yomi_status yomi_tsume_set_sfen(struct yomi_tsume *tsume,
                                const char *sfen,
                                struct yomi_sfen_error *error);

/**
 * Makes a copy of a position the problem, as yomi_tsume_set_sfen does.
 *
 * YOMI_ERROR_ILLEGAL_POSITION: the side that is not to move has no king.
 */
yomi_status yomi_tsume_set_position(struct yomi_tsume *tsume, const struct yomi_shogi *shogi);

/**
 * Begins a search of the problem; see yomi_dfpn_start. With YOMI_ATTACKER_OPPONENT the side to
 * move defends, and is asked to find every reply to a check that stands on the board.
 *
 * YOMI_ERROR_ILLEGAL_POSITION: the defender has no king.
 */
yomi_status yomi_tsume_start(struct yomi_tsume *tsume, const struct yomi_dfpn_limits *limits);

/**
 * Goes on for at most "max_nodes" nodes; see yomi_dfpn_step.
 */
yomi_status yomi_tsume_step(struct yomi_tsume *tsume, uint64_t max_nodes);

/**
 * Begins a search and runs it to its end: yomi_tsume_start, then yomi_tsume_step.
 */
yomi_status yomi_tsume_solve(struct yomi_tsume *tsume, const struct yomi_dfpn_limits *limits);

/**
 * Lets a search that stopped go on where it stood; see yomi_dfpn_resume.
 */
yomi_status yomi_tsume_resume(struct yomi_tsume *tsume, uint64_t nodes);

/**
 * Gives up what is under way. The problem, the result and the table stay.
 */
yomi_status yomi_tsume_reset(struct yomi_tsume *tsume);

/**
 * Asks the search to stop at its next node; see yomi_dfpn_cancel.
 *
 * Callable at any time after yomi_tsume_init, from any thread and from an interrupt.
 */
yomi_status yomi_tsume_cancel(struct yomi_tsume *tsume);

/**
 * Writes how far the search is; see yomi_dfpn_progress.
 *
 * Callable at any time after yomi_tsume_init, from any thread and from an interrupt.
 * YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
 */
yomi_status yomi_tsume_progress(const struct yomi_tsume *tsume, struct yomi_progress *out);

/**
 * Writes everything that can be said of the search; legal in every state, between steps too.
 */
yomi_status yomi_tsume_get_result(struct yomi_tsume *tsume, struct yomi_dfpn_result *out);

/**
 * Writes the line of the last mate found; see yomi_dfpn_pv.
 */
yomi_status yomi_tsume_pv(struct yomi_tsume *tsume, yomi_move *out, size_t capacity, size_t *count);

/**
 * Begins to check the answer move by move; see yomi_dfpn_start_verification.
 */
yomi_status yomi_tsume_start_verification(struct yomi_tsume *tsume, int32_t trust, uint64_t nodes);

/**
 * Checks the answer to the end; see yomi_dfpn_verify.
 */
yomi_status yomi_tsume_verify(struct yomi_tsume *tsume,
                              int32_t trust,
                              uint64_t nodes,
                              int32_t *out);

/**
 * Begins to look for moves of the attacker that mate too, beside those of the line that was found:
 * other first moves, or second solutions anywhere along the line. A detour that comes back to a
 * position of the line is none. A search for a shorter mate is given up.
 *
 * "limits" may be null: first moves, no limits, the first mate found of each.
 *
 * YOMI_ERROR_STATE: there is no line. YOMI_ERROR_CONFIG: a field is out of range, or more plies
 * than the configuration gave.
 */
yomi_status yomi_tsume_start_survey(struct yomi_tsume *tsume,
                                    const struct yomi_survey_limits *limits);

/**
 * Looks on for at most "max_nodes" nodes. YOMI_OK: the next move was written to "out", and
 * yomi_tsume_found_line tells its line; call again. YOMI_MORE: the nodes are used up, or a cancel
 * was met; call again. YOMI_DONE: there is nothing more. Moves come in the order of the line.
 *
 * The nodes count in the solver's result. YOMI_ERROR_STATE: no survey is under way.
 */
yomi_status yomi_tsume_survey(struct yomi_tsume *tsume, uint64_t max_nodes, struct yomi_found *out);

/**
 * Writes the line of the move that yomi_tsume_survey has just found, from that move to the mate,
 * as far as "capacity" goes, and its whole length to "count": 0 for a move that is undecided, or
 * once the survey looks on. "out" may be null where "capacity" is 0.
 */
yomi_status yomi_tsume_found_line(struct yomi_tsume *tsume,
                                  yomi_move *out,
                                  size_t capacity,
                                  size_t *count);

/**
 * Begins to count, by YOMI_FUTILE_NARROW, _X or _XY, the plies of the mate that "tsume" has found,
 * in at most "nodes" nodes (0: no limit). The count is made in "len" bytes at "memory", and its
 * address, which is "memory", is written to "out". A search that looks for a shorter mate is given
 * up.
 *
 * YOMI_ERROR_STATE: "tsume" has proven no mate. YOMI_ERROR_CONFIG: "rule" is out of range.
 * YOMI_ERROR_SIZE: fewer than 8 * YOMI_FUTILE_WORDS bytes.
 */
yomi_status yomi_futile_init(void *memory,
                             size_t len,
                             struct yomi_tsume *tsume,
                             int32_t rule,
                             uint64_t nodes,
                             struct yomi_futile **out);

/**
 * Counts on for at most "max_nodes" nodes. Returns YOMI_MORE where there is more to do and
 * YOMI_DONE where it has ended, be it by the limit or by yomi_tsume_cancel of the solver.
 *
 * YOMI_ERROR_STATE: the solver was used for something else meanwhile.
 */
yomi_status yomi_futile_step(struct yomi_futile *futile, uint64_t max_nodes);

/**
 * Lets a count that stopped by its limit or a cancel go on with "nodes" more nodes (0: no limit).
 *
 * YOMI_ERROR_STATE: it has not stopped so.
 */
yomi_status yomi_futile_resume(struct yomi_futile *futile, uint64_t nodes);

/**
 * Writes what was found; legal between steps too.
 */
yomi_status yomi_futile_get_result(struct yomi_futile *futile, struct yomi_futile_result *out);

/**
 * The length without futile interpositions, to the end: yomi_futile_init, yomi_futile_step and
 * yomi_futile_get_result in one. "memory" is needed during the call only.
 */
yomi_status yomi_tsume_length_without_futile(struct yomi_tsume *tsume,
                                             void *memory,
                                             size_t len,
                                             int32_t rule,
                                             uint64_t nodes,
                                             struct yomi_futile_result *out);

/**
 * Makes the position of the start of the game in "len" bytes at "memory", at least
 * 8 * YOMI_OTHELLO_WORDS, and writes its address, which is "memory", to "out".
 */
yomi_status yomi_othello_init(void *memory, size_t len, struct yomi_othello **out);

/**
 * Makes "othello" the position that "from" is, with the moves that led to it.
 */
yomi_status yomi_othello_copy(struct yomi_othello *othello, const struct yomi_othello *from);

/**
 * Sets the position of a zero-terminated text, as the FFO test suite writes them: 64 characters
 * from a1 to h1, then a2 to h2 and so on, X or * for black, O for white, - or . for an empty
 * square; a space; X or O for the side to move. What follows a further space, tab or semicolon is
 * ignored.
 *
 * YOMI_ERROR_SYNTAX: the text is anything else. The position stays as it was.
 */
yomi_status yomi_othello_set_text(struct yomi_othello *othello, const char *text);

/**
 * Sets a position from the discs of both sides; "side" is the side to move, 0 for black.
 *
 * YOMI_ERROR_ILLEGAL_POSITION: both sides have a disc on one square. YOMI_ERROR_CONFIG: there is
 * no such side. The position stays as it was.
 */
yomi_status yomi_othello_set_discs(struct yomi_othello *othello,
                                   uint64_t black,
                                   uint64_t white,
                                   int32_t side);

/**
 * Writes the position as yomi_othello_set_text reads it, zero-terminated, and its length without
 * the zero to "len", which may be null. YOMI_OTHELLO_TEXT_SIZE bytes are always enough.
 *
 * YOMI_ERROR_SIZE: "capacity" is too small.
 */
yomi_status yomi_othello_get_text(const struct yomi_othello *othello,
                                  char *out,
                                  size_t capacity,
                                  size_t *len);

/**
 * Writes the discs of both sides.
 */
yomi_status yomi_othello_get_discs(const struct yomi_othello *othello,
                                   uint64_t *black,
                                   uint64_t *white);

/**
 * Writes 0 where black is to move and 1 where white is.
 */
yomi_status yomi_othello_side(const struct yomi_othello *othello, int32_t *out);

/**
 * Writes the number of empty squares.
 */
yomi_status yomi_othello_empties(const struct yomi_othello *othello, int32_t *out);

/**
 * Writes the legal moves of the position and how many there are to "count": the one move
 * YOMI_OTHELLO_PASS where the side to move cannot turn a disc while the other can, none where the
 * game has ended. YOMI_OTHELLO_MOST_MOVES is always room enough. "out" may be null where
 * "capacity" is 0.
 *
 * YOMI_ERROR_TOO_MANY_MOVES: "capacity" is too small.
 */
yomi_status yomi_othello_moves(const struct yomi_othello *othello,
                               yomi_move *out,
                               size_t capacity,
                               size_t *count);

/**
 * Plays a move.
 *
 * YOMI_ERROR_BAD_MOVE: it is not legal here, whatever its bits are.
 */
yomi_status yomi_othello_play(struct yomi_othello *othello, yomi_move m);

/**
 * Takes back "m", the move played last.
 *
 * YOMI_ERROR_BAD_MOVE: it was not the last move since the position was set up.
 */
yomi_status yomi_othello_undo(struct yomi_othello *othello, yomi_move m);

/**
 * Writes 1 where the game has ended, since neither side can turn a disc, else 0.
 */
yomi_status yomi_othello_ended(const struct yomi_othello *othello, int32_t *out);

/**
 * Writes the score of the discs on the board by a rule, YOMI_OTHELLO_EMPTIES_TO_WINNER or
 * YOMI_OTHELLO_DISCS, from the view of the side to move: the result, where the game has ended.
 *
 * YOMI_ERROR_CONFIG: there is no such rule.
 */
yomi_status yomi_othello_score(const struct yomi_othello *othello, int32_t rule, yomi_score *out);

/**
 * Writes the key of the position: discs and side to move.
 */
yomi_status yomi_othello_key(const struct yomi_othello *othello, yomi_key *out);

/**
 * Writes the legal move that a zero-terminated text names: "d3" or "D3", "--" or "pass".
 *
 * YOMI_ERROR_SYNTAX: the text is no move. YOMI_ERROR_BAD_MOVE: it is not legal here.
 */
yomi_status yomi_othello_parse_move(const struct yomi_othello *othello,
                                    const char *text,
                                    yomi_move *out);

/**
 * Writes a move as text, "d3", or "--" for a pass, zero-terminated, and its length without the
 * zero to "len", which may be null. YOMI_OTHELLO_MOVE_SIZE bytes are always enough.
 *
 * YOMI_ERROR_BAD_MOVE: the number is no move. YOMI_ERROR_SIZE: "capacity" is too small.
 */
yomi_status yomi_othello_format_move(yomi_move m, char *out, size_t capacity, size_t *len);

/**
 * Writes the bytes of memory that yomi_othello_solver_init needs for positions of at most
 * "empties" empty squares, up to 60. The table is separate. YOMI_OTHELLO_SOLVER_WORDS gives the
 * same for static arrays, rounded up.
 *
 * YOMI_ERROR_CONFIG: there are no so many squares.
 */
yomi_status yomi_othello_solver_mem_size(uint32_t empties, size_t *out);

/**
 * Makes a solver in "len" bytes at "memory" and writes its address, which is "memory", to "out".
 * Its position is one without discs, which has ended. It has no table yet, and works without one.
 *
 * YOMI_ERROR_SIZE: "len" is less than yomi_othello_solver_mem_size says. YOMI_ERROR_CONFIG: there
 * are no so many squares.
 */
yomi_status yomi_othello_solver_init(void *memory,
                                     size_t len,
                                     uint32_t empties,
                                     struct yomi_othello_solver **out);

/**
 * Gives the solver "len" bytes at "memory" as its table; see yomi_alphabeta_set_table.
 */
yomi_status yomi_othello_solver_set_table(struct yomi_othello_solver *solver,
                                          void *memory,
                                          size_t len);

/**
 * Gives "solver" the table of "owner"; see yomi_alphabeta_share_table. Both must search with one
 * scoring.
 *
 * YOMI_ERROR_CONFIG: their last searches had different scorings.
 */
yomi_status yomi_othello_solver_share_table(struct yomi_othello_solver *solver,
                                            struct yomi_othello_solver *owner);

/**
 * Forgets what the table knows, in constant time. Never needed: what it knows of a position stays
 * true, and another scoring empties it.
 *
 * YOMI_ERROR_STATE: a search is under way.
 */
yomi_status yomi_othello_solver_clear_table(struct yomi_othello_solver *solver);

/**
 * Makes a copy of a position the solver's. A search that was under way is given up, and the last
 * result is forgotten; the table stays.
 *
 * YOMI_ERROR_SIZE: it has more empty squares than the solver's memory is for.
 */
yomi_status yomi_othello_solver_set_position(struct yomi_othello_solver *solver,
                                             const struct yomi_othello *othello);

/**
 * Begins a search of the position; see yomi_alphabeta_start. Where the scoring is another than in
 * the last search, the table is emptied, in constant time.
 *
 * "settings" may be null: PVS, no limit, empty squares to the winner.
 *
 * YOMI_ERROR_CONFIG: a field is out of range.
 */
yomi_status yomi_othello_solver_start(struct yomi_othello_solver *solver,
                                      const struct yomi_othello_settings *settings);

/**
 * Goes on for at most "max_nodes" nodes; the last five empty squares are solved in one go, which
 * may take some hundreds more. See yomi_alphabeta_step.
 */
yomi_status yomi_othello_solver_step(struct yomi_othello_solver *solver, uint64_t max_nodes);

/**
 * Begins a search and runs it to its end: yomi_othello_solver_start, then
 * yomi_othello_solver_step.
 */
yomi_status yomi_othello_solver_solve(struct yomi_othello_solver *solver,
                                      const struct yomi_othello_settings *settings);

/**
 * Lets a search that stopped go on where it stood; see yomi_alphabeta_resume.
 */
yomi_status yomi_othello_solver_resume(struct yomi_othello_solver *solver, uint64_t nodes);

/**
 * Gives up what is under way. The position, the result and the table stay.
 */
yomi_status yomi_othello_solver_reset(struct yomi_othello_solver *solver);

/**
 * Asks the search to stop at its next node; see yomi_alphabeta_cancel.
 *
 * Callable at any time after yomi_othello_solver_init, from any thread and from an interrupt.
 */
yomi_status yomi_othello_solver_cancel(struct yomi_othello_solver *solver);

/**
 * Writes how far the search is; see yomi_alphabeta_progress.
 *
 * Callable at any time after yomi_othello_solver_init, from any thread and from an interrupt.
 * YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
 */
yomi_status yomi_othello_solver_progress(const struct yomi_othello_solver *solver,
                                         struct yomi_alphabeta_snapshot *out);

/**
 * Writes everything that can be said of the search; see yomi_alphabeta_get_result.
 */
yomi_status yomi_othello_solver_get_result(struct yomi_othello_solver *solver,
                                           struct yomi_alphabeta_result *out);

/**
 * Writes the line of best play that belongs to the result, as far as the table knew it; see
 * yomi_alphabeta_pv. It ends before the last five empty squares.
 */
yomi_status yomi_othello_solver_pv(struct yomi_othello_solver *solver,
                                   yomi_move *out,
                                   size_t capacity,
                                   size_t *count);

/**
 * Makes the position of the start of the game in "len" bytes at "memory", at least
 * 8 * YOMI_DOBUTSU_WORDS, and writes its address, which is "memory", to "out".
 */
yomi_status yomi_dobutsu_init(void *memory, size_t len, struct yomi_dobutsu **out);

/**
 * Makes "dobutsu" the position that "from" is.
 */
yomi_status yomi_dobutsu_copy(struct yomi_dobutsu *dobutsu, const struct yomi_dobutsu *from);

/**
 * Sets the position of a zero-terminated text in any of the notations, told apart by their form.
 *
 * YOMI_ERROR_SYNTAX: the text has no such form. YOMI_ERROR_ILLEGAL_POSITION: the pieces are not the
 * game's. The position stays as it was.
 */
yomi_status yomi_dobutsu_set_text(struct yomi_dobutsu *dobutsu, const char *text);

/**
 * Writes the position in a notation, YOMI_DOBUTSU_TANAKA to YOMI_DOBUTSU_SFEN, zero-terminated,
 * and its length without the zero to "len", which may be null. YOMI_DOBUTSU_TEXT_SIZE bytes are
 * always enough.
 *
 * YOMI_ERROR_SIZE: "capacity" is too small. YOMI_ERROR_CONFIG: there is no such notation.
 */
yomi_status yomi_dobutsu_get_text(const struct yomi_dobutsu *dobutsu,
                                  int32_t how,
                                  char *out,
                                  size_t capacity,
                                  size_t *len);

/**
 * Writes the legal moves of the position in Tanaka's order, and how many there are to "count":
 * none where the game has ended. A side without a legal move in a game that goes on has lost.
 * YOMI_DOBUTSU_MOST_MOVES is always room enough. "out" may be null where "capacity" is 0.
 *
 * YOMI_ERROR_TOO_MANY_MOVES: "capacity" is too small.
 */
yomi_status yomi_dobutsu_moves(const struct yomi_dobutsu *dobutsu,
                               yomi_move *out,
                               size_t capacity,
                               size_t *count);

/**
 * Plays a move.
 *
 * YOMI_ERROR_BAD_MOVE: it is not legal here, whatever its bits are.
 */
yomi_status yomi_dobutsu_play(struct yomi_dobutsu *dobutsu, yomi_move m);

/**
 * Takes back "m", the move played last.
 *
 * YOMI_ERROR_BAD_MOVE: it cannot have been the last move. A move that can have been, and was not,
 * is taken back all the same, and the position is then another than before.
 */
yomi_status yomi_dobutsu_undo(struct yomi_dobutsu *dobutsu, yomi_move m);

/**
 * Writes 0 where the first side is to move and 1 where the second is.
 */
yomi_status yomi_dobutsu_side(const struct yomi_dobutsu *dobutsu, int32_t *out);

/**
 * Writes how the game stands: YOMI_DOBUTSU_RUNNING to YOMI_DOBUTSU_STOOD.
 */
yomi_status yomi_dobutsu_ended(const struct yomi_dobutsu *dobutsu, int32_t *out);

/**
 * Writes the key of the position: board, hands and side to move. Mirrored positions have
 * different keys.
 */
yomi_status yomi_dobutsu_key(const struct yomi_dobutsu *dobutsu, yomi_key *out);

/**
 * Writes what stands on a square, from 0 to 11: 0 for nothing, otherwise the piece, and
 * YOMI_DOBUTSU_SECOND more where it is the second side's.
 *
 * YOMI_ERROR_CONFIG: there is no such square.
 */
yomi_status yomi_dobutsu_piece(const struct yomi_dobutsu *dobutsu, int32_t square, int32_t *out);

/**
 * Writes how many pieces of a kind, YOMI_DOBUTSU_CHICK, _ELEPHANT or _GIRAFFE, "side" (0 or 1)
 * holds.
 *
 * YOMI_ERROR_CONFIG: there is no such side, or the kind is never in hand.
 */
yomi_status yomi_dobutsu_hand(const struct yomi_dobutsu *dobutsu,
                              int32_t side,
                              int32_t piece,
                              int32_t *out);

/**
 * Writes the legal move that a zero-terminated text names in any of the notations.
 *
 * YOMI_ERROR_BAD_MOVE: the text is no legal move of the position.
 */
yomi_status yomi_dobutsu_parse_move(const struct yomi_dobutsu *dobutsu,
                                    const char *text,
                                    yomi_move *out);

/**
 * Writes a move of the position in a notation, zero-terminated, and its length without the zero to
 * "len", which may be null. YOMI_DOBUTSU_MOVE_SIZE bytes are always enough.
 *
 * YOMI_ERROR_BAD_MOVE: the number is no move. YOMI_ERROR_SIZE: "capacity" is too small.
 * YOMI_ERROR_CONFIG: there is no such notation.
 */
yomi_status yomi_dobutsu_format_move(const struct yomi_dobutsu *dobutsu,
                                     yomi_move m,
                                     int32_t how,
                                     char *out,
                                     size_t capacity,
                                     size_t *len);

/**
 * Writes the bytes of memory that yomi_dobutsu_solver_init needs for this configuration; see
 * yomi_dfpn_mem_size.
 */
yomi_status yomi_dobutsu_solver_mem_size(const struct yomi_dfpn_config *config, size_t *out);

/**
 * Makes a solver in "len" bytes at "memory" and writes its address, which is "memory", to "out".
 * Its position is the start of the game. It has no table yet, and works without one.
 *
 * "config" may be null: 256 plies of 64 moves. Errors as for yomi_dfpn_init.
 */
yomi_status yomi_dobutsu_solver_init(void *memory,
                                     size_t len,
                                     const struct yomi_dfpn_config *config,
                                     struct yomi_dobutsu_solver **out);

/**
 * Gives the solver "len" bytes at "memory" as its table; see yomi_dfpn_set_table.
 */
yomi_status yomi_dobutsu_solver_set_table(struct yomi_dobutsu_solver *solver,
                                          void *memory,
                                          size_t len);

/**
 * Gives "solver" the table of "owner"; see yomi_dfpn_share_table.
 */
yomi_status yomi_dobutsu_solver_share_table(struct yomi_dobutsu_solver *solver,
                                            struct yomi_dobutsu_solver *owner);

/**
 * Makes a copy of a position the solver's. A search that was under way is given up, and the last
 * result is forgotten; the table stays, since what it knows of a position stays true.
 */
yomi_status yomi_dobutsu_solver_set_position(struct yomi_dobutsu_solver *solver,
                                             const struct yomi_dobutsu *dobutsu);

/**
 * Begins a search of the position; see yomi_dfpn_start. With YOMI_ATTACKER_OPPONENT the side to
 * move defends.
 */
yomi_status yomi_dobutsu_solver_start(struct yomi_dobutsu_solver *solver,
                                      const struct yomi_dfpn_limits *limits);

/**
 * Goes on for at most "max_nodes" nodes; see yomi_dfpn_step.
 */
yomi_status yomi_dobutsu_solver_step(struct yomi_dobutsu_solver *solver, uint64_t max_nodes);

/**
 * Begins a search and runs it to its end: yomi_dobutsu_solver_start, then yomi_dobutsu_solver_step.
 */
yomi_status yomi_dobutsu_solver_solve(struct yomi_dobutsu_solver *solver,
                                      const struct yomi_dfpn_limits *limits);

/**
 * Lets a search that stopped go on where it stood; see yomi_dfpn_resume.
 */
yomi_status yomi_dobutsu_solver_resume(struct yomi_dobutsu_solver *solver, uint64_t nodes);

/**
 * Gives up what is under way. The position, the result and the table stay.
 */
yomi_status yomi_dobutsu_solver_reset(struct yomi_dobutsu_solver *solver);

/**
 * Asks the search to stop at its next node; see yomi_dfpn_cancel.
 *
 * Callable at any time after yomi_dobutsu_solver_init, from any thread and from an interrupt.
 */
yomi_status yomi_dobutsu_solver_cancel(struct yomi_dobutsu_solver *solver);

/**
 * Writes how far the search is; see yomi_dfpn_progress.
 *
 * Callable at any time after yomi_dobutsu_solver_init, from any thread and from an interrupt.
 * YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
 */
yomi_status yomi_dobutsu_solver_progress(const struct yomi_dobutsu_solver *solver,
                                         struct yomi_progress *out);

/**
 * Writes everything that can be said of the search; legal in every state, between steps too.
 */
yomi_status yomi_dobutsu_solver_get_result(struct yomi_dobutsu_solver *solver,
                                           struct yomi_dfpn_result *out);

/**
 * Writes the line of the last win found; see yomi_dfpn_pv.
 */
yomi_status yomi_dobutsu_solver_pv(struct yomi_dobutsu_solver *solver,
                                   yomi_move *out,
                                   size_t capacity,
                                   size_t *count);

/**
 * Begins to check the answer move by move; see yomi_dfpn_start_verification.
 */
yomi_status yomi_dobutsu_solver_start_verification(struct yomi_dobutsu_solver *solver,
                                                   int32_t trust,
                                                   uint64_t nodes);

/**
 * Checks the answer to the end; see yomi_dfpn_verify.
 */
yomi_status yomi_dobutsu_solver_verify(struct yomi_dobutsu_solver *solver,
                                       int32_t trust,
                                       uint64_t nodes,
                                       int32_t *out);

/**
 * Writes the bytes of memory that yomi_dobutsu_table_init needs. "slots" is how many decoded blocks
 * of a compressed table are kept, 64 KiB each, up to YOMI_DOBUTSU_MOST_SLOTS; 0 is enough for tables
 * that are used in place.
 *
 * YOMI_ERROR_CONFIG: too many slots.
 */
yomi_status yomi_dobutsu_table_mem_size(uint32_t slots,
                                        size_t *out);

/**
 * Opens the table file of "size" bytes at "data" (a read-only map of it, or flash) in "len" bytes
 * at "memory", and writes the table's address, which is "memory", to "out". The data are read in
 * place, need no alignment, and must stay. The header and the directory are checked; blocks are
 * checked by yomi_dobutsu_table_check_block, and those of compressed tables whenever they are
 * decoded.
 *
 * YOMI_ERROR_SYNTAX: not a table file. YOMI_ERROR_ABI: its version is not known.
 * YOMI_ERROR_UNSUPPORTED: a table of another game. YOMI_ERROR_DAMAGED: the header, the directory or
 * the length is wrong. YOMI_ERROR_SIZE: "len" is less than yomi_dobutsu_table_mem_size says.
 * YOMI_ERROR_CONFIG: too many slots, or none for a compressed table.
 */
yomi_status yomi_dobutsu_table_init(void *memory,
                                    size_t len,
                                    uint32_t slots,
                                    const void *data,
                                    size_t size,
                                    struct yomi_dobutsu_table **out);

/**
 * The same for a file of "size" bytes that "read" reads: an SD card, or a file that is not mapped.
 * The function is called whenever a value is looked up, with "user" unchanged.
 */
yomi_status yomi_dobutsu_table_init_read(void *memory,
                                         size_t len,
                                         uint32_t slots,
                                         yomi_read read,
                                         void *user,
                                         uint64_t size,
                                         struct yomi_dobutsu_table **out);

/**
 * Writes what the table is.
 */
yomi_status yomi_dobutsu_table_get_info(const struct yomi_dobutsu_table *table,
                                        struct yomi_dobutsu_table_info *out);

/**
 * Writes the place of a block in the file: its first byte to "start", and the byte after its last
 * to "end".
 *
 * YOMI_ERROR_SIZE: there is no such block.
 */
yomi_status yomi_dobutsu_table_block_range(const struct yomi_dobutsu_table *table,
                                           uint32_t block,
                                           uint64_t *start,
                                           uint64_t *end);

/**
 * Reads a block and compares its checksum.
 *
 * YOMI_ERROR_DAMAGED: it is damaged. YOMI_ERROR_SIZE: there is no such block. Or an error of the
 * host's function.
 */
yomi_status yomi_dobutsu_table_check_block(const struct yomi_dobutsu_table *table, uint32_t block);

/**
 * Writes the value of a position, also where the game has ended.
 *
 * YOMI_ERROR_ILLEGAL_POSITION: the pieces are not two each of the game's. YOMI_ERROR_DAMAGED: the
 * table is damaged there. Or an error of the host's function.
 */
yomi_status yomi_dobutsu_table_probe(struct yomi_dobutsu_table *table,
                                     const struct yomi_dobutsu *dobutsu,
                                     struct yomi_dobutsu_value *out);

/**
 * Writes the bytes of memory that yomi_dobutsu_lines_init needs. "capacity" is how many positions
 * the plan of a draw may look at, a power of two; 262144 is enough for every position that can
 * come about, 0 goes without lines of draws.
 *
 * YOMI_ERROR_CONFIG: not a power of two, or above 2^28. YOMI_ERROR_SIZE: no address space could
 * hold it.
 */
yomi_status yomi_dobutsu_lines_mem_size(uint32_t capacity, size_t *out);

/**
 * Makes a reader of lines in "len" bytes at "memory" and writes its address, which is "memory", to
 * "out".
 *
 * YOMI_ERROR_SIZE: "len" is less than yomi_dobutsu_lines_mem_size says. YOMI_ERROR_CONFIG: as for
 * that.
 */
yomi_status yomi_dobutsu_lines_init(void *memory,
                                    size_t len,
                                    uint32_t capacity,
                                    struct yomi_dobutsu_lines **out);

/**
 * Writes the value of a position as Tanaka's program counts it: 1, 0 or -1 to "win_lose" for a
 * won, drawn or lost position of the side to move, and the iteration in which it was decided to
 * "count". The count is the plies to the end, less one where the winner can force the end by a
 * capture of the lion; 0 for a draw.
 *
 * Errors as for yomi_dobutsu_table_probe; YOMI_ERROR_UNSUPPORTED: the table has no distances.
 */
yomi_status yomi_dobutsu_lines_value(struct yomi_dobutsu_lines *lines,
                                     struct yomi_dobutsu_table *table,
                                     const struct yomi_dobutsu *dobutsu,
                                     int32_t *win_lose,
                                     int32_t *count);

/**
 * Writes the best line of a decided position, as far as "capacity" goes, and its whole length to
 * "count": the line of Tanaka's program, which plays the first of the best moves by its count and
 * stops where the lion can be captured or a try stands. "out" may be null where "capacity" is 0.
 *
 * YOMI_ERROR_STATE: the position is drawn. Others as for yomi_dobutsu_lines_value.
 */
yomi_status yomi_dobutsu_lines_best(struct yomi_dobutsu_lines *lines,
                                    struct yomi_dobutsu_table *table,
                                    const struct yomi_dobutsu *dobutsu,
                                    yomi_move *out,
                                    size_t capacity,
                                    size_t *count);

/**
 * Writes the line of a drawn position, as far as "capacity" goes, its whole length to "count", and
 * after how many moves the position stands first that stands again at the end to "start_of_cycle".
 * "mode" is YOMI_DOBUTSU_DRAW_...; a mirrored position is no repetition. The line is planned as a
 * whole and to be followed as it is; YOMI_DOBUTSU_LONGEST_LINE is always room enough. "out" may be
 * null where "capacity" is 0. A table of who wins is enough.
 *
 * YOMI_ERROR_STATE: the position is not drawn, or the reader was made without lines of draws.
 * YOMI_ERROR_SIZE: the plan must look at more positions than the reader was made for.
 * YOMI_ERROR_CONFIG: there is no such mode. Others as for yomi_dobutsu_table_probe.
 */
yomi_status yomi_dobutsu_lines_draw(struct yomi_dobutsu_lines *lines,
                                    struct yomi_dobutsu_table *table,
                                    const struct yomi_dobutsu *dobutsu,
                                    int32_t mode,
                                    yomi_move *out,
                                    size_t capacity,
                                    size_t *count,
                                    size_t *start_of_cycle);

/**
 * Writes the bytes of memory that yomi_dobutsu_player_init needs. "memos" is how many positions the
 * search can remember, a power of two; 4096 makes 56 KB. YOMI_DOBUTSU_PLAYER_WORDS gives the same
 * for static arrays, rounded up.
 *
 * YOMI_ERROR_CONFIG: not a power of two, or above 2^24.
 */
yomi_status yomi_dobutsu_player_mem_size(uint32_t memos, size_t *out);

/**
 * Makes a player in "len" bytes at "memory" and writes its address, which is "memory", to "out".
 * "strategy" are the "size" bytes of a file that "yomikiri dobutsu player" wrote; they are read in
 * place, need no alignment, and must stay.
 *
 * YOMI_ERROR_SYNTAX: the bytes are no strategy. YOMI_ERROR_ABI: their version is not known.
 * YOMI_ERROR_DAMAGED: the checksum is wrong. YOMI_ERROR_SIZE: "size" is wrong, or "len" is less
 * than yomi_dobutsu_player_mem_size says. YOMI_ERROR_CONFIG: as for that.
 */
yomi_status yomi_dobutsu_player_init(void *memory,
                                     size_t len,
                                     uint32_t memos,
                                     const void *strategy,
                                     size_t size,
                                     struct yomi_dobutsu_player **out);

/**
 * Begins to think about a position; what was under way is given up.
 *
 * YOMI_ERROR_STATE: the game has ended.
 */
yomi_status yomi_dobutsu_player_start(struct yomi_dobutsu_player *player,
                                      const struct yomi_dobutsu *dobutsu);

/**
 * Looks at about "max_nodes" positions more. Returns YOMI_MORE where there is more to do and
 * YOMI_DONE where the move is known. The number of positions in all is bounded; a game takes at
 * most some ten thousand a move.
 */
yomi_status yomi_dobutsu_player_step(struct yomi_dobutsu_player *player, uint32_t max_nodes);

/**
 * Writes the move of the position last thought about to "m", 0 where the player has none, and to
 * "plies" within how many plies the search saw the win, 0 where the move is a stored one. "plies"
 * may be null.
 *
 * YOMI_ERROR_STATE: the player still thinks.
 */
yomi_status yomi_dobutsu_player_get_move(const struct yomi_dobutsu_player *player,
                                         yomi_move *m,
                                         uint32_t *plies);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* YOMIKIRI_H */
