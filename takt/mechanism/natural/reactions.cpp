// Reactions of joints in natural coordinates, from the balance of each separate body
// (natural_mechanism.hpp).
#include <algorithm>

#include "takt/mechanism/natural/work.hpp"

namespace takt::mechanism::natural {
namespace {

using rotation::cross;

struct Edge {
  int a = -1, b = -1;  // entities of the torn space; -1: ground. b is outboard
  int joint = 0;
  bool point = true;
};

}  // namespace

// Bodies that share an entity are connected by joints and welds. The residual of a body is passed
// on towards ground, or towards the first of these bodies, along a tree of the joints and welds. If
// joints form loops between the bodies (parallel revolutes in a plane), their shares are not
// determinate; then those of joints outside the tree are set to zero.
void NaturalMechanism::find_handings() {
  List<Edge> edges;
  auto node = [&](const Attachment& on, int slot) {
    return parts_.of(on.body).moves() ? 4 * on.body + slot : -1;
  };
  for (int k = 0; k < model_->joints.count(); ++k) {
    const Joint& j = model_->joints[k];
    const Shared& s = shared_[k];
    if (s.point)
      edges.push_back(
          {node(j.inboard, s.point_slot[0]), node(j.outboard, s.point_slot[1]), k, true});
    if (s.axis)
      edges.push_back(
          {node(j.inboard, s.axis_slot[0]), node(j.outboard, s.axis_slot[1]), k, false});
  }
  for (const Weld& w : parts_.welds) {
    const Part& part = parts_.of(w.inner);
    if (!part.moves()) continue;
    const bool out = model_->joints[w.joint].outboard.body == w.outer;
    for (int a = 0; a < part.slots.count(); ++a)
      edges.push_back({4 * (out ? w.inner : w.outer) + a, 4 * (out ? w.outer : w.inner) + a,
                       w.joint, part.slots[a].point});
  }
  List<List<int>> of_node(torn_.entities);
  for (int k = 0; k < edges.count(); ++k)
    for (int n : {edges[k].a, edges[k].b})
      if (n >= 0) of_node[n].push_back(k);

  List<bool> reached(torn_.entities, false);
  List<int> queue;
  auto reach = [&](const Edge& e, int child) {
    if (child < 0 || reached[child]) return;
    reached[child] = true;
    queue.push_back(child);
    const bool outboard = child == e.b;
    handings_.push_back({child, outboard ? e.a : e.b, e.joint, outboard ? 1.0 : -1.0, e.point});
  };
  auto spread = [&] {
    for (int k = 0; k < queue.count(); ++k)
      for (int e : of_node[queue[k]]) {
        const Edge& edge = edges[e];
        reach(edge, edge.a == queue[k] ? edge.b : edge.a);
      }
    queue.clear();
  };
  for (const Edge& e : edges)
    if (e.a < 0 || e.b < 0) reach(e, std::max(e.a, e.b));
  spread();
  for (int n = 0; n < torn_.entities; ++n) {
    if (reached[n] || of_node[n].empty()) continue;
    reached[n] = true;
    queue.push_back(n);
    spread();
  }
  std::reverse(handings_.begin(), handings_.end());  // leaves first
}

namespace {

// The force of a wheel's contact on the wheel, about the origin of its frame: the row of the height,
// then slip along x and y.
Vec6 rolling_force(const Motion& wheel, double radius, const double* lambda) noexcept {
  const Vec3 e = wheel.R.col(2), down = e[2] * e - Vec3::UnitZ();
  const Vec3 F(-lambda[1], -lambda[2], -lambda[0]);
  Vec6 W;
  W << cross(radius / down.norm() * down, F), F;
  return W;
}

}  // namespace

void NaturalMechanism::reactions(const Point& p, std::span<Vec6> out, std::span<Vec6> constraints,
                                 Scratch& scratch) const noexcept {
  Work& work = downcast<Work>(scratch);
  motions(p, work.moved, scratch);
  auto frame = [&](const Attachment& a) { return work.moved[a.body].of(a.frame); };
  // Copy the state to the torn space, where each body has its own entities.
  for (int b = 0; b < work.moved.count(); ++b) {
    const Part& part = parts_.of(b);
    for (int s = 0; s < part.slots.count(); ++s) {
      const Entity& e = parts_.entities[part.slots[s].entity];
      const Index at = 3 * (4 * b + s);
      for (int c = 0; c < 3; ++c) {
        work.x[at + c] = e.constant ? e.value[c] : p.q[3 * e.place + c];
        work.v[at + c] = e.constant ? 0 : p.v[3 * e.place + c];
        work.a[at + c] = e.constant ? 0 : p.a[3 * e.place + c];
      }
    }
  }
  const Point torn{work.x, work.v, work.a, p.lambda, p.z, p.u};
  Vector& r = work.r;
  Forces forces;
  forces.f = &r;
  evaluate_forces(torn_, torn, forces);
  r = -r;
  add_reaction(torn_, torn, r);
  for (const Mass& m : torn_.masses)
    for (int c = 0; c < 3; ++c) r[3 * m.e + c] += m.m * work.a[3 * m.f + c];

  for (Vec6& w : out) w.setZero();
  for (Vec6& w : constraints) w.setZero();
  for (const Handing& h : handings_) {
    const Vec3 lacks = r.segment<3>(3 * h.child), x = work.x.segment<3>(3 * h.child);
    if (h.parent >= 0) r.segment<3>(3 * h.parent) += lacks;
    Vec6& w = out[h.joint];
    const Joint& j = model_->joints[h.joint];
    w.head<3>() += h.sign * cross(h.point ? Vec3(x - frame(j.outboard).p) : x, lacks);
    if (h.point) w.tail<3>() += h.sign * lacks;
  }
  for (const RowReaction& t : row_reactions_) {
    if (t.on.joint < 0 && model_->constraints[t.on.constraint].kind == Constraint::Kind::rolling) {
      const Constraint& c = model_->constraints[t.on.constraint];
      constraints[static_cast<std::size_t>(t.on.constraint)] =
          rolling_force(frame(c.b), c.length, p.lambda.data() + t.row);
      continue;
    }
    const Motion a = frame(t.measure.a), b = frame(t.measure.b);
    const element::Carriers carriers =
        element::carriers_of(t.measure.kind, t.measure.i, t.measure.j);
    Vec3 y[element::max_carriers];
    for (int k = 0; k < carriers.count; ++k) {
      const element::Carrier& c = carriers.is[k];
      y[k] = c.point ? (c.on_b ? b.p : a.p) : Vec3((c.on_b ? b.R : a.R).col(c.axis));
    }
    element::MeasureValue value;
    element::measure(t.measure.kind, t.measure.i, t.measure.L, y, false, value);
    Vec6& w = t.on.joint < 0 ? constraints[t.on.constraint] : out[t.on.joint];
    const double push = -t.scale * t.on.sign * p.lambda[t.row];
    for (int k = 0; k < carriers.count; ++k) {
      const element::Carrier& c = carriers.is[k];
      if (c.on_b != t.on.by_b) continue;
      const Vec3 F = push * value.gradient[k];
      if (c.point)
        w.tail<3>() += F;
      else
        w.head<3>() += cross(y[k], F);
    }
  }
  for (int j = 0; j < model_->joints.count(); ++j) {
    const Mat3 R = frame(model_->joints[j].inboard).R;
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): it is replaced
    const Vec6 w = out[j];
    out[j] << R.transpose() * w.head<3>(), R.transpose() * w.tail<3>();
  }
}

}  // namespace takt::mechanism::natural
