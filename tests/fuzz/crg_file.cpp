// OpenCRG files: a grid with steps above zero and finite heights, or an Error that says where.
#include "takt/element/road/crg_file.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "takt/base/error.hpp"
#include "takt/element/road/grid.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace takt::element;
  try {
    const GridFile g = parse_crg({reinterpret_cast<const char*>(bytes), size}, "fuzz.crg");
    if (!(g.step_x > 0) || !(g.step_y > 0)) std::abort();
    for (const auto& row : g.heights)
      for (const double z : row)
        if (!std::isfinite(z)) std::abort();
    const GridRoad road({g.start_x, g.step_x}, {g.start_y, g.step_y}, g.heights);
    static_cast<void>(road.at(g.start_x + 0.3 * g.step_x, g.start_y));
  } catch (const takt::Error& e) {
    if (e.where.rfind("fuzz.crg", 0) != 0) std::abort();  // says where
  }
  return 0;
}
