// What the constraint rows mean to the user: their names in messages, and the forces they show.
#include "takt/mechanism/tree/loop_rows.hpp"
#include "takt/model/joint_components.hpp"

namespace takt::mechanism {

using element::MeasureKind;

namespace {

std::string quoted(std::string_view kind, const std::string& name) {
  return std::string(kind) + " '" + name + "'";
}

// Axes of the inboard frame. A row between two axes prevents rotation about the third.
std::string direction_of(const MeasureRow& r) {
  static constexpr const char* axes[] = {"x", "y", "z"};
  if (r.signal >= 0) return "drive";
  switch (r.kind) {
    case MeasureKind::dot: return std::string("rotation about ") + axes[3 - r.i - r.j];
    case MeasureKind::screw: return "advance";
    case MeasureKind::angle: return "rotation about z";
    default: return std::string("direction ") + axes[r.i];
  }
}

}  // namespace

const Constraint& LoopRows::constraint_of(const RowBlock& b) const {
  return b.constraint >= 0 ? tree_.model.constraints[b.constraint] : tree_.topology.extra[b.extra];
}

RowMeaning LoopRows::meaning_of(Index row) const {
  const Model& model = tree_.model;
  for (const RowBlock& b : blocks_) {
    const int k = static_cast<int>(row) - b.first;
    if (k < 0 || k >= b.count) continue;
    const MeasureKind kind = b.measure_of(k).kind;
    const bool angular = kind == MeasureKind::dot || kind == MeasureKind::angle;
    const char* unit = angular ? "rad" : "m";
    if (b.joint < 0) {
      const std::string name = quoted("constraint", constraint_of(b).name);
      std::string part = b.count > 1 ? direction_of(b.measure_of(k)) : "";
      if (b.rolling) part = k == 0 ? "height" : k == 1 ? "slip x" : "slip y";
      return {name, part, name, unit};
    }
    const Joint& j = model.joints[b.joint];
    const int through = j.outboard.body != 0 ? j.outboard.body : j.inboard.body;
    return {quoted("joint", j.name), direction_of(b.rows[k]),
            "the loop through '" + model.bodies[through].name + "' at joint '" + j.name + "'",
            unit};
  }
  const std::string name = "'" + names_[row] + "'";
  for (const CoordinateRow& c : coordinate_rows_) {
    if (c.row != row) continue;
    if (c.joint >= 0) {
      const Joint& j = model.joints[c.joint];
      return {quoted("joint", j.name), "drive", name, is_length(j, 0) ? "m" : "rad"};
    }
    const Constraint& of = model.constraints[c.constraint];  // in the unit of its first joint
    const Constraint::Term& t = of.terms[0];
    return {quoted("constraint", of.name), "", name,
            is_length(model.joints[t.joint], t.component) ? "m" : "rad"};
  }
  return {quoted("row", names_[row]), "", name, "m"};
}

std::string LoopRows::place_of_row(Index row) const {
  const Model& model = tree_.model;
  for (const RowBlock& b : blocks_)
    if (row >= b.first && row < b.first + b.count)
      return b.joint >= 0 ? model.joints[b.joint].where : constraint_of(b).where;
  for (const CoordinateRow& c : coordinate_rows_)
    if (c.row == row)
      return c.joint >= 0 ? model.joints[c.joint].where : model.constraints[c.constraint].where;
  return "";
}

// The row of a rod of constant length is (d.d - L^2) / (2 L), whose derivative along the rod is
// |d| / L.
std::vector<Mechanism::RowForce> LoopRows::forces() const {
  using RowForce = Mechanism::RowForce;
  std::vector<RowForce> all;
  for (const RowBlock& b : blocks_) {
    if (b.joint >= 0) {
      const Joint& j = tree_.model.joints[b.joint];
      if (j.driven_by >= 0)  // the drive is its last row
        all.push_back({RowForce::Of::joint, b.joint, b.first + b.count - 1, -1, false, {}, {}});
      continue;
    }
    const Constraint& c = constraint_of(b);
    if (c.kind != Constraint::Kind::distance) continue;
    int body = -1;
    for (const Topology::Rod& rod : tree_.topology.rods)
      if (b.extra >= 0 && rod.extra == b.extra && rod.straight) body = rod.body;
    if (b.constraint < 0 && body < 0) continue;
    const bool square = b.rows[0].kind == MeasureKind::half_square;
    all.push_back({b.constraint >= 0 ? RowForce::Of::constraint : RowForce::Of::body,
                   b.constraint >= 0 ? b.constraint : body, b.first, square ? 1 / c.length : 1,
                   square, c.a, c.b});
  }
  for (const CoordinateRow& c : coordinate_rows_)
    if (c.joint >= 0) all.push_back({RowForce::Of::joint, c.joint, c.row, -1, false, {}, {}});
  return all;
}

}  // namespace takt::mechanism
