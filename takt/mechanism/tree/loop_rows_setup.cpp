// Lists the constraint rows of a model.
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/element/rail/wheel_rail.hpp"
#include "takt/mechanism/tree/loop_rows.hpp"

namespace takt::mechanism {

using element::MeasureKind;

namespace {

void require_one_coordinate(const Joint& joint) {
  if (freedoms(joint) == 1) return;
  throw Error("joint '" + joint.name + "' of type " + std::string(joint.type->name) +
                  " cannot be driven by one signal",
              joint.where, "drive a joint with one coordinate");
}

// The row that drives the coordinate of a joint that closes a loop.
MeasureRow drive_of(const Joint& joint) {
  require_one_coordinate(joint);
  MeasureRow r;
  r.kind = element::slides(motions_of(joint)[0].kind) ? MeasureKind::along : MeasureKind::angle;
  r.i = 2;
  r.signal = joint.driven_by;
  r.wrap = r.kind == MeasureKind::angle;
  return r;
}

struct RowsOfConstraint {
  List<MeasureRow> rows;
  List<RowLevel> levels{RowLevel::position};
};

RowsOfConstraint rows_of_constraint(const Constraint& c) {
  RowsOfConstraint out;
  MeasureRow r;
  r.offset = c.length;
  r.signal = c.driven_by;
  switch (c.kind) {
    case Constraint::Kind::distance:
      if (c.driven_by < 0) {
        r.kind = MeasureKind::half_square;
        r.L = c.length;
        r.offset = 0;
      }
      out.rows.push_back(r);
      break;
    case Constraint::Kind::point_on_plane:
      r.kind = MeasureKind::along;
      r.i = 2;
      out.rows.push_back(r);
      break;
    case Constraint::Kind::point_on_line:
      r = {};
      r.kind = MeasureKind::along;
      for (r.i = 0; r.i < 2; ++r.i) out.rows.push_back(r);
      out.levels.push_back(RowLevel::position);
      break;
    case Constraint::Kind::rolling:
      r = {};
      r.kind = MeasureKind::height;
      r.L = c.length;
      out.rows.push_back(r);
      out.levels.insert(out.levels.end(), {RowLevel::velocity, RowLevel::velocity});
      break;
    case Constraint::Kind::coupler:
    case Constraint::Kind::wheel_rail: break;  // they are no measures between two ends
  }
  return out;
}

}  // namespace

LoopRows::LoopRows(const JointTree& tree) : tree_(tree) {
  const Model& model = tree.model;
  for (int j : tree.topology.cut)
    if (!model.joints[j].type->cut.empty() || model.joints[j].driven_by >= 0) add_joint(j);
  for (int i = 0; i < tree.topology.extra.count(); ++i)
    add_constraint(tree.topology.extra[i], -1, i);
  for (int i = 0; i < model.constraints.count(); ++i) add_constraint(model.constraints[i], i, -1);
  for (int j = 0; j < model.joints.count(); ++j) {
    const Joint& joint = model.joints[j];
    if (joint.driven_by < 0 || tree.places[j].empty()) continue;
    require_one_coordinate(joint);
    if (tree.drive_of(j) >= 0) continue;
    add_coordinate_row({{j, 0, 1.0}}, 0, joint.driven_by, j, -1);
  }
  sort_rows();
}

void LoopRows::add_row(std::string name, RowLevel level) {
  names_.push_back(std::move(name));
  levels_.push_back(level);
}

RowBlock& LoopRows::add_block(const Attachment& a, const Attachment& b) {
  RowBlock block;
  block.ends = tree_.ends(a, b);
  block.first = static_cast<int>(names_.size());
  blocks_.push_back(std::move(block));
  return blocks_.back();
}

void LoopRows::add_joint(int index) {
  const Joint& joint = tree_.model.joints[index];
  RowBlock& block = add_block(joint.inboard, joint.outboard);
  block.joint = index;
  for (const element::CutRow& row : joint.type->cut) {
    MeasureRow r;
    // The offset of the two points is measured in the axes of the inboard frame, which turn with
    // the loop.
    const bool along = row.kind == MeasureKind::difference && !joint.world_rows;
    r.kind = along ? MeasureKind::along : row.kind;
    r.i = row.i;
    r.j = row.j;
    r.L = joint.pitch / (2 * M_PI);
    block.rows.push_back(r);
  }
  if (joint.driven_by >= 0) block.rows.push_back(drive_of(joint));
  block.count = block.rows.count();
  for (int k = 1; k <= block.count; ++k)
    add_row(joint.name + "." + std::to_string(k), RowLevel::position);
}

void LoopRows::add_constraint(const Constraint& c, int index, int extra) {
  if (c.kind == Constraint::Kind::coupler) {
    add_coordinate_row(c.terms, c.length, c.driven_by, -1, index);
    return;
  }
  if (c.kind == Constraint::Kind::wheel_rail) {
    add_contact(c, index);
    return;
  }
  RowsOfConstraint is = rows_of_constraint(c);
  RowBlock& block = add_block(c.a, c.b);
  block.constraint = index;
  block.extra = extra;
  block.rolling = c.kind == Constraint::Kind::rolling;
  block.rows = std::move(is.rows);
  block.count = is.levels.count();
  for (int k = 0; k < block.count; ++k)
    add_row(block.count == 1 ? c.name : c.name + "." + std::to_string(k + 1), is.levels[k]);
}

void LoopRows::add_coordinate_row(const std::vector<Constraint::Term>& terms, double offset,
                                  int signal, int joint, int constraint) {
  const Model& model = tree_.model;
  CoordinateRow row;
  row.offset = offset;
  row.signal = signal;
  row.joint = joint;
  row.constraint = constraint;
  row.row = static_cast<int>(names_.size());
  for (const Constraint::Term& t : terms) {
    const JointTree::Place p = tree_.place_of(t.joint, t.component);
    const Joint& j = model.joints[t.joint];
    const std::string& where = constraint < 0 ? j.where : model.constraints[constraint].where;
    if (p.q >= 0 && p.v < 0)
      throw Error("a part of the quaternion of '" + j.name + "' cannot be coupled", where,
                  "couple joints with simple coordinates");
    if (p.q < 0)
      throw Error("'" + j.name + "' closes a loop, so its coordinate cannot be coupled", where,
                  "write `cut: false` at joint '" + j.name + "', so that another joint is cut");
    row.parts.push_back({p.q, p.v, t.factor, 0});
  }
  add_row(joint >= 0 ? model.joints[joint].name + ".drive" : model.constraints[constraint].name,
          RowLevel::position);
  coordinate_rows_.push_back(std::move(row));
}

void LoopRows::add_contact(const Constraint& c, int index) {
  WheelRailRow row;
  row.wheel_rail = c.wheel_rail.get();
  row.constraint = index;
  row.signal = c.driven_by;
  row.row = static_cast<int>(names_.size());
  for (int k = 0; k < 6; ++k) {
    const JointTree::Place p = tree_.place_of(c.joint, k);
    if (p.v < 0)
      throw Error("the joint of the wheelset closes a loop", c.where,
                  "write `cut: false` at joint '" + tree_.model.joints[c.joint].name + "'");
    row.q[k] = p.q;
    row.v[k] = p.v;
  }
  row.track = -1;
  for (const WheelRailRow& other : wheel_rails_)
    if (other.q[0] == row.q[0] && other.signal == row.signal &&
        other.wheel_rail->same_track(*c.wheel_rail))
      row.track = other.track;
  if (row.track < 0) row.track = tracks_++;
  add_row(c.name, RowLevel::position);
  wheel_rails_.push_back(std::move(row));
}

}  // namespace takt::mechanism
