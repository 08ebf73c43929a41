// Method files: a method, or an Error that says where.
#include "takt/io/method/method_file.hpp"

#include <cstdint>
#include <cstdlib>

#include "takt/base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const takt::Method method =
        takt::io::read_method_text({reinterpret_cast<const char*>(bytes), size}, "fuzz.yaml");
    takt::Method again = takt::parse_method(takt::to_string(method));
    again.step = method.step;  // the text of a method does not have these two
    again.realtime = method.realtime;
    if (!(again == method)) std::abort();
  } catch (const takt::Error&) {
  }
  return 0;
}
