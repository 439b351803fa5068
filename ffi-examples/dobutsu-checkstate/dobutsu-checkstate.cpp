// dobutsu-checkstate: prints the best line of a position of Dobutsu shogi as Tanaka's checkState
// does, from the table file of Yomikiri; the line of a draw is traced to a repetition.
//
//   dobutsu-checkstate --table FILE [--read] [--draw shortest|third|first-move|fewest-replies]
//                      [FILE | - | POSITION]
//
// The position is a file in Tanaka's format or any notation that the library reads, - for standard
// input, or the position itself; the start of the game by default. --read reads the table through a
// callback instead of mapping it. Exit status: 0, or 64 for bad input, 74 where output fails.
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <yomikiri.hpp>

namespace {

constexpr int exit_bad_input = 64;
constexpr int exit_output_failed = 74;

/* Decoded blocks that a compressed table keeps. */
constexpr std::uint32_t slots = 32;

/* Positions that the plan of a draw may look at. */
constexpr std::uint32_t capacity = 1u << 18;

int usage(const std::string &trouble) {
    std::fprintf(stderr,
                 "dobutsu-checkstate: %s\nusage: dobutsu-checkstate --table FILE [--read] [--draw "
                 "shortest|third|first-move|fewest-replies] [FILE | - | POSITION]\n",
                 trouble.c_str());
    return exit_bad_input;
}

/* A value as Tanaka's program counts it, for the side to move. */
struct value {
    std::int32_t win_lose = 0;
    std::int32_t count = 0;

    bool is_over() const { return win_lose != 0 && count == 0; }
    bool operator==(const value &other) const {
        return win_lose == other.win_lose && count == other.count;
    }
    void print() const { std::printf("%d(%d)", int(win_lose), int(count)); }
};

struct rated_move {
    yomikiri::move move;
    value after;
};

/* Memory that the library is given. */
struct words {
    std::unique_ptr<std::uint64_t[]> data;
    std::size_t size = 0;

    bool allocate(std::size_t bytes) {
        size = (bytes + 7) / 8 * 8;
        data.reset(new (std::nothrow) std::uint64_t[size / 8]);
        return data != nullptr;
    }
    yomikiri::block block() const { return yomikiri::block(data.get(), size); }
};

/* The table file: mapped, or read through a callback where that is asked for or must be. */
class table_file {
public:
    table_file() = default;
    table_file(const table_file &) = delete;
    table_file &operator=(const table_file &) = delete;
    ~table_file() {
#if defined(__unix__) || defined(__APPLE__)
        if (map_ != nullptr) munmap(map_, size_);
#endif
        if (file_ != nullptr) std::fclose(file_);
    }

    bool open(const char *path, bool read) {
#if defined(__unix__) || defined(__APPLE__)
        if (!read) {
            const int handle = ::open(path, O_RDONLY);
            struct stat about;
            if (handle < 0) return false;
            if (fstat(handle, &about) == 0 && about.st_size > 0) {
                size_ = static_cast<std::size_t>(about.st_size);
                void *map = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, handle, 0);
                if (map != MAP_FAILED) map_ = map;
            }
            close(handle);
            return map_ != nullptr;
        }
#else
        (void)read;
#endif
        file_ = std::fopen(path, "rb");
        if (file_ == nullptr || std::fseek(file_, 0, SEEK_END) != 0) return false;
        const long end = std::ftell(file_);
        size_ = end < 0 ? 0 : static_cast<std::size_t>(end);
        return end >= 0;
    }

    yomikiri::status give_to(yomikiri::dobutsu_table &table, yomikiri::block memory) {
        if (map_ != nullptr) return table.init(memory, map_, size_, slots);
        return table.init(memory, read, file_, size_, slots);
    }

private:
    static std::int32_t read(void *user, std::uint64_t offset, std::uint8_t *out, std::size_t len) {
        std::FILE *file = static_cast<std::FILE *>(user);
        if (std::fseek(file, static_cast<long>(offset), SEEK_SET) != 0) return -1001;
        return std::fread(out, 1, len, file) == len ? 0 : -1002;
    }

    void *map_ = nullptr;
    std::size_t size_ = 0;
    std::FILE *file_ = nullptr;
};

/* The position that an argument names. */
bool read_position(const char *argument, yomikiri::dobutsu_position &position) {
    if (argument == nullptr) return true;
    const bool standard_input = std::strcmp(argument, "-") == 0;
    if (!standard_input && position.set_text(argument)) return true;
    std::FILE *file = standard_input ? stdin : std::fopen(argument, "rb");
    if (file == nullptr) return false;
    char text[256] = {};
    const std::size_t len = std::fread(text, 1, sizeof text - 1, file);
    if (!standard_input) std::fclose(file);
    return len < sizeof text - 1 && position.set_text(text).ok();
}

class tracer {
public:
    tracer(yomikiri::dobutsu_table &table, yomikiri::dobutsu_lines &lines)
        : table_(table), lines_(lines) {}

    /* Prints the line of a position, a block a position. */
    yomikiri::status run(yomikiri::dobutsu_position position, std::int32_t mode) {
        for (std::size_t drawn = 0;;) {
            value now;
            yomikiri::status s = lines_.value(table_, position, now.win_lose, now.count);
            if (!s) return s;
            std::vector<rated_move> moves;
            if (!now.is_over() && !(s = rate(position, moves))) return s;

            const rated_move *chosen = nullptr;
            bool repeats = false;
            if (now.win_lose != 0) {
                const value wanted{-now.win_lose, now.count - 1};
                for (const rated_move &m : moves) {
                    if (chosen == nullptr && m.after == wanted) chosen = &m;
                }
            } else {
                if (drawn == 0) {
                    s = lines_.draw(table_, position, mode, plan_, plan_length_, cycle_);
                    if (!s) return s;
                }
                for (const rated_move &m : moves) {
                    if (drawn < plan_length_ && m.move == plan_[drawn]) chosen = &m;
                }
                repeats = chosen == nullptr;
                ++drawn;
            }
            print(position, now, moves, chosen);
            if (repeats) {
                std::printf("Repetition : after %zu moves the position after %zu moves\n",
                            plan_length_, cycle_);
            }
            if (chosen == nullptr) return YOMI_OK;
            if (!(s = position.play(chosen->move))) return s;
        }
    }

private:
    yomikiri::status rate(const yomikiri::dobutsu_position &position,
                          std::vector<rated_move> &out) {
        yomikiri::move moves[YOMI_DOBUTSU_MOST_MOVES];
        std::size_t count = 0;
        yomikiri::status s = position.moves(moves, count);
        for (std::size_t i = 0; s && i < count; ++i) {
            yomikiri::dobutsu_position after = position;
            value v;
            if ((s = after.play(moves[i])) &&
                (s = lines_.value(table_, after, v.win_lose, v.count))) {
                out.push_back({moves[i], v});
            }
        }
        return s;
    }

    static void print(const yomikiri::dobutsu_position &position, value now,
                      const std::vector<rated_move> &moves, const rated_move *chosen) {
        char text[YOMI_DOBUTSU_TEXT_SIZE] = "";
        [[maybe_unused]] yomikiri::status s = position.get_text(text, YOMI_DOBUTSU_TANAKA);
        // The value of the position from the first side's view, those of the moves from the
        // mover's after them.
        if (position.side() == 1) now.win_lose = -now.win_lose;
        std::printf("------------------\n%s\n", text);
        now.print();
        std::putchar('\n');
        // A draw at its end shows no moves.
        const bool shown = chosen != nullptr || now.win_lose != 0;
        for (std::size_t i = 0; shown && i < moves.size(); ++i) {
            s = position.format_move(moves[i].move, text, YOMI_DOBUTSU_TANAKA);
            std::printf("%zu : %s ", i, text);
            moves[i].after.print();
            std::putchar('\n');
        }
        if (chosen != nullptr) {
            s = position.format_move(chosen->move, text, YOMI_DOBUTSU_TANAKA);
            std::printf("Move : %s ", text);
            chosen->after.print();
            std::putchar('\n');
        }
    }

    yomikiri::dobutsu_table &table_;
    yomikiri::dobutsu_lines &lines_;
    yomikiri::move plan_[YOMI_DOBUTSU_LONGEST_LINE] = {};
    std::size_t plan_length_ = 0;
    std::size_t cycle_ = 0;
};

bool read_mode(const char *text, std::int32_t &out) {
    static const char *const names[] = {"shortest", "third", "first-move", "fewest-replies"};
    for (std::int32_t i = 0; i < 4; ++i) {
        if (std::strcmp(text, names[i]) == 0) {
            out = YOMI_DOBUTSU_DRAW_SHORTEST + i;
            return true;
        }
    }
    return false;
}

}  // namespace

int main(int argc, char **argv) {
    const char *path = nullptr, *argument = nullptr;
    std::int32_t mode = YOMI_DOBUTSU_DRAW_SHORTEST;
    bool read = false;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        if (option == "--table" && i + 1 < argc) {
            path = argv[++i];
        } else if (option == "--draw" && i + 1 < argc) {
            if (!read_mode(argv[++i], mode)) return usage("no such line of a draw");
        } else if (option == "--read") {
            read = true;
        } else if (option.size() > 1 && option.compare(0, 2, "--") == 0) {
            return usage("unknown option " + option);
        } else if (argument != nullptr) {
            return usage("one position only");
        } else {
            argument = argv[i];
        }
    }
    if (path == nullptr) return usage("--table is missing");

    yomikiri::dobutsu_position position;
    if (!read_position(argument, position)) {
        return usage(std::string(argument) + ": neither a position nor a file that holds one");
    }

    table_file file;
    words table_memory, lines_memory;
    std::size_t table_bytes = 0, lines_bytes = 0;
    yomikiri::dobutsu_table table;
    yomikiri::dobutsu_lines lines;
    if (!file.open(path, read)) return usage(std::string(path) + ": cannot be read");
    if (!yomikiri::dobutsu_table::mem_size(slots, table_bytes) ||
        !yomikiri::dobutsu_lines::mem_size(capacity, lines_bytes) ||
        !table_memory.allocate(table_bytes) || !lines_memory.allocate(lines_bytes)) {
        return usage("not enough memory");
    }
    yomikiri::status s = file.give_to(table, table_memory.block());
    if (s) s = lines.init(lines_memory.block(), capacity);
    if (s) s = tracer(table, lines).run(position, mode);
    if (!s) return usage(std::string(path) + ": " + s.name());
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : exit_output_failed;
}
