// The messages of bdf when it fails.
#include <gtest/gtest.h>

#include "takt/integrator/bdf.hpp"
#include "tests/unit/integrator/no_stabiliser.hpp"

namespace takt::test {
namespace {

// A mass held by a drive, x = u(t), in the form 002 (7): y = (x, v, lambda, eta). At t = 0.5 the
// velocity of the drive jumps by `jump`, or the force of the mass is not a number.
class DrivenMassForm final : public ResidualForm {
 public:
  double jump = 0;
  bool breaks = false;

  Index size() const noexcept override { return 4; }
  void pack(const State& s, Vector& y, Vector& dy) const noexcept override {
    y << s.q[0], s.v[0], s.lambda[0], 0;
    dy << s.v[0], s.a[0], 0, 0;
  }
  void unpack(const Vector& y, const Vector& dy, State& s) const noexcept override {
    s.q[0] = y[0];
    s.v[0] = y[1];
    s.a[0] = dy[1];
    s.lambda[0] = y[2];
  }
  void excite(double t, Excitation& e) noexcept override {
    t_ = t;
    const double late = std::max(0.0, t - 0.5);
    e.u[0] = std::sin(t) + jump * late;
    e.du[0] = std::cos(t) + (late > 0 ? jump : 0);
    e.ddu[0] = -std::sin(t);
  }
  void residual(const Vector& y, const Vector& dy, const Excitation& u,
                Vector& F) noexcept override {
    F[0] = dy[0] - y[1] + y[3];
    F[1] = dy[1] + y[2] + (breaks && t_ > 0.5 ? std::nan("") : 0);
    F[2] = y[1] - u.du[0];
    F[3] = y[0] - u.u[0];
  }
  const linear::SharedPattern& structure() const noexcept override { return structure_; }
  const linear::SharedPattern& leading_structure() const noexcept override { return leading_; }
  void leading_block(const Vector&, const Excitation&, linear::Patterned& B) noexcept override {
    B.values().setOnes();
  }
  bool has_jacobian() const noexcept override { return false; }
  void jacobian(const Vector&, const Vector&, const Excitation&,
                linear::Patterned&) noexcept override {}
  const Vector& counts() const noexcept override { return counts_; }
  std::string component(Index i) const override {
    return std::array{"q of x", "v of x", "multiplier of drive",
                      "position correction of drive"}[static_cast<std::size_t>(i)];
  }

 private:
  double t_ = 0;
  Vector counts_{{1, 1, 0, 0}};
  linear::SharedPattern structure_ = linear::full_pattern(4, 4);
  linear::SharedPattern leading_ = linear::pattern_of(4, 4, {{0, 0}, {1, 1}});
};

struct Outcome {
  Status status = Status::ok;
  double t = 0;
  std::string failure;
  State state;
};

Outcome run(DrivenMassForm& form, double until) {
  Counters counters;
  NoStabiliser none;
  const auto bdf = make_bdf({form, counters, 1, nullptr}, {MatrixSource::dense}, {});
  State now, next;
  now.q = Vector::Zero(1);
  now.v = Vector::Ones(1);
  now.a = now.lambda = Vector::Zero(1);
  next = now;
  bdf->prepare(now, 1e-3);
  Outcome o;
  while (now.t < until && o.status == Status::ok) {
    o.status = bdf->step(now, next, {until - now.t, until}, none).status;
    if (o.status == Status::ok) std::swap(now, next);
  }
  o.t = now.t;
  o.failure = bdf->failure();
  bdf->interpolate(std::min(until, now.t), now);
  o.state = now;
  return o;
}

TEST(BdfFailure, SmoothDrivesPass) {
  DrivenMassForm form;
  const Outcome o = run(form, 1);
  EXPECT_EQ(o.status, Status::ok);
  EXPECT_EQ(o.failure, "");
  EXPECT_NEAR(o.state.q[0], std::sin(1.0), 1e-6);
  EXPECT_NEAR(o.state.v[0], std::cos(1.0), 1e-5);
  EXPECT_NEAR(o.state.lambda[0], std::sin(1.0), 1e-3);
}

TEST(BdfFailure, AVelocityThatJumpsIsNamed) {
  DrivenMassForm form;
  form.jump = 0.1;
  const Outcome o = run(form, 1);
  EXPECT_EQ(o.status, Status::not_converged);
  EXPECT_NEAR(o.t, 0.5, 1e-6);
  EXPECT_NE(o.failure.find("a constraint on velocities jumps by 0.1 "), std::string::npos)
      << o.failure;
  EXPECT_NE(o.failure.find("multiplier of drive"), std::string::npos) << o.failure;
}

TEST(BdfFailure, ACorrectorThatFailsNamesWhereAndWhat) {
  DrivenMassForm form;
  form.breaks = true;
  const Outcome o = run(form, 1);
  EXPECT_NE(o.status, Status::ok);
  EXPECT_NE(o.failure.find("at t = 0.4"), std::string::npos) << o.failure;
  EXPECT_NE(o.failure.find("order "), std::string::npos) << o.failure;
  EXPECT_NE(o.failure.find("step "), std::string::npos) << o.failure;
  EXPECT_NE(o.failure.find("worst: v of x"), std::string::npos) << o.failure;
}

}  // namespace
}  // namespace takt::test
