#include "takt/analyse/chassis.hpp"

#include <algorithm>

#include "takt/analyse/inspect.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"

namespace takt {
namespace {

class Search {
 public:
  Search(const mechanism::Mechanism& m, const Matrix& G, const Vector& rise)
      : m_(m), G_(G), rise_(rise) {
    found_.held.assign(m.shape().nv, false);
  }

  Chassis go(int wheel) {
    const std::vector<int> path = path_to(wheel);
    hold_on(path);
    hold_beside(path);
    return std::move(found_);
  }

 private:
  const Model& model() const { return m_.model(); }
  const mechanism::JointTree& tree() const { return *m_.tree(); }

  std::vector<int> path_to(int body) const {  // from ground outwards, without ground
    std::vector<int> path;
    for (int b = body; b > 0 && tree().topology.to[b].joint >= 0; b = tree().topology.to[b].parent)
      path.push_back(b);
    std::reverse(path.begin(), path.end());
    return path;
  }

  bool floats(int body) const {
    constexpr int most = 5;
    return mechanism::freedoms(model().joints[tree().topology.to[body].joint]) >= most;
  }

  // Holds the velocities of the joint between a body and its parent.
  void hold(int body, List<bool>& held) const {
    const int joint = tree().topology.to[body].joint;
    const auto motions = mechanism::motions_of(model().joints[joint]);
    const auto& places = tree().places[joint];
    for (int i = 0; i < places.count(); ++i)
      for (int k = 0; k < element::velocities_of(motions[i].kind); ++k)
        held[places[i].v + k] = true;
  }

  void hold_on(const std::vector<int>& path) {
    double after = 0;
    for (int b : path) after += model().bodies[b].mass;
    List<bool> held = found_.held;
    for (int b : path) {
      const double own = model().bodies[b].mass;
      after -= own;
      hold(b, held);
      if (!can_travel(G_, rise_, held)) return;
      if (!floats(b) && !(own > after)) continue;
      found_.body = b;
      found_.held = held;
    }
  }

  void hold_beside(const std::vector<int>& path) {
    std::vector<int> others;  // heaviest first
    for (int b = 1; b < model().bodies.count(); ++b) {
      const auto& to = tree().topology.to[b];
      const bool on_ground = to.joint >= 0 && to.parent == 0;
      if (on_ground && (path.empty() || path.front() != b)) others.push_back(b);
    }
    const auto mass = [&](int b) { return model().bodies[b].mass; };
    std::stable_sort(others.begin(), others.end(), [&](int a, int b) { return mass(a) > mass(b); });
    for (int b : others) {
      List<bool> held = found_.held;
      hold(b, held);
      if (!can_travel(G_, rise_, held)) continue;
      found_.held = std::move(held);
      if (found_.body == 0 && floats(b)) found_.body = b;  // only rods connect the wheel to it
    }
  }

  const mechanism::Mechanism& m_;
  const Matrix& G_;
  const Vector& rise_;
  Chassis found_;
};

}  // namespace

bool can_travel(const Matrix& G, const Vector& rise, const List<bool>& held) {
  Matrix free_G = G;
  Vector free_rise = rise;
  for (Index k = 0; k < rise.size(); ++k) {
    if (!held[k]) continue;
    free_G.col(k).setZero();
    free_rise[k] = 0;
  }
  if (free_G.rows() > 0) RowSpace(free_G).to_null_space(free_rise);
  // Relative to the largest rise; below this the wheel does not move.
  constexpr double still = 1e-7;
  return max_norm(free_rise) > still * (1 + max_norm(rise));
}

Chassis find_chassis(const mechanism::Mechanism& m, int wheel, const Matrix& G,
                     const Vector& rise) {
  return Search(m, G, rise).go(wheel);
}

}  // namespace takt
