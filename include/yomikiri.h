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
 * What a call returns: 0 or above is success, below 0 an error.
 */
typedef int32_t yomi_status;

/**
 * A score from the view of the side to move: above 0 is a win, below 0 a loss, 0 a draw; the unit
 * is the game's own.
 */
typedef int32_t yomi_score;

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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* YOMIKIRI_H */
