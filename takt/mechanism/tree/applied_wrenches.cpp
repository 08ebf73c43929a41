#include "takt/mechanism/tree/applied_wrenches.hpp"

namespace takt::mechanism {

void AppliedWrenches::between(const ModelMeasure& m, const Vec6& on_a, const Vec6& on_b) noexcept {
  const bool joint = m.joint >= 0;
  on(joint ? tree_.model.joints[m.joint].inboard.body : m.measure.a.body, on_a);
  on(joint ? tree_.model.joints[m.joint].outboard.body : m.measure.b.body, on_b);
}

void AppliedWrenches::in_joint(int joint, int column, double Q) noexcept {
  const Joint& j = tree_.model.joints[joint];
  const Vec6& S = world_.S(column);
  const bool turns = S.head<3>().squaredNorm() > 0;
  const Vec3 axis = turns ? Vec3(S.head<3>()) : Vec3(S.tail<3>());
  const Vec3 where = bodies_[j.outboard.body].of(j.outboard.frame).p - world_.o;
  Vec6 W = Vec6::Zero();
  if (turns)
    W.head<3>() = Q * axis;
  else
    W << rotation::cross(where, Q * axis), Q * axis;
  const bool reversed = tree_.topology.to[j.inboard.body].joint == joint;
  on(reversed ? j.inboard.body : j.outboard.body, W);
  on(reversed ? j.outboard.body : j.inboard.body, -W);
}

}  // namespace takt::mechanism
