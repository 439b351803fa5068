// A Node over any set of positions that keeps watch over how it is used: who is alive, who was
// disposed of, and how often. The game is what position_children says.
#ifndef SKETCH_NODE_HPP
#define SKETCH_NODE_HPP

#include <climits>
#include <cstdint>
#include <vector>

#include "check.h"

// The children of a position; the sides alternate. Given by the test.
static void position_children(std::uint64_t position, bool attacker_moves,
                              std::vector<std::uint64_t> &out);

static long nodes_handed_out = 0;
static long nodes_disposed_of = 0;

class Node {
public:
    explicit Node(std::uint64_t position, bool attacker_moves)
        : position_(position), attacker_moves_(attacker_moves) {}

    void ResetChildNode() {
        CHECK(!disposed_ && has_value_ && !child_alive_);
        children_.clear();
        position_children(position_, attacker_moves_, children_);
        next_ = 0;
        past_end_ = false;
    }

    Node &NewChildNode() {
        // One child at a time, and nothing after the one without value.
        CHECK(!disposed_ && has_value_ && !child_alive_ && !past_end_);
        Node *child = new Node(0, !attacker_moves_);
        child->parent_ = this;
        if (next_ < children_.size()) {
            child->position_ = children_[next_++];
        } else {
            child->has_value_ = false;
            past_end_ = true;
        }
        child_alive_ = true;
        ++nodes_handed_out;
        return *child;
    }

    Node &NewNullNode() {
        Node &child = NewChildNode();
        child.has_value_ = false;
        return child;
    }

    bool HasValue() {
        CHECK(!disposed_);
        return has_value_;
    }

    void Dispose() {
        CHECK(!disposed_ && !child_alive_ && parent_ != nullptr);
        disposed_ = true;
        parent_->child_alive_ = false;
        ++nodes_disposed_of;
        delete this;
    }

#ifdef WITH_KEY
    std::uint64_t Key() const {
        CHECK(!disposed_ && has_value_);
        return position_;
    }
#endif

    std::uint64_t position() const { return position_; }
    bool has_live_child() const { return child_alive_; }

private:
    std::uint64_t position_;
    bool attacker_moves_;
    Node *parent_ = nullptr;
    std::vector<std::uint64_t> children_;
    std::size_t next_ = 0;
    bool has_value_ = true;
    bool child_alive_ = false;
    bool past_end_ = false;
    bool disposed_ = false;
};

#ifndef INFINITE
#define INFINITE INT_MAX
#endif

static int depth = 256;
static int prf_max = INFINITE;
static int dis_max = INFINITE;

#ifdef YOMI_SKETCH_MEMORY
alignas(8) static unsigned char supplied_memory[YOMI_SKETCH_MEMORY_BYTES];
alignas(8) static unsigned char supplied_table[YOMI_SKETCH_TABLE_BYTES];
#endif

#include <yomikiri/dfpn_sketch.hpp>

enum Answer { UNDECIDED, WON, REFUTED };

// Calls dfpn_traverse and checks all of its contract that does not depend on the game.
static Answer traverse(std::uint64_t position, int plies, bool may_be_cut) {
    Node root(position, (plies & 1) == 0);
    const int prf_before = prf_max, dis_before = dis_max;
    const long alive = nodes_handed_out - nodes_disposed_of;
    depth = plies;
    int prf = -1, dis = -1;
    dfpn_traverse(root, prf, dis);
    CHECK(depth == plies && prf_max == prf_before && dis_max == dis_before);
    CHECK(nodes_handed_out - nodes_disposed_of == alive && !root.has_live_child());
    if (prf == 0) {
        CHECK(dis == INFINITE);
        return WON;
    }
    if (dis == 0) {
        CHECK(prf == INFINITE);
        return REFUTED;
    }
    CHECK(prf >= 1 && prf < INFINITE && dis >= 1 && dis < INFINITE);
    CHECK(may_be_cut || (prf == 1 && dis == 1));
    return UNDECIDED;
}

#endif
