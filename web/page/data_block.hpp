// The block of numbers of a page: columns one after the other, little-endian, the first column of a
// table and positions far away with 8 bytes a number, others with 4; each begins at a multiple of its size.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "web/page/page.hpp"

namespace takt::web {

struct DataBlock {
  nlohmann::ordered_json tables;  // as page.ts has them, with the place of every column
  std::vector<std::uint8_t> bytes;
};

// Throws Error: columns of one table that have different lengths.
DataBlock make_block(const std::vector<DataTable>&);

// zlib's format (RFC 1950).
std::vector<std::uint8_t> compressed(std::span<const std::uint8_t>);
std::string base64(std::span<const std::uint8_t>);

}  // namespace takt::web
