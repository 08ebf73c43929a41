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

std::vector<std::vector<int>> joints_by_body(const Model& m) {
  std::vector<std::vector<int>> at(m.bodies.size());
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    at[static_cast<std::size_t>(m.joints[j].inboard.body)].push_back(static_cast<int>(j));
    at[static_cast<std::size_t>(m.joints[j].outboard.body)].push_back(static_cast<int>(j));
  }
  return at;
}

// Replaces a massless body between two joints by constraints if possible; returns whether it did.
bool replace_massless(const Model& m, int b, const std::vector<int>& at, Topology& t) {
  if (at.size() != 2) return false;
  const auto named = [&](int j, const char* name) {
    return m.joints[static_cast<std::size_t>(j)].type->name == name;
  };
  int first = at[0], second = at[1];
  const bool balls = (named(first, "spherical") || named(first, "universal")) &&
                     (named(second, "spherical") || named(second, "universal")) &&
                     !(named(first, "universal") && named(second, "universal"));
  if (named(second, "revolute") && named(first, "spherical")) std::swap(first, second);
  const bool hinged = named(first, "revolute") && named(second, "spherical");
  if (!balls && !hinged) return false;
  const Joint& one = m.joints[static_cast<std::size_t>(first)];
  const Joint& two = m.joints[static_cast<std::size_t>(second)];
  for (const Joint* j : {&one, &two})
    if (j->driven_by >= 0 || j->inboard.body == j->outboard.body) return false;
  const Body& body = m.bodies[static_cast<std::size_t>(b)];
  const Frame p = end_on(one, b).frame, q = end_on(two, b).frame;
  Constraint rod;
  rod.name = body.name;
  rod.where = body.where;
  rod.kind = Constraint::Kind::distance;
  rod.a = end_off(one, b);
  rod.b = end_off(two, b);
  rod.length = (q.p - p.p).norm();
  t.rods.push_back({b, {first, second}, static_cast<int>(t.extra.size()), !hinged});
  t.extra.push_back(rod);
  if (hinged) {
    Constraint plane = rod;
    plane.name = body.name + ".plane";
    plane.kind = Constraint::Kind::point_on_plane;
    plane.length = p.R.col(2).dot(q.p - p.p);
    t.extra.push_back(plane);
  }
  t.eliminated[static_cast<std::size_t>(b)] = true;
  t.replaced[static_cast<std::size_t>(first)] = t.replaced[static_cast<std::size_t>(second)] = true;
  return true;
}

// Joints that should be in the tree: those driven by a signal, and those whose coordinate a
// constraint or a force uses.
std::vector<bool> wanted(const Model& m) {
  std::vector<bool> want(m.joints.size(), false);
  const auto mark = [&](int j) {
    if (j >= 0) want[static_cast<std::size_t>(j)] = true;
  };
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    if (m.joints[j].driven_by >= 0) want[j] = true;
  for (const Constraint& c : m.constraints)
    for (const auto& term : c.terms) mark(term.joint);
  for (const Force& f : m.forces)
    for (const ModelMeasure& s : f.measures) mark(s.joint);
  return want;
}

void grow_tree(const Model& m, const std::vector<std::vector<int>>& at, Topology& t) {
  const std::vector<bool> want = wanted(m);
  using Key = std::tuple<int, int, int, int, int>;  // rank, freedoms, depth, joint, from body
  std::priority_queue<Key, std::vector<Key>, std::greater<>> front;
  std::vector<int> depth(m.bodies.size(), -1);
  const auto reach = [&](int body) {
    for (int j : at[static_cast<std::size_t>(body)]) {
      const Joint& joint = m.joints[static_cast<std::size_t>(j)];
      if (t.replaced[static_cast<std::size_t>(j)] || joint.cut == true) continue;
      const int next = other_end(joint, body);
      if (depth[static_cast<std::size_t>(next)] >= 0) continue;
      const int rank = joint.cut == false ? 0 : want[static_cast<std::size_t>(j)] ? 1 : 2;
      front.emplace(rank, freedoms(joint), depth[static_cast<std::size_t>(body)] + 1, j, body);
    }
  };
  depth[0] = 0;
  reach(0);
  while (!front.empty()) {
    const auto [rank, dof, d, j, from] = front.top();
    front.pop();
    const Joint& joint = m.joints[static_cast<std::size_t>(j)];
    const int next = other_end(joint, from);
    if (depth[static_cast<std::size_t>(next)] >= 0) continue;
    depth[static_cast<std::size_t>(next)] = d;
    t.to[static_cast<std::size_t>(next)] = {j, from, joint.inboard.body != from};
    reach(next);
  }
  for (std::size_t b = 1; b < m.bodies.size(); ++b)
    if (depth[b] < 0 && !t.eliminated[b])
      throw Error("body '" + m.bodies[b].name + "' is not connected to ground", m.bodies[b].where,
                  "add a joint that leads to ground; a floating body has a joint of type free");
}

void visit_in_order(const Model& m, Topology& t) {
  std::vector<std::vector<int>> children(m.bodies.size());
  for (std::size_t b = 1; b < m.bodies.size(); ++b)
    if (t.to[b].joint >= 0)
      children[static_cast<std::size_t>(t.to[b].parent)].push_back(static_cast<int>(b));
  std::vector<int> stack{0};
  while (!stack.empty()) {
    const int b = stack.back();
    stack.pop_back();
    t.order.push_back(b);
    const auto& below = children[static_cast<std::size_t>(b)];
    stack.insert(stack.end(), below.rbegin(), below.rend());
  }
}

// Every massless body in the tree must carry a body with inertia, unless its joint has no freedom
// or is driven.
void require_inertia(const Model& m, const Topology& t) {
  std::vector<bool> carries(m.bodies.size(), false);
  for (std::size_t k = t.order.size(); k-- > 1;) {
    const std::size_t b = static_cast<std::size_t>(t.order[k]);
    if (!massless(m.bodies[b])) carries[b] = true;
    if (carries[b]) carries[static_cast<std::size_t>(t.to[b].parent)] = true;
    const Joint& joint = m.joints[static_cast<std::size_t>(t.to[b].joint)];
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
  for (std::size_t b = 1; b < m.bodies.size(); ++b)
    if (massless(m.bodies[b])) replace_massless(m, static_cast<int>(b), at[b], t);
  grow_tree(m, at, t);
  visit_in_order(m, t);
  std::vector<bool> tree(m.joints.size(), false);
  for (const Topology::TreeJoint& to : t.to)
    if (to.joint >= 0) tree[static_cast<std::size_t>(to.joint)] = true;
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (tree[j] || t.replaced[j]) continue;
    if (m.joints[j].cut == false)
      throw Error("joint '" + m.joints[j].name +
                      "' cannot be in the tree: other joints with "
                      "`cut: false` already connect its bodies",
                  m.joints[j].where, "remove `cut: false` from one joint of the loop");
    t.cut.push_back(static_cast<int>(j));
  }
  require_inertia(m, t);
  return t;
}

}  // namespace takt::mechanism
