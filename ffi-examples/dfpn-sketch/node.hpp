// The host's own game: mate problems of shogi as a tree of nodes. There is one board; a node that is
// handed out has its move played on it, and disposing of the node takes the move back. So at most
// one child of a node is alive at a time, and a node's children are asked for while it is the last
// one alive.
#ifndef NODE_HPP
#define NODE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <yomikiri.hpp>

class Node {
public:
    // Sets up the root, a node that is never disposed of. False where the text is no position.
    static bool SetRoot(const char *sfen, yomikiri::sfen_error &error) {
        top_ = 0;
        pool_[0].has_value_ = true;
        pool_[0].attacker_ = true;
        return board_.set_sfen(sfen, error).ok();
    }
    static Node &Root() { return pool_[0]; }

    // How many nodes are alive, the root apart.
    static std::size_t Alive() { return top_; }

    void ResetChildNode() {
        // The attacker gives check with every move; the defender has every legal reply.
        Must(board_.moves(moves_, count_, attacker_ ? YOMI_SHOGI_CHECKS : YOMI_SHOGI_ALL).ok());
        next_ = 0;
    }

    Node &NewChildNode() {
        Node &child = NewNullNode();
        if (next_ < count_) {
            child.move_ = moves_[next_++];
            child.has_value_ = true;
            Must(board_.play(child.move_).ok());
        }
        return child;
    }

    Node &NewNullNode() {
        // The child's place is the next one of the pool: this node must be the last one alive.
        Must(this == &pool_[top_] && top_ + 1 < pool_size);
        Node &child = pool_[++top_];
        child.has_value_ = false;
        child.attacker_ = !attacker_;
        return child;
    }

    bool HasValue() const { return has_value_; }

    void Dispose() {
        Must(this == &pool_[top_] && top_ != 0);
        if (has_value_) Must(board_.undo(move_).ok());
        --top_;
    }

    // Equal positions have equal keys: with this function the search has a table, without it none.
    std::uint64_t Key() const { return board_.key(); }

private:
    static void Must(bool condition) {
        if (!condition) std::abort();
    }

    static constexpr std::size_t pool_size = 300;
    static Node pool_[pool_size];
    static std::size_t top_;
    static yomikiri::shogi_position board_;

    bool has_value_ = false;
    bool attacker_ = false;
    yomikiri::move move_ = 0;
    yomikiri::move moves_[YOMI_SHOGI_MOST_MOVES];
    std::size_t count_ = 0;
    std::size_t next_ = 0;
};

Node Node::pool_[Node::pool_size];
std::size_t Node::top_ = 0;
yomikiri::shogi_position Node::board_;

#endif
