#include "takt/mechanism/tree/wheel_rail_row.hpp"

#include "takt/element/rail/wheel_rail.hpp"
#include "takt/mechanism/tree/row_block.hpp"

namespace takt::mechanism {

const element::Smooth& WheelRailRow::track_at(const Point& p,
                                              List<TrackCache>& tracks) const noexcept {
  TrackCache& last = tracks[track];
  const double s = wheel_rail->along(p.q[q[0]], p.u.u[signal]);
  if (!(s == last.s)) last = {s, wheel_rail->track(s)};
  return last.y;
}

void WheelRailRow::evaluate(const Point& p, Need need, Terms& out,
                            List<TrackCache>& tracks) const noexcept {
  const auto any = [need](Need some) { return (need.bits & some.bits) != 0; };
  const bool stiff = any(Term::K_lambda | Term::K_full),
             curved = stiff || any(second_order | Term::gamma);
  element::WheelRail::Row r;
  double x[6];
  Vec6 dx;
  for (std::size_t k = 0; k < 6; ++k) {
    x[k] = p.q[q[k]];
    dx[static_cast<Index>(k)] = p.v[v[k]];
  }
  const double du = p.u.du[signal], lambda = p.lambda[row];
  wheel_rail->row(x, track_at(p, tracks), curved, r);
  if (need & Term::g) out.g[row] = r.g;
  if (need & Term::gI) out.gI[row] = r.G[0] * du;
  if (need & Term::G)
    for (std::size_t k = 0; k < 6; ++k) out.G.values()[G_place[k]] = r.G[static_cast<Index>(k)];
  if ((need & Term::gamma) || (need & Term::Gv_q)) {
    Vec6 moved = dx;
    moved[0] += du;
    const Vec6 H_w = r.H * moved;
    if (need & Term::gamma) out.gamma[row] = moved.dot(H_w) + r.G[0] * p.u.ddu[signal];
    if (need & Term::Gv_q)
      for (std::size_t k = 0; k < 6; ++k)
        out.Gv_q.values()[G_place[k]] = H_w[static_cast<Index>(k)];
  }
  if (need & Term::K_lambda_v) {
    const Vec6 H_v = r.H * dx;
    for (std::size_t k = 0; k < 6; ++k) out.K_lambda_v[v[k]] += lambda * H_v[static_cast<Index>(k)];
  }
  for (int k = 0; stiff && k < 36; ++k) {
    if (need & Term::K_lambda) out.K_lambda.values()[K_place[k]] += lambda * r.H.data()[k];
    if (need & Term::K_full) out.K_full.values()[K_place[k]] += lambda * r.H.data()[k];
  }
}

}  // namespace takt::mechanism
