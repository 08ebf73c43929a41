// Tyre files: the numbers of a tyre, or an Error that says where.
#include "takt/element/tyre/tyre_file.hpp"

#include <cstdint>
#include <cstdlib>

#include "takt/base/error.hpp"
#include "takt/element/tyre/tyre_pac2002.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace takt::element;
  const std::string text = "fuzz.tir\n" + std::string(reinterpret_cast<const char*>(bytes), size);
  try {
    const TyreFile file(text);
    TyrePac2002::left_out(file);
    TyrePac2002::Data d = TyrePac2002::read(file);
    if (!(d.R0 > 0 && d.stiffness > 0 && d.FNOMIN > 0)) std::abort();
  } catch (const takt::Error& e) {
    if (e.where.rfind("fuzz.tir", 0) != 0) std::abort();  // says where
  }
  return 0;
}
