#include "takt/mechanism/tree/plan_view.hpp"

namespace takt::mechanism {

void PlanView::look(const Ends& e, const WorldMotion& w, bool rates, double* s, double* ds,
                    double* G, double* Gd, Index stride) noexcept {
  const auto put = [](const Vec3& of_place, const Vec3& of_axis, double* to, Index step) {
    to[0] = of_place[0];
    to[step] = of_place[1];
    to[2 * step] = of_axis[0];
    to[3 * step] = of_axis[1];
  };
  const Vec3 y = point_of(w, e.link[1], e.frame[1].p);
  const Vec3 a = turned_by(w, e.link[1], Vec3(e.frame[1].R.col(0)));
  const Vec6& V = w.twist(e.group[1]);
  const Vec3 dy = at_point(V, y), da = rotation::cross(turn_of(V), a);
  put(w.o + y, a, s, 1);
  put(dy, da, ds, 1);
  for (const Ends::Column& c : e.columns) {
    const Vec6& S = w.S(c.column);
    const Vec3 turn = turn_of(S);
    put(at_point(S, y), rotation::cross(turn, a), G++, stride);
    if (!rates) continue;
    const Vec6& psi = w.psi(c.column);
    put(rotation::cross(turn, dy) + at_point(psi, y),
        rotation::cross(turn, da) + rotation::cross(turn_of(psi), a), Gd++, stride);
  }
}

}  // namespace takt::mechanism
