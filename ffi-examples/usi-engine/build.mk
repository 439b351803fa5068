# A USI engine: C++17 on the C header and yomikiri.hpp.
EXAMPLES += usi-engine
USI_SOURCES := usi-engine/main.cpp usi-engine/engine.cpp usi-engine/board.cpp
$(BUILD)/usi-engine: $(USI_SOURCES) $(wildcard usi-engine/*.hpp) $(ARCHIVE) $(HEADERS)
	$(CXX) -std=c++17 -pthread $(INCLUDE) $(CXXFLAGS) $(LDFLAGS) $(USI_SOURCES) $(ARCHIVE) -o $@
