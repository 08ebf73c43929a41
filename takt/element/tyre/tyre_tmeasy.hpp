// TMeasy tyre: its characteristics are defined by a few numbers at two loads.
//
//   F / s = dF / (1 + t (t + dF sM / FM - 2)),           t = s / sM,                s <= sM
//   F     = FM - (FM - FS) t^2 (3 - 2 t),                t = (s - sM) / (sS - sM),  sM < s < sS
//   F     = FS                                                                      beyond
//
// with the generalised slip s = sqrt((s_x/S_x)^2 + (s_y/S_y)^2). In its direction
// (cos, sin) = (s_x/S_x, s_y/S_y) / s the five numbers are interpolated between those of the two
// axes:
//
//   dF^2 = (dFx0 S_x cos)^2 + (dFy0 S_y sin)^2,   FM^2 = (FxM cos)^2 + (FyM sin)^2,   FS likewise
//   sM^2 = (sxM/S_x cos)^2 + (syM/S_y sin)^2,     sS likewise
//   S_x  = sxM / (sxM + syM) + (FxM/dFx0) / (FxM/dFx0 + FyM/dFy0),   S_y likewise
//   s_x  = -(v_x - V) / |V|,   s_y = -(v_y + sign(V) turn L/6) / |V|,   V = r_D spin
//
// Forces and stiffnesses are parabolas in the load through 0 and through their values at pn and
// 2 pn; slips are straight lines. Beyond 3.5 pn forces are proportional to the load. On a road of
// friction mu, FM, FS, sM, sS are those at mu0 times mu / mu0.
//                                           Rill, Road Vehicle Dynamics (2012) sections 3.3 to 3.5
//
// Terms used: L = sqrt(8 r N / k) length of contact; r_D = r - (1 - part) N / k rolling radius,
// where part is a straight line in the load that levels off at 1. The tread that sticks in the
// contact turns with `turn`, which acts like a lateral velocity turn L/6: this gives the forces of
// camber and of turning. Both forces follow with a delay (tyre_slip.hpp). Torques:
//
//   Mz = -sign(V) n L Fy + MB,   t = |s_y| / s0,   w = s0/sE
//   n = n0 ((1 - w)(1 - t) + w (1 - t^2 (3 - 2 t)))                up to s0
//   n = -n0 (1 - w)(t - 1) ((sE - |s_y|)/(sE - s0))^2              up to sE
//   MB = -R_B F(s_B) s_B' / s_B,   s_B' = R_B turn / |V|,   R_B = (L + width) / 6   (bore torque)
//   My = -f_R N r_D sign(V)
//
// At standstill |V| is sqrt(V^2 + v_N^2), and sign(V) is V / |V|; for MB and My v_N is 0.1 m/s.
// Over the first 2 % of pn the forces fade in.
#pragma once

#include "takt/element/tyre/tyre_slip.hpp"

namespace takt::element {

class TyreTmeasy final : public SlippingTyre<TyreTmeasy> {
 public:
  struct Two {
    double at_pn = 0, at_2pn = 0;
  };
  struct Data {
    double pn = 0;
    Two dFx0, FxM, FxS, sxM, sxS, dFy0, FyM, FyS, syM, syS;
    // trail per length of contact; slips where it is first 0, and where it stays 0
    Two n0, sy0, syE;
    double cx = 0, cy = 0, dx = 0, dy = 0;
    double radius = 0, stiffness = 0, width = 0;
    Two part{0.375, 0.75};  // r_D = part r + (1 - part) (r - N / k)
    double rolling_resistance = 0.015, mu0 = 1, low_speed = 1e-3;
  };

  // Throws Error if the numbers do not define valid characteristics.
  TyreTmeasy(TyreContact contact, const Data& data);

  static constexpr int inputs = 5;
  Grip<double> grip(const Rolling<double>&) const noexcept;
  Grip<Dual<inputs>> grip_and_slopes(const Rolling<double>&) const noexcept;
  double decay(int k) const noexcept { return k == 0 ? d_.cx / d_.dx : d_.cy / d_.dy; }
  void steady_deflections(const Rolling<double>&, double* z) const noexcept;
  double rolling_radius() const noexcept override { return rolling_radius_at(d_.pn); }
  TyreSize tyre_size() const noexcept override { return {d_.radius, d_.width}; }
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
      RoadFriction::key,
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
      "tyre_tmeasy",
      "Rill 2012",
      "TMeasy: both forces with relaxation, to standstill",
      Attach::body,
      keys,
      nullptr,
      make,
      "N",
      "the normal load: positive presses wheel and road together, 0 in the air"};

 private:
  static constexpr double first_load = 0.02;  // of pn, over which forces fade in
  static constexpr double still = 0.1;        // m/s, v_N of bore and rolling torques
  static constexpr double no_slip = 1e-24;    // squared slip, below which the slip has no direction
  using OfLoad = Dual<1>;  // a number that depends on the load alone, with its slope

  // The parabola through 0 and the values at pn and 2 pn.
  template <class T> static T parabola(const Two& y, const T& p) noexcept {
    const double b = y.at_pn - 0.5 * y.at_2pn;
    if (p < 3.5) return p * (2 * y.at_pn - 0.5 * y.at_2pn - b * p);
    return p * (2 * y.at_pn - 0.5 * y.at_2pn - b * 3.5);
  }
  template <class T> static T line(const Two& y, const T& p) noexcept {
    if (p < 3.5) return y.at_pn + (y.at_2pn - y.at_pn) * (p - 1.0);
    return T(y.at_pn + (y.at_2pn - y.at_pn) * 2.5);
  }

  // All numbers that depend on the load: the five numbers of both axes, and S_x, S_y. T: double, or
  // OfLoad.
  template <class T> struct Axes {
    T dF[2], FM[2], FS[2], sM[2], sS[2];  // squares for x and y, in the generalised slip
    T dFx, dFy, Sx, Sy;
  };
  template <class T> Axes<T> axes(const T& load) const noexcept;
  double friction(const Rolling<double>& m) const noexcept {  // relative to mu0
    return std::max(m.friction / d_.mu0, 1e-4);
  }
  template <class T> T contact_length(const T& load) const noexcept {
    using std::sqrt;
    const T t = load / (first_load * d_.pn);  // square root with a finite slope at 0
    const T root = t < 1.0 ? t * (3.0 - t) / 2.0 : sqrt(t);
    return std::sqrt(8 * d_.radius * d_.pn * first_load / d_.stiffness) * root;
  }
  template <class T> T fade(const T& load) const noexcept {
    const T t = load / (first_load * d_.pn);
    return t < 1.0 ? t * (2.0 - t) : T(1);
  }
  template <class T> T trail(const T& slip_y, const T& load, double mu) const noexcept;

  template <class T> struct Direction { T dF, FM, FS, sM, sS; };
  // F / s
  template <class T> static T per_slip(const Direction<T>& k, double s) noexcept;

  struct Adhesion {
    double f_x, f_y;  // forces per slip
    double bore;      // force at R_B
  };
  Adhesion adhesion(double load, double slip_x, double slip_y, double slip_B,
                    double mu) const noexcept;
  // Derivatives with respect to load, slip_x, slip_y and slip_B.
  struct AdhesionSlopes {
    Dual<4> f_x, f_y, bore;
  };
  AdhesionSlopes adhesion_and_slopes(const OfLoad& load, double slip_x, double slip_y,
                                     double slip_B, double mu) const noexcept;

  struct Sliding {
    double s_x, s_y;  // sliding speeds
    double V, sign;   // |V|, sign(V)
    double v;         // V
    double slip_y;
    double f_x, f_y;  // forces per slip
    double length, bore;
    double mu;
  };
  Sliding sliding(const Rolling<double>&) const noexcept;

  Data d_;
};

template <class T> TyreTmeasy::Axes<T> TyreTmeasy::axes(const T& load) const noexcept {
  const T p = load / d_.pn;
  const T dFx = parabola(d_.dFx0, p), FxM = parabola(d_.FxM, p), FxS = parabola(d_.FxS, p);
  const T dFy = parabola(d_.dFy0, p), FyM = parabola(d_.FyM, p), FyS = parabola(d_.FyS, p);
  const T sxM = line(d_.sxM, p), sxS = line(d_.sxS, p);
  const T syM = line(d_.syM, p), syS = line(d_.syS, p);
  const T bx = FxM / dFx, by = FyM / dFy;
  const T Sx = sxM / (sxM + syM) + bx / (bx + by), Sy = 2.0 - Sx;
  const auto square = [](const T& x) { return x * x; };
  return {{square(dFx * Sx), square(dFy * Sy)},
          {square(FxM), square(FyM)},
          {square(FxS), square(FyS)},
          {square(sxM / Sx), square(syM / Sy)},
          {square(sxS / Sx), square(syS / Sy)},
          dFx,
          dFy,
          Sx,
          Sy};
}

template <class T> T TyreTmeasy::per_slip(const Direction<T>& k, double s) noexcept {
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

}  // namespace takt::element
