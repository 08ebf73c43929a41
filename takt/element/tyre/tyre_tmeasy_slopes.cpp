// The forces of a TMeasy tyre with their derivatives. These are written out for speed, because a
// truck has sixteen tyres.
//
// Each number is differentiated with respect to the few variables it depends on:
//
//   f / s        by (N, c, s), c = cos^2 of the direction of slip, sin^2 = 1 - c
//   c, s         c_X = 2 X (1 - c) / s^2,   c_Y = -2 Y c / s^2,   c_B = B (1 - 2 c) / s^2,
//                s_X = X / s
//   adhesion     by (N, s_x, s_y, s_B), the load and the three slips, X = s_x / S_x(N)
//   the others   by (N, V, u_x, u_y, turn), V = r_D(N) spin, u sliding speeds
//
// and finally with respect to the inputs of the tyre: u_x = v_x - V,
// u_y = v_y + sign(V) turn L(N) / 6.
//
// Terms used: as in tyre_tmeasy.hpp.
#include "takt/element/tyre/tyre_tmeasy.hpp"

namespace takt::element {
namespace {

// A force per slip and its derivatives with respect to load, c and s.
struct PerSlip {
  double f, by_load, by_c, by_s;
};

// Derivatives with respect to load, V, u_x, u_y, turn.
using Inner = Dual<5>;
enum { load, V, u_x, u_y, turn };

struct Delayed {
  Inner force, rate;
  double force_x, rate_x;
};

// relax() of tyre_slip.hpp without F0; `s` is the index of the sliding speed, u_x or u_y.
Delayed delayed(double c, double d, double x, double sliding, int s, double speed, double speed_V,
                const Inner& f) noexcept {
  const double below = speed * d + f.v, one = 1 / below, q = (c * x - d * sliding) / below;
  Inner dq = chain(f, q, -q * one);
  dq.d[V] -= q * d * speed_V * one;
  dq.d[s] -= d * one;
  Delayed o{chain(f, f.v * q, q), chain(dq, -sliding - speed * q, -speed), c / below * f.v,
            -(c / below) * speed};
  for (int i = 0; i < Inner::padded; ++i) o.force.d[i] += f.v * dq.d[i];
  o.rate.d[V] -= speed_V * q;
  o.rate.d[s] -= 1;
  return o;
}

}  // namespace

TyreTmeasy::AdhesionSlopes TyreTmeasy::adhesion_and_slopes(const OfLoad& N, double slip_x,
                                                           double slip_y, double B,
                                                           double mu) const noexcept {
  const Axes<OfLoad> k = axes(N);
  // c, s: squares of the cosine and the sine.
  const auto per = [&](double c, double s, double slip) -> PerSlip {
    using D = Dual<2>;  // derivatives with respect to load and c
    const auto between = [&](const OfLoad(&of)[2], double scale) {
      const double root = std::sqrt(of[0].v * c + of[1].v * s), half = 0.5 * scale / root;
      D r(scale * root);
      r.d[0] = half * (of[0].d[0] * c + of[1].d[0] * s);
      r.d[1] = half * (of[0].v - of[1].v);
      return r;
    };
    const Direction<D> at{between(k.dF, 1), between(k.FM, mu), between(k.FS, mu), between(k.sM, mu),
                          between(k.sS, mu)};
    const D f = per_slip(at, slip);
    double by_s = -f.v / slip;
    if (slip < at.sM.v) {
      const double t = slip / at.sM.v, steep = at.dF.v * at.sM.v / at.FM.v;
      by_s = -f.v * f.v / at.dF.v * (2 * t + steep - 2) / at.sM.v;
    } else if (slip < at.sS.v) {
      const double wide = at.sS.v - at.sM.v, t = (slip - at.sM.v) / wide;
      by_s -= (at.FM.v - at.FS.v) * 6 * t * (1 - t) / (wide * slip);
    }
    return {f.v, f.d[0], f.d[1], by_s};
  };
  const double Sx = k.Sx.v, Sy = k.Sy.v, one_x = 1 / Sx, one_y = 1 / Sy;
  const double X = slip_x / Sx, Y = slip_y / Sy, X2 = X * X, Y2 = Y * Y, square = X2 + Y2;
  // relative slopes of S over the load
  const double narrow_x = k.Sx.d[0] * one_x, narrow_y = k.Sy.d[0] * one_y;
  // Derivatives with respect to the load and the three slips, from those by the load, X, Y and B.
  const auto outer = [&](double value, double by_load, double by_X, double by_Y, double by_B) {
    Dual<4> r(value);
    r.d = {by_load - by_X * X * narrow_x - by_Y * Y * narrow_y, by_X * one_x, by_Y * one_y, by_B};
    return r;
  };
  AdhesionSlopes o;
  if (square > no_slip) {
    const double c = X2 / square, s = Y2 / square, slip = std::sqrt(square);
    const PerSlip f = per(c, s, slip);
    const double by_s = f.by_s / slip, by_c = 2 * f.by_c / square;
    const Dual<4> all = outer(f.f, f.by_load, X * (by_c * s + by_s), Y * (by_s - by_c * c), 0);
    o.f_x = chain(all, f.f / Sx, one_x);
    o.f_y = chain(all, f.f / Sy, one_y);
    o.f_x.d[0] -= o.f_x.v * narrow_x;
    o.f_y.d[0] -= o.f_y.v * narrow_y;
  } else {  // no direction: each axis on its own
    o.f_x = outer(k.dFx.v, k.dFx.d[0], 0, 0, 0);
    o.f_y = outer(k.dFy.v, k.dFy.d[0], 0, 0, 0);
  }
  // The bore slip counts equally in both directions.
  const double half = 0.5 * B * B, all = square + 2 * half;
  if (all > no_slip) {
    const double c = (X2 + half) / all, s = (Y2 + half) / all, slip = std::sqrt(all);
    const PerSlip f = per(c, s, slip);
    const double by_s = f.by_s / slip, by_c = 2 * f.by_c / all;
    o.bore = outer(B * f.f, B * f.by_load, B * X * (by_c * s + by_s), B * Y * (by_s - by_c * c),
                   f.f + B * B * (by_s + 0.5 * by_c * (s - c)));
  } else {
    const OfLoad both = k.dFx + k.dFy;
    o.bore = outer(0.5 * B * both.v, 0.5 * B * both.d[0], 0, 0, 0.5 * both.v);
  }
  return o;
}

Grip<Dual<TyreTmeasy::inputs>> TyreTmeasy::grip_and_slopes(
    const Rolling<double>& m) const noexcept {
  const OfLoad N = OfLoad::variable(m.load, 0);
  const OfLoad L = contact_length(N), r = rolling_radius_at(N), R = (L + d_.width) / 6.0;
  const double mu = friction(m), v = r.v * m.spin, low = d_.low_speed * d_.low_speed;
  const double speed = std::sqrt(v * v + low), one = 1 / speed, sign = v / speed;
  const double sign_v = low * one * one * one;
  const double W = std::sqrt(v * v + still * still), one_W = 1 / W;
  const double s_x = m.v_x - v, s_y = m.v_y + sign * (m.turn * L.v) / 6.0;
  const double slip_x = s_x / speed, slip_y = s_y / speed, slip_B = R.v * m.turn * one_W;

  const AdhesionSlopes a = adhesion_and_slopes(N, slip_x, slip_y, slip_B, mu);
  const double x_V = -slip_x * sign * one, y_V = -slip_y * sign * one;
  const double B_N = R.d[0] * m.turn * one_W, B_V = -slip_B * v * one_W * one_W, B_t = R.v * one_W;
  const auto inner = [&](const Dual<4>& f) {
    Inner o(f.v);
    o.d = {f.d[0] + f.d[3] * B_N, f.d[1] * x_V + f.d[2] * y_V + f.d[3] * B_V,
           f.d[1] * one,          f.d[2] * one,
           f.d[3] * B_t,          0};
    return o;
  };
  const Inner f_x = inner(a.f_x), f_y = inner(a.f_y), bore = inner(a.bore);
  const Delayed x = delayed(d_.cx, d_.dx, m.x, s_x, u_x, speed, sign, f_x);
  const Delayed y = delayed(d_.cy, d_.dy, m.y, s_y, u_y, speed, sign, f_y);

  const OfLoad part = fade(N);
  Inner Fx = chain(x.force, part.v * x.force.v, part.v);
  Inner Fy = chain(y.force, part.v * y.force.v, part.v);
  Fx.d[load] += part.d[0] * x.force.v;
  Fy.d[load] += part.d[0] * y.force.v;

  using Q = Dual<2>;
  const Q n = trail(Q::variable(slip_y, 0), Q::variable(m.load, 1), mu);
  Inner lever(sign * L.v * n.v);  // n L sign(V)
  lever.d[load] = sign * (L.d[0] * n.v + L.v * n.d[1]);
  lever.d[V] = L.v * (sign_v * n.v + sign * n.d[0] * y_V);
  lever.d[u_y] = sign * L.v * n.d[0] * one;
  Inner Mz = chain(bore, -R.v * bore.v - lever.v * Fy.v, -R.v);
  Mz.d[load] -= R.d[0] * bore.v;
  for (int i = 0; i < Inner::padded; ++i) Mz.d[i] -= lever.d[i] * Fy.v + lever.v * Fy.d[i];

  const OfLoad rolling = -d_.rolling_resistance * N * r;
  Inner My(rolling.v * (v / W));
  My.d[load] = rolling.d[0] * (v / W);
  My.d[V] = rolling.v * still * still * one_W * one_W * one_W;

  const double uy_V = sign_v * m.turn * L.v / 6.0, uy_N = sign * m.turn * L.d[0] / 6.0;
  const double uy_t = sign * L.v / 6.0, V_N = r.d[0] * m.spin;
  const auto seen = [&](const Inner& o) {  // derivatives with respect to load, v_x, v_y, spin, turn
    const double by_V = o.d[V] - o.d[u_x] + o.d[u_y] * uy_V;
    Dual<inputs> s(o.v);
    s.d = {o.d[load] + by_V * V_N + o.d[u_y] * uy_N,
           o.d[u_x],
           o.d[u_y],
           by_V * r.v,
           o.d[turn] + o.d[u_y] * uy_t,
           0};
    return s;
  };
  Grip<Dual<inputs>> g;
  g.Fx = seen(Fx);
  g.Fy = seen(Fy);
  g.Mz = seen(Mz);
  g.My = seen(My);
  g.rate_x = seen(x.rate);
  g.rate_y = seen(y.rate);
  g.Fx_x = part.v * x.force_x;
  g.rate_x_x = x.rate_x;
  g.Fy_y = part.v * y.force_x;
  g.rate_y_y = y.rate_x;
  g.Mz_y = -lever.v * g.Fy_y;
  return g;
}

}  // namespace takt::element
