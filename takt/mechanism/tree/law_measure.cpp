#include "takt/mechanism/tree/law_measure.hpp"

#include <numeric>
#include <optional>

#include "takt/base/error.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

namespace {

LawMeasure place_in_tree(const JointTree& tree, const ModelMeasure& m, const Force& f) {
  LawMeasure out;
  if (m.joint < 0) {
    out.row = {m.measure.kind, m.measure.i, m.measure.j, m.measure.L, 0, -1, false};
    out.ends = tree.ends(m.measure.a, m.measure.b);
    return out;
  }
  const Joint& joint = tree.model.joints[m.joint];
  const auto motions = motions_of(joint);
  const JointTree::Place p = tree.place_of(m.joint, m.component);
  const bool simple = p.v >= 0 || (p.q < 0 && m.component < static_cast<int>(motions.size()) &&
                                   element::velocities_of(motions[m.component].kind) == 1);
  if (!simple)
    throw Error(
        "force '" + f.name + "' acts on a coordinate that joint '" + joint.name + "' does not have",
        f.where, "name a joint with a simple coordinate: revolute, prismatic, screw");
  if (p.q >= 0) {
    out.q = p.q;
    out.v = p.v;
    out.ends.columns.push_back({p.v, tree.groups.of_column[p.v], 0});
    return out;
  }
  const std::optional<element::MeasureKind> kind =
      element::measure_about_z(motions[m.component].kind);
  if (!kind)
    throw Error("force '" + f.name + "' acts on joint '" + joint.name + "', which closes a loop",
                f.where, "write `cut: false` at joint '" + joint.name + "'");
  out.row.kind = *kind;
  out.row.i = 2;
  out.ends = tree.ends(joint.inboard, joint.outboard);
  return out;
}

}  // namespace

LawMeasure law_measure(const JointTree& tree, const ModelMeasure& m, const Force& f) {
  LawMeasure out = place_in_tree(tree, m, f);
  out.local.resize(out.ends.columns.size());
  std::iota(out.local.begin(), out.local.end(), 0);
  return out;
}

void LawMeasure::evaluate(int m, int columns, const Point& p, bool derivatives,
                          TreeWork& w) const noexcept {
  for (Index k = 0; k < columns; ++k) w.G(m, k) = w.Gd(m, k) = 0;
  if (is_coordinate()) {
    w.s[m] = p.q[q];
    w.ds[m] = p.v[v];
    w.G(m, local[0]) = 1;
    return;
  }
  if (PointPairMeasure::serves(row.kind)) {
    PointPairMeasure& line = w.line[m];
    PointPairColumn* of_line = w.columns_of_line(m);
    line.place(row.kind, row.i, row.L, ends, w.world, derivatives, of_line);
    line.move(ends, w.world);
    w.s[m] = line.value();
    w.ds[m] = line.rate();
    for (int k = 0; k < ends.columns.count(); ++k) {
      w.G(m, local[k]) += line.by(of_line[k]);
      if (derivatives) w.Gd(m, local[k]) += line.rate_by(ends.columns[k], of_line[k], w.world);
    }
    return;
  }
  MeasureGradient& x = w.gradient[m];
  measure_gradient(row.kind, row.i, row.j, row.L, pose_of(w.world, ends.link[0], ends.frame[0]),
                   pose_of(w.world, ends.link[1], ends.frame[1]), derivatives, x);
  w.s[m] = x.s;
  w.ds[m] = rate_of(ends, w.world, x);
  for (int k = 0; k < ends.columns.count(); ++k) {
    const Ends::Column& c = ends.columns[k];
    w.G(m, local[k]) += x.Gamma[c.side].dot(w.world.S(c.column));
    if (derivatives) w.Gd(m, local[k]) += rate_by(ends, w.world, x, c);
  }
}

void LawMeasure::add_curvature(int m, double factor, double* K, const TreeWork& w) const noexcept {
  if (is_coordinate()) return;
  const int* to = K_place.data();
  if (PointPairMeasure::serves(row.kind))
    w.line[m].pairs(ends, w.world, w.columns_of_line(m),
                    ToSquare{to, ends.columns.count(), K, factor});
  else
    gradient_pairs(ends, w.world, w.gradient[m], ToMatrix{to, K, factor});
}

void pick_signals(const Force& f, const Point& p, TreeWork& w) noexcept {
  for (std::size_t k = 0; k < f.signals.size(); ++k) {
    w.u[k] = p.u.u[f.signals[k]];
    w.du[k] = p.u.du[f.signals[k]];
  }
}

void pick_second_derivatives(const Force& f, const Point& p, TreeWork& w) noexcept {
  for (std::size_t k = 0; k < f.signals.size(); ++k) w.ddu[k] = p.u.ddu[f.signals[k]];
}

element::LawIn LawOfForce::in(const Point& p, TreeWork& w) const noexcept {
  pick_signals(*force, p, w);
  return {w.s, w.ds, p.z.data() + z, w.u, w.du, 0.0, nullptr};
}

element::LawIn LawOfForce::in_for_by_time(const Point& p, TreeWork& w) const noexcept {
  element::LawIn x = in(p, w);
  pick_second_derivatives(*force, p, w);
  x.ddu = w.ddu;
  return x;
}

}  // namespace takt::mechanism
