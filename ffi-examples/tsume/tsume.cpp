// tsume: solves mate problems of shogi through the C interface of Yomikiri, one a line.
//
//   tsume [--mem MIB] [--nodes N] [--time S] [--mode first|shorten|shortest]
//         [--futile narrow|x|xy] [--json] [SFEN | FILE | -]
//
// With --futile the length without futile interpositions is counted too, by that rule.
//
// Exit status: 0 where every problem is a mate, 1 where one is proven to be none, 2 where one is not
// decided within the budget, 64 for bad input, 74 where output fails; the highest of them.

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include <yomikiri.hpp>

namespace {

constexpr int exit_bad_input = 64;
constexpr int exit_output_failed = 74;

/* The longest line that can be read. */
constexpr std::uint32_t plies = 2000;

/* Nodes between two looks at the clock. */
constexpr std::uint64_t step_nodes = 20000;

struct options {
    std::size_t mem_mib = 256;
    std::uint64_t nodes = 0;
    double seconds = 0.0;
    yomikiri::mode mode = yomikiri::mode::first;
    bool counts_without_futile = false;
    yomikiri::futile_rule rule = yomikiri::futile_rule::narrow;
    bool json = false;
    std::string input = "-";
};

struct answer {
    std::string sfen;
    const char *result = "error";
    yomikiri::result found;
    std::vector<std::string> pv;
    yomikiri::futile_length without_futile;
    bool verified = false;
    double seconds = 0.0;
    const char *stop = "";
    std::string error;

    /* Plies of the line, or of the mate where the budget ended before its line was read out. */
    std::size_t length() const { return pv.empty() ? found.length : pv.size(); }

    int exit_status() const {
        if (std::strcmp(result, "mate") == 0) return 0;
        if (std::strcmp(result, "nomate") == 0) return 1;
        if (std::strcmp(result, "unknown") == 0) return 2;
        return exit_bad_input;
    }
};

int usage(const std::string &trouble) {
    std::cerr << "tsume: " << trouble
              << "\nusage: tsume [--mem MIB] [--nodes N] [--time S] [--mode first|shorten|shortest] "
                 "[--futile narrow|x|xy] [--json] [SFEN | FILE | -]\n";
    return exit_bad_input;
}

bool read_number(const char *text, std::uint64_t &out) {
    if (*text < '0' || *text > '9') return false;
    char *end = nullptr;
    errno = 0;
    out = std::strtoull(text, &end, 10);
    return errno == 0 && *end == '\0';
}

bool read_seconds(const char *text, double &out) {
    char *end = nullptr;
    out = std::strtod(text, &end);
    return end != text && *end == '\0' && std::isfinite(out) && out >= 0.0;
}

/* 0 where all is well, otherwise the exit status. */
int read_options(int count, char **words, options &out) {
    std::vector<std::string> rest;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--json") {
            out.json = true;
            continue;
        }
        if (word != "--mem" && word != "--nodes" && word != "--time" && word != "--mode" &&
            word != "--futile") {
            if (word.size() > 1 && word[0] == '-') return usage("unknown option " + word);
            rest.push_back(word);
            continue;
        }
        if (++i == count) return usage(word + " needs a value");
        const char *value = words[i];
        std::uint64_t number = 0;
        if (word == "--mem") {
            if (!read_number(value, number) || number == 0 || number > (SIZE_MAX >> 20)) {
                return usage("--mem must be a number of MiB from 1 up");
            }
            out.mem_mib = static_cast<std::size_t>(number);
        } else if (word == "--nodes") {
            if (!read_number(value, out.nodes)) return usage("--nodes must be a number");
        } else if (word == "--time") {
            if (!read_seconds(value, out.seconds)) return usage("--time must be seconds from 0 up");
        } else if (word == "--futile") {
            out.counts_without_futile = true;
            if (std::strcmp(value, "narrow") == 0) {
                out.rule = yomikiri::futile_rule::narrow;
            } else if (std::strcmp(value, "x") == 0) {
                out.rule = yomikiri::futile_rule::x;
            } else if (std::strcmp(value, "xy") == 0) {
                out.rule = yomikiri::futile_rule::xy;
            } else {
                return usage("--futile must be narrow, x or xy");
            }
        } else if (std::strcmp(value, "first") == 0) {
            out.mode = yomikiri::mode::first;
        } else if (std::strcmp(value, "shorten") == 0) {
            out.mode = yomikiri::mode::shorten;
        } else if (std::strcmp(value, "shortest") == 0) {
            out.mode = yomikiri::mode::shortest;
        } else {
            return usage("--mode must be first, shorten or shortest");
        }
    }
    /* An SFEN may come as one word or as its three or four fields. */
    for (std::size_t i = 0; i < rest.size(); ++i) {
        out.input = i == 0 ? rest[0] : out.input + " " + rest[i];
    }
    if (out.input.find_first_not_of(" \t\r\n") == std::string::npos) {
        return usage("the position is empty");
    }
    return 0;
}

/* The solver and its memory: a share for the line, the rest for the table. */
class workshop {
public:
    bool set_up(std::size_t mib) {
        const std::size_t bytes = mib << 20;
        yomikiri::config config;
        config.plies = plies;
        config.moves = static_cast<std::uint32_t>(bytes / 160 < 200000 ? bytes / 160 : 200000);
        std::size_t line_bytes = 0;
        if (!yomikiri::mate_solver::mem_size(config, line_bytes) || line_bytes > bytes) return false;
        const std::size_t line_words = line_bytes / 8, table_words = (bytes - line_bytes) / 8;
        line_.reset(new (std::nothrow) std::uint64_t[line_words]);
        table_.reset(new (std::nothrow) std::uint64_t[table_words]);
        return line_ && table_ && solver.init({line_.get(), line_words * 8}, config) &&
               solver.set_table({table_.get(), table_words * 8});
    }

    yomikiri::mate_solver solver;

private:
    std::unique_ptr<std::uint64_t[]> line_;
    std::unique_ptr<std::uint64_t[]> table_;
};

/* A line on the terminal that is written over. */
class progress_line {
public:
    progress_line() {
#if defined(__unix__) || defined(__APPLE__)
        shown_ = isatty(2) != 0;
#endif
    }

    void show(const yomikiri::mate_solver &solver, std::size_t number, double seconds) {
        yomi_progress now{};
        if (!shown_ || seconds < next_ || !solver.progress(now)) return;
        next_ = seconds + 0.2;
        used_ = true;
        std::fprintf(stderr, "\r\033[Kproblem %zu: %llu nodes, %.1f s, proof %u, disproof %u, ply %u",
                     number, static_cast<unsigned long long>(now.nodes), seconds, now.proof,
                     now.disproof, now.depth);
        std::fflush(stderr);
    }

    void clear() {
        next_ = 0.2;
        if (used_) std::fputs("\r\033[K", stderr);
        used_ = false;
    }

private:
    bool shown_ = false;
    bool used_ = false;
    double next_ = 0.2;
};

const char *stop_name(yomikiri::stop stop) {
    switch (stop) {
    case yomikiri::stop::solved: return "solved";
    case yomikiri::stop::nodes: return "nodes";
    case yomikiri::stop::cancelled: return "cancelled";
    case yomikiri::stop::plies: return "plies";
    case yomikiri::stop::running: return "time";
    case yomikiri::stop::failed: break;
    }
    return "failed";
}

/* What the search has found, as words and numbers. */
yomikiri::status read_result(yomikiri::mate_solver &solver, answer &out) {
    if (const yomikiri::status s = solver.get_result(out.found); !s) return s;
    out.stop = stop_name(out.found.stop);
    out.result = "unknown";
    if (out.found.outcome == yomikiri::outcome::disproven) out.result = "nomate";
    if (out.found.outcome != yomikiri::outcome::proven) return {};
    out.result = "mate";
    std::vector<yomikiri::move> line(plies);
    std::size_t length = 0;
    if (const yomikiri::status s = solver.pv(line.data(), line.size(), length); !s) return s;
    line.resize(length);
    for (const yomikiri::move m : line) out.pv.push_back(yomikiri::usi_text(m).c_str());
    return {};
}

yomikiri::status search(yomikiri::mate_solver &solver, const options &o, std::size_t number,
                        progress_line &bar, answer &out) {
    const auto begun = std::chrono::steady_clock::now();
    const auto seconds = [begun] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    };
    yomikiri::limits limits;
    limits.nodes = o.nodes;
    limits.mode = o.mode;
    yomikiri::status s = solver.start(limits);
    while (s) {
        s = solver.step(step_nodes);
        if (!s.more() || (o.seconds > 0.0 && seconds() >= o.seconds)) break;
        bar.show(solver, number, seconds());
    }
    if (s) {
        s = read_result(solver, out);
    } else if (yomikiri::result found; solver.get_result(found)) {
        out.found.nodes = found.nodes;
    }
    if (s && o.counts_without_futile && out.found.outcome == yomikiri::outcome::proven) {
        yomikiri::futile_count count;
        s = count.init(solver, o.rule, o.nodes);
        while (s) {
            s = count.step(step_nodes);
            if (!s.more() || (o.seconds > 0.0 && seconds() >= o.seconds)) break;
        }
        if (s) s = count.get_result(out.without_futile);
        if (s) s = solver.reset();
    }
    out.seconds = seconds();
    if (!s || out.found.outcome == yomikiri::outcome::unknown) return s;
    yomikiri::verification checked = yomikiri::verification::not_run;
    s = solver.verify(checked);
    out.verified = checked == yomikiri::verification::passed;
    return s;
}

answer solve(workshop &shop, const options &o, const std::string &text, std::size_t number,
             progress_line &bar) {
    answer out;
    out.sfen = text;
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
        out.error = "a zero byte, byte " + std::to_string(zero);
        return out;
    }
    const std::string sfen = text.compare(0, 5, "sfen ") == 0 ? text.substr(5) : text;
    yomikiri::sfen_error error;
    yomikiri::status s = shop.solver.set_sfen(sfen.c_str(), error);
    if (!s) {
        out.error = error.message;
        return out;
    }
    s = search(shop.solver, o, number, bar, out);
    bar.clear();
    if (s.code() == YOMI_ERROR_TOO_MANY_MOVES) {
        /* A line with more moves than the memory holds says nothing about the problem. */
        out.result = "unknown";
        out.stop = "memory";
    } else if (!s) {
        out.result = "error";
        out.error = s.name();
    }
    return out;
}

/* A string of JSON. Bytes that are not ASCII are passed through where they are text, and the others
 * become the replacement character. */
std::string quoted(const std::string &text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const unsigned char c = static_cast<unsigned char>(text[i]);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += text[i];
        } else if (c < 0x20 || c == 0x7f) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", c);
            out += code;
        } else if (c < 0x80) {
            out += text[i];
        } else {
            const std::size_t more = c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe1 && c < 0xed ? 2 : 0;
            std::size_t have = 0;
            while (have < more && i + have + 1 < text.size() &&
                   (static_cast<unsigned char>(text[i + have + 1]) & 0xc0) == 0x80) {
                ++have;
            }
            if (more != 0 && have == more) {
                out.append(text, i, more + 1);
                i += more;
            } else {
                out += "\\ufffd";
            }
        }
    }
    return out + "\"";
}

void print_json(const answer &a) {
    std::string line = "{\"sfen\":" + quoted(a.sfen) + ",\"result\":\"" + a.result + "\"";
    if (a.found.outcome == yomikiri::outcome::proven) {
        line += ",\"length\":" + std::to_string(a.length());
        line += std::string(",\"exact\":") + (a.found.exact ? "true" : "false") +
                ",\"length_without_futile\":";
        line += a.without_futile.known ? std::to_string(a.without_futile.length) : "null";
        if (a.without_futile.known) {
            line += ",\"length_without_futile_exact\":";
            line += a.without_futile.exact ? "true" : "false";
        }
        line += ",\"pv\":[";
        for (std::size_t i = 0; i < a.pv.size(); ++i) {
            line += (i == 0 ? "\"" : ",\"") + a.pv[i] + "\"";
        }
        line += "]";
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.6f", a.seconds);
    std::cout << line << ",\"verified\":" << (a.verified ? "true" : "false")
              << ",\"nodes\":" << a.found.nodes << ",\"seconds\":" << seconds << ",\"stop\":\""
              << a.stop << "\"";
    if (!a.error.empty()) std::cout << ",\"error\":" << quoted(a.error);
    std::cout << "}\n";
}

void print_text(const answer &a) {
    if (!a.error.empty()) {
        std::cout << "error: " << a.error << "\n";
        return;
    }
    if (a.found.outcome == yomikiri::outcome::proven) {
        std::cout << "mate in " << a.length() << (a.found.exact ? "" : " or less");
        if (a.without_futile.known) {
            std::cout << " (" << a.without_futile.length
                      << (a.without_futile.exact ? "" : " or less") << " without futile ones)";
        }
        std::cout << (a.pv.empty() ? "" : ":");
        for (const std::string &m : a.pv) std::cout << ' ' << m;
    } else {
        std::cout << (a.found.outcome == yomikiri::outcome::disproven ? "no mate" : "unknown");
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f", a.seconds);
    std::cout << " (" << a.found.nodes << " nodes, " << seconds << " s";
    if (a.found.outcome != yomikiri::outcome::unknown) {
        std::cout << (a.verified ? ", verified" : ", NOT verified");
    } else {
        std::cout << ", stopped by: " << a.stop;
    }
    std::cout << ")\n";
}

/* The problem of a line: what stands before a tab, without spaces around it. Empty for none. */
std::string problem_of(std::string line) {
    line.erase(line.find('\t') == std::string::npos ? line.size() : line.find('\t'));
    const char *space = " \r\n";
    const std::size_t first = line.find_first_not_of(space);
    if (first == std::string::npos || line[first] == '#') return "";
    return line.substr(first, line.find_last_not_of(space) - first + 1);
}

/* Whether an argument that names no file was meant as a position: its first word then holds nothing
 * but what a board can hold, and a board alone has nine ranks. */
bool looks_like_sfen(const std::string &text) {
    if (text.compare(0, 5, "sfen ") == 0) return true;
    const std::string word = text.substr(0, text.find(' '));
    const bool ranks = std::count(word.begin(), word.end(), '/') == 8;
    return word.find_first_not_of("0123456789+/KRBGSNLPkrbgsnlp") == std::string::npos &&
           (ranks || word.size() < text.size());
}

int run(const options &o) {
    std::ifstream file;
    std::istream *lines = nullptr;
    if (o.input == "-") {
        lines = &std::cin;
    } else {
        errno = 0;
        file.open(o.input);
        if (file) {
            lines = &file;
        } else if (!looks_like_sfen(o.input)) {
            return usage("cannot open " + o.input + " (" + std::strerror(errno) +
                         "), and it is no SFEN");
        }
    }

    workshop shop;
    if (!shop.set_up(o.mem_mib)) return usage("--mem is too little, or more than there is");
    progress_line bar;
    int status = 0;
    std::size_t number = 0;
    const auto one = [&](const std::string &line) {
        const std::string problem = problem_of(line);
        if (problem.empty()) return;
        const answer a = solve(shop, o, problem, ++number, bar);
        if (o.json) {
            print_json(a);
        } else {
            print_text(a);
        }
        std::cout.flush();
        if (!a.error.empty()) {
            std::cerr << "tsume: problem " << number << ": " << a.error << "\n";
        }
        status = a.exit_status() > status ? a.exit_status() : status;
    };
    if (lines == nullptr) {
        one(o.input);
    } else {
        std::string line;
        bool first = true;
        while (std::cout && std::getline(*lines, line)) {
            /* Editors may put a byte order mark at the start. */
            if (first && line.compare(0, 3, "\xef\xbb\xbf") == 0) line.erase(0, 3);
            first = false;
            one(line);
        }
        if (lines->bad()) return usage("cannot read " + o.input);
    }
    return std::cout ? status : exit_output_failed;
}

}  // namespace

int main(int count, char **words) {
    std::ios::sync_with_stdio(false);
    options o;
    if (const int trouble = read_options(count, words, o); trouble != 0) return trouble;
    return run(o);
}
