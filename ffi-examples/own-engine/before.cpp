// A small engine for Breakthrough: the score of a position some plies deep, and whether the side to
// move wins by force. Reads lines "DEPTH POSITION", see board.hpp.
#include <iostream>
#include <sstream>

#include "board.hpp"
#include "search.hpp"

int main() {
    Board board;
    Search search(board);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        int depth = 0;
        std::string position, side;
        if (!(words >> depth >> position >> side) || !board.Set(position + " " + side)) return 64;
        std::cout << "score " << search.Score(depth) << (search.Wins() ? ", wins\n" : ", does not win\n");
    }
}
