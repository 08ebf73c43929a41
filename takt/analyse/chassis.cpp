#include "takt/analyse/chassis.hpp"

#include <algorithm>

#include "takt/analyse/inspect.hpp"

namespace takt {
namespace {

using mechanism::TreeMechanism;

class Search {
 public:
  Search(const TreeMechanism& m, const Matrix& G, const Vector& rise) : m_(m), G_(G), rise_(rise) {
    found_.held.assign(at(m.shape().nv), false);
  }

  Chassis go(int wheel) {
    const std::vector<int> way = way_to(wheel);
    hold_on(way);
    hold_beside(way);
    return std::move(found_);
  }

 private:
  const Model& model() const { return m_.model(); }

  std::vector<int> way_to(int body) const {  // from ground outwards, without ground
    std::vector<int> way;
    for (int b = body; b > 0 && m_.topology().to[at(b)].joint >= 0;
         b = m_.topology().to[at(b)].parent)
      way.push_back(b);
    std::reverse(way.begin(), way.end());
    return way;
  }

  bool floats(int body) const {
    constexpr int most = 5;
    return mechanism::freedoms(model().joints[at(m_.topology().to[at(body)].joint)]) >= most;
  }

  // Holds the velocities of the joint between a body and its parent.
  void hold(int body, std::vector<bool>& held) const {
    const int joint = m_.topology().to[at(body)].joint;
    const auto motions = mechanism::motions_of(model().joints[at(joint)]);
    const auto& places = m_.tree().places[at(joint)];
    for (std::size_t i = 0; i < places.size(); ++i)
      for (int k = 0; k < element::velocities_of(motions[i].kind); ++k)
        held[at(places[i].v + k)] = true;
  }

  void hold_on(const std::vector<int>& way) {
    double after = 0;
    for (int b : way) after += model().bodies[at(b)].mass;
    std::vector<bool> held = found_.held;
    for (int b : way) {
      const double own = model().bodies[at(b)].mass;
      after -= own;
      hold(b, held);
      if (!can_travel(G_, rise_, held)) return;
      if (!floats(b) && !(own > after)) continue;
      found_.body = b;
      found_.held = held;
    }
  }

  void hold_beside(const std::vector<int>& way) {
    std::vector<int> others;  // heaviest first
    for (int b = 1; b < static_cast<int>(model().bodies.size()); ++b) {
      const auto& to = m_.topology().to[at(b)];
      const bool on_ground = to.joint >= 0 && to.parent == 0;
      if (on_ground && (way.empty() || way.front() != b)) others.push_back(b);
    }
    const auto mass = [&](int b) { return model().bodies[at(b)].mass; };
    std::stable_sort(others.begin(), others.end(), [&](int a, int b) { return mass(a) > mass(b); });
    for (int b : others) {
      std::vector<bool> held = found_.held;
      hold(b, held);
      if (!can_travel(G_, rise_, held)) continue;
      found_.held = std::move(held);
      if (found_.body == 0 && floats(b)) found_.body = b;  // only rods connect the wheel to it
    }
  }

  const TreeMechanism& m_;
  const Matrix& G_;
  const Vector& rise_;
  Chassis found_;
};

}  // namespace

bool can_travel(const Matrix& G, const Vector& rise, const std::vector<bool>& held) {
  Matrix free_G = G;
  Vector free_rise = rise;
  for (Index k = 0; k < rise.size(); ++k) {
    if (!held[at(k)]) continue;
    free_G.col(k).setZero();
    free_rise[k] = 0;
  }
  if (free_G.rows() > 0) RowSpace(free_G).to_null_space(free_rise);
  // Relative to the largest rise; below this the wheel does not move.
  constexpr double still = 1e-7;
  return max_norm(free_rise) > still * (1 + max_norm(rise));
}

Chassis find_chassis(const TreeMechanism& m, int wheel, const Matrix& G, const Vector& rise) {
  return Search(m, G, rise).go(wheel);
}

}  // namespace takt
