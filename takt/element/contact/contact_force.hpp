// Base of contacts: forces at a few points where a body touches another one, or the road.
//
//   F = sum_i (g_i N(d_i, d_i') n_i + friction),   d_i' = -n_i.v_i,   v_i = v + w x (x_i - p)
//
// Terms used: x_i point of contact, d_i penetration there, n_i normal towards the body, g_i weight;
// p, v, w position, velocity and angular velocity of the body's frame; v_i velocity of the body's
// material point at x_i, its tangential part is the sliding velocity.
// N as in normal_load.hpp, friction as in contact_friction.hpp.
//
// To write a contact, derive `class X : public ContactForce<X>` and write
//   int points() const noexcept                                 at most contact_points
//   template <class T> Touch<T> touch(int point, const Placed<T>&, const double* u) const noexcept
// touch() is written once: T = double gives forces, T = Dual<12> exact derivatives.
#pragma once

#include "takt/element/contact/contact_friction.hpp"
#include "takt/element/contact/normal_load.hpp"

namespace takt::element {

inline constexpr int contact_points = body_force_states / 3;  // at most

// The motion of a frame: axes, origin, velocities.
template <class T> struct Placed {
  Triple<T> x, y, z, p, w, v;

  Triple<T> operator()(const Vec3& local) const noexcept {  // a point fixed in the frame
    return p + T(local[0]) * x + T(local[1]) * y + T(local[2]) * z;
  }
};

template <class T> struct Touch {
  T depth{-1};  // d; not positive: no contact, and the rest is not set
  Triple<T> normal, place;
  T weight{1};
  double friction = 0;
};

inline Placed<double> placed(const BodyForceIn& in) noexcept {
  const auto triple = [](const Vec3& a) { return Triple<double>{a[0], a[1], a[2]}; };
  return {triple(in.R.col(0)), triple(in.R.col(1)), triple(in.R.col(2)),
          triple(in.p),        triple(in.w),        triple(in.v)};
}
// With derivatives by (theta, p, w, v): an axis a changes by theta x a.
inline Placed<Dual<12>> dual_placed(const BodyForceIn& in) noexcept {
  using D = Dual<12>;
  const auto axis = [](const Vec3& a) {
    Triple<D> t{a[0], a[1], a[2]};
    t.x.d[1] = a[2];
    t.x.d[2] = -a[1];
    t.y.d[2] = a[0];
    t.y.d[0] = -a[2];
    t.z.d[0] = a[1];
    t.z.d[1] = -a[0];
    return t;
  };
  const auto variable = [](const Vec3& a, int k) {
    return Triple<D>{D::variable(a[0], k), D::variable(a[1], k + 1), D::variable(a[2], k + 2)};
  };
  return {axis(in.R.col(0)), axis(in.R.col(1)), axis(in.R.col(2)),
          variable(in.p, 3), variable(in.w, 6), variable(in.v, 9)};
}

template <class Self> class ContactForce : public BodyForce {
 public:
  ContactForce(const NormalLoad& load, const ContactFriction& friction)
      : load_(load), friction_(friction) {}

  int states() const noexcept final { return friction_.bristles ? 3 * self().points() : 0; }
  bool stiff() const noexcept final { return friction_.bristles; }
  double contact_stiffness() const noexcept final { return load_.stiffness(); }

  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept final {
    out.wrench.setZero();
    const Placed<double> at = placed(in);
    for (int i = 0; i < self().points(); ++i) {
      const Touch<double> t = self().touch(i, at, in.u);
      if (!(t.depth > 0)) {
        if (friction_.bristles)
          for (int c = 0; c < 3; ++c) out.e[3 * i + c] = -friction_.decay * in.z[3 * i + c];
        continue;
      }
      const Sum<double> s = sum(i, t, at, in);
      out.wrench += (Vec6() << s.torque.x, s.torque.y, s.torque.z, s.force.x, s.force.y, s.force.z)
                        .finished();
      if (!friction_.bristles) continue;
      const double rate[3] = {s.friction.rate.x, s.friction.rate.y, s.friction.rate.z};
      for (int c = 0; c < 3; ++c) out.e[3 * i + c] = rate[c];
    }
  }

  void derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept final {
    using D = Dual<12>;
    out.by_place.setZero();
    out.by_twist.setZero();
    clear_states(out);
    const Placed<double> plain = placed(in);
    const Placed<D> at = dual_placed(in);
    for (int i = 0; i < self().points(); ++i) {
      if (!(self().touch(i, plain, in.u).depth > 0)) {
        if (friction_.bristles)
          for (int k = 3 * i; k < 3 * i + 3; ++k) out.e_z[k][k % 2] = -friction_.decay;
        continue;
      }
      const Touch<D> t = self().touch(i, at, in.u);
      const Sum<D> s = sum(i, t, at, in);
      const D* const wrench[6] = {&s.torque.x, &s.torque.y, &s.torque.z,
                                  &s.force.x,  &s.force.y,  &s.force.z};
      for (int r = 0; r < 6; ++r)
        for (int k = 0; k < 6; ++k) {
          out.by_place(r, k) += wrench[r]->d[static_cast<std::size_t>(k)];
          out.by_twist(r, k) += wrench[r]->d[static_cast<std::size_t>(k) + 6];
        }
      if (friction_.bristles) state_derivatives(i, t, s, out);
    }
  }

  int switches() const noexcept final { return self().points(); }
  void switch_values(const BodyForceIn& in, double* to) const noexcept final {
    const Placed<double> at = placed(in);
    for (int i = 0; i < self().points(); ++i) to[i] = self().touch(i, at, in.u).depth;
  }
  double potential(const BodyForceIn& in) const noexcept final {
    double V = 0;
    const Placed<double> at = placed(in);
    for (int i = 0; i < self().points(); ++i) {
      const Touch<double> t = self().touch(i, at, in.u);
      V += t.weight * load_.energy(t.depth);
    }
    return V;
  }
  double report(const BodyForceIn& in) const noexcept final {
    double N = 0;
    const Placed<double> at = placed(in);
    for (int i = 0; i < self().points(); ++i)
      if (const Touch<double> t = self().touch(i, at, in.u); t.depth > 0) N += loaded(t, at).load;
    return N;
  }

 protected:
  const NormalLoad& load() const noexcept { return load_; }

 private:
  const Self& self() const noexcept { return static_cast<const Self&>(*this); }

  template <class T> struct Loaded {
    T load;
    Triple<T> arm, sliding;  // from p to the point; tangential velocity
  };
  template <class T> Loaded<T> loaded(const Touch<T>& t, const Placed<T>& at) const noexcept {
    const Triple<T> arm = t.place - at.p, u = at.v + cross(at.w, arm);
    const T closing = -dot(u, t.normal);
    return {t.weight * load_.at(t.depth, closing), arm, u + closing * t.normal};
  }

  template <class T> struct Sum {
    Triple<T> torque, force;
    ContactFriction::At<T> friction;
    Triple<T> arm;
  };
  template <class T>
  Sum<T> sum(int point, const Touch<T>& t, const Placed<T>& at,
             const BodyForceIn& in) const noexcept {
    const Loaded<T> l = loaded(t, at);
    const double* z = friction_.bristles ? in.z + 3 * point : nullptr;
    Sum<T> s;
    s.friction = friction_.at<T>(l.sliding, t.friction * l.load, t.normal, z);
    s.force = l.load * t.normal + s.friction.force;
    s.torque = cross(l.arm, s.force);
    s.arm = l.arm;
    return s;
  }

  void clear_states(BodyForceOut& out) const noexcept {
    for (int k = 0; k < (states() + 1) / 2; ++k) {
      out.by_z[k].setZero();
      out.e_place[k].setZero();
      out.e_twist[k].setZero();
    }
    for (int k = 0; k < states(); ++k) out.e_z[k][0] = out.e_z[k][1] = 0;
  }
  void state_derivatives(int point, const Touch<Dual<12>>& t, const Sum<Dual<12>>& s,
                         BodyForceOut& out) const noexcept {
    const Vec3 n(t.normal.x.v, t.normal.y.v, t.normal.z.v), arm(s.arm.x.v, s.arm.y.v, s.arm.z.v);
    const Dual<12>* const rate[3] = {&s.friction.rate.x, &s.friction.rate.y, &s.friction.rate.z};
    for (int c = 0; c < 3; ++c) {
      const int k = 3 * point + c, pair = k / 2, in_pair = k % 2;
      const Vec3 F = s.friction.force_z * (Vec3::Unit(c) - n[c] * n);
      out.by_z[pair].col(in_pair) << rotation::cross(arm, F), F;
      for (int j = 0; j < 6; ++j) {
        out.e_place[pair](in_pair, j) = rate[c]->d[static_cast<std::size_t>(j)];
        out.e_twist[pair](in_pair, j) = rate[c]->d[static_cast<std::size_t>(j) + 6];
      }
      out.e_z[k][in_pair] = s.friction.rate_z;
    }
  }

  NormalLoad load_;
  ContactFriction friction_;
};

}  // namespace takt::element
