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
//   c x + d x' = F0 - f (s + x') / V   =>   x' = -s - (c x - F0 - d s) V / (V d + f)
//                                           c x + d x' = (f (c x - d s) + V d F0) / (V d + f)
//                                 Rill, Road Vehicle Dynamics (2012) section 3.5.2, solved for x'
//
// with s the speed of sliding, V that of transport, c, d stiffness and damping of the tyre, F0 the
// steady force without slip (of camber, or because the tyre is not even) and f what it loses per
// slip s / V. Written like this nothing is divided by a speed that vanishes: at
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
Relaxed<T> relax(const T& c, const T& d, const T& x, const T& s, const T& V, const T& f,
                 const T& F0) noexcept {
  const T stress = c * x - d * s, below = V * d + f;
  return {(f * stress + V * d * F0) / below, T(-1) * s - V * (stress - F0) / below};
}

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
    const Seen<double> at(w, {in.w[0], in.w[1], in.w[2]}, contact_.at(w, in.u), none);
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

// How the axes of the contact and what the law sees change with (theta, p, w, v) of the wheel: of each
// number twelve derivatives. The axes turn with rho = (-n_y, n_x, psi), where (n_x, n_y) is the change
// of the normal and psi = n_x tan(gamma) + theta.e_r / cos(gamma), e_r = e_x x a; gamma changes by
// theta.e_x + n_y.
struct ContactMotion {
  static constexpr int inputs = 12, seen = 6;
  double height[inputs] = {}, n_x[inputs] = {}, n_y[inputs] = {}, psi[inputs] = {};
  double by[seen][inputs] = {};  // load, v_x, v_y, spin, turn, camber

  struct Axes {
    Vec3 x, y, n, a;
    double cosine, tangent;  // of gamma
  };
  ContactMotion(const Axes& e, const BodyForceIn& in, double h, const ContactSlopes& c) noexcept {
    for (int i = c.first; i < c.first + c.count; ++i) {
      const int k = i < 6 ? i : i + 3;  // v comes after w
      const Vec3 dn(c.normal[i][0], c.normal[i][1], c.normal[i][2]);
      height[k] = c.height[i];
      n_x[k] = dn.dot(e.x), n_y[k] = dn.dot(e.y);
      by[0][k] = c.load[i];
    }
    const Vec3 spoke = rotation::cross(e.x, e.a) / e.cosine, twisted = rotation::cross(e.a, in.w);
    const double v_x = in.v.dot(e.x), v_y = in.v.dot(e.y), v_n = in.v.dot(e.n);
    const double w_x = in.w.dot(e.x), w_y = in.w.dot(e.y), w_n = in.w.dot(e.n);
    for (int k = 0; k < inputs; ++k) psi[k] = e.tangent * n_x[k];
    for (int k = 0; k < 3; ++k) psi[k] += spoke[k];
    for (int k = 0; k < inputs; ++k) {
      by[1][k] = v_y * psi[k] - v_n * n_x[k];
      by[2][k] = h * (w_y * psi[k] - w_n * n_x[k]) - v_x * psi[k] - v_n * n_y[k] + height[k] * w_x;
      by[4][k] = w_x * n_x[k] + w_y * n_y[k];
      by[5][k] = n_y[k];
    }
    for (int k = 0; k < 3; ++k) {
      by[1][9 + k] += e.x[k];
      by[2][9 + k] += e.y[k];
      by[2][6 + k] += h * e.x[k];
      by[3][k] += twisted[k];
      by[3][6 + k] += e.a[k];
      by[4][6 + k] += e.n[k];
      by[5][k] += e.x[k];
    }
  }
};

// In the directions of the axes the wrench is T = (h (N tan + Fy), My cos - h Fx,
// Mz + My sin - h tan Fx), F = (Fx, Fy, N), tan, cos and sin of gamma.
template <class Self>
void SlippingTyre<Self>::derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept {
  constexpr int inputs = ContactMotion::inputs;
  ContactSlopes slopes;
  const Contact<double> c = contact_.at(in, slopes);
  const Seen<double> at(wheel_of(in), {in.w[0], in.w[1], in.w[2]}, c, in.z);
  const auto plain = [](const Triple<double>& t) { return Vec3(t.x, t.y, t.z); };
  const Vec3 n = plain(c.normal);
  out.by_place.setZero();
  out.by_twist.setZero();
  out.by_z.setZero();
  out.e_place.setZero();
  out.e_twist.setZero();
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l) out.e_z[k][l] = 0;
  if (!at.grips) {  // the load alone
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
  using L = Dual<8>;
  const Rolling<double>& r = at.rolling;
  const Grip<L> g = self().grip(
      Rolling<L>{L::variable(r.load, 0), L::variable(r.v_x, 1), L::variable(r.v_y, 2),
                 L::variable(r.spin, 3), L::variable(r.turn, 4), L::variable(r.camber, 5),
                 L::variable(in.z[0], 6), L::variable(in.z[1], 7), r.friction});

  const Vec3 a = in.R.col(2), ex = plain(at.x), ey = plain(at.y);
  const double cosine = a.dot(ey), sine = a.dot(n), tangent = sine / cosine;
  const double h = c.height, N = c.load, Fx = g.Fx.v, Fy = g.Fy.v, My = g.My.v;
  const ContactMotion m({ex, ey, n, a, cosine, tangent}, in, h, slopes);
  double of[6][inputs] = {};  // Fx, Fy, Mz, My and the rates
  const L* const laws[6] = {&g.Fx, &g.Fy, &g.Mz, &g.My, &g.rate_x, &g.rate_y};
  for (int l = 0; l < 6; ++l)
    for (int k = 0; k < ContactMotion::seen; ++k)
      for (int i = 0; i < inputs; ++i) of[l][i] += laws[l]->d[k] * m.by[k][i];

  const double T1 = h * (tangent * N + Fy), T2 = My * cosine - h * Fx;
  const double T3 = g.Mz.v + My * sine - h * tangent * Fx;
  const double steep = 1 + tangent * tangent;
  double t1[inputs], t2[inputs], t3[inputs], f1[inputs], f2[inputs], f3[inputs];
  for (int i = 0; i < inputs; ++i) {
    const double dh = m.height[i], gamma = m.by[5][i], dtan = steep * gamma, load = m.by[0][i];
    const double nx = m.n_x[i], ny = m.n_y[i], psi = m.psi[i];
    t1[i] =
        dh * (tangent * N + Fy) + h * (dtan * N + tangent * load + of[1][i]) + nx * T3 - psi * T2;
    t2[i] = of[3][i] * cosine - My * sine * gamma - dh * Fx - h * of[0][i] + psi * T1 + ny * T3;
    t3[i] = of[2][i] + of[3][i] * sine + My * cosine * gamma - (dh * tangent + h * dtan) * Fx -
            h * tangent * of[0][i] - ny * T2 - nx * T1;
    f1[i] = of[0][i] + nx * N - psi * Fy;
    f2[i] = of[1][i] + psi * Fx + ny * N;
    f3[i] = load - ny * Fy - nx * Fx;
  }
  for (int i = 0; i < inputs; ++i) {
    double* to = i < 6 ? out.by_place.data() + 6 * i : out.by_twist.data() + 6 * (i - 6);
    for (int k = 0; k < 3; ++k) {
      to[k] = ex[k] * t1[i] + ey[k] * t2[i] + n[k] * t3[i];
      to[3 + k] = ex[k] * f1[i] + ey[k] * f2[i] + n[k] * f3[i];
    }
  }
  for (int k = 0; k < 2; ++k) {
    for (int j = 0; j < 6; ++j) {
      out.e_place(k, j) = of[4 + k][j];
      out.e_twist(k, j) = of[4 + k][6 + j];
    }
    for (int z = 0; z < 2; ++z) out.e_z[k][z] = laws[4 + k]->d[6 + z];
  }
  for (int z = 0; z < 2; ++z) {
    const Vec3 F = g.Fx.d[6 + z] * ex + g.Fy.d[6 + z] * ey;
    out.by_z.col(z).template tail<3>() = F;
    out.by_z.col(z).template head<3>() =
        rotation::cross(plain(at.arm), F) + g.Mz.d[6 + z] * n + g.My.d[6 + z] * a;
  }
}

}  // namespace takt::element
