// Motions of bodies, coordinates and reactions of joints from joint coordinates; and the joint
// coordinates from given motions of bodies.
#include <Eigen/LU>
#include <cmath>

#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

namespace {

// The motion of a massless rod between two joints, from its ends. It does not turn about its own
// axis.
void place_rod(const Model& model, const Topology::Rod& rod, std::span<Motion> bodies) noexcept {
  Motion end[2];
  Vec3 local[2];
  for (int k = 0; k < 2; ++k) {
    const Joint& j = model.joints[at(rod.joint[k])];
    const bool outboard = j.outboard.body == rod.body;
    const Attachment& far = outboard ? j.inboard : j.outboard;
    end[k] = bodies[at(far.body)].of(far.frame);
    local[k] = (outboard ? j.outboard : j.inboard).frame.p;
  }
  const Vec3 d = end[1].p - end[0].p, dv = end[1].v - end[0].v, da = end[1].dv - end[0].dv;
  const Mat3 drawn = model.bodies[at(rod.body)].design.R;
  const Vec3 from = (drawn * (local[1] - local[0])).normalized(), to = d.normalized();
  const Vec3 axis = rotation::cross(from, to);
  const double c = from.dot(to), s = axis.norm();
  Motion& m = bodies[at(rod.body)];
  m.R = s > 1e-12 ? Mat3(rotation::matrix_of(rotation::exp(std::atan2(s, c) / s * axis)) * drawn)
                  : drawn;
  m.w = rotation::cross(d, dv) / d.squaredNorm();
  m.dw = (rotation::cross(d, da) - 2 * d.dot(dv) * m.w) / d.squaredNorm();
  const Vec3 r = -(m.R * local[0]);
  m.p = end[0].p + r;
  m.v = end[0].v + rotation::cross(m.w, r);
  m.dv = end[0].dv + rotation::cross(m.dw, r) + rotation::cross(m.w, rotation::cross(m.w, r));
}

}  // namespace

Mechanism::Place TreeMechanism::place_of(int joint, int component) const noexcept {
  const auto& places = tree_.places[at(joint)];
  const auto motions = motions_of(model_->joints[at(joint)]);
  int first = 0;  // first coordinate of motion k
  for (std::size_t k = 0; k < places.size(); ++k) {
    const int count = element::coordinates_of(motions[k].kind);
    const int i = component - first;
    if (i < count)
      return {places[k].q + i, motions[k].kind == element::MotionKind::Q ? -1 : places[k].v + i};
    first += count;
  }
  return {};
}

void TreeMechanism::motions(const Point& p, std::span<Motion> out,
                            Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  batches_.motions(p.q.data(), p.v.data(), p.a.data(), true, {}, w.world, w.batches);
  for (std::size_t b = 0; b < out.size(); ++b) {
    const Seat& seat = tree_.seat[b];
    Motion& m = out[b];
    m = Motion{};
    if (seat.link < 0) {
      m.R = seat.frame.R;
      m.p = seat.frame.p;
      continue;
    }
    const std::size_t i = at(seat.link);
    const int g = groups_.of_link[i];
    const Vec6 &V = w.world.twist(g), &A = w.world.acceleration(g);
    const Frame pose = w.world.pose[i] * seat.frame;
    const Vec3& r = pose.p;
    m.R = pose.R;
    m.p = w.world.o + r;
    m.w = V.head<3>();
    m.v = V.tail<3>() + rotation::cross(m.w, r);
    m.dw = A.head<3>();
    m.dv = A.tail<3>() + rotation::cross(m.dw, r) + rotation::cross(m.w, m.v);
  }
  for (const Topology::Rod& rod : topology_.rods) place_rod(*model_, rod, out);
}

Mechanism::CoordinateValue TreeMechanism::coordinate(const Point& p, int joint, int component,
                                                     std::span<const Motion> bodies,
                                                     Scratch& scratch) const noexcept {
  const Place place = place_of(joint, component);
  if (place.q >= 0) return {p.q[place.q], place.v < 0 ? 0.0 : p.v[place.v]};
  const Joint& j = model_->joints[at(joint)];
  const auto motions = motions_of(j);
  CoordinateValue c;
  if (component >= static_cast<int>(motions.size())) return c;
  const bool slides = motions[at(component)].kind == element::MotionKind::Tz;
  ModelMeasure m;
  m.measure = {slides ? element::MeasureKind::along : element::MeasureKind::angle,
               j.inboard,
               j.outboard,
               2,
               2,
               1};
  c.q = measure_value(m, p, bodies, scratch, &c.dq);
  return c;
}

void TreeMechanism::reactions(const Point& p, std::span<Vec6> out,
                              Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  std::vector<Motion>& bodies = w.bodies;
  motions(p, bodies, scratch);  // also fills the world
  const Model& model = *model_;
  // The wrench about o that each body needs for its motion: F = d(momentum)/dt - weight.
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    const Motion c = bodies[b].of({Mat3::Identity(), body.centre});
    const Mat3 I = c.R * body.inertia * c.R.transpose();
    const Vec3 F = body.mass * (c.dv - model.gravity);
    const Vec3 T = I * c.dw + rotation::cross(c.w, I * c.w);
    w.body_wrench[b] << T + rotation::cross(c.p - w.world.o, F), F;
  }
  const auto applied = [&](int body, const Vec6& W) { w.body_wrench[at(body)] -= W; };
  for (const LawElement& e : laws_) {
    const Force& f = model.forces[at(e.force)];
    law_inputs(e, p, w, false);
    f.law->force(law_in(e, p, w), w.law);
    for (int acting : e.acts) {
      const std::size_t m = at(acting);
      const ModelMeasure& on = f.measures[m];
      if (e.measures[m].q >= 0) {  // acts in its joint, along the column of the coordinate
        const Joint& j = model.joints[at(on.joint)];
        const Vec6& S = w.world.S(e.measures[m].v);
        const bool turns = S.head<3>().squaredNorm() > 0;
        const Vec3 axis = turns ? Vec3(S.head<3>()) : Vec3(S.tail<3>());
        const Vec3 where = bodies[at(j.outboard.body)].of(j.outboard.frame).p - w.world.o;
        Vec6 W = Vec6::Zero();
        if (turns)
          W.head<3>() = w.law.Q[m] * axis;
        else
          W << rotation::cross(where, w.law.Q[m] * axis), w.law.Q[m] * axis;
        const auto& to = topology_.to;
        const bool reversed = to[at(j.inboard.body)].joint == on.joint;
        applied(reversed ? j.inboard.body : j.outboard.body, W);
        applied(reversed ? j.outboard.body : j.inboard.body, -W);
        continue;
      }
      const Attachment& a = on.joint >= 0 ? model.joints[at(on.joint)].inboard : on.measure.a;
      const Attachment& b = on.joint >= 0 ? model.joints[at(on.joint)].outboard : on.measure.b;
      const bool line = PointPairMeasure::serves(e.measures[m].row.kind);
      const int ends[2] = {a.body, b.body};
      for (int x = 0; x < 2; ++x)
        applied(ends[x],
                w.law.Q[m] * (line ? w.line[m].wrench_on(x) : Vec6(w.gradient[m].Gamma[x])));
    }
  }
  for (const BodyElement& e : body_forces_) {
    const Force& f = model.forces[at(e.force)];
    const element::BodyForceIn in = body_force_input(e, p, w);
    f.body_force->force(in, w.body_force);
    Vec6 W = w.body_force.wrench;
    W.head<3>() += rotation::cross(in.p - w.world.o, W.tail<3>());
    applied(f.on.body, W);
  }
  for (Vec6& x : out) x.setZero();
  // Stores a reaction: moves the wrench from o to the joint's outboard frame.
  const auto show = [&](int joint, const Vec6& on_outboard) {
    const Joint& j = model.joints[at(joint)];
    const Motion in = bodies[at(j.inboard.body)].of(j.inboard.frame);
    const Motion at_out = bodies[at(j.outboard.body)].of(j.outboard.frame);
    const Vec3 F = on_outboard.tail<3>();
    const Vec3 T = on_outboard.head<3>() - rotation::cross(at_out.p - w.world.o, F);
    out[at(joint)] << in.R.transpose() * T, in.R.transpose() * F;
  };
  for (const RowBlock& b : blocks_) {
    Vec6 on[2] = {Vec6::Zero(), Vec6::Zero()};
    for (int r = 0; r < b.count; ++r) {
      block_gradient(b, r, false, w, w.gradient[0]);
      for (int x = 0; x < 2; ++x) on[x] -= p.lambda[b.first + r] * w.gradient[0].Gamma[x];
    }
    const Attachment* ends[2];
    if (b.joint >= 0) {
      ends[0] = &model.joints[at(b.joint)].inboard;
      ends[1] = &model.joints[at(b.joint)].outboard;
      show(b.joint, on[1]);
    } else {
      const Constraint& c =
          b.constraint >= 0 ? model.constraints[at(b.constraint)] : topology_.extra[at(b.extra)];
      ends[0] = &c.a;
      ends[1] = &c.b;
    }
    for (int x = 0; x < 2; ++x) applied(ends[x]->body, on[x]);
    for (const Topology::Rod& rod : topology_.rods)  // the joints of a rod transmit the row forces
      for (int x = 0; x < 2 && b.extra >= 0; ++x)
        if (b.extra == rod.extra ||
            topology_.extra[at(b.extra)].name == model.bodies[at(rod.body)].name + ".plane") {
          const Joint& j = model.joints[at(rod.joint[x])];
          const Vec6 before = out[at(rod.joint[x])];
          show(rod.joint[x], j.outboard.body == rod.body ? Vec6(-on[x]) : on[x]);
          out[at(rod.joint[x])] += before;
        }
  }
  for (std::size_t k = topology_.order.size(); k-- > 1;) {
    const int b = topology_.order[k];
    const auto& to = topology_.to[at(b)];
    const Vec6 carried = w.body_wrench[at(b)];
    show(to.joint, to.reversed ? Vec6(-carried) : carried);
    w.body_wrench[at(to.parent)] += carried;
  }
}

// Lists the rows whose force is an output: the tension of rods, and the forces that drive joints.
// The row of a rod of constant length is (d.d - L^2) / (2 L), whose derivative along the rod is
// |d| / L.
void TreeMechanism::find_row_forces() {
  for (const RowBlock& b : blocks_) {
    if (b.joint >= 0) {
      const Joint& j = model_->joints[at(b.joint)];
      if (j.driven_by >= 0)  // the drive is its last row
        row_forces_.push_back(
            {RowForce::Of::joint, b.joint, b.first + b.count - 1, -1, false, {}, {}});
      continue;
    }
    const Constraint& c =
        b.constraint >= 0 ? model_->constraints[at(b.constraint)] : topology_.extra[at(b.extra)];
    if (c.kind != Constraint::Kind::distance) continue;
    int body = -1;
    for (const Topology::Rod& rod : topology_.rods)
      if (b.extra >= 0 && rod.extra == b.extra && rod.straight) body = rod.body;
    if (b.constraint < 0 && body < 0) continue;
    const bool square = b.rows[0].kind == element::MeasureKind::half_square;
    row_forces_.push_back({b.constraint >= 0 ? RowForce::Of::constraint : RowForce::Of::body,
                           b.constraint >= 0 ? b.constraint : body, b.first,
                           square ? 1 / c.length : 1, square, c.a, c.b});
  }
  for (const CoordinateRow& c : coordinate_rows_)
    if (c.joint >= 0)
      row_forces_.push_back({RowForce::Of::joint, c.joint, c.row, -1, false, {}, {}});
  find_row_outputs();
}

State TreeMechanism::initial() const {
  State s;
  s.q = Vector::Zero(shape_.nq);
  s.v = Vector::Zero(shape_.nv);
  s.a = Vector::Zero(shape_.nv);
  s.lambda = Vector::Zero(shape_.ng);
  s.z = Vector::Zero(shape_.nz);
  for (const Link& l : tree_.tree.links)
    if (l.kind == LinkKind::Q || l.kind == LinkKind::Free)
      s.q[l.q + (l.kind == LinkKind::Free ? 3 : 0)] = 1;
  const auto put = [](const std::vector<std::string>& names, Vector& x, const Joint& j,
                      const std::vector<std::pair<std::string, double>>& values) {
    for (const auto& [component, value] : values) {
      const std::string full = component.empty() ? j.name : j.name + "." + component;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == full) x[static_cast<Index>(i)] = value;
    }
  };
  for (const Joint& j : model_->joints) {
    put(names_.q, s.q, j, j.guess);
    put(names_.q, s.q, j, j.q0);
    put(names_.v, s.v, j, j.v0);
  }
  return s;
}

// Computes, joint by joint along the tree, the coordinates that bring each body to its pose.
State TreeMechanism::state_of(std::span<const Motion> bodies, double t) const {
  State s = initial();
  s.t = t;
  for (std::size_t k = 1; k < topology_.order.size(); ++k) {
    const int b = topology_.order[k];
    const auto& to = topology_.to[at(b)];
    const Joint& j = model_->joints[at(to.joint)];
    const auto& places = tree_.places[at(to.joint)];
    const Motion in = bodies[at(j.inboard.body)].of(j.inboard.frame);
    const Motion out = bodies[at(j.outboard.body)].of(j.outboard.frame);
    const Motion &near = to.reversed ? out : in, &far = to.reversed ? in : out;
    const auto motions = motions_of(j);
    const bool quaternion = !motions.empty() && (motions.back().kind == element::MotionKind::Q ||
                                                 motions.front().kind == element::MotionKind::T3);
    const Motion &a = quaternion ? near : in, &c = quaternion ? far : out;
    Mat3 R = a.R.transpose() * c.R;  // the rotation of the joint
    Vec3 d = a.R.transpose() * (c.p - a.p);
    const Vec3 wr = a.R.transpose() * (c.w - a.w);
    const Vec3 vr = a.R.transpose() * (c.v - a.v - rotation::cross(a.w, c.p - a.p));
    for (std::size_t i = 0; i < motions.size(); ++i) {
      const int q = places[i].q, v = places[i].v;
      switch (motions[i].kind) {
        case element::MotionKind::Tx:
          s.q[q] = d[0];
          s.v[v] = vr[0];
          break;
        case element::MotionKind::Ty:
          s.q[q] = d[1];
          s.v[v] = vr[1];
          break;
        case element::MotionKind::Tz:
          s.q[q] = d[2];
          s.v[v] = vr[2];
          break;
        case element::MotionKind::Rz:
          s.q[q] = std::atan2(R(1, 0), R(0, 0));
          s.v[v] = wr[2];
          break;
        case element::MotionKind::Hz:
          s.q[q] = d[2] / (j.pitch / (2 * M_PI));
          s.v[v] = wr[2];
          break;
        case element::MotionKind::Rx:  // universal: R = Rx Ry
          s.q[q] = std::atan2(R(2, 1), R(1, 1));
          s.v[v] = wr[0];
          break;
        case element::MotionKind::Ry: {
          s.q[q] = std::atan2(R(0, 2), R(0, 0));
          s.v[v] = std::cos(s.q[places[0].q]) * wr[1] + std::sin(s.q[places[0].q]) * wr[2];
          break;
        }
        case element::MotionKind::T3:
          s.q.segment<3>(q) = d;
          s.v.segment<3>(v) = vr;
          break;
        case element::MotionKind::Q:
          s.q.segment<4>(q) = rotation::quaternion_of(R);
          s.v.segment<3>(v) = R.transpose() * wr;
          break;
      }
    }
    if (motions.size() >= 3 && motions[motions.size() - 1].kind == element::MotionKind::Ry) {
      const std::size_t n = motions.size();  // R = Rz Rx Ry
      const double z = std::atan2(-R(0, 1), R(1, 1));
      const double x = std::atan2(R(2, 1), std::hypot(R(0, 1), R(1, 1)));
      s.q[places[n - 3].q] = z;
      s.q[places[n - 2].q] = x;
      s.q[places[n - 1].q] = std::atan2(-R(2, 0), R(2, 2));
      Mat3 J;  // wr = z' e_z + x' (Rz e_x) + y' (Rz Rx e_y)
      J.col(0) = Vec3::UnitZ();
      J.col(1) = Vec3(std::cos(z), std::sin(z), 0);
      J.col(2) = R.col(1);
      const Vec3 rates = J.inverse() * wr;
      for (std::size_t i = 0; i < 3; ++i) s.v[places[n - 3 + i].v] = rates[static_cast<Index>(i)];
    }
    if (motions.size() >= 3 && motions[motions.size() - 1].kind == element::MotionKind::Rx) {
      const std::size_t n = motions.size();  // Cardan: R = Rz Ry Rx
      const double z = std::atan2(R(1, 0), R(0, 0));
      const double y = std::atan2(-R(2, 0), std::hypot(R(2, 1), R(2, 2)));
      const double x = std::atan2(R(2, 1), R(2, 2));
      s.q[places[n - 3].q] = z;
      s.q[places[n - 2].q] = y;
      s.q[places[n - 1].q] = x;
      // wr = z' e_z + y' (Rz e_y) + x' (Rz Ry e_x)
      Mat3 J;
      J.col(0) = Vec3::UnitZ();
      J.col(1) = Vec3(-std::sin(z), std::cos(z), 0);
      J.col(2) = Vec3(std::cos(z) * std::cos(y), std::sin(z) * std::cos(y), -std::sin(y));
      const Vec3 rates = J.inverse() * wr;
      for (std::size_t i = 0; i < 3; ++i) s.v[places[n - 3 + i].v] = rates[static_cast<Index>(i)];
    }
  }
  return s;
}

}  // namespace takt::mechanism
