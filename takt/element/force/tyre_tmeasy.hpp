// TMeasy: a tyre by the few numbers its characteristics have at two loads.
//
//   F / s = dF / (1 + t (t + dF sM / FM - 2)),           t = s / sM,                s <= sM
//   F     = FM - (FM - FS) t^2 (3 - 2 t),                t = (s - sM) / (sS - sM),  sM < s < sS
//   F     = FS                                                                      beyond
//
// of the generalised slip s = sqrt((s_x/S_x)^2 + (s_y/S_y)^2), in whose direction (cos, sin) =
// (s_x/S_x, s_y/S_y) / s the five numbers lie between those of both axes:
//
//   dF^2 = (dFx0 S_x cos)^2 + (dFy0 S_y sin)^2,   FM^2 = (FxM cos)^2 + (FyM sin)^2,   FS likewise
//   sM^2 = (sxM/S_x cos)^2 + (syM/S_y sin)^2,     sS likewise
//   S_x  = sxM / (sxM + syM) + (FxM/dFx0) / (FxM/dFx0 + FyM/dFy0),   S_y likewise
//   s_x  = -(v_x - V) / |V|,   s_y = -(v_y + sign(V) turn L/6) / |V|,   V = r_D spin
//
// Forces and stiffnesses are parabolas in the load through 0 and their values at pn and 2 pn, slips
// straight lines; beyond 3.5 pn forces grow as the load. On a road of friction mu, FM, FS, sM, sS
// are those at mu0 times mu / mu0.           Rill, Road Vehicle Dynamics (2012) sections 3.3 to 3.5
//
// Terms used: L = sqrt(8 r N / k) length of contact; r_D = r - (1 - part) N / k rolling radius, its
// part a straight line in the load that levels off at 1. A
// tread that sticks turns as it goes through the contact with `turn`, as by v_y = turn L/6: this is
// the force of camber and of turning. Both forces follow with a delay (tyre_slip.hpp). Torques:
//
//   Mz = -sign(V) n L Fy + MB,   n = n0 ((1 - w)(1 - t) + w (1 - t^2 (3 - 2 t))),  t = |s_y| / s0
//                            and n = -n0 (1 - w)(t - 1) ((sE - |s_y|)/(sE - s0))^2  up to sE, w = s0/sE
//   MB = -R_B F(s_B) s_B' / s_B,   s_B' = R_B turn / |V|,   R_B = (L + width) / 6   (bore torque)
//   My = -f_R N r_D sign(V)
//
// At standstill |V| is sqrt(V^2 + v_N^2), and sign(V) is V / |V|; for MB and My v_N is 0.1 m/s. On
// the first 2 % of pn the forces fade in.
#pragma once

#include "takt/element/force/tyre_slip.hpp"

namespace takt::element {

// Numbers that depend on the load alone: plain ones, or with their slope.
template <class T> struct OfLoad {  // T: Dual
  using Type = Dual<1>;
  static Type narrow(const T& load) noexcept { return Type::variable(load.v, 0); }
  static T widen(const Type& x, const T& load) noexcept { return chain(load, x.v, x.d[0]); }
};
template <> struct OfLoad<double> {
  using Type = double;
  static double narrow(double load) noexcept { return load; }
  static double widen(double x, double) noexcept { return x; }
};

class TyreTmeasy final : public SlippingTyre<TyreTmeasy> {
 public:
  struct Two {
    double at_pn = 0, at_2pn = 0;
  };
  struct Data {
    double pn = 0;
    Two dFx0, FxM, FxS, sxM, sxS, dFy0, FyM, FyS, syM, syS;
    Two n0, sy0, syE;  // trail per length of contact; slips where it is 0 first, and again
    double cx = 0, cy = 0, dx = 0, dy = 0;
    double radius = 0, stiffness = 0, width = 0;
    Two part{0.375, 0.75};  // r_D = part r + (1 - part) (r - N / k)
    double rolling_resistance = 0.015, mu0 = 1, low_speed = 1e-3;
  };

  // Throws Error where the numbers give no characteristic.
  TyreTmeasy(TyreContact contact, const Data& data);

  static constexpr int inputs = 5;
  template <class T> Grip<T> grip(const Rolling<T>&) const noexcept;
  double decay(int k) const noexcept { return k == 0 ? d_.cx / d_.dx : d_.cy / d_.dy; }
  void steady_deflections(const Rolling<double>& m, double* z) const noexcept {
    const Sliding<double> s = sliding(m);
    z[0] = -s.f_x * s.s_x / (d_.cx * s.V);
    z[1] = -s.f_y * s.s_y / (d_.cy * s.V);
  }
  double rolling_radius() const noexcept override { return rolling_radius_at(d_.pn); }
  template <class T> T rolling_radius_at(const T& load) const noexcept {
    const T p = load < 3.5 * d_.pn ? load / d_.pn : T(3.5);
    T part = d_.part.at_pn + (d_.part.at_2pn - d_.part.at_pn) * (p - 1.0);
    if (part < 0.0) part = T(0);
    part = at_most<T>(part, 1, 0.05);
    return d_.radius - (1.0 - part) * load / d_.stiffness;
  }
  const Data& data() const noexcept { return d_; }

  static constexpr Key keys[] = {
      TyreContact::radius_key,
      {"load", KeyKind::number, "N", "",
       "pn, where the first of each two values is; half of the "
       "load of the load index",
       ">0"},
      {"stiffness", KeyKind::number, "N/m", "", "radial", ">0"},
      TyreContact::damping_key,
      TyreContact::law_key,
      TyreFriction::key,
      {"family", KeyKind::word, "", "passenger",
       "whose characteristics it has where none are given", "passenger|truck|custom"},
      {"width", KeyKind::number, "m", "none", "of the contact; 0.65 radius if not given", ">0"},
      {"mu0", KeyKind::number, "", "1", "friction of the road the values are for", ">0"},
      {"rolling_resistance", KeyKind::number, "", "0.015", "per load", ">=0"},
      {"stiffness_x", KeyKind::number, "N/m", "none", "along; 0.9 stiffness if not given", ">0"},
      {"stiffness_y", KeyKind::number, "N/m", "none", "across; 0.8 stiffness if not given", ">0"},
      {"damping_x", KeyKind::number, "N s/m", "none", "along; 3 ms of stiffness_x if not given",
       ">0"},
      {"damping_y", KeyKind::number, "N s/m", "none", "across; 3 ms of stiffness_y if not given",
       ">0"},
      {"dFx0", KeyKind::matrix, "N", "none", "force per slip along, at small slip; at pn and 2 pn"},
      {"FxM", KeyKind::matrix, "N", "none", "greatest force along"},
      {"FxS", KeyKind::matrix, "N", "none", "force along where all slides"},
      {"sxM", KeyKind::matrix, "", "none", "slip of FxM"},
      {"sxS", KeyKind::matrix, "", "none", "slip from which on it is FxS"},
      {"dFy0", KeyKind::matrix, "N", "none", "force per slip across, at small slip"},
      {"FyM", KeyKind::matrix, "N", "none", "greatest force across"},
      {"FyS", KeyKind::matrix, "N", "none", "force across where all slides"},
      {"syM", KeyKind::matrix, "", "none", "slip of FyM"},
      {"syS", KeyKind::matrix, "", "none", "slip from which on it is FyS"},
      {"n0", KeyKind::matrix, "", "none", "trail at small slip, per length of contact"},
      {"sy0", KeyKind::matrix, "", "none", "slip where the trail is zero first"},
      {"syE", KeyKind::matrix, "", "none", "slip from which on it stays zero"},
      {"rolling_part", KeyKind::matrix, "", "[0.375, 0.75]",
       "part of the free radius in the rolling radius, the rest is of the pressed one"},
      {"low_speed", KeyKind::number, "m/s", "1e-3", "speed below which it creeps", ">0"}};
  static std::shared_ptr<const BodyForce> make(const Values&);
  static constexpr ForceEntry entry{
      "tyre_tmeasy", "Rill 2012", "TMeasy: both forces with relaxation, to standstill",
      Attach::body,  keys,        nullptr,
      make};

 private:
  static constexpr double first_load = 0.02;  // of pn, over which forces fade in
  static constexpr double still = 0.1;        // m/s, v_N of bore and rolling torques
  template <class T> struct Direction { T dF, FM, FS, sM, sS; };

  // Through 0 and the values at pn and 2 pn.
  template <class T> static T parabola(const Two& y, const T& p) noexcept {
    const double b = y.at_pn - 0.5 * y.at_2pn;
    if (p < 3.5) return p * (2 * y.at_pn - 0.5 * y.at_2pn - b * p);
    return p * (2 * y.at_pn - 0.5 * y.at_2pn - b * 3.5);
  }
  template <class T> static T line(const Two& y, const T& p) noexcept {
    if (p < 3.5) return y.at_pn + (y.at_2pn - y.at_pn) * (p - 1.0);
    return T(y.at_pn + (y.at_2pn - y.at_pn) * 2.5);
  }

  // F / s
  template <class T> static T per_slip(const Direction<T>& k, const T& s) noexcept {
    if (s < k.sM) {
      const T t = s / k.sM;
      return k.dF / (1.0 + t * (t + k.dF * k.sM / k.FM - 2.0));
    }
    if (s < k.sS) {
      const T t = (s - k.sM) / (k.sS - k.sM);
      return (k.FM - (k.FM - k.FS) * t * t * (3.0 - 2.0 * t)) / s;
    }
    return k.FS / s;
  }

  template <class T> struct Sliding {
    T s_x, s_y;  // speeds
    T V, sign;   // |V|, sign(V)
    T v;         // V
    T slip_y;
    T f_x, f_y;  // forces per slip
    T length, bore;
    double mu;
  };
  template <class T> Sliding<T> sliding(const Rolling<T>&) const noexcept;

  template <class T> struct Adhesion {
    T f_x, f_y;  // forces per slip
    T bore;      // force at R_B
  };
  template <class T>
  Adhesion<T> adhesion(const T& load, const T& slip_x, const T& slip_y, const T& slip_B,
                       double mu) const noexcept;
  template <class T> T trail(const T& slip_y, const T& load, double mu) const noexcept;

  Data d_;
};

// All that the road gives, of four numbers: in their derivatives this is the greater part of the tyre.
template <class T>
TyreTmeasy::Adhesion<T> TyreTmeasy::adhesion(const T& load, const T& slip_x, const T& slip_y,
                                             const T& slip_B, double mu) const noexcept {
  using std::sqrt;
  // What depends on the load alone has one derivative, not four.
  using P = typename OfLoad<T>::Type;
  const P p = OfLoad<T>::narrow(load) / d_.pn;
  const auto wide = [&load](const P& x) { return OfLoad<T>::widen(x, load); };
  const P dFx = parabola(d_.dFx0, p), FxM = parabola(d_.FxM, p), FxS = parabola(d_.FxS, p);
  const P dFy = parabola(d_.dFy0, p), FyM = parabola(d_.FyM, p), FyS = parabola(d_.FyS, p);
  const P sxM = line(d_.sxM, p), sxS = line(d_.sxS, p);
  const P syM = line(d_.syM, p), syS = line(d_.syS, p);
  const P bx = FxM / dFx, by = FyM / dFy;
  const P Sx_ = sxM / (sxM + syM) + bx / (bx + by), Sy_ = 2.0 - Sx_;
  const auto square_of = [&wide](const P& x) { return wide(x * x); };
  const T dF2[2] = {square_of(dFx * Sx_), square_of(dFy * Sy_)};
  const T FM2[2] = {square_of(FxM), square_of(FyM)}, FS2[2] = {square_of(FxS), square_of(FyS)};
  const T sM2[2] = {square_of(sxM / Sx_), square_of(syM / Sy_)};
  const T sS2[2] = {square_of(sxS / Sx_), square_of(syS / Sy_)};
  // Squares of the cosine and the sine.
  const auto direction = [&](const T& c, const T& s) -> Direction<T> {
    const auto between = [&](const T(&of)[2]) { return sqrt(of[0] * c + of[1] * s); };
    return {between(dF2), mu * between(FM2), mu * between(FS2), mu * between(sM2),
            mu * between(sS2)};
  };
  const T Sx = wide(Sx_), Sy = wide(Sy_);
  const T X = slip_x / Sx, Y = slip_y / Sy, X2 = X * X, Y2 = Y * Y, square = X2 + Y2;
  Adhesion<T> o;
  if (square > 1e-24) {
    const T f = per_slip<T>(direction(X2 / square, Y2 / square), sqrt(square));
    o.f_x = f / Sx;
    o.f_y = f / Sy;
  } else {  // no direction: both on their own
    o.f_x = wide(dFx);
    o.f_y = wide(dFy);
  }
  // Of the bore torque both directions have alike.
  const T half = 0.5 * slip_B * slip_B, all = square + 2.0 * half;
  if (all > 1e-24)
    o.bore = slip_B * per_slip<T>(direction((X2 + half) / all, (Y2 + half) / all), sqrt(all));
  else
    o.bore = 0.5 * slip_B * wide(dFx + dFy);
  return o;
}

template <class T> TyreTmeasy::Sliding<T> TyreTmeasy::sliding(const Rolling<T>& m) const noexcept {
  using std::sqrt;
  using P = typename OfLoad<T>::Type;
  const P load = OfLoad<T>::narrow(m.load);
  const auto wide = [&m](const P& x) { return OfLoad<T>::widen(x, m.load); };
  Sliding<T> o;
  o.mu = std::max(m.friction / d_.mu0, 1e-4);
  // sqrt, with a finite slope at 0.
  const P t = load / (first_load * d_.pn);
  const P root = t < 1.0 ? t * (3.0 - t) / 2.0 : sqrt(t);
  o.length = wide(std::sqrt(8 * d_.radius * d_.pn * first_load / d_.stiffness) * root);
  o.v = wide(rolling_radius_at(load)) * m.spin;
  const double v = value_of(o.v), low = d_.low_speed * d_.low_speed, V = std::sqrt(v * v + low);
  o.V = chain(o.v, V, v / V);
  o.sign = chain(o.v, v / V, low / (V * V * V));
  o.s_x = m.v_x - o.v;
  o.s_y = m.v_y + o.sign * (m.turn * o.length) / 6.0;
  o.slip_y = o.s_y / o.V;
  const T slip_x = o.s_x / o.V, R = (o.length + d_.width) / 6.0;
  const double W = std::sqrt(v * v + still * still);
  const T slip_B = R * m.turn * chain(o.v, 1 / W, -v / (W * W * W));

  if constexpr (std::is_same_v<T, double>) {
    const Adhesion<double> a = adhesion(m.load, slip_x, o.slip_y, slip_B, o.mu);
    o.f_x = a.f_x;
    o.f_y = a.f_y;
    o.bore = -R * a.bore;
  } else {
    using Q = Dual<4>;
    const T* const of[4] = {&m.load, &slip_x, &o.slip_y, &slip_B};
    const Adhesion<Q> a = adhesion(Q::variable(m.load.v, 0), Q::variable(slip_x.v, 1),
                                   Q::variable(o.slip_y.v, 2), Q::variable(slip_B.v, 3), o.mu);
    o.f_x = compose(a.f_x, of);
    o.f_y = compose(a.f_y, of);
    o.bore = -R * compose(a.bore, of);
  }
  return o;
}

template <class T> T TyreTmeasy::trail(const T& slip_y, const T& load, double mu) const noexcept {
  using std::abs;
  const T p = load / d_.pn;
  const T s0 = mu * line(d_.sy0, p), sE = mu * line(d_.syE, p), w = s0 / sE, s = abs(slip_y);
  const T n0 = line(d_.n0, p);
  if (s < s0) {
    const T t = s / s0;
    return n0 * ((1.0 - w) * (1.0 - t) + w * (1.0 - t * t * (3.0 - 2.0 * t)));
  }
  if (s < sE) {
    const T rest = (sE - s) / (sE - s0);
    return n0 * (1.0 - w) * (s0 - s) / s0 * rest * rest;
  }
  return T(0);
}

template <class T> Grip<T> TyreTmeasy::grip(const Rolling<T>& m) const noexcept {
  using P = typename OfLoad<T>::Type;
  const Sliding<T> s = sliding(m);
  const Relaxed<T> x = relax<T, double>(d_.cx, d_.dx, m.x, s.s_x, s.V, s.f_x, 0);
  const Relaxed<T> y = relax<T, double>(d_.cy, d_.dy, m.y, s.s_y, s.V, s.f_y, 0);
  const P load = OfLoad<T>::narrow(m.load), t = load / (first_load * d_.pn);
  const T fade = t < 1.0 ? OfLoad<T>::widen(t * (2.0 - t), m.load) : T(1);
  T lever;  // n L sign(V)
  if constexpr (std::is_same_v<T, double>) {
    lever = s.sign * s.length * trail(s.slip_y, m.load, s.mu);
  } else {
    using Q = Dual<2>;
    const T* const of[2] = {&s.slip_y, &m.load};
    const Q n = trail(Q::variable(s.slip_y.v, 0), Q::variable(m.load.v, 1), s.mu);
    lever = s.sign * s.length * compose(n, of);
  }
  const double v = value_of(s.v), W = std::sqrt(v * v + still * still);
  Grip<T> g;
  g.Fx = fade * x.force;
  g.Fy = fade * y.force;
  g.rate_x = x.rate;
  g.rate_y = y.rate;
  g.Mz = s.bore - lever * g.Fy;
  g.My = OfLoad<T>::widen(-d_.rolling_resistance * load * rolling_radius_at(load), m.load) *
         chain(s.v, v / W, still * still / (W * W * W));
  g.Fx_x = value_of(fade) * x.force_x;
  g.rate_x_x = x.rate_x;
  g.Fy_y = value_of(fade) * y.force_x;
  g.rate_y_y = y.rate_x;
  g.Mz_y = -value_of(lever) * g.Fy_y;
  return g;
}

}  // namespace takt::element
