#include "takt/io/recording/crc32c.hpp"

#include <array>

namespace takt::io {
namespace {

constexpr std::uint32_t polynomial = 0x82F63B78;

// table[k][b]: the checksum of byte b followed by k zero bytes. With it, four bytes are processed
// at a time.
constexpr std::array<std::array<std::uint32_t, 256>, 4> make_tables() {
  std::array<std::array<std::uint32_t, 256>, 4> table{};
  for (std::uint32_t b = 0; b < 256; ++b) {
    std::uint32_t c = b;
    for (int bit = 0; bit < 8; ++bit) c = (c >> 1) ^ ((c & 1) != 0 ? polynomial : 0);
    table[0][b] = c;
  }
  for (std::size_t k = 1; k < 4; ++k)
    for (std::size_t b = 0; b < 256; ++b)
      table[k][b] = (table[k - 1][b] >> 8) ^ table[0][table[k - 1][b] & 0xff];
  return table;
}
constexpr auto table = make_tables();

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
  std::uint32_t c = ~before;
  const auto at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  std::size_t i = 0;
  for (; i + 4 <= bytes.size(); i += 4) {
    c ^= at(i) | at(i + 1) << 8 | at(i + 2) << 16 | at(i + 3) << 24;
    c = table[3][c & 0xff] ^ table[2][(c >> 8) & 0xff] ^ table[1][(c >> 16) & 0xff] ^
        table[0][c >> 24];
  }
  for (; i < bytes.size(); ++i) c = (c >> 8) ^ table[0][(c ^ at(i)) & 0xff];
  return ~c;
}

}  // namespace takt::io
