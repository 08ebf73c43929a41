// Andrews' squeezing mechanism: seven bodies in the plane, three loops, one spring, one motor.
//
//   M(q) q'' = f(q, q') - G' lambda,   0 = g(q)
//
// Terms used: q = (beta, Theta, gamma, Phi, delta, Omega, epsilon); data and symbols of the IVP
// test set (link lengths d, da, e, ea, ...). All loops start at E; one ends at B, one leads over G
// and one over H to A. P = D - C is the vector of the spring; A_, B_, C_ are the couplings
// m2 da rr, m4 zt (e - ea), m6 u (zf - fa) of the mass matrix.  IVP test set; 004 sec. 6, Example 3
#pragma once

#include <cmath>

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class Squeezer final : public DenseSystem<Squeezer, 7, 7, 6> {
 public:
  static constexpr Parameter parameters[] = {{"mom", 0.033, "N m", "moment of the motor"},
                                             {"c0", 4530, "N/m", "stiffness of the spring"}};

  explicit Squeezer(const Parameters& p) : mom_(p["mom"]), c0_(p["c0"]) {
    name({"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"},
         {"x_eb", "y_eb", "x_ega", "y_ega", "x_eha", "y_eha"});
    measure_in("rad");
  }

  State initial() const override {
    State s = blank();
    s.q << -0.0617138900142764496358948458001, 0, 0.455279819163070380255912382449,
        0.222668390165885884674473185609, 0.487364979543842550225598953530,
        -0.222668390165885884674473185609, 1.23054744454982119249735015568;
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override {
    const double stretch = Spring(p.q[2]).L - l0;
    return 0.5 * c0_ * stretch * stretch - mom_ * p.q[0];
  }

  void mass(const SizedPoint& h, OutMat<7, 7> M) const noexcept {
    const double cosTh = std::cos(h.q[1]), sinPh = std::sin(h.q[3]), sinOm = std::sin(h.q[5]);
    const double e2 = (e - ea) * (e - ea), f2 = (zf - fa) * (zf - fa);
    M(0, 0) = m1 * ra * ra + m2 * (rr * rr + da * da) - 2 * A_ * cosTh + I1 + I2;
    M(1, 0) = M(0, 1) = m2 * da * da - A_ * cosTh + I2;
    M(1, 1) = m2 * da * da + I2;
    M(2, 2) = m3 * (sa * sa + sb * sb) + I3;
    M(3, 3) = m4 * e2 + I4;
    M(4, 3) = M(3, 4) = m4 * e2 + B_ * sinPh + I4;
    M(4, 4) = m4 * (zt * zt + e2) + 2 * B_ * sinPh + m5 * (ta * ta + tb * tb) + I4 + I5;
    M(5, 5) = m6 * f2 + I6;
    M(6, 5) = M(5, 6) = m6 * f2 - C_ * sinOm + I6;
    M(6, 6) = m6 * (f2 + u * u) - 2 * C_ * sinOm + m7 * (ua * ua + ub * ub) + I6 + I7;
  }
  void mass_gradient(const SizedPoint& h, OutMat<7, 7> D) const noexcept {
    const double A = A_ * std::sin(h.q[1]), B = B_ * std::cos(h.q[3]), C = C_ * std::cos(h.q[5]);
    D(0, 1) = A * (2 * h.a[0] + h.a[1]);
    D(1, 1) = A * h.a[0];
    D(3, 3) = B * h.a[4];
    D(4, 3) = B * (h.a[3] + 2 * h.a[4]);
    D(5, 5) = -C * h.a[6];
    D(6, 5) = -C * (h.a[5] + 2 * h.a[6]);
  }

  void force(const SizedPoint& h, OutVec<7> f) const noexcept {
    const double A = A_ * std::sin(h.q[1]), B = B_ * std::cos(h.q[3]), C = C_ * std::cos(h.q[5]);
    const auto& v = h.v;
    const Spring s(h.q[2]);
    f << mom_ - A * v[1] * (v[1] + 2 * v[0]),        //
        A * v[0] * v[0],                             //
        -c0_ * (1 - l0 / s.L) * s.P.dot(s.P_gamma),  //
        B * v[4] * v[4],                             //
        -B * v[3] * (v[3] + 2 * v[4]),               //
        -C * v[6] * v[6],                            //
        C * v[5] * (v[5] + 2 * v[6]);
  }
  void stiffness(const SizedPoint& h, OutMat<7, 7> K) const noexcept {
    const double A = A_ * std::cos(h.q[1]), B = B_ * std::sin(h.q[3]), C = C_ * std::sin(h.q[5]);
    const auto& v = h.v;
    K(0, 1) = A * v[1] * (v[1] + 2 * v[0]);
    K(1, 1) = -A * v[0] * v[0];
    K(2, 2) = spring_stiffness(h);
    K(3, 3) = B * v[4] * v[4];
    K(4, 3) = -B * v[3] * (v[3] + 2 * v[4]);
    K(5, 5) = -C * v[6] * v[6];
    K(6, 5) = C * v[5] * (v[5] + 2 * v[6]);
  }
  void damping(const SizedPoint& h, OutMat<7, 7> D) const noexcept {
    const double A = A_ * std::sin(h.q[1]), B = B_ * std::cos(h.q[3]), C = C_ * std::cos(h.q[5]);
    const auto& v = h.v;
    D(0, 0) = 2 * A * v[1];
    D(0, 1) = 2 * A * (v[0] + v[1]);
    D(1, 0) = -2 * A * v[0];
    D(3, 4) = -2 * B * v[4];
    D(4, 3) = 2 * B * (v[3] + v[4]);
    D(4, 4) = 2 * B * v[3];
    D(5, 6) = 2 * C * v[6];
    D(6, 5) = -2 * C * (v[5] + v[6]);
    D(6, 6) = -2 * C * v[5];
  }

  void constraint(const SizedPoint& h, OutVec<6> g) const noexcept {
    const Links k(h);
    const double x = rr * k.cosBe - d * k.cosBeTh, y = rr * k.sinBe - d * k.sinBeTh;
    g << x - ss * k.sinGa - xb, y + ss * k.cosGa - yb,  //
        x - e * k.sinPhDe - zt * k.cosDe - xa,          //
        y + e * k.cosPhDe - zt * k.sinDe - ya,          //
        x - zf * k.cosOmEp - u * k.sinEp - xa,          //
        y - zf * k.sinOmEp + u * k.cosEp - ya;
  }
  void jacobian(const SizedPoint& h, OutMat<6, 7> G) const noexcept {
    const Links k(h);
    for (int i = 0; i < 6; i += 2) {  // point E
      G(i, 0) = -rr * k.sinBe + d * k.sinBeTh;
      G(i, 1) = d * k.sinBeTh;
      G(i + 1, 0) = rr * k.cosBe - d * k.cosBeTh;
      G(i + 1, 1) = -d * k.cosBeTh;
    }
    G(0, 2) = -ss * k.cosGa;
    G(1, 2) = -ss * k.sinGa;
    G(2, 3) = -e * k.cosPhDe;
    G(2, 4) = -e * k.cosPhDe + zt * k.sinDe;
    G(3, 3) = -e * k.sinPhDe;
    G(3, 4) = -e * k.sinPhDe - zt * k.cosDe;
    G(4, 5) = zf * k.sinOmEp;
    G(4, 6) = zf * k.sinOmEp - u * k.cosEp;
    G(5, 5) = -zf * k.cosOmEp;
    G(5, 6) = -zf * k.cosOmEp - u * k.sinEp;
  }
  void curvature(const SizedPoint& h, const Vec<7>& w, Mat<6, 7>& B) const noexcept {
    const Links k(h);
    const double beth = w[0] + w[1], phde = w[3] + w[4], omep = w[5] + w[6];
    for (int i = 0; i < 6; i += 2) {
      B(i, 0) = -rr * k.cosBe * w[0] + d * k.cosBeTh * beth;
      B(i, 1) = d * k.cosBeTh * beth;
      B(i + 1, 0) = -rr * k.sinBe * w[0] + d * k.sinBeTh * beth;
      B(i + 1, 1) = d * k.sinBeTh * beth;
    }
    B(0, 2) = ss * k.sinGa * w[2];
    B(1, 2) = -ss * k.cosGa * w[2];
    B(2, 3) = e * k.sinPhDe * phde;
    B(2, 4) = e * k.sinPhDe * phde + zt * k.cosDe * w[4];
    B(3, 3) = -e * k.cosPhDe * phde;
    B(3, 4) = -e * k.cosPhDe * phde + zt * k.sinDe * w[4];
    B(4, 5) = zf * k.cosOmEp * omep;
    B(4, 6) = zf * k.cosOmEp * omep + u * k.sinEp * w[6];
    B(5, 5) = zf * k.sinOmEp * omep;
    B(5, 6) = zf * k.sinOmEp * omep - u * k.cosEp * w[6];
  }

 private:
  static constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050,
                          m6 = .00706, m7 = .05498;  // kg
  static constexpr double I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5,
                          I6 = 5.667e-7, I7 = 1.912e-5;  // kg m^2
  static constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014,
                          yc = .072, l0 = .07785;  // m, as all lengths below
  static constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092,
                          ss = .035, sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308,
                          tb = .00916, u = .04, ua = .01228, ub = .00449, zf = .02, zt = .04,
                          fa = .01421;
  static constexpr double A_ = m2 * da * rr, B_ = m4 * zt * (e - ea), C_ = m6 * u * (zf - fa);

  struct Spring {  // P = D - C, its derivatives with respect to gamma, its length
    Vec<2> P, P_gamma, P_gammagamma;
    double L;
    explicit Spring(double gamma) noexcept {
      const double c = std::cos(gamma), s = std::sin(gamma);
      P << sd * c + sc * s + xb - xc, sd * s - sc * c + yb - yc;
      P_gamma << sc * c - sd * s, sd * c + sc * s;
      P_gammagamma << -sc * s - sd * c, -sd * s + sc * c;
      L = P.norm();
    }
  };
  double spring_stiffness(
      const SizedPoint& h) const noexcept {  // V''(gamma), V = c0 (L - l0)^2 / 2
    const Spring s(h.q[2]);
    const double L_gamma = s.P.dot(s.P_gamma) / s.L;
    return c0_ * (l0 / s.L * L_gamma * L_gamma +
                  (1 - l0 / s.L) * (s.P_gamma.squaredNorm() + s.P.dot(s.P_gammagamma)));
  }

  struct Links {
    double cosBe, sinBe, cosBeTh, sinBeTh, cosGa, sinGa, cosPhDe, sinPhDe, cosDe, sinDe, cosOmEp,
        sinOmEp, cosEp, sinEp;
    explicit Links(const SizedPoint& h) noexcept
        : cosBe(std::cos(h.q[0])), sinBe(std::sin(h.q[0])), cosBeTh(std::cos(h.q[0] + h.q[1])),
          sinBeTh(std::sin(h.q[0] + h.q[1])), cosGa(std::cos(h.q[2])), sinGa(std::sin(h.q[2])),
          cosPhDe(std::cos(h.q[3] + h.q[4])), sinPhDe(std::sin(h.q[3] + h.q[4])),
          cosDe(std::cos(h.q[4])), sinDe(std::sin(h.q[4])), cosOmEp(std::cos(h.q[5] + h.q[6])),
          sinOmEp(std::sin(h.q[5] + h.q[6])), cosEp(std::cos(h.q[6])), sinEp(std::sin(h.q[6])) {}
  };

  double mom_, c0_;
};

}  // namespace takt::problem
