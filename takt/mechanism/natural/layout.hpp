// Rows and forces laid out over entities: carriers become combinations, matrices get patterns.
#pragma once

#include <functional>

#include "takt/mechanism/natural/equations.hpp"
#include "takt/mechanism/natural/sources.hpp"

namespace takt::mechanism::natural {

// A carrier as constant + sum c x over the entities of a space.
struct Weighted {
  Vec3 constant = Vec3::Zero();
  int count = 0;
  std::array<int, 4> entity{};
  std::array<double, 4> c{};

  Vec3 at(const double* x) const noexcept {
    Vec3 y = constant;
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < 3; ++i)
        y[i] += c[static_cast<std::size_t>(k)] * x[3 * entity[static_cast<std::size_t>(k)] + i];
    return y;
  }
};

// What the equations are written over.
struct Space {
  int entities = 0;
  bool patterns = false;
  std::function<Weighted(const Carrier&)> weights;
};

Space whole_space(const Parts&);               // the coordinates of the mechanism
Space torn_space(const Model&, const Parts&);  // four entities for every body

Equations lay_out(const Model&, const Parts&, const Sources&, const Space&,
                  const std::vector<int>& first_state, int states);

// Masses and weights: in the whole space of parts, in the torn one of bodies.
void add_masses(const Model&, const Parts&, bool torn, Equations&);

}  // namespace takt::mechanism::natural
