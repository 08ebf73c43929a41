#include "takt/mechanism/tree/row_block.hpp"

#include <cmath>

#include "takt/mechanism/tree/offset_rows.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

// The contact point of a rolling wheel relative to its centre,
// rho(e) = -r (z - e_z e) / sqrt(1 - e_z^2), and its derivative by the axis e.
struct Contact {
  Vec3 rho;
  Mat3 by_axis;
};

Contact contact_of(const Vec3& e, double r) noexcept {
  const double c2 = 1 - e[2] * e[2], c = std::sqrt(c2);
  const Vec3 z = Vec3::UnitZ(), down = z - e[2] * e;
  Contact out;
  out.rho = -r / c * down;
  out.by_axis = r / c * (e * z.transpose() + e[2] * Mat3::Identity()) -
                r * e[2] / (c * c2) * down * z.transpose();
  return out;
}

}  // namespace

void RowBlock::gradient(int row, bool curvature, const WorldMotion& w,
                        MeasureGradient& out) const noexcept {
  const Frame a = pose_of(w, ends.link[0], ends.frame[0]);
  const Frame c = pose_of(w, ends.link[1], ends.frame[1]);
  if (!rolling || row == 0) {
    const MeasureRow& r = rows[row];
    measure_gradient(r.kind, r.i, r.j, r.L, a, c, curvature, out);
    return;
  }
  const Vec3 e = c.R.col(2), k = Vec3::Unit(row - 1);
  const Contact contact = contact_of(e, rows[0].L);
  out.s = 0;
  out.Gamma[0].setZero();
  out.Gamma[1] << rotation::cross(c.p + contact.rho, k), k;
  if (!curvature) return;
  for (auto& line : out.D)
    for (Mat6& D : line) D.setZero();
  // dGamma = (dcontact x k, 0); dcontact = dp + dtheta x p + rho_e (dtheta x e)
  const Mat3 k_x = rotation::skew(k);
  out.D[1][1].topLeftCorner<3, 3>() =
      k_x * (rotation::skew(c.p) + contact.by_axis * rotation::skew(e));
  out.D[1][1].topRightCorner<3, 3>() = -k_x;
}

void RowBlock::evaluate(const Point& p, Need need, Terms& out, TreeWork& w) const noexcept {
  if ((need.bits & second_order.bits) != 0)
    for (int r : along) evaluate_row(r, p, need, out, w);
  for (int r : others) evaluate_row(r, p, need, out, w);
}

void RowBlock::evaluate_row(int r, const Point& p, Need need, Terms& out,
                            TreeWork& w) const noexcept {
  const MeasureRow& m = measure_of(r);
  const Index row = first + r;
  const bool by_signal = m.signal >= 0;
  if (need & Term::gI) out.gI[row] = by_signal ? -p.u.du[m.signal] : 0.0;
  const RowValue x = !rolling && PointPairMeasure::serves(m.kind)
                         ? evaluate_line(r, p, need, out, w)
                         : evaluate_gradient(r, p, need, out, w);
  if (need & Term::g) {
    double g = x.s - m.offset - (by_signal ? p.u.u[m.signal] : 0.0);
    if (m.wrap) g = std::remainder(g, 2 * M_PI);
    out.g[row] = rolling && r > 0 ? 0.0 : g;
  }
  if (need & Term::gamma) out.gamma[row] = x.gamma - (by_signal ? p.u.ddu[m.signal] : 0.0);
}

RowBlock::RowValue RowBlock::evaluate_line(int r, const Point& p, Need need, Terms& out,
                                           TreeWork& w) const noexcept {
  const MeasureRow& m = rows[r];
  const int n = ends.columns.count();
  const int* place = G_places(r);
  PointPairMeasure& line = w.line[0];
  PointPairColumn* columns = w.columns_of_line(0);
  line.place(m.kind, m.i, m.L, ends, w.world, (need.bits & second_order.bits) != 0, columns);
  RowValue value{line.value(), 0};
  if (need & Term::G) {
    double* G = out.G.values().data();
    for (int k = 0; k < n; ++k) G[place[k]] = line.by(columns[k]);
  }
  if ((need & Term::gamma) || (need & Term::Gv_q)) line.move(ends, w.world);
  if (need & Term::gamma) value.gamma = line.acceleration(ends, w.world);
  if (need & Term::Gv_q)
    for (int k = 0; k < n; ++k)
      out.Gv_q.values()[place[k]] = line.rate_by(ends.columns[k], columns[k], w.world);
  const double lambda = p.lambda[first + r];
  const auto into = [&](linear::Patterned& A) {
    line.pairs(ends, w.world, columns, ToSquare{K_place.data(), n, A.values().data(), lambda});
  };
  if (need & Term::K_lambda) into(out.K_lambda);
  if (need & Term::K_full) into(out.K_full);
  if (need & Term::K_lambda_v)
    line.pairs(ends, w.world, columns, [&](int j, int k, double x) {
      const auto& of = ends.columns;
      out.K_lambda_v[of[j].column] += lambda * x * p.v[of[k].column];
    });
  return value;
}

RowBlock::RowValue RowBlock::evaluate_gradient(int r, const Point& p, Need need, Terms& out,
                                               TreeWork& w) const noexcept {
  const bool force = (need & Term::K_lambda) || (need & Term::K_lambda_v) || (need & Term::K_full);
  const bool rates = (need & Term::gamma) || (need & Term::Gv_q);
  const int n = ends.columns.count();
  const int* place = G_places(r);
  MeasureGradient& by_ends = w.gradient[0];
  gradient(r, force || rates, w.world, by_ends);
  RowValue value{by_ends.s, 0};
  if (need & Term::G)
    for (int k = 0; k < n; ++k) {
      const Ends::Column& c = ends.columns[k];
      out.G.values()[place[k]] = by_ends.Gamma[c.side].dot(w.world.S(c.column));
    }
  if (need & Term::Gv_q)
    for (int k = 0; k < n; ++k)
      out.Gv_q.values()[place[k]] = rate_by(ends, w.world, by_ends, ends.columns[k]);
  if (need & Term::gamma) {
    const Vec6 &V0 = w.world.twist(ends.group[0]), &V1 = w.world.twist(ends.group[1]);
    for (int x = 0; x < 2; ++x) {
      value.gamma += by_ends.Gamma[x].dot(w.world.acceleration(ends.group[x]));
      const Vec6 turned = by_ends.D[x][0] * V0 + by_ends.D[x][1] * V1;
      value.gamma += turned.dot(x == 0 ? V0 : V1);
    }
  }
  if (!force) return value;
  const double lambda = p.lambda[first + r];
  const int* to = K_place.data();
  if (need & Term::K_lambda)
    gradient_pairs(ends, w.world, by_ends, ToMatrix{to, out.K_lambda.values().data(), lambda});
  if (need & Term::K_full)
    gradient_pairs(ends, w.world, by_ends, ToMatrix{to, out.K_full.values().data(), lambda});
  if (need & Term::K_lambda_v)
    gradient_pairs(ends, w.world, by_ends, ToProduct{out.K_lambda_v.data(), p.v.data(), lambda});
  return value;
}

void RowBlock::sort_rows() {
  along.clear();
  others.clear();
  for (int r = 0; r < count; ++r) {
    const MeasureRow& m = measure_of(r);
    const bool offset = !rolling && m.kind == element::MeasureKind::along && m.signal < 0 &&
                        along.size() < OffsetRows::most_rows;
    if (!m.idle) (offset ? along : others).push_back(r);
  }
}

}  // namespace takt::mechanism
