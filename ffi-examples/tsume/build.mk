# The mate solver as a command: C++17 on yomikiri.hpp.
EXAMPLES += tsume
$(BUILD)/tsume: tsume/tsume.cpp $(ARCHIVE) $(HEADERS)
	$(CXX) -std=c++17 -fno-exceptions -fno-rtti $(INCLUDE) $(CXXFLAGS) $(LDFLAGS) $< $(ARCHIVE) -o $@

# A mate in eleven plies.
DEMO := 9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1
demo: tsume
	$(BUILD)/tsume --mode shortest '$(DEMO)'
