// Magic Formula tyre PAC2002 from a .tir file: forces along and across, aligning torque, rolling
// resistance.
//
//   Y(x) = D sin(C atan(B x - E (B x - atan(B x)))) + S_V,   x = slip + S_H,   B = K / (C D)
//
// with D, E, K, S_H, S_V polynomials of dfz = (N - N0) / N0, N0 = LFZO FNOMIN, and of the camber
// gamma, in coefficients P.. and factors L.. :
//                       Pacejka, Tyre and Vehicle Dynamics (2002) 4.3.2; MSC Adams/Tire PAC2002
//   along   C = PCX1, D = (PDX1 + PDX2 dfz)(1 - PDX3 gamma^2) N mu,
//           E = (PEX1 + PEX2 dfz + PEX3 dfz^2)(1 - PEX4 sign x),
//           K = N (PKX1 + PKX2 dfz) exp(PKX3 dfz), S_H = PHX1 + PHX2 dfz,
//           S_V = N (PVX1 + PVX2 dfz) mu
//   across  C = PCY1, D = (PDY1 + PDY2 dfz)(1 - PDY3 gamma^2) N mu,
//           E = (PEY1 + PEY2 dfz)(1 - (PEY3 + PEY4 gamma) sign x),
//           K = PKY1 N0 sin(2 atan(N / (PKY2 N0)))(1 - PKY3 |gamma|),
//           S_H = PHY1 + PHY2 dfz + PHY3 gamma,
//           S_V = N (PVY1 + PVY2 dfz + (PVY3 + PVY4 dfz) gamma) mu
//   torque  Mz = -t Fy + Mr, t = Dt cos(Ct atan(Bt x - Et (Bt x - atan(Bt x)))) cos(alpha),
//           Mr = Dr cos(atan(Br (alpha + S_Hy + S_Vy / Ky))) cos(alpha), coefficients Q..
//   resistance  My = -R0 v_x / sqrt(v_x^2 + (0.1 m/s)^2) LMY
//               (N (QSY1 + QSY3 |v_x / LONGVL| + QSY4 (v_x / LONGVL)^4) + QSY2 |Fx|)
//
// Combined slip, if the file has the coefficients RBX1, RCX1, RBY1 and RCY1: the forces of pure
// slip Fx0, Fy0 from above are weighted, and a side force due to longitudinal slip is added,
//
//   Fx = Gx Fx0,   Fy = Gy Fy0 + S,       G = g(slip + S_H) / g(S_H) >= 0,
//   g(x) = cos(C atan(B x - E (B x - atan(B x))))
//   along   slip alpha, B = RBX1 cos(atan(RBX2 kappa)) LXAL, C = RCX1, E = REX1 + REX2 dfz,
//           S_H = RHX1
//   across  slip kappa, B = RBY1 cos(atan(RBY2 (alpha - RBY3))) LYKA, C = RCY1,
//           E = REY1 + REY2 dfz, S_H = RHY1 + RHY2 dfz
//           S = Dy (RVY1 + RVY2 dfz + RVY3 gamma) cos(atan(RVY4 alpha)) sin(RVY5 atan(RVY6 kappa))
//               LVYKA
//   torque  Mz = -t (Fy - S) + Mr + s Fx, with |angle| in t and Mr replaced by
//           atan(sqrt(tan(angle)^2 + (Kx kappa / Ky)^2)),
//           s = R0 (SSZ1 + SSZ2 Fy / N0 + (SSZ3 + SSZ4 dfz) gamma) LS
//
// Else it is a friction ellipse. With the largest values Dx, Dy of Fx0, Fy0,
//
//   Fx = Fx0 / sqrt(1 + (t f_x / Dy)^2),          t = tan(alpha) + S_Hy + S_Vy / Ky
//   Fy = Fy0 / sqrt(1 + (k f_y / Dx)^2),          k = kappa + S_Hx + S_Vx / Kx
//
// This is the ellipse of Adams/Tire (USE_MODE 4 without coefficients R..) with one difference:
// there t is the sine of the angle. With the tangent, the force on a locked wheel is opposite to
// its motion (for the shipped tyre within 7 degrees). With the sine, it would never turn more than
// halfway from the longitudinal to the lateral direction.
//
// Terms used: N load; mu friction of the road; kappa = -(v_x - R spin) / |v_x|,
// tan(alpha) = v_y / |v_x|; f force per slip, (Y(slip) - Y(0)) / slip. Both forces follow with a
// delay (tyre_slip.hpp), with stiffness c = K / sigma and the relaxation lengths       MF-Tyre 5.2
//
//   sigma_x = N (PTX1 + PTX2 dfz) exp(-PTX3 dfz) R0 / FNOMIN
//   sigma_y = PTY1 sin(2 atan(N / (PTY2 N0)))(1 - PKY3 |gamma|) R0 LFZO
//
// (some programs write exp(+PTX3 dfz), with which the shipped tyre would lose stiffness under
// load), but at least R0 / 50, also if the file has none. |v_x| in kappa and tan(alpha) is replaced
// by sqrt(v_x^2 + v_N^2), v_N the key low_speed, for standstill, where Y(0) vanishes. Over the first
// 2 % of N0, f and Y(0) fade in. The coefficients are evaluated with dfz up to 2.5 and camber up to
// the range of the file, with a smooth transition from one tenth below to one tenth above this
// limit.
#pragma once

#include "takt/element/tyre/tyre_file.hpp"
#include "takt/element/tyre/tyre_slip.hpp"

namespace takt::element {

class TyrePac2002 final : public SlippingTyre<TyrePac2002> {
 public:
  struct Data {
    double R0, stiffness, FNOMIN, damping, BREFF, DREFF, FREFF, LONGVL;
    double PCX1, PDX1, PDX2, PDX3, PEX1, PEX2, PEX3, PEX4, PKX1, PKX2, PKX3, PHX1, PHX2, PVX1, PVX2;
    double PTX1, PTX2, PTX3;
    double PCY1, PDY1, PDY2, PDY3, PEY1, PEY2, PEY3, PEY4, PKY1, PKY2, PKY3, PHY1, PHY2, PHY3;
    double PVY1, PVY2, PVY3, PVY4, PTY1, PTY2;
    double QBZ1, QBZ2, QBZ3, QBZ4, QBZ5, QBZ9, QBZ10, QCZ1, QDZ1, QDZ2, QDZ3, QDZ4, QDZ6, QDZ7;
    double QDZ8, QDZ9, QEZ1, QEZ2, QEZ3, QEZ4, QEZ5, QHZ1, QHZ2, QHZ3, QHZ4;
    double QSY1, QSY2, QSY3, QSY4;
    double LFZO, LCX, LMUX, LEX, LKX, LHX, LVX, LGAX, LCY, LMUY, LEY, LKY, LHY, LVY, LGAY, LTR;
    double LRES, LGAZ, LSGKP, LSGAL, LMY;
    double RBX1, RBX2, RCX1, REX1, REX2, RHX1, RBY1, RBY2, RBY3, RCY1, REY1, REY2, RHY1, RHY2;
    double RVY1, RVY2, RVY3, RVY4, RVY5, RVY6, SSZ1, SSZ2, SSZ3, SSZ4, LXAL, LYKA, LVYKA, LS;
    double CAMMIN, CAMMAX;
    double most_camber;  // largest camber used in the coefficients
    double time;         // s: damping of a deflection over its stiffness
    double low_speed;    // v_N
    bool weighted;       // combined slip by the coefficients R.., not by an ellipse
    double mirror;       // -1: mounted on the other side than its numbers are for; else 1
  };

  TyrePac2002(TyreContact contact, const Data& data, std::vector<std::string> left_out = {});

  static Data read(const TyreFile&);
  static std::vector<std::string> left_out(const TyreFile&);
  // The coefficients of its file that it does not use: "[LATERAL_COEFFICIENTS] RBY1, RBY2".
  std::span<const std::string> unused_parts() const noexcept override { return left_out_; }
  std::string_view remark() const noexcept override {
    return d_.weighted ? "combined slip by the coefficients R.. of its file"
                       : "combined slip by a friction ellipse: its file has no RBX1, RCX1, RBY1, "
                         "RCY1";
  }

  static constexpr int inputs = 6;
  template <class T> Grip<T> grip(const Rolling<T>&) const noexcept;
  double decay(int) const noexcept { return 1 / d_.time; }
  void steady_deflections(const Rolling<double>& m, double* z) const noexcept {
    const Slips<double> s = slips(m);
    z[0] = (s.x.at_zero - s.x.per_slip * s.x.sliding / s.V) / s.x.stiffness;
    z[1] = d_.mirror * (s.y.at_zero - s.y.per_slip * s.y.sliding / s.V) / s.y.stiffness;
  }
  double rolling_radius() const noexcept override { return rolling_radius_at(N0_); }
  template <class T> T rolling_radius_at(const T& load) const noexcept {
    using std::atan;
    const T p = load / N0_;
    return d_.R0 - N0_ / d_.stiffness * (d_.DREFF * atan(d_.BREFF * p) + d_.FREFF * p);
  }

  static constexpr Key keys[] = {
      {"file", KeyKind::text, "", "", "its .tir file, beside the model file", "file"},
      TyreContact::law_key,
      RoadFriction::key,
      {"mirror", KeyKind::flag, "", "false",
       "true for a wheel on the right side; the file is mirrored if its TYRESIDE is the other "
       "side"},
      {"damping_time", KeyKind::number, "s", "3e-3", "damping of deflections over stiffness", ">0"},
      {"low_speed", KeyKind::number, "m/s", "1e-3", "speed below which it creeps", ">0"}};
  static std::shared_ptr<const BodyForce> make(const Values&);
  static constexpr ForceEntry entry{
      "tyre_pac2002",
      "Pacejka 2002",
      "Magic Formula from a .tir file; combined slip by its coefficients, or by an ellipse",
      Attach::body,
      keys,
      nullptr,
      make,
      "N",
      "the normal load: positive presses wheel and road together, 0 in the air"};

 private:
  static constexpr double first_load = 0.02;       // of N0, over which forces fade in
  static constexpr double resistance_speed = 0.1;  // m/s, v_N of the rolling resistance
  static constexpr double least_slip = 1e-5;       // below it the force per slip is interpolated

  template <class T> struct Axis {
    T sliding, stiffness;
    T at_zero, per_slip;  // reduced by combined slip
    T K, peak, shift;     // S_H
  };
  template <class T> struct Slips {
    Axis<T> x, y;
    T V, dfz, camber, slip_y, BC_y;
    T zero_y;        // S_H + S_V / K
    T fade;          // of forces at a small load
    T kappa{}, S{};  // S: the side force due to longitudinal slip; 0 without coefficients R..
  };
  // The weight G of combined slip.
  template <class T>
  static T weight(const T& B, double C, const T& E, const T& shift, const T& slip) noexcept {
    using std::atan, std::cos;
    const auto g = [&](const T& x) {
      const T Bx = B * x;
      return cos(C * atan(Bx - E * (Bx - atan(Bx))));
    };
    const T G = g(slip + shift) / g(shift);
    return G > 0.0 ? G : T(0);
  }
  // The angle of t and Mr: at combined slip the longitudinal slip adds to it.
  template <class T> T angle(const T& alpha, const Slips<T>& s) const noexcept {
    using std::atan, std::sqrt, std::tan;
    if (!d_.weighted) return alpha;
    const T tangent = tan(alpha), other = s.x.K * s.kappa / s.y.K;
    return atan(sqrt(tangent * tangent + other * other + 1e-20));
  }
  template <class T> void combine(Slips<T>&) const noexcept;
  template <class T>
  static T formula(const T& B, const T& C, const T& D, const T& E, const T& x) noexcept {
    using std::atan, std::sin;
    const T Bx = B * x;
    return D * sin(C * atan(Bx - E * (Bx - atan(Bx))));
  }
  template <class T> static T at_most_one(const T& E) noexcept { return E < 1.0 ? E : T(1); }
  template <class T> static double sign_of(const T& x) noexcept {
    return x > 0.0 ? 1 : x < 0.0 ? -1 : 0;
  }
  // (Y(slip) - Y(0)) / slip. Near zero slip this is round-off; there it is interpolated linearly
  // between its values at -least_slip and least_slip.
  template <class T, class Y>
  static T secant(const Y& of, const T& at_zero, const T& slip) noexcept {
    using std::abs;
    constexpr double l = least_slip;
    if (abs(slip) > l) return (of(slip) - at_zero) / slip;
    const T ahead = (of(T(l)) - at_zero) / l, behind = (at_zero - of(T(-l))) / l;
    return 0.5 * (ahead + behind) + (0.5 / l) * slip * (ahead - behind);
  }
  template <class T> T limited_camber(const T& camber) const noexcept {
    const double most = d_.most_camber;
    return camber < 0.0 ? T(-1) * at_most<T>(T(-1) * camber, most, 0.1 * most)
                        : at_most<T>(camber, most, 0.1 * most);
  }
  template <class T> Slips<T> slips(const Rolling<T>&) const noexcept;

  Data d_;
  double N0_;
  std::vector<std::string> left_out_;
};

template <class T> TyrePac2002::Slips<T> TyrePac2002::slips(const Rolling<T>& m) const noexcept {
  using std::abs, std::atan, std::exp, std::sin, std::sqrt;
  const T& N = m.load;
  const double mu = std::max(m.friction, 1e-4), mx = mu * d_.LMUX, my = mu * d_.LMUY;
  Slips<T> o;
  o.dfz = N < 3.5 * N0_ ? N / N0_ - 1.0 : T(2.5);
  o.camber = limited_camber<T>(d_.mirror * m.camber);
  o.V = sqrt(m.v_x * m.v_x + d_.low_speed * d_.low_speed);
  const T &dfz = o.dfz, gx = d_.LGAX * o.camber, gy = d_.LGAY * o.camber;

  Axis<T>& x = o.x;
  x.sliding = m.v_x - rolling_radius_at(N) * m.spin;
  x.K = N * (d_.PKX1 + d_.PKX2 * dfz) * exp(d_.PKX3 * dfz) * d_.LKX;
  x.peak = (d_.PDX1 + d_.PDX2 * dfz) * (1.0 - d_.PDX3 * gx * gx) * N * mx;
  x.shift = (d_.PHX1 + d_.PHX2 * dfz) * d_.LHX;
  const T Cx = T(d_.PCX1 * d_.LCX), Bx = x.K / (Cx * x.peak);
  const T Ex = (d_.PEX1 + d_.PEX2 * dfz + d_.PEX3 * dfz * dfz) * d_.LEX;
  const auto along = [&](const T& slip) {
    const T s = slip + x.shift;
    return formula<T>(Bx, Cx, x.peak, at_most_one<T>(Ex * (1.0 - d_.PEX4 * sign_of(s))), s);
  };
  const T kappa = T(-1) * x.sliding / o.V;
  x.at_zero = along(T(0));
  x.per_slip = secant<T>(along, x.at_zero, kappa);
  const T S_Vx = N * (d_.PVX1 + d_.PVX2 * dfz) * (d_.LVX * mx);
  x.at_zero = x.at_zero + S_Vx;
  const T sigma_x =
      N * (d_.PTX1 + d_.PTX2 * dfz) * exp(-d_.PTX3 * dfz) * (d_.R0 / d_.FNOMIN * d_.LSGKP);

  Axis<T>& y = o.y;
  y.sliding = d_.mirror * m.v_y;
  o.slip_y = y.sliding / o.V;
  const T by_camber = 1.0 - d_.PKY3 * abs(gy);
  y.K = d_.PKY1 * N0_ * d_.LKY * sin(2.0 * atan(N / (d_.PKY2 * N0_))) * by_camber;
  y.peak = (d_.PDY1 + d_.PDY2 * dfz) * (1.0 - d_.PDY3 * gy * gy) * N * my;
  y.shift = (d_.PHY1 + d_.PHY2 * dfz) * d_.LHY + d_.PHY3 * gy;
  const T S_Vy = N * ((d_.PVY1 + d_.PVY2 * dfz) * d_.LVY + (d_.PVY3 + d_.PVY4 * dfz) * gy) * my;
  const T Cy = T(d_.PCY1 * d_.LCY), By = y.K / (Cy * y.peak);
  o.BC_y = By * Cy;
  const T Ey = (d_.PEY1 + d_.PEY2 * dfz) * d_.LEY, tilt = d_.PEY3 + d_.PEY4 * gy;
  const auto across = [&](const T& slip) {
    const T s = atan(slip) + y.shift;
    return formula<T>(By, Cy, y.peak, at_most_one<T>(Ey * (1.0 - tilt * sign_of(s))), s);
  };
  y.at_zero = across(T(0));
  y.per_slip = T(-1) * secant<T>(across, y.at_zero, o.slip_y);
  y.at_zero = y.at_zero + S_Vy;
  o.zero_y = y.shift + S_Vy / y.K;
  const T sigma_y =
      d_.PTY1 * sin(2.0 * atan(N / (d_.PTY2 * N0_))) * by_camber * (d_.R0 * d_.LFZO * d_.LSGAL);

  const double least = 0.02 * d_.R0;
  x.stiffness = x.K / (sigma_x > least ? sigma_x : T(least));
  y.stiffness = abs(y.K) / (sigma_y > least ? sigma_y : T(least));
  if (x.per_slip < 0.0) x.per_slip = T(0);
  if (y.per_slip < 0.0) y.per_slip = T(0);
  o.kappa = kappa;
  if (d_.weighted) {
    combine(o);
  } else {  // the ellipse
    const T a = (o.slip_y + o.zero_y) * x.per_slip / y.peak;
    const T b = (kappa + x.shift + S_Vx / x.K) * y.per_slip / x.peak;
    const T part_x = 1.0 / sqrt(1.0 + a * a), part_y = 1.0 / sqrt(1.0 + b * b);
    x.per_slip *= part_x;
    x.at_zero *= part_x;
    y.per_slip *= part_y;
    y.at_zero *= part_y;
  }
  // Forces at zero slip need a rolling tread, so they vanish at standstill. As the load falls,
  // stiffness and damping fall too, and the forces fall faster, so that the states of a wheel that
  // lifts off change continuously to their decay in the air.
  const T p = N / (first_load * N0_);
  o.fade = p < 1.0 ? p * (2.0 - p) : T(1);
  const T rolls = o.fade * m.v_x * m.v_x / (o.V * o.V);
  x.at_zero *= rolls;
  y.at_zero *= rolls;
  o.S *= rolls;
  x.per_slip *= o.fade;
  y.per_slip *= o.fade;
  return o;
}

template <class T> void TyrePac2002::combine(Slips<T>& o) const noexcept {
  using std::atan, std::sin, std::sqrt;
  const T alpha = atan(o.slip_y), &dfz = o.dfz, &kappa = o.kappa;
  const auto bell = [](const T& x) { return 1.0 / sqrt(1.0 + x * x); };  // cos(atan(x))
  const T G_x = weight<T>((d_.RBX1 * d_.LXAL) * bell(d_.RBX2 * kappa), d_.RCX1,
                          at_most_one<T>(d_.REX1 + d_.REX2 * dfz), T(d_.RHX1), alpha);
  const T G_y = weight<T>((d_.RBY1 * d_.LYKA) * bell(d_.RBY2 * (alpha - d_.RBY3)), d_.RCY1,
                          at_most_one<T>(d_.REY1 + d_.REY2 * dfz), d_.RHY1 + d_.RHY2 * dfz, kappa);
  o.S = o.y.peak * (d_.RVY1 + d_.RVY2 * dfz + d_.RVY3 * o.camber) * bell(d_.RVY4 * alpha) *
        sin(d_.RVY5 * atan(d_.RVY6 * kappa)) * d_.LVYKA;
  o.x.per_slip *= G_x;
  o.x.at_zero *= G_x;
  o.y.per_slip *= G_y;
  o.y.at_zero = o.y.at_zero * G_y + o.S;
}

template <class T> Grip<T> TyrePac2002::grip(const Rolling<T>& m) const noexcept {
  using std::abs, std::atan, std::cos, std::sqrt;
  const Slips<T> s = slips(m);
  const T& N = m.load;
  const double y_mirrored = d_.mirror * m.y;
  const Relaxed<T> x = relax<T, T>(s.x.stiffness, d_.time * s.x.stiffness, m.x, s.x.sliding, s.V,
                                   s.x.per_slip, s.x.at_zero);
  const Relaxed<T> y = relax<T, T>(s.y.stiffness, d_.time * s.y.stiffness, y_mirrored, s.y.sliding,
                                   s.V, s.y.per_slip, s.y.at_zero);

  const T &dfz = s.dfz, g = d_.LGAZ * s.camber, camber_size = abs(g), direction = m.v_x / s.V;
  const double my = d_.LMUY * std::max(m.friction, 1e-4);
  const T alpha = atan(s.slip_y), cosine = 1.0 / sqrt(1.0 + s.slip_y * s.slip_y);
  const T a_t = alpha + d_.QHZ1 + d_.QHZ2 * dfz + (d_.QHZ3 + d_.QHZ4 * dfz) * g;
  const T Bt = (d_.QBZ1 + d_.QBZ2 * dfz + d_.QBZ3 * dfz * dfz) *
               (1.0 + d_.QBZ4 * g + d_.QBZ5 * camber_size) * (d_.LKY / my);
  const T Dt = N * (d_.QDZ1 + d_.QDZ2 * dfz) * (1.0 + d_.QDZ3 * g + d_.QDZ4 * g * g) *
               (d_.R0 / d_.FNOMIN * d_.LTR);
  const T Et =
      at_most_one<T>((d_.QEZ1 + d_.QEZ2 * dfz + d_.QEZ3 * dfz * dfz) *
                     (1.0 + (d_.QEZ4 + d_.QEZ5 * g) * (2 / M_PI) * atan(d_.QCZ1 * Bt * a_t)));
  const T Bx = Bt * angle<T>(a_t, s);
  const T trail = Dt * cos(d_.QCZ1 * atan(Bx - Et * (Bx - atan(Bx)))) * cosine;
  const T Br = d_.QBZ9 * (d_.LKY / my) + d_.QBZ10 * s.BC_y;
  const T Dr =
      N * ((d_.QDZ6 + d_.QDZ7 * dfz) * d_.LRES + (d_.QDZ8 + d_.QDZ9 * dfz) * g) * (d_.R0 * my);
  const T Brx = Br * angle<T>(alpha + s.zero_y, s);
  const T residual_torque = Dr / sqrt(1.0 + Brx * Brx) * cosine;  // cos(atan x) = 1 / sqrt(1 + x^2)

  Grip<T> o;
  o.Fx = x.force;
  o.Fy = d_.mirror * y.force;
  o.rate_x = x.rate;
  o.rate_y = d_.mirror * y.rate;
  o.Mz =
      d_.mirror * (direction * direction * residual_torque * s.fade - direction * trail * y.force);
  T arm(0);  // s, the lever arm of Fx
  if (d_.weighted) {
    arm = (d_.SSZ1 + d_.SSZ2 / N0_ * y.force + (d_.SSZ3 + d_.SSZ4 * dfz) * s.camber) *
          (d_.R0 * d_.LS);
    o.Mz = o.Mz + d_.mirror * (direction * trail * s.S + arm * x.force);
  }
  const T v = m.v_x / d_.LONGVL;
  const T drag =
      T(-1) * m.v_x / sqrt(m.v_x * m.v_x + resistance_speed * resistance_speed) * d_.R0 * d_.LMY;
  o.My = drag * (N * (d_.QSY1 + d_.QSY3 * abs(v) + d_.QSY4 * v * v * v * v) + d_.QSY2 * abs(o.Fx));
  o.Fx_x = x.force_x;
  o.rate_x_x = x.rate_x;
  o.My_x = value_of(drag) * d_.QSY2 * sign_of(o.Fx) * o.Fx_x;
  o.Fy_y = y.force_x;  // mirrored twice
  o.rate_y_y = y.rate_x;
  o.Mz_y = -value_of(direction * trail) * o.Fy_y;
  if (d_.weighted) {
    o.Mz_x = d_.mirror * value_of(arm) * o.Fx_x;
    o.Mz_y += d_.SSZ2 / N0_ * d_.R0 * d_.LS * value_of(x.force) * o.Fy_y;
  }
  return o;
}

}  // namespace takt::element
