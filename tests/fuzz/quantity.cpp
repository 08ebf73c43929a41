// Numbers with units as text: a finite number, or an Error.
#include "takt/io/units/quantity.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "takt/base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const takt::io::Quantity q = takt::io::parse_quantity(text, "here");
    if (!std::isfinite(q.value)) std::abort();
    if (q.bare && q.dimension != takt::io::Dimension{}) std::abort();
    if (takt::io::parse_time(text, "here") != q.value) std::abort();
  } catch (const takt::Error&) {
  }
  return 0;
}
