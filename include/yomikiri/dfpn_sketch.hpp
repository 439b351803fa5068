/*
 * dfpn_traverse for programs that hold a game as a class "Node" and a handful of file-level
 * statics. One include takes the place of the function's own body; Node and the callers compile
 * unchanged:
 *
 *     class Node { ... };                     // ResetChildNode, NewChildNode, HasValue, Dispose
 *     #define INFINITE INT_MAX
 *     static int depth = 256;
 *     static int prf_max = INFINITE;
 *     static int dis_max = INFINITE;
 *     #include <yomikiri/dfpn_sketch.hpp>     // void dfpn_traverse(Node &, int &prf, int &dis)
 *
 * Link with the library (yomikiri.h). C++11 or newer; no exceptions, no RTTI, no heap.
 *
 * THE ANSWER
 *
 * "depth" is the number of plies that may be played from the node; where it is even the attacker is
 * to move. A side that has no child has lost. dfpn_traverse(nd, prf, dis) writes
 *
 *   prf == 0,        dis == INFINITE   the attacker wins within "depth" plies,
 *   prf == INFINITE, dis == 0          it is refuted: within "depth" plies it runs out of moves,
 *   anything else                      neither holds, or the search was cut; both are at least 1
 *                                      and below INFINITE, and 1 and 1 where it was not cut.
 *
 * "depth", "prf_max" and "dis_max" are as before when it returns. While it runs, "depth" holds the
 * plies that remain at the node whose children are asked for.
 *
 * A search for a win alone cannot tell the last two apart: at the limit of depth both are "no win
 * so far". So a search that finds no win is followed by a second one, in which coming to the limit
 * alive counts as a success of the attacker. There a position with more plies to go is another
 * position than the same one with fewer, so the plies that remain are mixed into the key. If even
 * this cannot be proven, the attacker is refuted. With YOMI_SKETCH_EXACT 0 the second search is left
 * out. The answer is "refuted" then where the first one finds that there is no win at any depth,
 * repetitions counted as none; a refutation may then be longer than "depth", and one that is hidden
 * behind the limit is answered with 1 and 1.
 *
 * Below INFINITE, prf_max and dis_max limit the search for a win: it is cut, after at most
 * YOMI_SKETCH_STEP more nodes, where the proof number of "nd" has come to prf_max or the disproof
 * number to dis_max, and these numbers are written.
 *
 * WHAT IS ASKED OF NODE
 *
 *   void ResetChildNode();       makes the first child the next one
 *   Node &NewChildNode();        hands out the next child; after the last one, a node without value
 *   bool HasValue();             whether a node that was handed out is a child
 *   void Dispose();              gives a node that was handed out back
 *   uint64_t Key() const;        optional: equal for equal positions only; the side to move need
 *                                not be part of it
 *
 * The children of a node and their order depend on its position alone. At most one child of a node
 * is alive at a time, and at most one node a ply; each is disposed of exactly once, those without
 * value too, and also where a search is cut. "nd" itself is never disposed of. None of these
 * functions may throw.
 *
 * Where Node has Key, positions that are reached in several ways are searched once and loops are
 * seen. Without it a node is known by the way to it, and the game is searched as a tree.
 *
 * MEMORY
 *
 * Everything lives in static storage of the file that includes this header, in sizes that may be
 * defined before the include:
 *
 *   YOMI_SKETCH_PLIES        the largest depth (256); a larger "depth" is searched no deeper
 *   YOMI_SKETCH_MOVES        room for the children of all nodes of a line (64 a ply)
 *   YOMI_SKETCH_WIDTH        children of a node whose keys are kept at hand (1024)
 *   YOMI_SKETCH_TABLE_BYTES  the table (16 MiB); any number from 0
 *   YOMI_SKETCH_NODES        nodes after which a search is cut (0: never)
 *   YOMI_SKETCH_STEP         nodes between two looks at the limits (1024)
 *   YOMI_SKETCH_EXACT        whether to make the second search (1)
 *   YOMI_SKETCH_STORAGE      "static"; "static thread_local" gives each thread its own
 *   YOMI_SKETCH_TABLE        an expression for memory that the caller supplies for the table, of
 *                            YOMI_SKETCH_TABLE_BYTES bytes, aligned to YOMI_ALIGN
 *   YOMI_SKETCH_MEMORY       the same for the solver, of YOMI_SKETCH_MEMORY_BYTES bytes
 *
 * Where a line has more children than YOMI_SKETCH_MOVES, or the memory supplied is too small, the
 * search is cut.
 */
#ifndef YOMIKIRI_DFPN_SKETCH_HPP
#define YOMIKIRI_DFPN_SKETCH_HPP

#include <yomikiri.h>

#ifndef YOMI_SKETCH_PLIES
#define YOMI_SKETCH_PLIES 256
#endif
#ifndef YOMI_SKETCH_MOVES
#define YOMI_SKETCH_MOVES (64 * YOMI_SKETCH_PLIES)
#endif
#ifndef YOMI_SKETCH_WIDTH
#define YOMI_SKETCH_WIDTH 1024
#endif
#if defined(YOMI_SKETCH_TABLE) && !defined(YOMI_SKETCH_TABLE_BYTES)
#error "YOMI_SKETCH_TABLE needs YOMI_SKETCH_TABLE_BYTES"
#endif
#if defined(YOMI_SKETCH_MEMORY) && !defined(YOMI_SKETCH_MEMORY_BYTES)
#error "YOMI_SKETCH_MEMORY needs YOMI_SKETCH_MEMORY_BYTES"
#endif
#ifndef YOMI_SKETCH_TABLE_BYTES
#define YOMI_SKETCH_TABLE_BYTES (16 * 1024 * 1024)
#endif
#ifndef YOMI_SKETCH_NODES
#define YOMI_SKETCH_NODES 0
#endif
#ifndef YOMI_SKETCH_STEP
#define YOMI_SKETCH_STEP 1024
#endif
#ifndef YOMI_SKETCH_EXACT
#define YOMI_SKETCH_EXACT 1
#endif
#ifndef YOMI_SKETCH_STORAGE
#define YOMI_SKETCH_STORAGE static
#endif

namespace yomikiri_sketch {

static_assert(YOMI_SKETCH_PLIES >= 1 && YOMI_SKETCH_PLIES <= 4094, "1 to 4094 plies");
static_assert(YOMI_SKETCH_WIDTH >= 1, "keys of at least one child");
static_assert(YOMI_SKETCH_STEP >= 1, "at least one node a step");

#ifndef YOMI_SKETCH_MEMORY
alignas(YOMI_ALIGN) YOMI_SKETCH_STORAGE uint64_t
    memory_words[YOMI_DFPN_WORDS(YOMI_SKETCH_PLIES, YOMI_SKETCH_MOVES)];
#define YOMI_SKETCH_MEMORY (yomikiri_sketch::memory_words)
#define YOMI_SKETCH_MEMORY_BYTES (sizeof yomikiri_sketch::memory_words)
#endif
#ifndef YOMI_SKETCH_TABLE
alignas(YOMI_ALIGN) YOMI_SKETCH_STORAGE uint64_t table_words[YOMI_SKETCH_TABLE_BYTES / 8 + 1];
#define YOMI_SKETCH_TABLE (yomikiri_sketch::table_words)
#endif

/* SplitMix64 (Steele, Lea and Flood 2014): keys of hosts may be plain counters. */
inline uint64_t mix(uint64_t value) {
    uint64_t z = value + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Has_key<N>::value says whether N offers "Key() const". */
template <typename N>
class Has_key {
    template <typename M>
    static char test(decltype(static_cast<void>(static_cast<const M *>(nullptr)->Key())) *);
    template <typename M>
    static long test(...);

public:
    static constexpr bool value = sizeof(test<N>(nullptr)) == sizeof(char);
};

template <typename N, bool>
struct Key_of {
    static uint64_t child(const N &node, uint64_t, uint32_t) {
        return static_cast<uint64_t>(node.Key());
    }
};

template <typename N>
struct Key_of<N, false> {
    /* The way to the node: what led to its parent, and which child it is. */
    static uint64_t child(const N &, uint64_t parent, uint32_t index) {
        return mix(parent ^ (index + UINT64_C(1)));
    }
};

using Keys = Key_of< ::Node, Has_key< ::Node>::value>;

/* The game as the library sees it: the nodes from the root to the present one. A move is the number
 * of a child, from 1. */
struct Host {
    struct Ply {
        ::Node *node;
        uint64_t key;
        /* Children handed out since the enumeration began. */
        uint32_t given;
    };

    Ply line[YOMI_SKETCH_PLIES + 1];
    uint32_t ply;
    /* Plies that may be played from the root. */
    uint32_t limit;
    /* Which search it is: whether coming to the limit is a success. */
    bool surviving;
    /* The keys of the first children of the present node, where "list" has just listed them. */
    uint32_t key_count;
    uint64_t keys[YOMI_SKETCH_WIDTH];

    void start(::Node &root, uint32_t plies, bool is_surviving) {
        ply = 0;
        limit = plies;
        surviving = is_surviving;
        key_count = 0;
        line[0].node = &root;
        line[0].key = Keys::child(root, 0, 0);
        begin_children();
    }

    Ply &top() { return line[ply]; }

    uint32_t remaining() const { return limit - ply; }

    bool attacker_moves() const { return (remaining() & 1) == 0; }

    void begin_children() {
        ::depth = static_cast<int>(remaining());
        top().node->ResetChildNode();
        top().given = 0;
    }

    /* The child with this index from 0; it may be without value. */
    ::Node &child(uint32_t index) {
        if (top().given > index) {
            begin_children();
        }
        ::depth = static_cast<int>(remaining());
        while (top().given < index) {
            top().node->NewChildNode().Dispose();
            ++top().given;
        }
        ++top().given;
        return top().node->NewChildNode();
    }

    bool has_child() {
        ::Node &first = child(0);
        const bool has = first.HasValue();
        first.Dispose();
        return has;
    }

    /* The side to move is part of a position's key, and in the second search so are the plies that
     * remain. */
    uint64_t position_key(uint64_t key, uint32_t plies_left) const {
        return mix(key ^ mix(surviving ? UINT64_C(2) + plies_left : plies_left & 1));
    }

    int32_t list(yomi_move *out, uint32_t capacity) {
        key_count = 0;
        if (ply == limit) {
            /* Only whether there is one matters here. */
            if (!has_child()) {
                return 0;
            }
            if (capacity == 0) {
                return YOMI_ERROR_TOO_MANY_MOVES;
            }
            out[0] = 1;
            return 1;
        }
        for (uint32_t count = 0;; ++count) {
            ::Node &next = child(count);
            const bool has = next.HasValue();
            if (has && count < YOMI_SKETCH_WIDTH) {
                keys[count] = Keys::child(next, top().key, count);
                key_count = count + 1;
            }
            next.Dispose();
            if (!has) {
                return static_cast<int32_t>(count);
            }
            if (count == capacity) {
                return YOMI_ERROR_TOO_MANY_MOVES;
            }
            out[count] = count + 1;
        }
    }

    int32_t play(yomi_move m) {
        key_count = 0;
        if (ply == limit) {
            return YOMI_ERROR_BAD_MOVE;
        }
        ::Node &next = child(m - 1);
        if (!next.HasValue()) {
            next.Dispose();
            return YOMI_ERROR_BAD_MOVE;
        }
        const uint64_t key = Keys::child(next, top().key, m - 1);
        ++ply;
        top().node = &next;
        top().key = key;
        begin_children();
        return 0;
    }

    void undo() {
        key_count = 0;
        top().node->Dispose();
        --ply;
    }

    uint64_t key_after(yomi_move m) {
        const uint32_t plies_left = remaining() - 1;
        if (m - 1 < key_count) {
            return position_key(keys[m - 1], plies_left);
        }
        ::Node &next = child(m - 1);
        const uint64_t key = Keys::child(next, top().key, m - 1);
        next.Dispose();
        return position_key(key, plies_left);
    }

    int32_t terminal(yomi_score *score) {
        if (!surviving || ply != limit) {
            return 0;
        }
        /* The attacker has come this far: it is refuted only where it is to move and cannot. */
        if (attacker_moves()) {
            *score = has_child() ? 1 : -1;
        } else {
            *score = -1;
        }
        return 1;
    }
};

inline Host *host(void *user) { return static_cast<Host *>(user); }

extern "C" {
static int32_t yomi_sketch_moves(void *user, yomi_move *out, uint32_t capacity) {
    return host(user)->list(out, capacity);
}
static int32_t yomi_sketch_play(void *user, yomi_move m) { return host(user)->play(m); }
static int32_t yomi_sketch_undo(void *user, yomi_move) {
    host(user)->undo();
    return 0;
}
static yomi_key yomi_sketch_key(void *user) {
    Host *h = host(user);
    return h->position_key(h->top().key, h->remaining());
}
static int32_t yomi_sketch_terminal(void *user, yomi_score *score) {
    return host(user)->terminal(score);
}
static int32_t yomi_sketch_side(void *user) { return host(user)->attacker_moves() ? 0 : 1; }
static int32_t yomi_sketch_key_after(void *user, yomi_move m, yomi_key *key, uint32_t *check_key) {
    *key = host(user)->key_after(m);
    *check_key = 0;
    return 0;
}
}

YOMI_SKETCH_STORAGE Host the_host;
YOMI_SKETCH_STORAGE yomi_dfpn *solver;

/* Makes the solver at the first call, and empties its table at every later one: the nodes of this
 * call need not belong to the same game as those of the last. */
inline bool prepare() {
    if (solver != nullptr) {
        return yomi_dfpn_clear_table(solver) == YOMI_OK;
    }
    yomi_game game = yomi_game();
    game.struct_size = sizeof game;
    game.moves = yomi_sketch_moves;
    game.play = yomi_sketch_play;
    game.undo = yomi_sketch_undo;
    game.key = yomi_sketch_key;
    game.terminal = yomi_sketch_terminal;
    game.side = yomi_sketch_side;
    game.key_after = yomi_sketch_key_after;
    yomi_dfpn_config config = yomi_dfpn_config();
    config.struct_size = sizeof config;
    config.plies = YOMI_SKETCH_PLIES;
    config.moves = YOMI_SKETCH_MOVES;
    yomi_dfpn *made = nullptr;
    if (yomi_dfpn_init(YOMI_SKETCH_MEMORY, YOMI_SKETCH_MEMORY_BYTES, &config, &game, &the_host,
                       &made) != YOMI_OK ||
        yomi_dfpn_set_table(made, YOMI_SKETCH_TABLE, YOMI_SKETCH_TABLE_BYTES) != YOMI_OK) {
        return false;
    }
    solver = made;
    return true;
}

/* Whether a number has come to its limit, which is none at INFINITE. */
inline bool reached(uint32_t number, int number_limit) {
    return number_limit < INFINITE && number >= static_cast<uint32_t>(number_limit);
}

/* Runs one search of "limits" from a node, the first or the second one; what it leaves in "result"
 * is an answer where the outcome or the stop says so. */
inline void search(::Node &root, yomi_dfpn_limits &limits, bool surviving, int proof_limit,
                   int disproof_limit, yomi_dfpn_result &result) {
    Host &h = the_host;
    h.start(root, limits.plies, surviving);
    result.outcome = YOMI_UNKNOWN;
    result.stop = YOMI_STOP_FAILED;
    limits.attacker = h.attacker_moves() ? YOMI_ATTACKER_TO_MOVE : YOMI_ATTACKER_OPPONENT;
    yomi_status status = yomi_dfpn_start(solver, &limits);
    while (status >= 0) {
        status = yomi_dfpn_step(solver, YOMI_SKETCH_STEP);
        if (yomi_dfpn_get_result(solver, &result) != YOMI_OK || status != YOMI_MORE ||
            result.outcome != YOMI_UNKNOWN || reached(result.proof, proof_limit) ||
            reached(result.disproof, disproof_limit)) {
            break;
        }
    }
    if (status >= 0) {
        /* Takes back the moves of a search that was cut. */
        status = yomi_dfpn_reset(solver);
    }
    while (h.ply != 0) {
        /* After an error the library takes nothing back. */
        h.undo();
    }
}

/* A number as the caller knows it: neither 0 nor INFINITE. */
inline int finite(uint32_t number) {
    if (number == 0) {
        return 1;
    }
    return number < static_cast<uint32_t>(INFINITE) ? static_cast<int>(number) : INFINITE - 1;
}

/* Tells the caller's three answers. */
inline void answer(::Node &root, int plies, int proof_limit, int disproof_limit, int &prf,
                   int &dis) {
    prf = 1;
    dis = 1;
    if (plies <= 0) {
        the_host.start(root, 0, false);
        if (!the_host.has_child()) {
            const bool attacker_moves = (plies & 1) == 0;
            prf = attacker_moves ? INFINITE : 0;
            dis = attacker_moves ? 0 : INFINITE;
        }
        return;
    }
    yomi_dfpn_limits limits = yomi_dfpn_limits();
    limits.struct_size = sizeof limits;
    limits.nodes = YOMI_SKETCH_NODES;
    /* Where there is no room for so many plies, fewer with the same side to move. */
    limits.plies = static_cast<uint32_t>(plies);
    if (limits.plies > YOMI_SKETCH_PLIES) {
        limits.plies = YOMI_SKETCH_PLIES - ((limits.plies ^ YOMI_SKETCH_PLIES) & 1);
    }
    yomi_dfpn_result result = yomi_dfpn_result();
    result.struct_size = sizeof result;
    if (limits.plies == 0 || !prepare()) {
        return;
    }

    search(root, limits, false, proof_limit < 0 ? 0 : proof_limit,
           disproof_limit < 0 ? 0 : disproof_limit, result);
    if (result.outcome == YOMI_PROVEN) {
        prf = 0;
        dis = INFINITE;
        return;
    }
    if (result.outcome == YOMI_UNKNOWN && result.stop != YOMI_STOP_PLIES) {
        prf = finite(result.proof);
        dis = finite(result.disproof);
        return;
    }
    if (YOMI_SKETCH_EXACT != 0) {
        if (limits.nodes != 0) {
            if (result.nodes >= limits.nodes) {
                return;
            }
            limits.nodes -= result.nodes;
        }
        search(root, limits, true, INFINITE, INFINITE, result);
    }
    if (result.outcome == YOMI_DISPROVEN) {
        prf = INFINITE;
        dis = 0;
    }
}

}  // namespace yomikiri_sketch

void dfpn_traverse(Node &nd, int &prf, int &dis) {
    const int asked = depth;
    yomikiri_sketch::answer(nd, asked, prf_max, dis_max, prf, dis);
    depth = asked;
}

#endif /* YOMIKIRI_DFPN_SKETCH_HPP */
