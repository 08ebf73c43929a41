#include <bit>

#include "takt/simulate/run.hpp"

namespace takt {

// FNV-1a over the bits of t, q, v, z.
std::uint64_t state_hash(const State& s) noexcept {
  std::uint64_t hash = 14695981039346656037ull;
  const auto add = [&](double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    for (int k = 0; k < 64; k += 8) hash = (hash ^ ((bits >> k) & 0xff)) * 1099511628211ull;
  };
  add(s.t);
  for (const Vector* x : {&s.q, &s.v, &s.z})
    for (Index i = 0; i < x->size(); ++i) add((*x)[i]);
  return hash;
}

}  // namespace takt
