// Constraint rows: set-up, and their terms g, G, gI, gamma and second derivatives.
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

using element::MeasureKind;

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

Frame TreeMechanism::on_link(const Attachment& a) const {
  return tree_.seat[at(a.body)].frame * a.frame;
}

RowBlock& TreeMechanism::add_block(const Attachment& a, const Attachment& b) {
  RowBlock block;
  block.ends = ends_of(groups_, link_of(a.body), on_link(a), link_of(b.body), on_link(b));
  block.first = static_cast<int>(shape_.ng);
  blocks_.push_back(std::move(block));
  return blocks_.back();
}

void TreeMechanism::add_joint_rows(int index) {
  const Joint& joint = model_->joints[at(index)];
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
  if (joint.driven_by >= 0) {
    if (freedoms(joint) != 1)
      throw Error("joint '" + joint.name + "' of type " + std::string(joint.type->name) +
                      " cannot be driven by one signal",
                  joint.where, "drive a joint with one coordinate");
    MeasureRow r;
    r.kind = joint.type->name == "prismatic" ? MeasureKind::along : MeasureKind::angle;
    r.i = 2;
    r.signal = joint.driven_by;
    r.wrap = r.kind == MeasureKind::angle;
    block.rows.push_back(r);
  }
  block.count = static_cast<int>(block.rows.size());
  for (int k = 0; k < block.count; ++k) {
    names_.rows.push_back(joint.name + "." + std::to_string(k + 1));
    shape_.row_level.push_back(RowLevel::position);
  }
  shape_.ng += block.count;
}

void TreeMechanism::add_constraint_rows(const Constraint& c, int index, int extra) {
  if (c.kind == Constraint::Kind::coupler) {
    add_coordinate_row(c.terms, c.length, c.driven_by, -1, index);
    return;
  }
  if (c.kind == Constraint::Kind::wheel_rail) {
    add_contact_row(c, index);
    return;
  }
  RowBlock& block = add_block(c.a, c.b);
  block.constraint = index;
  block.extra = extra;
  MeasureRow r;
  r.offset = c.length;
  r.signal = c.driven_by;
  std::vector<RowLevel> levels{RowLevel::position};
  switch (c.kind) {
    case Constraint::Kind::distance:
      if (c.driven_by < 0) {
        r.kind = MeasureKind::half_square;
        r.L = c.length;
        r.offset = 0;
      }
      block.rows.push_back(r);
      break;
    case Constraint::Kind::point_on_plane:
      r.kind = MeasureKind::along;
      r.i = 2;
      block.rows.push_back(r);
      break;
    case Constraint::Kind::point_on_line:
      r = {};
      r.kind = MeasureKind::along;
      for (r.i = 0; r.i < 2; ++r.i) block.rows.push_back(r);
      levels.push_back(RowLevel::position);
      break;
    case Constraint::Kind::rolling:
      r = {};
      r.kind = MeasureKind::height;
      r.L = c.length;
      block.rows.push_back(r);
      block.rolling = true;
      levels.insert(levels.end(), {RowLevel::velocity, RowLevel::velocity});
      break;
    case Constraint::Kind::coupler:
    case Constraint::Kind::wheel_rail: break;
  }
  block.count = static_cast<int>(levels.size());
  for (int k = 0; k < block.count; ++k) {
    names_.rows.push_back(block.count == 1 ? c.name : c.name + "." + std::to_string(k + 1));
    shape_.row_level.push_back(levels[at(k)]);
  }
  shape_.ng += block.count;
}

void TreeMechanism::add_coordinate_row(const std::vector<Constraint::Term>& terms, double offset,
                                       int signal, int joint, int constraint) {
  CoordinateRow row;
  row.offset = offset;
  row.signal = signal;
  row.joint = joint;
  row.constraint = constraint;
  row.row = static_cast<int>(shape_.ng++);
  for (const Constraint::Term& t : terms) {
    const Place p = place_of(t.joint, t.component);
    const Joint& j = model_->joints[at(t.joint)];
    if (p.q >= 0 && p.v < 0)
      throw Error("a part of the quaternion of '" + j.name + "' cannot be coupled",
                  constraint < 0 ? j.where : model_->constraints[at(constraint)].where,
                  "couple joints with simple coordinates");
    if (p.q < 0)
      throw Error("'" + j.name + "' closes a loop, so its coordinate cannot be coupled",
                  constraint < 0 ? j.where : model_->constraints[at(constraint)].where,
                  "write `cut: false` at joint '" + j.name + "', so that another joint is cut");
    row.parts.push_back({p.q, p.v, t.factor, 0});
  }
  names_.rows.push_back(joint >= 0 ? model_->joints[at(joint)].name + ".drive"
                                   : model_->constraints[at(constraint)].name);
  shape_.row_level.push_back(RowLevel::position);
  coordinate_rows_.push_back(std::move(row));
}

void TreeMechanism::add_rows() {
  for (int j : topology_.cut)
    if (!model_->joints[at(j)].type->cut.empty() || model_->joints[at(j)].driven_by >= 0)
      add_joint_rows(j);
  for (std::size_t i = 0; i < topology_.extra.size(); ++i)
    add_constraint_rows(topology_.extra[i], -1, static_cast<int>(i));
  for (std::size_t i = 0; i < model_->constraints.size(); ++i)
    add_constraint_rows(model_->constraints[i], static_cast<int>(i), -1);
  for (std::size_t j = 0; j < model_->joints.size(); ++j) {
    const Joint& joint = model_->joints[j];
    if (joint.driven_by < 0 || tree_.places[j].empty()) continue;
    if (freedoms(joint) != 1)
      throw Error("joint '" + joint.name + "' of type " + std::string(joint.type->name) +
                      " cannot be driven by one signal",
                  joint.where, "drive a joint with one coordinate");
    add_coordinate_row({{static_cast<int>(j), 0, 1.0}}, 0, joint.driven_by, static_cast<int>(j),
                       -1);
  }
}

void TreeMechanism::block_gradient(const RowBlock& b, int row, bool curvature, Work& w,
                                   MeasureGradient& out) const noexcept {
  const Frame a = pose_of(w.world, b.ends.link[0], b.ends.frame[0]);
  const Frame c = pose_of(w.world, b.ends.link[1], b.ends.frame[1]);
  if (!b.rolling || row == 0) {
    const MeasureRow& r = b.rows[at(row)];
    measure_gradient(r.kind, r.i, r.j, r.L, a, c, curvature, out);
    return;
  }
  const Vec3 e = c.R.col(2), k = Vec3::Unit(row - 1);
  const Contact contact = contact_of(e, b.rows[0].L);
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

void TreeMechanism::evaluate_block(const RowBlock& b, const Point& p, Need need, Terms& out,
                                   Work& w) const noexcept {
  if ((need.bits & second_order.bits) != 0)
    for (int r : b.along) evaluate_row(b, r, p, need, out, w);
  for (int r : b.others) evaluate_row(b, r, p, need, out, w);
}

void TreeMechanism::evaluate_row(const RowBlock& b, int r, const Point& p, Need need, Terms& out,
                                 Work& w) const noexcept {
  const MeasureRow& m = b.rows[at(b.rolling ? 0 : r)];
  const Index row = b.first + r;
  const bool by_signal = m.signal >= 0;
  if (need & Term::gI) out.gI[row] = by_signal ? -p.u.du[m.signal] : 0.0;
  const RowValue x = !b.rolling && PointPairMeasure::serves(m.kind)
                         ? evaluate_line(b, r, p, need, out, w)
                         : evaluate_gradient(b, r, p, need, out, w);
  if (need & Term::g) {
    double g = x.s - m.offset - (by_signal ? p.u.u[m.signal] : 0.0);
    if (m.wrap) g = std::remainder(g, 2 * M_PI);
    out.g[row] = b.rolling && r > 0 ? 0.0 : g;
  }
  if (need & Term::gamma) out.gamma[row] = x.gamma - (by_signal ? p.u.ddu[m.signal] : 0.0);
}

TreeMechanism::RowValue TreeMechanism::evaluate_line(const RowBlock& b, int r, const Point& p,
                                                     Need need, Terms& out,
                                                     Work& w) const noexcept {
  const MeasureRow& m = b.rows[at(r)];
  const std::size_t n = b.ends.columns.size();
  const int* place = b.G_place.data() + at(r) * n;
  PointPairMeasure& line = w.line[0];
  PointPairColumn* columns = w.line_columns.data();
  line.place(m.kind, m.i, m.L, b.ends, w.world, (need.bits & second_order.bits) != 0, columns);
  RowValue value{line.value(), 0};
  if (need & Term::G) {
    double* G = out.G.values().data();
    for (std::size_t k = 0; k < n; ++k) G[place[k]] = line.by(columns[k]);
  }
  if ((need & Term::gamma) || (need & Term::Gv_q)) line.move(b.ends, w.world);
  if (need & Term::gamma) value.gamma = line.acceleration(b.ends, w.world);
  if (need & Term::Gv_q)
    for (std::size_t k = 0; k < n; ++k)
      out.Gv_q.values()[place[k]] = line.rate_by(b.ends.columns[k], columns[k], w.world);
  const double lambda = p.lambda[b.first + r];
  const auto into = [&](linear::Patterned& A) {
    line.pairs(b.ends, columns, ToSquare{b.K_place.data(), n, A.values().data(), lambda});
  };
  if (need & Term::K_lambda) into(out.K_lambda);
  if (need & Term::K_full) into(out.K_full);
  if (need & Term::K_lambda_v)
    line.pairs(b.ends, columns, [&](int j, int k, double x) {
      const auto& of = b.ends.columns;
      out.K_lambda_v[of[at(j)].column] += lambda * x * p.v[of[at(k)].column];
    });
  return value;
}

TreeMechanism::RowValue TreeMechanism::evaluate_gradient(const RowBlock& b, int r, const Point& p,
                                                         Need need, Terms& out,
                                                         Work& w) const noexcept {
  const bool force = (need & Term::K_lambda) || (need & Term::K_lambda_v) || (need & Term::K_full);
  const bool rates = (need & Term::gamma) || (need & Term::Gv_q);
  const std::size_t n = b.ends.columns.size();
  const int* place = b.G_place.data() + at(r) * n;
  MeasureGradient& gradient = w.gradient[0];
  block_gradient(b, r, force || rates, w, gradient);
  RowValue value{gradient.s, 0};
  if (need & Term::G)
    for (std::size_t k = 0; k < n; ++k) {
      const Ends::Column& c = b.ends.columns[k];
      out.G.values()[place[k]] = gradient.Gamma[c.side].dot(w.world.S(c.column));
    }
  if (need & Term::Gv_q)
    for (std::size_t k = 0; k < n; ++k)
      out.Gv_q.values()[place[k]] = rate_by(b.ends, w.world, gradient, b.ends.columns[k]);
  if (need & Term::gamma) {
    const Vec6 &V0 = w.world.twist(b.ends.group[0]), &V1 = w.world.twist(b.ends.group[1]);
    for (int x = 0; x < 2; ++x) {
      value.gamma += gradient.Gamma[x].dot(w.world.acceleration(b.ends.group[x]));
      const Vec6 turned = gradient.D[x][0] * V0 + gradient.D[x][1] * V1;
      value.gamma += turned.dot(x == 0 ? V0 : V1);
    }
  }
  if (!force) return value;
  const double lambda = p.lambda[b.first + r];
  const int* to = b.K_place.data();
  if (need & Term::K_lambda)
    gradient_pairs(b.ends, w.world, gradient, ToMatrix{to, out.K_lambda.values().data(), lambda});
  if (need & Term::K_full)
    gradient_pairs(b.ends, w.world, gradient, ToMatrix{to, out.K_full.values().data(), lambda});
  if (need & Term::K_lambda_v)
    gradient_pairs(b.ends, w.world, gradient, ToProduct{out.K_lambda_v.data(), p.v.data(), lambda});
  return value;
}

void TreeMechanism::evaluate_rows(const Point& p, Need need, Terms& out, Work& w) const noexcept {
  const kernel::OffsetRowsWanted first_order{(need & Term::g) ? out.g.data() : nullptr,
                                             (need & Term::gI) ? out.gI.data() : nullptr,
                                             (need & Term::gamma) ? out.gamma.data() : nullptr,
                                             (need & Term::G) ? out.G.values().data() : nullptr};
  const bool curved = (need.bits & second_order.bits) != 0;
  if (!curved) batches_.rows(offset_rows_, first_order, w.batches);
  if (curved || !only_offset_rows_)
    for (const RowBlock& b : blocks_) evaluate_block(b, p, need, out, w);
  for (double* x : {first_order.g, first_order.gI, first_order.gamma})
    if (x)
      for (int row : idle_rows_) x[row] = 0;
  if (!contacts_.empty()) evaluate_contacts(p, need, out, w);
  for (const CoordinateRow& c : coordinate_rows_) {
    if (need & Term::g) {
      double g = -c.offset - (c.signal >= 0 ? p.u.u[c.signal] : 0.0);
      for (const auto& part : c.parts) g += part.factor * p.q[part.q];
      out.g[c.row] = g;
    }
    if (need & Term::gI) out.gI[c.row] = c.signal >= 0 ? -p.u.du[c.signal] : 0.0;
    if (need & Term::gamma) out.gamma[c.row] = c.signal >= 0 ? -p.u.ddu[c.signal] : 0.0;
    for (const auto& part : c.parts) {
      if (need & Term::G) out.G.values()[part.G_place] = part.factor;
      if (need & Term::Gv_q) out.Gv_q.values()[part.G_place] = 0;
    }
  }
}

// In a planar loop all revolute axes are parallel in the tree already: three of the five rows of
// the cut joint are zero for every q. Such idle rows stay in g, but their entries of G are left
// out.
void TreeMechanism::find_idle_rows() {
  if (blocks_.empty()) return;
  constexpr double nothing_seen = 1e-11;
  const auto scratch = make_scratch();
  Work& w = downcast<Work>(*scratch);
  State s = initial();
  Terms t = make_terms(shape_);
  const Excitation u{Vector::Zero(shape_.nu), Vector::Zero(shape_.nu), Vector::Zero(shape_.nu)};
  Vector seen = Vector::Zero(shape_.ng), dq(shape_.nv), q(shape_.nq);
  std::uint32_t random = 1;
  for (int k = 0; k < 4; ++k) {
    for (Index i = 0; i < dq.size(); ++i) {  // a random q; the loops need not be closed
      random = random * 1664525u + 1013904223u;
      dq[i] = static_cast<double>(random >> 8) / (1u << 23) - 1;
    }
    retract(s.q, dq, q);
    evaluate({q, s.v, s.a, s.lambda, s.z, u}, Term::g | Term::G, t, w);
    for (const RowBlock& b : blocks_)
      for (int r = 0; r < b.count; ++r) {
        double& most = seen[b.first + r];
        const std::size_t n = b.ends.columns.size();
        most = std::max(most, std::abs(t.g[b.first + r]));
        for (std::size_t c = 0; c < n; ++c)
          most = std::max(most, std::abs(t.G.values()[b.G_place[at(r) * n + c]]));
      }
  }
  for (RowBlock& b : blocks_)
    for (int r = 0; r < b.count && !b.rolling; ++r)
      b.rows[at(r)].idle = b.rows[at(r)].signal < 0 && seen[b.first + r] < nothing_seen;
  sort_rows();
}

void TreeMechanism::sort_rows() {
  idle_rows_.clear();
  only_offset_rows_ = true;
  for (RowBlock& b : blocks_) {
    b.along.clear();
    b.others.clear();
    for (int r = 0; r < b.count; ++r) {
      const MeasureRow& m = b.rows[at(b.rolling ? 0 : r)];
      const bool along = !b.rolling && m.kind == MeasureKind::along && m.signal < 0 &&
                         b.along.size() < OffsetRows::most_rows;
      if (m.idle)
        idle_rows_.push_back(b.first + r);
      else
        (along ? b.along : b.others).push_back(r);
    }
    only_offset_rows_ &= b.others.empty();
  }
}

// Call it after the patterns are made, because it needs the places in G.
void TreeMechanism::make_offset_rows() {
  std::vector<OffsetRows::OffsetPair> pairs;
  for (const RowBlock& b : blocks_) {
    OffsetRows::OffsetPair pair{&b.ends, {}};
    for (int r : b.along)
      pair.rows.push_back({b.rows[at(r)].i, b.first + r, b.rows[at(r)].offset,
                           b.G_place.data() + at(r) * b.ends.columns.size()});
    if (!pair.rows.empty()) pairs.push_back(std::move(pair));
  }
  offset_rows_ = OffsetRows(pairs, batches_);
}

}  // namespace takt::mechanism
