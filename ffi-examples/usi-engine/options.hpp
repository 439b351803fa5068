// The options that "usi" lists and "setoption" sets.
#ifndef OPTIONS_HPP
#define OPTIONS_HPP

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <yomikiri.hpp>

namespace usi {

struct options {
    std::int64_t hash_mib = 64;
    bool ponder = false;
    // With two threads the search for a mate runs beside the other one, else before it.
    std::int64_t threads = 1;
    // Of a thousand nodes or milliseconds, how many the search for a mate takes with one thread.
    std::int64_t mate_share = 100;
    yomikiri::mode mate_mode = yomikiri::mode::first;
    // 0 is no limit.
    std::int64_t mate_plies = 0;
    std::int64_t mate_nodes = 0;
    bool mate_verify = true;
    std::int64_t delay = 20;
    // Hundredths of a pawn; 0 never resigns while there is a move.
    std::int64_t resign = 0;
    bool declare = true;

    static std::vector<std::string> list() {
        return {
            "option name USI_Hash type spin default 64 min 1 max 65536",
            "option name USI_Ponder type check default false",
            "option name Threads type spin default 1 min 1 max 2",
            "option name MateShare type spin default 100 min 0 max 900",
            "option name MateMode type combo default first var first var shorten var shortest",
            "option name MatePlies type spin default 0 min 0 max 2000",
            "option name MateNodes type spin default 0 min 0 max 2000000000",
            "option name MateVerify type check default true",
            "option name NetworkDelay type spin default 20 min 0 max 10000",
            "option name ResignValue type spin default 0 min 0 max 100000",
            "option name DeclareWin type check default true",
        };
    }

    // False, and a reason, where there is no such option or it does not take the value.
    bool set(const std::string &name, const std::string &value, std::string &reason) {
        if (name == "USI_Hash") return number(value, 1, 65536, hash_mib, reason);
        if (name == "USI_Ponder") return truth(value, ponder, reason);
        if (name == "Threads") return number(value, 1, 2, threads, reason);
        if (name == "MateShare") return number(value, 0, 900, mate_share, reason);
        if (name == "MatePlies") return number(value, 0, 2000, mate_plies, reason);
        if (name == "MateNodes") return number(value, 0, 2000000000, mate_nodes, reason);
        if (name == "MateVerify") return truth(value, mate_verify, reason);
        if (name == "NetworkDelay") return number(value, 0, 10000, delay, reason);
        if (name == "ResignValue") return number(value, 0, 100000, resign, reason);
        if (name == "DeclareWin") return truth(value, declare, reason);
        if (name == "MateMode") {
            if (value == "first") mate_mode = yomikiri::mode::first;
            else if (value == "shorten") mate_mode = yomikiri::mode::shorten;
            else if (value == "shortest") mate_mode = yomikiri::mode::shortest;
            else return reason = "no such value: " + value, false;
            return true;
        }
        reason = "no such option: " + name;
        return false;
    }

private:
    static bool number(const std::string &value, std::int64_t low, std::int64_t high,
                       std::int64_t &out, std::string &reason) {
        char *end = nullptr;
        const long long read = std::strtoll(value.c_str(), &end, 10);
        if (value.empty() || *end != '\0' || read < low || read > high) {
            reason = "out of range: " + value;
            return false;
        }
        out = read;
        return true;
    }

    static bool truth(const std::string &value, bool &out, std::string &reason) {
        if (value != "true" && value != "false") {
            reason = "neither true nor false: " + value;
            return false;
        }
        out = value == "true";
        return true;
    }
};

}  // namespace usi

#endif
