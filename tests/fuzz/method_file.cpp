// Method files: a method, or an Error that says where.
#include "takt/io/method/method_file.hpp"

#include <cstdint>
#include <cstdlib>

#include "takt/base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const takt::Method method =
        takt::io::read_method_text({reinterpret_cast<const char*>(bytes), size}, "fuzz.yaml");
    if (!(takt::parse_method(takt::to_string(method)) == method)) std::abort();
  } catch (const takt::Error&) {
  }
  return 0;
}
