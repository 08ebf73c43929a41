#include "web/page/data_block.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "takt/base/error.hpp"

namespace takt::web {
namespace {

using Json = nlohmann::ordered_json;

constexpr int level = 6;  // of compression: 9 takes three times as long for 1 %

template <class Word> void append(std::vector<std::uint8_t>& bytes, Word word) {
  for (std::size_t i = 0; i < sizeof word; ++i)
    bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
}

// The nearest float. What is too large for one becomes infinite.
float narrow(double x) {
  if (std::abs(x) > std::numeric_limits<float>::max())
    return std::copysign(std::numeric_limits<float>::infinity(),
                         static_cast<float>(x > 0 ? 1 : -1));
  return static_cast<float>(x);
}

// Four bytes place a body to a hundred-thousandth of the distance it is seen at, as long as it is not
// farther away than this.
constexpr double far_away = 64;  // m

bool needs_eight(std::size_t k, const DataTable::Column& c) {
  const auto is_far = [](double x) { return std::abs(x) > far_away && std::isfinite(x); };
  return k == 0 || (c.unit == "m" && std::any_of(c.values.begin(), c.values.end(), is_far));
}

}  // namespace

DataBlock make_block(const std::vector<DataTable>& tables) {
  DataBlock block;
  block.tables = Json::array();
  for (const DataTable& t : tables) {
    const std::size_t rows = t.columns.empty() ? 0 : t.columns.front().values.size();
    Json columns = Json::array();
    for (std::size_t k = 0; k < t.columns.size(); ++k) {
      const DataTable::Column& c = t.columns[k];
      if (c.values.size() != rows)
        throw Error("column '" + c.name + "' of the table '" + t.name + "' has another length",
                    "page", "", Fault::other);
      const bool eight = needs_eight(k, c);
      const std::size_t size = eight ? 8 : 4;
      while (block.bytes.size() % size != 0) block.bytes.push_back(0);
      columns.push_back({{"name", c.name},
                         {"unit", c.unit},
                         {"description", c.description},
                         {"type", eight ? "f8" : "f4"},
                         {"offset", block.bytes.size()}});
      for (const double x : c.values)
        if (eight)
          append(block.bytes, std::bit_cast<std::uint64_t>(x));
        else
          append(block.bytes, std::bit_cast<std::uint32_t>(narrow(x)));
    }
    Json table{{"name", t.name}, {"rows", rows}};
    if (t.thinned) table["thinned"] = *t.thinned;
    table["columns"] = std::move(columns);
    block.tables.push_back(std::move(table));
  }
  return block;
}

std::vector<std::uint8_t> compressed(std::span<const std::uint8_t> bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::vector<std::uint8_t> out(size);
  if (compress2(out.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()), level) != Z_OK)
    throw Error("the numbers of the page cannot be compressed", "page", "", Fault::other);
  out.resize(size);
  return out;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = (word << 8) | (k < n ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += k <= n ? digits[(word >> (6 * (3 - k))) & 63u] : '=';
  }
  return out;
}

}  // namespace takt::web
