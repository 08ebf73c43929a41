// A spring and a damper between two angles that are coordinates: k, c in N m/rad and N m s/rad.
#pragma once

#include "tests/support/railway_by_hand/local_force.hpp"

namespace takt::by_hand {

class Torsion final : public DualForce<Torsion, 2> {
 public:
  Torsion(int a, int b, double k, double c) : DualForce({a, b}), k_(k), c_(c) {}

  template <class T> void law(const Seen<T>& s, std::array<T, 2>& Q) const noexcept {
    Q[0] = k_ * (s.q[1] - s.q[0]) + c_ * (s.v[1] - s.v[0]);
    Q[1] = -Q[0];
  }
  double potential(const Point& p) const noexcept override {
    const Seen<double> s = seen<double>(p);
    return 0.5 * k_ * (s.q[1] - s.q[0]) * (s.q[1] - s.q[0]);
  }

 private:
  double k_, c_;
};

}  // namespace takt::by_hand
