#include "study/design/sobol.hpp"

#include <array>
#include <bit>

#include "study/design/random.hpp"
#include "study/design/sobol_table.hpp"

namespace takt::study {
namespace {

using Directions = std::array<std::array<std::uint32_t, 32>, most_sobol_dimensions>;

// m_k = 2 a_1 m_(k-1) ^ 4 a_2 m_(k-2) ^ ... ^ 2^s m_(k-s) ^ m_(k-s), and v_k = m_k / 2^k.
constexpr Directions make_directions() {
  Directions v{};
  for (int k = 0; k < 32; ++k) v[0][k] = std::uint32_t{1} << (31 - k);
  for (int d = 1; d < most_sobol_dimensions; ++d) {
    const SobolRow& row = sobol_table[d - 1];
    const int degree = std::bit_width(row.polynomial) - 1;
    std::array<std::uint32_t, 32> m{};
    for (int k = 0; k < 32; ++k) {
      if (k < degree) {
        m[k] = row.first[k];
        continue;
      }
      m[k] = m[k - degree];
      for (int j = 1; j <= degree; ++j)
        if ((row.polynomial >> (degree - j) & 1) != 0) m[k] ^= m[k - j] << j;
    }
    for (int k = 0; k < 32; ++k) v[d][k] = m[k] << (31 - k);
  }
  return v;
}
constexpr Directions directions = make_directions();

}  // namespace

std::uint32_t sobol_bits(std::uint64_t n, int dimension) noexcept {
  std::uint32_t x = 0;
  for (int k = 0; k < 32 && n != 0; ++k, n >>= 1)
    if ((n & 1) != 0) x ^= directions[dimension][k];
  return x;
}

double sobol_number(std::uint64_t n, int dimension, std::uint64_t seed) noexcept {
  const auto shift = random_bits(seed, Stream::shift, 0, static_cast<std::uint32_t>(dimension));
  const std::uint32_t x = sobol_bits(n, dimension) ^ shift[0];
  return open_interval(std::uint64_t{x} << 32 | shift[1]);
}

}  // namespace takt::study
