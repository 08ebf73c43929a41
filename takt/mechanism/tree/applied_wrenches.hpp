// The wrenches of the force elements on the bodies, for the reactions of joints.
#pragma once

#include "takt/mechanism/tree/joint_tree.hpp"

namespace takt::mechanism {

class AppliedWrenches {
 public:
  AppliedWrenches(const JointTree& tree, std::span<const Motion> bodies, const WorldMotion& world,
                  List<Vec6>& needed)
      : tree_(tree), bodies_(bodies), world_(world), needed_(needed) {}

  // A wrench on a body, about o. What the body still needs for its motion becomes less by it.
  void on(int body, const Vec6& W) noexcept { needed_[body] -= W; }
  // Opposite wrenches on the two bodies of a measure between frames.
  void between(const ModelMeasure&, const Vec6& on_a, const Vec6& on_b) noexcept;
  // A force or torque Q along a coordinate of a joint of the tree.
  void in_joint(int joint, int column, double Q) noexcept;

 private:
  const JointTree& tree_;
  std::span<const Motion> bodies_;
  const WorldMotion& world_;
  List<Vec6>& needed_;
};

}  // namespace takt::mechanism
