#include "study/design/random.hpp"

#include <Random123/philox.h>

#include <bit>

namespace takt::study {

std::array<std::uint32_t, 4> random_bits(std::uint64_t seed, Stream stream, std::uint64_t sample,
                                         std::uint32_t dimension) noexcept {
  const r123::Philox4x32::ctr_type counter{
      {static_cast<std::uint32_t>(sample), static_cast<std::uint32_t>(sample >> 32), dimension,
       static_cast<std::uint32_t>(stream)}};
  const r123::Philox4x32::key_type key{
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  const auto x = r123::Philox4x32()(counter, key);
  return {x[0], x[1], x[2], x[3]};
}

double open_interval(std::uint64_t bits) noexcept {
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

double random_number(std::uint64_t seed, Stream stream, std::uint64_t sample,
                     std::uint32_t dimension) noexcept {
  const auto x = random_bits(seed, stream, sample, dimension);
  return open_interval(std::uint64_t{x[0]} << 32 | x[1]);
}

std::uint64_t permuted(std::uint64_t i, std::uint64_t count, std::uint64_t seed,
                       std::uint32_t dimension) noexcept {
  if (count < 2) return i;
  // The network permutes numbers of 2 h bits, of which there are less than four times `count`.
  const int bits = static_cast<int>(std::bit_width(count - 1)), half = (bits + 1) / 2;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  constexpr std::uint64_t rounds = 8;
  do {
    std::uint64_t left = i >> half, right = i & mask;
    for (std::uint64_t r = 0; r < rounds; ++r) {
      const std::uint64_t f =
          random_bits(seed, Stream::strata, right * rounds + r, dimension)[0] & mask;
      const std::uint64_t next = left ^ f;
      left = right;
      right = next;
    }
    i = left << half | right;
  } while (i >= count);
  return i;
}

}  // namespace takt::study
