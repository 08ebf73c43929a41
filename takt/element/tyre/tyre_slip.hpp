// Base of tyres that slip: computes how the wheel moves over the road, asks the tyre for its forces
// there, and reduces them to the wheel centre.
//
//   e_x = a x n / |a x n|,   e_y = n x e_x,   a = cos(gamma) e_y + sin(gamma) n
//   v_x = v.e_x,   v_y = v.e_y + h w.e_x,   spin = w.a,   turn = w.n
//   F = Fx e_x + Fy e_y + N n  at  c + h (tan(gamma) e_y - n),   T = Mz n + My a
//
// Terms used: c wheel centre, a axis of spin, v, w velocities of the wheel; n normal of the road, h
// height of c above the plane of contact, N load (tyre_contact.hpp). v_x is the speed of the wheel
// over the road, v_y the speed of the point where the wheel's plane meets the road. The component
// of w that is neither spin nor about e_x moves this point neither along nor across.
//
// Two states, the deflections x, y of the tyre along and across, delay the forces:
//
//   c x + d x' = F0 - f (s + x') / V   =>   c x + d x' = F0 + f q,   x' = -s - V q,
//                                           q = (c x - d s - F0) / (V d + f)
//                                 Rill, Road Vehicle Dynamics (2012) section 3.5.2, solved for x'
//
// with s the sliding speed, V the transport speed, c, d stiffness and damping of the tyre, F0 the
// steady force at zero slip (due to camber or asymmetry of the tyre) and f the loss of force per
// slip s / V. In this form nothing is divided by a speed that may vanish: at standstill the tyre is
// a spring and a damper whose deflection decays at the rate V c / f, when sliding with V -> 0 it is
// dry friction, and without load x decays at the rate c / d.
//
// To write a tyre, derive `class X : public SlippingTyre<X>` and write
//   static constexpr int inputs = 6            how many values of Rolling it reads; rest: unset
//   template <class T> Grip<T> grip(const Rolling<T>&) const noexcept, or only for T = double,
//   together with Grip<Dual<inputs>> grip_and_slopes(const Rolling<double>&) const noexcept
//   double decay(int k) const noexcept         rate at which state k decays in the air
//   void steady_deflections(const Rolling<double>&, double* z) const noexcept
#pragma once

#include "takt/base/instruction_set.hpp"
#include "takt/element/tyre/tyre_contact.hpp"
#include "takt/element/tyre/tyre_slopes.hpp"

namespace takt::element {

template <class T> struct Rolling {
  T load, v_x, v_y, spin, turn, camber;  // camber: gamma
  double x = 0, y = 0;                   // deflections
  double friction = 1;                   // of the road
};

// Derivatives with respect to the deflections are separate, because each deflection affects its own
// force only.
template <class T> struct Grip {
  T Fx{}, Fy{}, Mz{}, My{};
  T rate_x{}, rate_y{};  // x', y'
  double Fx_x = 0, rate_x_x = 0, My_x = 0, Mz_x = 0;
  double Fy_y = 0, rate_y_y = 0, Mz_y = 0;
};

// Relaxation of one of the two deflections. C: numbers, or functions of the load.
template <class T> struct Relaxed {
  T force, rate;
  double force_x, rate_x;
};
template <class T, class C>
Relaxed<T> relax(const C& c, const C& d, double x, const T& s, const T& V, const T& f,
                 const C& F0) noexcept {
  const T below = V * d + f, q = (c * x - d * s - F0) / below;
  const double part = value_of(c) / value_of(below);
  return {F0 + f * q, -s - V * q, part * value_of(f), -part * value_of(V)};
}

// x, limited to `most`. The transition goes from `round` below to `round` above, with a continuous
// slope.
template <class T> T at_most(const T& x, double most, double round) noexcept {
  if (x < most - round) return x;
  if (x > most + round) return T(most);
  const T above = x - (most - round);
  return x - above * above / (4 * round);
}

// f(x) with this value and slope, for plain numbers; so the same code serves numbers and dual
// numbers.
inline double chain(double, double value, double) noexcept { return value; }

template <class Self> class SlippingTyre : public BodyForce {
 public:
  explicit SlippingTyre(TyreContact contact) : contact_(std::move(contact)) {}

  int states() const noexcept final { return 2; }
  int signals() const noexcept final { return contact_.signals(); }
  bool on_road() const noexcept final { return true; }
  bool stiff() const noexcept final { return true; }
  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept final {
    Wheel<double> w = wheel_of(in);
    const Seen<double> at(w, {in.w[0], in.w[1], in.w[2]}, contact_.at(w, in.u), in.z);
    if (at.grips)
      hold(at, self().grip(at.rolling), out);
    else
      let_go(at, in, out);
  }
  void derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept final {
    derive(in, out, false);
  }
  void force_and_derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept final {
    derive(in, out, true);
  }
  void steady(const BodyForceIn& in, double* z) const noexcept final {
    const double none[2] = {0, 0};
    const Wheel<double> w = wheel_of(in);
    const Seen<double> at(w, {in.w[0], in.w[1], in.w[2]}, contact_.at(w, in.u), none);
    z[0] = z[1] = 0;
    if (at.grips) self().steady_deflections(at.rolling, z);
  }
  int switches() const noexcept final { return 1; }
  void switch_values(const BodyForceIn& in, double* to) const noexcept final {
    *to = contact_.depth(in);
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
  auto grip_and_slopes(const Rolling<double>& r) const noexcept {
    using L = Dual<Self::inputs>;
    Rolling<L> m{r.load, r.v_x, r.v_y, r.spin, r.turn, r.camber, r.x, r.y, r.friction};
    L* const seed[] = {&m.load, &m.v_x, &m.v_y, &m.spin, &m.turn, &m.camber};
    for (int k = 0; k < Self::inputs; ++k) seed[k]->d[k] = 1;
    return self().grip(m);
  }

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
      if constexpr (Self::inputs > 5) rolling.camber = atan2(rise, lean);
      rolling.x = z[0];
      rolling.y = z[1];
      rolling.friction = c.friction;
      grips = true;
    }
    TyreWrench<T> wrench(const Grip<T>& g) const noexcept {
      const Triple<T> F = g.Fx * x + g.Fy * y + contact.force;
      return {cross(arm, F) + g.Mz * contact.normal + g.My * axis, F};
    }
  };

  static void hold(const Seen<double>& at, const Grip<double>& g, BodyForceOut& out) noexcept {
    store(at.wrench(g), out);
    out.e[0] = g.rate_x;
    out.e[1] = g.rate_y;
  }
  void let_go(const Seen<double>& at, const BodyForceIn& in, BodyForceOut& out) const noexcept {
    store(TyreWrench<double>{{}, at.contact.force}, out);
    for (int k = 0; k < 2; ++k) out.e[k] = -self().decay(k) * in.z[k];
  }
  void derive(const BodyForceIn&, BodyForceOut&, bool force) const noexcept;

  TyreContact contact_;
  const tyre_slopes::Kernels* kernels_ = TAKT_BEST_KERNELS(tyre_slopes);
};

template <class Self>
void SlippingTyre<Self>::derive(const BodyForceIn& in, BodyForceOut& out,
                                bool force) const noexcept {
  ContactSlopes slopes;
  const Contact<double> c = contact_.at(in, slopes);
  const Seen<double> at(wheel_of(in), {in.w[0], in.w[1], in.w[2]}, c, in.z);
  const auto plain = [](const Triple<double>& t) { return Vec3(t.x, t.y, t.z); };
  const Vec3 n = plain(c.normal);
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l) out.e_z[k][l] = 0;
  if (!at.grips) {  // only the load acts
    if (force) let_go(at, in, out);
    out.by_place.setZero();
    out.by_twist.setZero();
    out.by_z[0].setZero();
    out.e_place[0].setZero();
    out.e_twist[0].setZero();
    for (int i = slopes.first; i < slopes.first + slopes.count; ++i) {
      const double* d = slopes.normal[i];
      const Vec3 change = slopes.load[i] * n + c.load * Vec3(d[0], d[1], d[2]);
      if (i < 6)
        out.by_place.col(i).template tail<3>() = change;
      else
        out.by_twist.col(i - 3).template tail<3>() = change;
    }
    for (int k = 0; k < 2; ++k) out.e_z[k][k] = -self().decay(k);
    return;
  }
  using L = Dual<Self::inputs>;
  const Grip<L> g = self().grip_and_slopes(at.rolling);
  if (force) hold(at, {g.Fx.v, g.Fy.v, g.Mz.v, g.My.v, g.rate_x.v, g.rate_y.v}, out);

  const Vec3 a = in.R.col(2), ex = plain(at.x), ey = plain(at.y);
  const double cosine = a.dot(ey), sine = a.dot(n);
  tyre_slopes::Tyre t{ex.data(),   ey.data(), n.data(), a.data(), in.v.data(),
                      in.w.data(), c.height,  cosine,   sine,     sine / cosine,
                      c.load,      g.Fx.v,    g.Fy.v,   g.Mz.v,   g.My.v,
                      {},          {},        {},       {},       {}};
  const L* const laws[] = {&g.Fx, &g.Fy, &g.Mz, &g.My, &g.rate_x, &g.rate_y};
  for (int l = 0; l < tyre_slopes::laws; ++l)
    for (int k = 0; k < Self::inputs; ++k) t.law[l][k] = laws[l]->d[k];
  for (int i = slopes.first; i < slopes.first + slopes.count; ++i) {
    const int k = i < 6 ? i : i + 3;  // v comes after w
    const Vec3 dn(slopes.normal[i][0], slopes.normal[i][1], slopes.normal[i][2]);
    t.load[k] = slopes.load[i];
    t.height[k] = slopes.height[i];
    t.n_x[k] = dn.dot(ex);
    t.n_y[k] = dn.dot(ey);
  }
  static_assert(tyre_slopes::states == 2);
  kernels_->slopes(
      t, {out.by_place.data(), out.by_twist.data(), out.e_place[0].data(), out.e_twist[0].data()});
  out.e_z[0][0] = g.rate_x_x;
  out.e_z[1][1] = g.rate_y_y;
  const Vec3 arm = plain(at.arm), along = g.Fx_x * ex, across = g.Fy_y * ey;
  out.by_z[0].col(0).template tail<3>() = along;
  out.by_z[0].col(0).template head<3>() = rotation::cross(arm, along) + g.My_x * a + g.Mz_x * n;
  out.by_z[0].col(1).template tail<3>() = across;
  out.by_z[0].col(1).template head<3>() = rotation::cross(arm, across) + g.Mz_y * n;
}

}  // namespace takt::element
