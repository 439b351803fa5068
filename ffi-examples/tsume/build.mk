# The mate solver as a command: C++17 on yomikiri.hpp.
EXAMPLES += tsume
$(BUILD)/tsume: tsume/tsume.cpp $(ARCHIVE) $(HEADERS)
	$(CXX) -std=c++17 -fno-exceptions -fno-rtti $(INCLUDE) $(CXXFLAGS) $(LDFLAGS) $< $(ARCHIVE) -o $@

# Shogi Zuko (Ito Kanju, 1755), problem 2.
DEMO := 9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1
demo: tsume
	$(BUILD)/tsume --mode shortest '$(DEMO)'
