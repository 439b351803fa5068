# Tanaka's checkState on a table of Yomikiri: C++17 on yomikiri.hpp.
EXAMPLES += dobutsu-checkstate
$(BUILD)/dobutsu-checkstate: dobutsu-checkstate/dobutsu-checkstate.cpp $(ARCHIVE) $(HEADERS)
	$(CXX) -std=c++17 -fno-exceptions -fno-rtti $(INCLUDE) $(CXXFLAGS) $(LDFLAGS) $< $(ARCHIVE) -o $@
