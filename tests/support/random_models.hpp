// Random mechanisms for property tests: trees with every type of joint, loops, and forces of every
// kind of attachment. A model is made from a few numbers, so that a failing one can be reduced by
// removing bodies and loops.
#pragma once

#include <memory>
#include <random>

#include "takt/base/error.hpp"
#include "takt/element/joint/catalogue.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "tests/support/wavy_motion.hpp"

namespace takt::test {

struct RandomModel {
  unsigned seed = 1;
  int bodies = 5;
  int loops = 0;
  bool forces = true;
  bool cardan = false;
  bool general = false;  // half of the joints of the tree have general motions
};

class LinearLaw final : public element::Law {  // springs and dampers on n measures, and a lag z
 public:
  explicit LinearLaw(int n, bool state = false) : n_(n), state_(state) {}
  int measures() const noexcept override { return n_; }
  int states() const noexcept override { return state_ ? 1 : 0; }
  void force(const element::LawIn& in, element::LawOut& out) const noexcept override {
    for (int i = 0; i < n_; ++i) {
      out.Q[i] = state_ && i == 0 ? 0.3 * in.z[0] : 0.0;
      for (int j = 0; j < n_; ++j) out.Q[i] -= k(i, j) * in.s[j] + 0.2 * k(i, j) * in.ds[j];
    }
    if (state_) out.e[0] = 2 * in.s[0] - 0.7 * in.ds[0] * in.z[0] - in.z[0];
  }
  void derivatives(const element::LawIn& in, element::LawOut& out) const noexcept override {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        out.Q_s[i][j] = -k(i, j);
        out.Q_ds[i][j] = -0.2 * k(i, j);
      }
    if (!state_) return;
    for (int i = 0; i < n_; ++i) {
      out.Q_z[i][0] = i == 0 ? 0.3 : 0.0;
      out.e_s[0][i] = i == 0 ? 2.0 : 0.0;
      out.e_ds[0][i] = i == 0 ? -0.7 * in.z[0] : 0.0;
    }
    out.e_z[0][0] = -0.7 * in.ds[0] - 1;
  }

 private:
  static double k(int i, int j) noexcept { return i == j ? 3.0 + i : 0.4 / (1 + i + j); }
  int n_;
  bool state_;
};

class Breeze final : public element::BodyForce {  // drag and a couple, depending on pose and twist
 public:
  void force(const element::BodyForceIn& in, element::BodyForceOut& out) const noexcept override {
    out.wrench << rotation::cross(in.R.col(0), in.v) - 0.3 * in.w, -0.5 * in.v + in.R.col(2) - in.p;
  }
  void derivatives(const element::BodyForceIn& in,
                   element::BodyForceOut& out) const noexcept override {
    const Vec3 x = in.R.col(0), z = in.R.col(2);
    out.by_place.setZero();
    out.by_twist.setZero();
    out.by_place.topLeftCorner<3, 3>() = rotation::skew(in.v) * rotation::skew(x);
    out.by_place.bottomLeftCorner<3, 3>() = -rotation::skew(z);
    out.by_place.bottomRightCorner<3, 3>() = -Mat3::Identity();
    out.by_twist.topLeftCorner<3, 3>() = -0.3 * Mat3::Identity();
    out.by_twist.topRightCorner<3, 3>() = rotation::skew(x);
    out.by_twist.bottomRightCorner<3, 3>() = -0.5 * Mat3::Identity();
  }
  double report(const element::BodyForceIn&) const noexcept override { return 0; }
};

// A force between two bodies with three states, of which the first two depend on each other.
class Tether final : public element::BodyForce {
 public:
  int states() const noexcept override { return 3; }
  void force(const element::BodyForceIn& in, element::BodyForceOut& out) const noexcept override {
    const Vec3 x = in.R.col(0), y = in.R.col(1);
    out.wrench << rotation::cross(x, in.v) - 0.3 * in.w + in.z[0] * y,
        -0.5 * in.v + in.R.col(2) + in.z[1] * x - (1 + in.z[2]) * in.p;
    out.e[0] = 0.3 * in.z[1] - in.z[0] + in.v.dot(x);
    out.e[1] = 0.5 * in.z[0] - 2 * in.z[1] + in.w.dot(in.p);
    out.e[2] = -in.z[2] * (1 + in.v.squaredNorm());
  }
  void derivatives(const element::BodyForceIn& in,
                   element::BodyForceOut& out) const noexcept override {
    using rotation::skew;
    const Vec3 x = in.R.col(0), y = in.R.col(1), z = in.R.col(2);
    out.by_place.setZero();
    out.by_twist.setZero();
    out.by_place.topLeftCorner<3, 3>() = skew(in.v) * skew(x) - in.z[0] * skew(y);
    out.by_place.bottomLeftCorner<3, 3>() = -skew(z) - in.z[1] * skew(x);
    out.by_place.bottomRightCorner<3, 3>() = -(1 + in.z[2]) * Mat3::Identity();
    out.by_twist.topLeftCorner<3, 3>() = -0.3 * Mat3::Identity();
    out.by_twist.topRightCorner<3, 3>() = skew(x);
    out.by_twist.bottomRightCorner<3, 3>() = -0.5 * Mat3::Identity();
    for (int k = 0; k < 2; ++k) {
      out.by_z[k].setZero();
      out.e_place[k].setZero();
      out.e_twist[k].setZero();
    }
    out.by_z[0].col(0).head<3>() = y;
    out.by_z[0].col(1).tail<3>() = x;
    out.by_z[1].col(0).tail<3>() = -in.p;
    out.e_place[0].row(0).head<3>() = rotation::cross(x, in.v).transpose();
    out.e_twist[0].row(0).tail<3>() = x.transpose();
    out.e_place[0].row(1).tail<3>() = in.w.transpose();
    out.e_twist[0].row(1).head<3>() = in.p.transpose();
    out.e_twist[1].row(0).tail<3>() = -2 * in.z[2] * in.v.transpose();
    out.e_z[0][0] = -1, out.e_z[0][1] = 0.3;
    out.e_z[1][0] = 0.5, out.e_z[1][1] = -2;
    out.e_z[2][0] = -(1 + in.v.squaredNorm()), out.e_z[2][1] = 0;
  }
  double report(const element::BodyForceIn&) const noexcept override { return 0; }
};

// Loops are closed in the design poses: all coordinates zero satisfy the constraints.
inline std::shared_ptr<Model> random_model(const RandomModel& options) {
  std::mt19937 random(options.seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&] { return Vec3(unit(random), unit(random), unit(random)); };
  const auto turn = [&] { return Mat3(rotation::matrix_of(rotation::exp(2 * vector()))); };
  const auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  auto model = std::make_shared<Model>();
  model->name = "random";
  model->gravity = {1, -2, -9};
  for (int b = 1; b <= options.bodies; ++b) {
    Body body;
    body.name = "b" + std::to_string(b);
    body.mass = 1.5 + unit(random);
    body.centre = 0.3 * vector();
    const Mat3 A = turn();
    body.inertia = A * Vec3(0.3, 0.4, 0.5).asDiagonal() * A.transpose();
    body.design = {turn(), vector()};
    model->bodies.push_back(body);
  }
  const auto joint = [&](int in, int out, const element::JointEntry* type,
                         const std::string& name) {
    Joint j;
    j.name = name;
    j.type = type;
    const Frame where{turn(), vector()};
    j.inboard = {in, model->bodies[static_cast<std::size_t>(in)].design.inverse() * where};
    j.outboard = {out, model->bodies[static_cast<std::size_t>(out)].design.inverse() * where};
    j.pitch = type->has_pitch ? 0.8 : 0;
    j.cardan = options.cardan;
    return j;
  };
  int types = 0;  // types that exist in all coordinates; they come first
  while (!element::joints[static_cast<std::size_t>(types)]->joint_coordinates_only) ++types;
  for (int b = 1; b <= options.bodies; ++b) {
    const int parent = pick(b);
    const element::JointEntry* type = element::joints[static_cast<std::size_t>(pick(types))];
    const bool swap = pick(4) == 0 && parent != 0;
    model->joints.push_back(swap ? joint(b, parent, type, "j" + std::to_string(b))
                                 : joint(parent, b, type, "j" + std::to_string(b)));
    model->joints.back().cut = false;
    if (!options.general || pick(2) == 0) continue;
    const int coordinates = 1 + pick(element::max_motion_coordinates);
    Joint& j = model->joints.back();
    j.type = WavyJoint::with(coordinates);
    j.pitch = 0;
    j.motion = std::make_shared<WavyMotion>(coordinates, options.seed + 97u * b);
  }
  for (int l = 0; l < options.loops; ++l) {
    const int a = pick(options.bodies + 1);
    int b = pick(options.bodies + 1);
    if (a == b) b = (b + 1) % (options.bodies + 1);
    const element::JointEntry* type = element::joints[static_cast<std::size_t>(pick(types))];
    if (type->cut.empty()) type = &element::Spherical::entry;
    model->joints.push_back(joint(a, b, type, "loop" + std::to_string(l)));
    model->joints.back().cut = true;
  }
  if (!options.forces || options.bodies < 2) return model;
  const auto attach = [&](int b) { return Attachment{b, Frame{turn(), vector()}}; };
  using element::MeasureKind;
  const auto law = [&](const std::string& name, std::vector<MeasureKind> kinds, bool state) {
    Force f;
    f.name = name;
    f.type = "test";
    f.law = std::make_shared<LinearLaw>(static_cast<int>(kinds.size()), state);
    const Attachment a = attach(pick(options.bodies + 1)), b = attach(1 + pick(options.bodies));
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      ModelMeasure m;
      m.measure = {kinds[k], a, b, static_cast<int>(k % 3), static_cast<int>((k + 1) % 3), 1.3};
      f.measures.push_back(m);
    }
    if (a.body == b.body) return;
    model->forces.push_back(f);
  };
  law("distance", {MeasureKind::distance}, true);
  law("angle", {MeasureKind::angle}, false);
  law("along", {MeasureKind::along, MeasureKind::dot}, true);
  law("six",
      {MeasureKind::along, MeasureKind::along, MeasureKind::along, MeasureKind::twist,
       MeasureKind::twist, MeasureKind::twist},
      false);
  Force breeze;
  breeze.name = "breeze";
  breeze.type = "test";
  breeze.body_force = std::make_shared<Breeze>();
  breeze.on = attach(1 + pick(options.bodies));
  model->forces.push_back(breeze);
  law("three", {MeasureKind::along, MeasureKind::along, MeasureKind::along}, false);
  Force tether;
  tether.name = "tether";
  tether.type = "test";
  tether.attach = element::Attach::frames;
  tether.body_force = std::make_shared<Tether>();
  tether.from = attach(pick(options.bodies + 1));
  tether.on = attach(pick(options.bodies + 1));
  if (tether.from.body != tether.on.body) model->forces.push_back(tether);
  return model;
}

}  // namespace takt::test
