// Laws on measures: what forces.cpp and between.cpp share.
//
// Terms used: y carriers of the law, each once; g_k = ds_k/dy, r_k = ds'_k/dy; W the weights of
// entities in carriers.
#pragma once

#include "takt/mechanism/natural/carriers.hpp"

namespace takt::mechanism::natural {

using element::law_measures;

// Carriers of a law and their rates.
struct LawCarriers {
  std::array<Vec3, law_carriers> y, dy;
  LawCarriers(const Equations& e, const LawForce& f, const double* x, const double* v) noexcept {
    const Combination* c = e.carriers.data() + f.first_carrier;
    for (std::size_t k = 0; k < index(f.carriers); ++k) {
      y[k] = value_of(e, c[k], x);
      if (v) dy[k] = rate_of(e, c[k], v);
    }
  }
};

// The number among the law's carriers of one of a use.
inline std::size_t carrier_of(const LawForce& f, const Use& use, int k) noexcept {
  return index(use.carrier[index(k)] - f.first_carrier);
}
// The arguments of a use.
inline void gather(const LawForce& f, const Use& use, const Vec3* y, Vec3* arguments) noexcept {
  if (use.origin >= 0) arguments[use.origin].setZero();
  for (int k = 0; k < use.carriers; ++k)
    arguments[use.argument[index(k)]] = y[carrier_of(f, use, k)];
}

// f += W' F, F forces on carriers.
inline void spread(const Equations& e, const LawForce& f, const Vec3* F, Vector& out) noexcept {
  const Combination* c = e.carriers.data() + f.first_carrier;
  for (int k = 0; k < f.carriers; ++k)
    for (const Weight& w : weights_of(e, c[k])) add_to(out, w.entity, w.c * F[k]);
}

}  // namespace takt::mechanism::natural
