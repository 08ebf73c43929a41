// A rubber or air spring between two bodies; it is undeformed where all coordinates are zero.
//
//   d = R_a' (p_b - r_a) - p_a - e_y u,   F_i = preload_i - k_i d_i - cubic_i d_i^3 - c_i d_i'
//
// Terms used: p_b the attachment point on b, p_a its position on a at zero, in axes of a, in which
// the law is written; u displacement of a part that moves in a (a rack). F acts on b at p_b and,
// reversed, on a at the same point, so that its elastic part has the potential of d. Along y there
// is a stop behind a gap, stop (|d_y| - gap)^2; along z there may be dry friction, F_z -= friction
// tanh(d_z' / 1 mm/s).
#pragma once

#include "tests/support/railway_by_hand/cardan_body.hpp"
#include "tests/support/railway_by_hand/local_force.hpp"

namespace takt::by_hand {

class Bushing final : public DualForce<Bushing, 12> {
 public:
  struct Data {
    Vec3 at;  // its position at zero, in world axes
    Vec3 k{}, c{}, cubic{}, preload{};
    double gap = 0, stop = 0;
    double friction = 0;
    int moved_by = -1;  // component of u
  };

  Bushing(const CardanBody& a, const CardanBody& b, const Data& data)
      : DualForce(both(a, b)), data_(data), b_from_a_(b.place - a.place), p_a_(data.at - a.place),
        p_b_(data.at - b.place) {}

  template <class T> void law(const Seen<T>& s, std::array<T, 12>& Q) const noexcept {
    using std::tanh;
    const Pose<T> a({}, s.q.data(), s.v.data()), b(b_from_a_, s.q.data() + 6, s.v.data() + 6);
    const Triple<T> arm = b.to_world(Triple<T>{p_b_.x, p_b_.y, p_b_.z}), p = b.r + arm;
    Triple<T> d = a.to_body(p - a.r) - Triple<T>{p_a_.x, p_a_.y, p_a_.z};
    Triple<T> rate = a.to_body(b.dr + cross(b.w, arm) - a.dr - cross(a.w, p - a.r));
    if (data_.moved_by >= 0) {
      d.y -= T(s.u.u[data_.moved_by]);
      rate.y -= T(s.u.du[data_.moved_by]);
    }
    const Data& x = data_;
    Triple<T> F{x.preload.x - (x.k.x + x.cubic.x * d.x * d.x) * d.x - x.c.x * rate.x,
                x.preload.y - (x.k.y + x.cubic.y * d.y * d.y) * d.y - x.c.y * rate.y,
                x.preload.z - (x.k.z + x.cubic.z * d.z * d.z) * d.z - x.c.z * rate.z};
    if (x.stop > 0) {
      if (d.y > x.gap) F.y -= x.stop * (d.y - x.gap) * (d.y - x.gap);
      if (d.y < -x.gap) F.y += x.stop * (d.y + x.gap) * (d.y + x.gap);
    }
    if (x.friction > 0) F.z -= x.friction * tanh(rate.z / 1e-3);
    const Triple<T> world = a.to_world(F);
    b.push(world, p, Q.data() + 6);
    a.push(T(-1) * world, p, Q.data());
  }

  double potential(const Point& p) const noexcept override {
    const Seen<double> s = seen<double>(p);
    const Pose<double> a({}, s.q.data(), s.v.data()), b(b_from_a_, s.q.data() + 6, s.v.data() + 6);
    Vec3 d = a.to_body(b.r + b.to_world(p_b_) - a.r) - p_a_;
    if (data_.moved_by >= 0) d.y -= s.u.u[data_.moved_by];
    const auto along = [](double preload, double k, double cubic, double x) {
      return (-preload + (0.5 * k + 0.25 * cubic * x * x) * x) * x;
    };
    const double over = std::max(std::abs(d.y) - data_.gap, 0.0);
    return along(data_.preload.x, data_.k.x, data_.cubic.x, d.x) +
           along(data_.preload.y, data_.k.y, data_.cubic.y, d.y) +
           along(data_.preload.z, data_.k.z, data_.cubic.z, d.z) +
           data_.stop * over * over * over / 3;
  }

 private:
  static std::array<int, 12> both(const CardanBody& a, const CardanBody& b) {
    std::array<int, 12> columns;
    std::copy(a.column.begin(), a.column.end(), columns.begin());
    std::copy(b.column.begin(), b.column.end(), columns.begin() + 6);
    return columns;
  }

  Data data_;
  // Positions are relative to a: in a long train the difference of two large numbers, times a
  // stiffness, would be noise.
  Vec3 b_from_a_, p_a_, p_b_;
};

}  // namespace takt::by_hand
