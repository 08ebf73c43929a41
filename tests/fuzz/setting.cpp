// `--set path=value` on every model: the first byte chooses the model, each line is a setting.
// What opens has a state of the model's shape; all else is an Error.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "takt/base/choice.hpp"
#include "takt/base/error.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/problem/catalogue.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto models = takt::problem::problems();
  const std::string_view lines(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const takt::io::OpenModel open =
        takt::io::open_model(models[data[0] % models.size()].name, takt::split(lines, '\n'));
    const takt::Shape& shape = open.system->shape();
    if (open.start.q.size() != shape.nq || open.start.v.size() != shape.nv) std::abort();
  } catch (const takt::Error&) {
  }
  return 0;
}
