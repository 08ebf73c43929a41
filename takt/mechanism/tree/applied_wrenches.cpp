#include "takt/mechanism/tree/applied_wrenches.hpp"

#include <Eigen/LU>

namespace takt::mechanism {
namespace {

// The least wrench about o with the power Q for a unit of rate of one column of a general motion, and
// none for the others of its group; radians and metres at the point `where` count alike.
Vec6 least_wrench(const WorldMotion& w, const Group& group, int column, const Vec3& where,
                  double Q) noexcept {
  constexpr int most = element::max_motion_coordinates;
  Vec6 S[most];
  Mat3 A = Mat3::Identity();
  for (int i = 0; i < group.count; ++i) {
    const Vec6& of = w.S(group.first + i);
    S[i] << of.head<3>(), of.tail<3>() + rotation::cross(of.head<3>(), where);
    for (int j = 0; j <= i; ++j) A(i, j) = A(j, i) = S[i].dot(S[j]);
  }
  const Vec3 x = A.inverse().col(column - group.first);
  Vec6 W = Vec6::Zero();
  for (int i = 0; i < group.count; ++i) W += Q * x[i] * S[i];
  return about_origin(W, where);
}

}  // namespace

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
  const Group& group = tree_.groups.all[tree_.groups.of_column[column]];
  if (group.bends >= 0)
    W = least_wrench(world_, group, column, where, Q);
  else if (turns)
    W.head<3>() = Q * axis;
  else
    W << rotation::cross(where, Q * axis), Q * axis;
  const bool reversed = tree_.topology.to[j.inboard.body].joint == joint;
  on(reversed ? j.inboard.body : j.outboard.body, W);
  on(reversed ? j.outboard.body : j.inboard.body, -W);
}

}  // namespace takt::mechanism
