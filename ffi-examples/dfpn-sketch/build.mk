# A program around a recursive dfpn_traverse, with the function replaced by one include: C++17.
EXAMPLES += dfpn-sketch
$(BUILD)/dfpn-sketch: dfpn-sketch/dfpn-sketch.cpp dfpn-sketch/node.hpp $(ARCHIVE) $(HEADERS)
	$(CXX) -std=c++17 -fno-exceptions -fno-rtti $(INCLUDE) $(CXXFLAGS) $(LDFLAGS) $< $(ARCHIVE) -o $@
