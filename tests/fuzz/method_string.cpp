// Methods as text: whatever is written, it is a method that reads back the same, or an Error.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "takt/base/error.hpp"
#include "takt/method/refusal.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// With and without constraints, and as text of an Error.
void ask(const takt::Method& method) {
  const takt::Composition c = takt::compose(method);
  takt::Shape free, constrained;
  constrained.ng = 1;
  for (const takt::Shape* shape :
       {static_cast<const takt::Shape*>(nullptr), static_cast<const takt::Shape*>(&free),
        static_cast<const takt::Shape*>(&constrained)}) {
    const bool refused = !takt::refusal(c, shape).empty();
    bool thrown = false;
    try {
      takt::require_valid(c, shape);
    } catch (const takt::Error&) {
      thrown = true;
    }
    require(refused == thrown);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    takt::Method method = takt::parse_method(text);
    require(takt::parse_method(takt::to_string(method)) == method);
    ask(method);
    method.realtime = true;
    ask(method);
  } catch (const takt::Error&) {
  }
  return 0;
}
