#include "takt/mechanism/topology.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

#include "takt/base/error.hpp"

namespace takt::mechanism {
namespace {

using element::MotionKind;

int other_end(const Joint& j, int body) noexcept {
  return j.inboard.body == body ? j.outboard.body : j.inboard.body;
}

const Attachment& end_on(const Joint& j, int body) noexcept {
  return j.inboard.body == body ? j.inboard : j.outboard;
}
const Attachment& end_off(const Joint& j, int body) noexcept {
  return j.inboard.body == body ? j.outboard : j.inboard;
}

List<List<int>> joints_by_body(const Model& m) {
  List<List<int>> at(m.bodies.size());
  for (int j = 0; j < m.joints.count(); ++j) {
    at[m.joints[j].inboard.body].push_back(j);
    at[m.joints[j].outboard.body].push_back(j);
  }
  return at;
}

// Replaces a massless body between two joints by constraints if possible; returns whether it did.
bool replace_massless(const Model& m, int b, const List<int>& at, Topology& t) {
  if (at.size() != 2) return false;
  const auto is = [&](int j, element::RodEnd end) { return m.joints[j].type->rod_end == end; };
  int first = at[0], second = at[1];
  using enum element::RodEnd;
  const bool balls = (is(first, ball) && (is(second, ball) || is(second, universal))) ||
                     (is(first, universal) && is(second, ball));
  if (is(second, hinge) && is(first, ball)) std::swap(first, second);
  const bool hinged = is(first, hinge) && is(second, ball);
  if (!balls && !hinged) return false;
  const Joint& one = m.joints[first];
  const Joint& two = m.joints[second];
  for (const Joint* j : {&one, &two})
    if (j->driven_by >= 0 || j->inboard.body == j->outboard.body) return false;
  const Body& body = m.bodies[b];
  const Frame p = end_on(one, b).frame, q = end_on(two, b).frame;
  Constraint rod;
  rod.name = body.name;
  rod.where = body.where;
  rod.kind = Constraint::Kind::distance;
  rod.a = end_off(one, b);
  rod.b = end_off(two, b);
  rod.length = (q.p - p.p).norm();
  t.rods.push_back({b, {first, second}, t.extra.count(), !hinged});
  t.extra.push_back(rod);
  if (hinged) {
    Constraint plane = rod;
    plane.name = body.name + ".plane";
    plane.kind = Constraint::Kind::point_on_plane;
    plane.length = p.R.col(2).dot(q.p - p.p);
    t.extra.push_back(plane);
  }
  t.eliminated[b] = true;
  t.replaced[first] = t.replaced[second] = true;
  return true;
}

// Joints that should be in the tree: those driven by a signal, those whose coordinate a constraint or
// a force uses, and those of general motions, which no rows can close.
List<bool> wanted(const Model& m) {
  List<bool> want(m.joints.size(), false);
  const auto mark = [&](int j) {
    if (j >= 0) want[j] = true;
  };
  for (int j = 0; j < m.joints.count(); ++j)
    if (m.joints[j].driven_by >= 0 || m.joints[j].motion) want[j] = true;
  for (const Constraint& c : m.constraints)
    for (const auto& term : c.terms) mark(term.joint);
  for (const Force& f : m.forces)
    for (const ModelMeasure& s : f.measures) mark(s.joint);
  return want;
}

void grow_tree(const Model& m, const List<List<int>>& at, Topology& t) {
  const List<bool> want = wanted(m);
  using Key = std::tuple<int, int, int, int, int>;  // rank, freedoms, depth, joint, from body
  std::priority_queue<Key, std::vector<Key>, std::greater<>> front;
  List<int> depth(m.bodies.size(), -1);
  const auto reach = [&](int body) {
    for (int j : at[body]) {
      const Joint& joint = m.joints[j];
      if (t.replaced[j] || joint.cut == true) continue;
      const int next = other_end(joint, body);
      if (depth[next] >= 0) continue;
      const int rank = joint.cut == false ? 0 : want[j] ? 1 : 2;
      front.emplace(rank, freedoms(joint), depth[body] + 1, j, body);
    }
  };
  depth[0] = 0;
  reach(0);
  while (!front.empty()) {
    const auto [rank, dof, d, j, from] = front.top();
    front.pop();
    const Joint& joint = m.joints[j];
    const int next = other_end(joint, from);
    if (depth[next] >= 0) continue;
    depth[next] = d;
    t.to[next] = {j, from, joint.inboard.body != from};
    reach(next);
  }
  for (int b = 1; b < m.bodies.count(); ++b)
    if (depth[b] < 0 && !t.eliminated[b])
      throw Error("body '" + m.bodies[b].name + "' is not connected to ground", m.bodies[b].where,
                  "add a joint that leads to ground; a floating body has a joint of type free");
}

void visit_in_order(const Model& m, Topology& t) {
  List<List<int>> children(m.bodies.size());
  for (int b = 1; b < m.bodies.count(); ++b)
    if (t.to[b].joint >= 0) children[t.to[b].parent].push_back(b);
  std::vector<int> stack{0};
  while (!stack.empty()) {
    const int b = stack.back();
    stack.pop_back();
    t.order.push_back(b);
    const auto& below = children[b];
    stack.insert(stack.end(), below.rbegin(), below.rend());
  }
}

// Every massless body in the tree must carry a body with inertia, unless its joint has no freedom
// or is driven.
void require_inertia(const Model& m, const Topology& t) {
  List<bool> carries(m.bodies.size(), false);
  for (int k = t.order.count(); k-- > 1;) {
    const int b = t.order[k];
    if (!massless(m.bodies[b])) carries[b] = true;
    if (carries[b]) carries[t.to[b].parent] = true;
    const Joint& joint = m.joints[t.to[b].joint];
    if (!carries[b] && freedoms(joint) > 0 && joint.driven_by < 0)
      throw Error(
          "body '" + m.bodies[b].name + "' has no mass and carries none", m.bodies[b].where,
          "give it a mass and an inertia; a massless rod needs a ball joint at both ends, a "
          "massless link a revolute and a ball joint");
  }
}

}  // namespace

bool massless(const Body& b) noexcept { return b.mass == 0 && b.inertia.isZero(); }

std::span<const element::JointMotion> motions_of(const Joint& j) noexcept {
  return j.cardan && !j.type->cardan.empty() ? j.type->cardan : j.type->tree;
}

int freedoms(const Joint& j) noexcept {
  int n = 0;
  for (const element::JointMotion& m : motions_of(j)) n += element::velocities_of(m.kind);
  return n;
}

Topology find_topology(const Model& m) {
  Topology t;
  t.to.resize(m.bodies.size());
  t.eliminated.assign(m.bodies.size(), false);
  t.replaced.assign(m.joints.size(), false);
  const auto at = joints_by_body(m);
  for (int b = 1; b < m.bodies.count(); ++b)
    if (massless(m.bodies[b])) replace_massless(m, b, at[b], t);
  grow_tree(m, at, t);
  visit_in_order(m, t);
  List<bool> tree(m.joints.size(), false);
  for (const Topology::TreeJoint& to : t.to)
    if (to.joint >= 0) tree[to.joint] = true;
  for (int j = 0; j < m.joints.count(); ++j) {
    if (tree[j] || t.replaced[j]) continue;
    if (m.joints[j].cut == false)
      throw Error("joint '" + m.joints[j].name +
                      "' cannot be in the tree: other joints with "
                      "`cut: false` already connect its bodies",
                  m.joints[j].where, "remove `cut: false` from one joint of the loop");
    if (m.joints[j].motion)
      throw Error(
          "joint '" + m.joints[j].name + "' of type " + std::string(m.joints[j].type->name) +
              " would close a loop, but its motion has no constraint rows",
          m.joints[j].where, "write `cut: true` at another joint of the loop, and no `cut` here");
    t.cut.push_back(j);
  }
  require_inertia(m, t);
  return t;
}

}  // namespace takt::mechanism
