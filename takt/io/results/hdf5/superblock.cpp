#include "takt/io/results/hdf5/superblock.hpp"

#include <algorithm>
#include <bit>

namespace takt::io::hdf5 {
namespace {

constexpr unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t version_at = 8, flags_at = 11, end_at = 28, checksum_at = 44;

std::uint32_t word(std::span<const unsigned char> bytes, std::size_t at) noexcept {
  std::uint32_t w = 0;
  for (std::size_t k = 0; k < 4; ++k) w |= std::uint32_t{bytes[at + k]} << (8 * k);
  return w;
}

void put(std::span<unsigned char> bytes, std::size_t at, std::uint64_t n, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) bytes[at + k] = static_cast<unsigned char>(n >> (8 * k));
}

// Jenkins' lookup3 of the 44 bytes before the checksum: three words at a time, then the last two.
std::uint32_t checksum(std::span<const unsigned char> bytes) noexcept {
  const auto turn = [](std::uint32_t x, int by) { return std::rotl(x, by); };
  std::uint32_t a = 0xdeadbeef + static_cast<std::uint32_t>(checksum_at), b = a, c = a;
  std::size_t at = 0;
  for (; checksum_at - at > 12; at += 12) {
    a += word(bytes, at), b += word(bytes, at + 4), c += word(bytes, at + 8);
    a -= c, a ^= turn(c, 4), c += b;
    b -= a, b ^= turn(a, 6), a += c;
    c -= b, c ^= turn(b, 8), b += a;
    a -= c, a ^= turn(c, 16), c += b;
    b -= a, b ^= turn(a, 19), a += c;
    c -= b, c ^= turn(b, 4), b += a;
  }
  a += word(bytes, at), b += word(bytes, at + 4);
  c ^= b, c -= turn(b, 14);
  a ^= c, a -= turn(c, 11);
  b ^= a, b -= turn(a, 25);
  c ^= b, c -= turn(b, 16);
  a ^= c, a -= turn(c, 4);
  b ^= a, b -= turn(a, 14);
  c ^= b, c -= turn(b, 24);
  return c;
}

}  // namespace

bool is_superblock(std::span<const unsigned char> bytes) noexcept {
  return bytes.size() >= superblock_size &&
         std::equal(std::begin(signature), std::end(signature), bytes.begin()) &&
         bytes[version_at] == 3 && bytes[version_at + 1] == 8 && bytes[version_at + 2] == 8 &&
         checksum(bytes) == word(bytes, checksum_at);
}

void put_right(std::span<unsigned char> superblock, std::uint64_t end) noexcept {
  superblock[flags_at] = 0;
  put(superblock, end_at, end, 8);
  put(superblock, checksum_at, checksum(superblock), 4);
}

}  // namespace takt::io::hdf5
