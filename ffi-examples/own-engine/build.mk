# An engine with its own board and its own searches, and the same with the library's: C++17.
EXAMPLES += own-engine
OWN := own-engine/board.hpp own-engine/search.hpp
$(BUILD)/own-engine: own-engine/after.cpp $(BUILD)/own-engine-before $(OWN) $(ARCHIVE) $(HEADERS)
	$(CXX) -std=c++17 $(INCLUDE) $(CXXFLAGS) $(LDFLAGS) $< $(ARCHIVE) -o $@
$(BUILD)/own-engine-before: own-engine/before.cpp $(OWN) | $(ARCHIVE)
	$(CXX) -std=c++17 $(CXXFLAGS) $(LDFLAGS) $< -o $@
