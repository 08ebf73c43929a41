// Files of inputs: ascending times and finite values, or an Error that says where.
#include "takt/io/model_file/input_file.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "takt/base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const takt::io::InputFile f =
        takt::io::parse_inputs({reinterpret_cast<const char*>(bytes), size}, "fuzz.csv");
    for (std::size_t k = 1; k < f.times.size(); ++k)
      if (!(f.times[k] > f.times[k - 1])) std::abort();
    for (const takt::io::InputColumn& c : f.columns)
      if (c.values.size() != f.times.size()) std::abort();
  } catch (const takt::Error& e) {
    if (e.where.rfind("fuzz.csv", 0) != 0) std::abort();  // says where
  }
  return 0;
}
