// Small models for the tests of natural coordinates, and elements that exercise every derivative.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "takt/element/joint/catalogue.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/spatial/rotation.hpp"

namespace takt::mechanism {

inline Mat3 turn(const Vec3& Theta) { return rotation::matrix_of(rotation::exp(Theta)); }
inline Frame at(const Vec3& p, const Mat3& R = Mat3::Identity()) { return {R, p}; }
// A frame at p whose z axis has the direction of `axis`.
inline Frame along(const Vec3& p, const Vec3& axis) {
  const Vec3 z = axis.normalized();
  const Vec3 x =
      rotation::cross(std::abs(z[0]) < 0.9 ? Vec3::UnitX() : Vec3::UnitY(), z).normalized();
  Mat3 R;
  R << x, rotation::cross(z, x), z;
  return {R, p};
}

// Builds models from frames that are given in world axes in the design pose.
struct Build {
  std::shared_ptr<Model> model = std::make_shared<Model>();

  int body(const std::string& name, double mass, const Vec3& centre, const Vec3& principal,
           const Frame& design = {}) {
    Body b;
    b.name = name;
    b.where = "test:" + name;
    b.mass = mass;
    b.design = design;
    b.centre = design.inverse() * centre;
    const Mat3 R = turn({0.1, -0.2, 0.3});
    b.inertia = R * principal.asDiagonal() * R.transpose();
    model->bodies.push_back(b);
    return static_cast<int>(model->bodies.size()) - 1;
  }
  Attachment on(int body, const Frame& world) const {
    return {body, model->bodies[static_cast<std::size_t>(body)].design.inverse() * world};
  }
  int joint(const std::string& name, const char* type, int a, int b, const Frame& world) {
    Joint j;
    j.name = name;
    j.type = element::find_joint(type);
    j.inboard = on(a, world);
    j.outboard = on(b, world);
    model->joints.push_back(j);
    return static_cast<int>(model->joints.size()) - 1;
  }
  int signal(std::function<element::SignalValue(double)> f) {
    struct Function : element::SignalFunction {
      std::function<element::SignalValue(double)> f;
      element::SignalValue value(double t) const noexcept override { return f(t); }
    };
    auto function = std::make_shared<Function>();
    function->f = std::move(f);
    Signal s;
    s.name = "u" + std::to_string(model->signals.size());
    s.function = function;
    model->signals.push_back(s);
    return static_cast<int>(model->signals.size()) - 1;
  }
  int wave() {
    return signal([](double t) {
      return element::SignalValue{0.3 * std::sin(2 * t), 0.6 * std::cos(2 * t),
                                  -1.2 * std::sin(2 * t)};
    });
  }
  Constraint& constraint(const std::string& name, Constraint::Kind kind) {
    Constraint c;
    c.name = name;
    c.kind = kind;
    model->constraints.push_back(c);
    return model->constraints.back();
  }
  Force& force(const std::string& name, std::shared_ptr<const element::Law> law,
               std::vector<ModelMeasure> measures) {
    Force f;
    f.name = name;
    f.law = std::move(law);
    f.measures = std::move(measures);
    model->forces.push_back(f);
    return model->forces.back();
  }
};

inline ModelMeasure between(element::MeasureKind kind, const Attachment& a, const Attachment& b,
                            int i = 2, int j = 2) {
  ModelMeasure m;
  m.measure = {kind, a, b, i, j, 1};
  return m;
}
inline ModelMeasure coordinate_of(int joint, int component = 0) {
  ModelMeasure m;
  m.joint = joint;
  m.component = component;
  return m;
}

// Any number of measures, two states, a signal; every variable affects every other.
class TestLaw : public element::Law {
 public:
  explicit TestLaw(int measures, int states = 2) : n_(measures), states_(states) {}
  int measures() const noexcept override { return n_; }
  int states() const noexcept override { return states_; }
  int signals() const noexcept override { return 1; }
  void force(const element::LawIn& in, element::LawOut& out) const noexcept override {
    for (int k = 0; k < n_; ++k) {
      out.Q[k] = in.u[0];
      for (int l = 0; l < n_; ++l)
        out.Q[k] -= stiff(k, l) * std::sin(in.s[l]) + damp(k, l) * in.ds[l] * (1 + in.s[l]);
      for (int m = 0; m < states_; ++m) out.Q[k] += (1 + k + 2 * m) * in.z[m] * in.z[m];
    }
    for (int m = 0; m < states_; ++m) {
      out.e[m] = -in.z[m] * in.z[states_ - 1];
      for (int l = 0; l < n_; ++l) out.e[m] += (m + 1) * in.s[l] * in.s[l] + in.ds[l] * in.z[m];
    }
  }
  void derivatives(const element::LawIn& in, element::LawOut& out) const noexcept override {
    for (int k = 0; k < n_; ++k) {
      for (int l = 0; l < n_; ++l) {
        out.Q_s[k][l] = -stiff(k, l) * std::cos(in.s[l]) - damp(k, l) * in.ds[l];
        out.Q_ds[k][l] = -damp(k, l) * (1 + in.s[l]);
      }
      for (int m = 0; m < states_; ++m) out.Q_z[k][m] = 2 * (1 + k + 2 * m) * in.z[m];
    }
    for (int m = 0; m < states_; ++m) {
      for (int l = 0; l < n_; ++l) {
        out.e_s[m][l] = 2 * (m + 1) * in.s[l];
        out.e_ds[m][l] = in.z[m];
      }
      for (int k = 0; k < states_; ++k) out.e_z[m][k] = 0;
      out.e_z[m][m] -= in.z[states_ - 1];
      out.e_z[m][states_ - 1] -= in.z[m];
      for (int l = 0; l < n_; ++l) out.e_z[m][m] += in.ds[l];
    }
  }

 private:
  static double stiff(int k, int l) { return k == l ? 20 : 1.5 * k - 0.7 * l; }
  static double damp(int k, int l) { return k == l ? 2 : 0.3 * l - 0.2 * k; }
  int n_, states_;
};

// A spring and a damper.
class Spring : public element::Law {
 public:
  Spring(double k, double c, double rest) : k_(k), c_(c), rest_(rest) {}
  void force(const element::LawIn& in, element::LawOut& out) const noexcept override {
    out.Q[0] = -k_ * (in.s[0] - rest_) - c_ * in.ds[0];
  }
  void derivatives(const element::LawIn&, element::LawOut& out) const noexcept override {
    out.Q_s[0][0] = -k_;
    out.Q_ds[0][0] = -c_;
  }
  double potential(const element::LawIn& in) const noexcept override {
    return 0.5 * k_ * (in.s[0] - rest_) * (in.s[0] - rest_);
  }

 private:
  double k_, c_, rest_;
};

// Depends on orientation, position, both velocities, a state and a signal.
class TestBodyForce : public element::BodyForce {
 public:
  int states() const noexcept override { return 1; }
  int signals() const noexcept override { return 1; }
  double report(const element::BodyForceIn&) const noexcept override { return 0; }
  void force(const element::BodyForceIn& in, element::BodyForceOut& out) const noexcept override {
    const Vec3 x = in.R.col(0), y = in.R.col(1), z = in.R.col(2);
    out.wrench.head<3>() = 3 * rotation::cross(x, n) + in.z[0] * z - 0.2 * in.w + in.p[2] * y;
    out.wrench.tail<3>() =
        -2 * in.v + x * in.v.dot(y) - 5 * in.p + in.u[0] * z + rotation::cross(in.w, y);
    out.e[0] = -in.z[0] + in.v.dot(x) + in.w[1] + in.p[0] * in.p[0];
  }
  void derivatives(const element::BodyForceIn& in,
                   element::BodyForceOut& out) const noexcept override {
    const Vec3 x = in.R.col(0), y = in.R.col(1), z = in.R.col(2);
    // Derivatives by theta.
    const Mat3 X = -rotation::skew(x), Y = -rotation::skew(y), Z = -rotation::skew(z);
    out.by_place.setZero();
    out.by_twist.setZero();
    out.by_place.block<3, 3>(0, 0) = -3 * rotation::skew(n) * X + in.z[0] * Z + in.p[2] * Y;
    out.by_place.block<3, 1>(0, 5) = y;
    out.by_twist.block<3, 3>(0, 0) = -0.2 * Mat3::Identity();
    out.by_place.block<3, 3>(3, 0) =
        X * in.v.dot(y) + x * (in.v.transpose() * Y) + in.u[0] * Z + rotation::skew(in.w) * Y;
    out.by_place.block<3, 3>(3, 3) = -5 * Mat3::Identity();
    out.by_twist.block<3, 3>(3, 0) = -rotation::skew(y);
    out.by_twist.block<3, 3>(3, 3) = -2 * Mat3::Identity() + x * y.transpose();
    out.by_z[0].setZero();
    out.by_z[0].block<3, 1>(0, 0) = z;
    out.e_place[0].setZero();
    out.e_place[0].block<1, 3>(0, 0) = in.v.transpose() * X;
    out.e_place[0](0, 3) = 2 * in.p[0];
    out.e_twist[0].setZero();
    out.e_twist[0](0, 1) = 1;
    out.e_twist[0].block<1, 3>(0, 3) = x.transpose();
    out.e_z[0][0] = -1;
  }

 private:
  Vec3 n{0.3, 0.5, -0.8};
};

}  // namespace takt::mechanism
