// Turns the sources of rows and forces (equation_sources.hpp) into Equations over the entities of a
// space: carriers become combinations of entities, matrices get their patterns.
#pragma once

#include <functional>

#include "takt/mechanism/natural/equation_sources.hpp"
#include "takt/mechanism/natural/equations.hpp"

namespace takt::mechanism::natural {

// A carrier as constant + sum c x over entities of a space.
struct Weighted {
  Vec3 constant = Vec3::Zero();
  int count = 0;
  std::array<int, 4> entity{};
  std::array<double, 4> c{};

  Vec3 at(const double* x) const noexcept {
    Vec3 y = constant;
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < 3; ++i) y[i] += c[k] * x[3 * entity[k] + i];
    return y;
  }
};

// The entities that the equations are written in, and the weights of carriers in them.
struct Space {
  int entities = 0;
  bool patterns = false;
  std::function<Weighted(const Carrier&)> weights;
};

Space whole_space(const Parts&);               // the coordinates of the mechanism
Space torn_space(const Model&, const Parts&);  // four separate entities for each body

Equations lay_out(const Model&, const Parts&, const Sources&, const Space&,
                  const List<int>& first_state, int states);

// Adds masses and weights: by part in the whole space, by body in the torn space.
void add_masses(const Model&, const Parts&, bool torn, Equations&);

}  // namespace takt::mechanism::natural
