// Lines to the GUI, each whole: the thread that reads commands and the one that searches both write.
#ifndef OUTPUT_HPP
#define OUTPUT_HPP

#include <iostream>
#include <mutex>
#include <string>

namespace usi {

inline void say(const std::string &line) {
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    std::cout << line << '\n' << std::flush;
}

}  // namespace usi

#endif
