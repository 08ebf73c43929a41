// The forces of a TMeasy tyre; tyre_tmeasy_slopes.cpp has them with derivatives.
#include "takt/element/tyre/tyre_tmeasy.hpp"

namespace takt::element {

// Everything that the road transmits, as a function of the load and three slips.
TyreTmeasy::Adhesion TyreTmeasy::adhesion(double load, double slip_x, double slip_y, double slip_B,
                                          double mu) const noexcept {
  const Axes<double> k = axes(load);
  // c, s: squares of the cosine and the sine.
  const auto direction = [&](double c, double s) -> Direction<double> {
    const auto between = [&](const double(&of)[2]) { return std::sqrt(of[0] * c + of[1] * s); };
    return {between(k.dF), mu * between(k.FM), mu * between(k.FS), mu * between(k.sM),
            mu * between(k.sS)};
  };
  const double X = slip_x / k.Sx, Y = slip_y / k.Sy, X2 = X * X, Y2 = Y * Y, square = X2 + Y2;
  Adhesion o{k.dFx, k.dFy, 0.5 * slip_B * (k.dFx + k.dFy)};  // at zero slip, without a direction
  if (square > no_slip) {
    const double f = per_slip(direction(X2 / square, Y2 / square), std::sqrt(square));
    o.f_x = f / k.Sx;
    o.f_y = f / k.Sy;
  }
  // The bore slip counts equally in both directions.
  const double half = 0.5 * slip_B * slip_B, all = square + 2 * half;
  if (all > no_slip)
    o.bore = slip_B * per_slip(direction((X2 + half) / all, (Y2 + half) / all), std::sqrt(all));
  return o;
}

TyreTmeasy::Sliding TyreTmeasy::sliding(const Rolling<double>& m) const noexcept {
  Sliding o;
  o.mu = friction(m);
  o.length = contact_length(m.load);
  o.v = rolling_radius_at(m.load) * m.spin;
  o.V = std::sqrt(o.v * o.v + d_.low_speed * d_.low_speed);
  o.sign = o.v / o.V;
  o.s_x = m.v_x - o.v;
  o.s_y = m.v_y + o.sign * (m.turn * o.length) / 6.0;
  o.slip_y = o.s_y / o.V;
  const double slip_x = o.s_x / o.V, R = (o.length + d_.width) / 6.0;
  const double slip_B = R * m.turn * (1 / std::sqrt(o.v * o.v + still * still));
  const Adhesion a = adhesion(m.load, slip_x, o.slip_y, slip_B, o.mu);
  o.f_x = a.f_x;
  o.f_y = a.f_y;
  o.bore = -R * a.bore;
  return o;
}

Grip<double> TyreTmeasy::grip(const Rolling<double>& m) const noexcept {
  const Sliding s = sliding(m);
  const Relaxed<double> x = relax<double, double>(d_.cx, d_.dx, m.x, s.s_x, s.V, s.f_x, 0);
  const Relaxed<double> y = relax<double, double>(d_.cy, d_.dy, m.y, s.s_y, s.V, s.f_y, 0);
  const double part = fade(m.load), lever = s.sign * s.length * trail(s.slip_y, m.load, s.mu);
  const double W = std::sqrt(s.v * s.v + still * still);
  Grip<double> g;
  g.Fx = part * x.force;
  g.Fy = part * y.force;
  g.rate_x = x.rate;
  g.rate_y = y.rate;
  g.Mz = s.bore - lever * g.Fy;
  g.My = -d_.rolling_resistance * m.load * rolling_radius_at(m.load) * (s.v / W);
  g.Fx_x = part * x.force_x;
  g.rate_x_x = x.rate_x;
  g.Fy_y = part * y.force_x;
  g.rate_y_y = y.rate_x;
  g.Mz_y = -lever * g.Fy_y;
  return g;
}

void TyreTmeasy::steady_deflections(const Rolling<double>& m, double* z) const noexcept {
  const Sliding s = sliding(m);
  z[0] = -s.f_x * s.s_x / (d_.cx * s.V);
  z[1] = -s.f_y * s.s_y / (d_.cy * s.V);
}

}  // namespace takt::element
