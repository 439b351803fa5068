# The mate solver as a command: C++17 on yomikiri.hpp.
EXAMPLES += tsume
$(BUILD)/tsume: tsume/tsume.cpp $(ARCHIVE) $(HEADERS)
	$(CXX) -std=c++17 -fno-exceptions -fno-rtti $(INCLUDE) $(CXXFLAGS) $(LDFLAGS) $< $(ARCHIVE) -o $@

# A game position of the yearbook kind is no demonstration: this is problem 24 of the tests' data,
# a mate that needs a drop in front of the king first.
DEMO := 8k/9/8P/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1
demo: tsume
	$(BUILD)/tsume '$(DEMO)'
