// A tyre that slips: how its wheel moves over the road, and forces there back at its centre.
//
//   e_x = a x n / |a x n|,   e_y = n x e_x,   a = cos(gamma) e_y + sin(gamma) n
//   v_x = v.e_x,   v_y = v.e_y + h w.e_x,   spin = w.a,   turn = w.n
//   F = Fx e_x + Fy e_y + N n  at  c + h (tan(gamma) e_y - n),   T = Mz n + My a
//
// Terms used: c wheel centre, a axis of spin, v, w velocities of the wheel; n normal of the road, h
// height of c above the plane of contact, N load (tyre_contact.hpp). v_x is the speed of the wheel
// over the road, v_y that of the point where the wheel's plane meets the road; what of the angular
// velocity is neither spin nor about e_x moves that point neither along nor across.
//
// Two states, the deflections x, y of the tyre along and across, follow the forces with a delay:
//
//   V (c x + d x') = -f (s + x')   =>   x' = -s - (c x - d s) V / (V d + f)
//                                       c x + d x' = f (c x - d s) / (V d + f)
//                                 Rill, Road Vehicle Dynamics (2012) section 3.5.2, solved for x'
//
// with s the speed of sliding, V that of transport, c, d stiffness and damping of the tyre and f the
// force per slip s / V, steady. Written like this nothing is divided by a speed that vanishes: at
// standstill the tyre is a spring and a damper that leaks with V c / f, sliding at V -> 0 it is dry
// friction, and without load x decays with c / d.
//
// An author derives `class X : public SlippingTyre<X>` and writes
//   template <class T> Grip<T> grip(const Rolling<T>&) const noexcept
//   double decay(int k) const noexcept         rate at which state k decays in the air
//   void steady_deflections(const Rolling<double>&, double* z) const noexcept
#pragma once

#include "takt/element/force/tyre_contact.hpp"

namespace takt::element {

template <class T> struct Rolling {
  T load, v_x, v_y, spin, turn, camber;  // camber: gamma
  T x, y;                                // deflections
  double friction = 1;                   // of the road
};

template <class T> struct Grip {
  T Fx{}, Fy{}, Mz{}, My{};
  T rate_x{}, rate_y{};  // x', y'
};

// One of both deflections.
template <class T> struct Relaxed { T force, rate; };
template <class T>
Relaxed<T> relax(double c, double d, const T& x, const T& sliding, const T& transport,
                 const T& per_slip) noexcept {
  const T stress = c * x - d * sliding, share = stress / (transport * d + per_slip);
  return {per_slip * share, T(-1) * sliding - transport * share};
}

template <class Self> class SlippingTyre : public BodyForce {
 public:
  explicit SlippingTyre(TyreContact contact) : contact_(std::move(contact)) {}

  int states() const noexcept final { return 2; }
  bool stiff() const noexcept final { return true; }
  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept final {
    Wheel<double> w = wheel_of(in);
    const Seen<double> at(w, {in.w[0], in.w[1], in.w[2]}, contact_.at(w), in.z);
    if (!at.grips) {
      store(TyreWrench<double>{{}, at.contact.force}, out);
      for (int k = 0; k < 2; ++k) out.e[k] = -self().decay(k) * in.z[k];
      return;
    }
    const Grip<double> g = self().grip(at.rolling);
    store(at.wrench(g), out);
    out.e[0] = g.rate_x;
    out.e[1] = g.rate_y;
  }
  void derivatives(const BodyForceIn&, BodyForceOut&) const noexcept final;
  void steady(const BodyForceIn& in, double* z) const noexcept final {
    const double none[2] = {0, 0};
    const Wheel<double> w = wheel_of(in);
    const Seen<double> at(w, {in.w[0], in.w[1], in.w[2]}, contact_.at(w), none);
    z[0] = z[1] = 0;
    if (at.grips) self().steady_deflections(at.rolling, z);
  }
  double potential(const BodyForceIn& in) const noexcept final {
    return contact_.potential(wheel_of(in));
  }
  bool between(const Vec3& p0, const Vec3& p1, BetweenPlaces& out,
               bool stiffness) const noexcept final {
    return contact_.between(p0, p1, out, stiffness);
  }
  double report(const BodyForceIn& in) const noexcept final {
    return contact_.at(wheel_of(in)).load;
  }

 protected:
  const TyreContact& contact() const noexcept { return contact_; }

 private:
  const Self& self() const noexcept { return static_cast<const Self&>(*this); }

  template <class T> struct Seen {
    Contact<T> contact;
    Triple<T> x, y, axis, arm;
    Rolling<T> rolling;
    bool grips = false;  // the wheel touches, and does not lie flat

    Seen(const Wheel<T>& w, const Triple<T>& turning, const Contact<T>& c, const double* z) noexcept
        : contact(c) {
      using std::sqrt, std::atan2;
      if (!(c.load > 0)) return;
      const Triple<T> across = cross(w.axis, c.normal);
      const T square = dot(across, across), rise = dot(w.axis, c.normal);
      if (!(square > 1e-6)) return;
      const T lean = sqrt(square);
      axis = w.axis;
      x = (T(1) / lean) * across;
      y = cross(c.normal, x);
      arm = (c.height * rise / lean) * y - c.height * c.normal;
      rolling.load = c.load;
      rolling.v_x = dot(w.velocity, x);
      rolling.v_y = dot(w.velocity, y) + c.height * dot(turning, x);
      rolling.spin = dot(turning, w.axis);
      rolling.turn = dot(turning, c.normal);
      rolling.camber = atan2(rise, lean);
      rolling.x = T(z[0]);
      rolling.y = T(z[1]);
      rolling.friction = c.friction;
      grips = true;
    }
    TyreWrench<T> wrench(const Grip<T>& g) const noexcept {
      const Triple<T> F = g.Fx * x + g.Fy * y + contact.force;
      return {cross(arm, F) + g.Mz * contact.normal + g.My * axis, F};
    }
  };

  TyreContact contact_;
};

// By (theta, p, w, v) where the wheel is and how it moves; by eight numbers what the law sees.
template <class Self>
void SlippingTyre<Self>::derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept {
  using D = Dual<12>;
  const Vec3 a = in.R.col(2);
  Wheel<D> w{{a[0], a[1], a[2]},
             {D::variable(in.p[0], 3), D::variable(in.p[1], 4), D::variable(in.p[2], 5)},
             {D::variable(in.v[0], 9), D::variable(in.v[1], 10), D::variable(in.v[2], 11)}};
  w.axis.x.d[1] = a[2], w.axis.x.d[2] = -a[1];  // theta x a
  w.axis.y.d[2] = a[0], w.axis.y.d[0] = -a[2];
  w.axis.z.d[0] = a[1], w.axis.z.d[1] = -a[0];
  const Triple<D> turning{D::variable(in.w[0], 6), D::variable(in.w[1], 7),
                          D::variable(in.w[2], 8)};
  const Seen<D> at(w, turning, contact_.at(w), in.z);
  out.by_z.setZero();
  out.e_place.setZero();
  out.e_twist.setZero();
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l) out.e_z[k][l] = 0;

  const auto put = [&out](const TyreWrench<D>& f) {
    const D* rows[6] = {&f.torque.x, &f.torque.y, &f.torque.z, &f.force.x, &f.force.y, &f.force.z};
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) {
        out.by_place(i, j) = rows[i]->d[j];
        out.by_twist(i, j) = rows[i]->d[6 + j];
      }
  };
  if (!at.grips) {
    put({{}, at.contact.force});
    for (int k = 0; k < 2; ++k) out.e_z[k][k] = -self().decay(k);
    return;
  }
  using L = Dual<8>;
  const Rolling<D>& r = at.rolling;
  const D* const seen[8] = {&r.load, &r.v_x, &r.v_y, &r.spin, &r.turn, &r.camber, &r.x, &r.y};
  const Grip<L> g = self().grip(
      Rolling<L>{L::variable(r.load.v, 0), L::variable(r.v_x.v, 1), L::variable(r.v_y.v, 2),
                 L::variable(r.spin.v, 3), L::variable(r.turn.v, 4), L::variable(r.camber.v, 5),
                 L::variable(in.z[0], 6), L::variable(in.z[1], 7), r.friction});
  put(at.wrench({compose(g.Fx, seen), compose(g.Fy, seen), compose(g.Mz, seen), compose(g.My, seen),
                 D(), D()}));
  const L* const rates[2] = {&g.rate_x, &g.rate_y};
  for (int k = 0; k < 2; ++k) {
    const D e = compose(*rates[k], seen);
    for (int j = 0; j < 6; ++j) {
      out.e_place(k, j) = e.d[j];
      out.e_twist(k, j) = e.d[6 + j];
    }
    for (int z = 0; z < 2; ++z) out.e_z[k][z] = rates[k]->d[6 + z];
  }
  const auto plain = [](const Triple<D>& t) { return Vec3(t.x.v, t.y.v, t.z.v); };
  for (int z = 0; z < 2; ++z) {
    const Vec3 F = g.Fx.d[6 + z] * plain(at.x) + g.Fy.d[6 + z] * plain(at.y);
    out.by_z.col(z).template tail<3>() = F;
    out.by_z.col(z).template head<3>() = rotation::cross(plain(at.arm), F) +
                                         g.Mz.d[6 + z] * plain(at.contact.normal) +
                                         g.My.d[6 + z] * plain(at.axis);
  }
}

}  // namespace takt::element
