// usi-engine: an engine that plays shogi and solves mates, for any GUI that speaks USI (Universal
// Shogi Interface). This file reads the commands.
//
//   usi  isready  setoption name NAME value VALUE  usinewgame
//   position [startpos | sfen SFEN] [moves MOVES]
//   go [infinite | ponder] [btime MS wtime MS] [binc MS winc MS | byoyomi MS] [movetime MS]
//      [nodes N] [depth N]
//   go mate [MS | infinite]
//   stop  ponderhit  gameover RESULT  quit

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "engine.hpp"
#include "output.hpp"

namespace {

using usi::say;

// Reads the number that follows a word of "go"; a word in its place is no number, and 0.
std::int64_t number(std::istringstream &words) {
    std::int64_t value = 0;
    if (!(words >> value) || value < 0) return 0;
    return value;
}

usi::request read_go(std::istringstream &words) {
    usi::request go;
    std::string word;
    while (words >> word) {
        if (word == "infinite") go.infinite = true;
        else if (word == "ponder") go.ponder = true;
        else if (word == "btime") go.time[0] = number(words);
        else if (word == "wtime") go.time[1] = number(words);
        else if (word == "binc") go.increment[0] = number(words);
        else if (word == "winc") go.increment[1] = number(words);
        else if (word == "byoyomi") go.byoyomi = number(words);
        else if (word == "movetime") go.movetime = number(words);
        else if (word == "nodes") go.nodes = number(words);
        else if (word == "depth") go.depth = number(words);
        else if (word == "mate") {
            go.mate = true;
            std::string limit;
            if (words >> limit && limit != "infinite") go.movetime = std::atoll(limit.c_str());
        }
    }
    return go;
}

// Whether a search runs until it is told to stop is up to the GUI; "go" alone means so.
bool is_bounded(const usi::request &go) {
    return go.mate || go.movetime >= 0 || go.nodes > 0 || go.depth > 0 || go.byoyomi > 0 ||
           go.time[0] >= 0 || go.time[1] >= 0 || go.increment[0] > 0 || go.increment[1] > 0;
}

void read_position(usi::engine &engine, std::istringstream &words) {
    std::string word, sfen;
    std::vector<std::string> moves;
    words >> word;
    if (word == "startpos") {
        sfen = word;
        words >> word;
    } else if (word == "sfen") {
        while (words >> word && word != "moves") sfen += (sfen.empty() ? "" : " ") + word;
    }
    while (words >> word) moves.push_back(word);
    std::string reason;
    if (!engine.set_position(sfen, moves, reason)) say("info string position refused: " + reason);
}

void read_option(usi::engine &engine, std::istringstream &words) {
    std::string word, name, value;
    words >> word;
    while (words >> word && word != "value") name += (name.empty() ? "" : " ") + word;
    while (words >> word) value += (value.empty() ? "" : " ") + word;
    std::string reason;
    if (!engine.set_option(name, value, reason)) say("info string option refused: " + reason);
}

}  // namespace

int main() {
    usi::engine engine;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command;
        words >> command;
        if (command == "usi") {
            say("id name Yomikiri " + std::to_string(YOMI_VERSION_MAJOR) + "." +
                std::to_string(YOMI_VERSION_MINOR) + "." + std::to_string(YOMI_VERSION_PATCH));
            say("id author the Yomikiri contributors");
            for (const std::string &option : usi::options::list()) say(option);
            say("usiok");
        } else if (command == "isready") {
            engine.prepare();
            say("readyok");
        } else if (command == "setoption") {
            read_option(engine, words);
        } else if (command == "usinewgame") {
            engine.forget();
        } else if (command == "position") {
            read_position(engine, words);
        } else if (command == "go") {
            usi::request go = read_go(words);
            if (!is_bounded(go)) go.infinite = true;
            engine.go(go);
        } else if (command == "stop") {
            engine.stop(true);
        } else if (command == "ponderhit") {
            engine.ponderhit();
        } else if (command == "gameover") {
            engine.stop(false);
        } else if (command == "quit") {
            break;
        }
    }
    engine.stop(false);
    return 0;
}
