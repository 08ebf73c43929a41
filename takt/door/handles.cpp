#include "takt/door/parts.hpp"

namespace takt {

InputHandle& InputHandle::operator=(double value) noexcept {
  parts_->live->engine.inputs()[index_] = value;
  parts_->forget();
  return *this;
}
void InputHandle::set_rate(double per_second) noexcept {
  parts_->live->engine.input_rates()[index_] = per_second;
  parts_->forget();
}
double InputHandle::value() const noexcept { return parts_->live->engine.inputs()[index_]; }

double OutputHandle::value() const noexcept { return parts_->look().monitor.outputs()[index_]; }

Pose BodyHandle::pose() const noexcept {
  const double* x = &parts_->look().monitor.observed(Observe::bodies)[column_];
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}};
}
Twist BodyHandle::twist() const noexcept {
  const double* x = &parts_->look().monitor.observed(Observe::bodies)[column_ + 7];
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
Twist BodyHandle::acceleration() const noexcept {
  const Motion& body = parts_->motions()[body_];
  const Vec3& centre = parts_->live->open.mechanism->model().bodies[body_].centre;
  const Motion m = body.of({Mat3::Identity(), centre});
  return {m.dv, m.R.transpose() * m.dw};
}
Eigen::Vector3d BodyHandle::point(const Eigen::Vector3d& local) const noexcept {
  const Motion& body = parts_->motions()[body_];
  return body.p + body.R * local;
}

// The velocity of a point is affine in v: its columns are the velocities for unit v.
Matrix BodyHandle::point_jacobian(const Eigen::Vector3d& local) const {
  const Point p = parts_->place();
  door::LiveModel& live = *parts_->live;
  std::vector<Motion> all(live.motions.size());
  const Index n = p.v.size();
  const Vector zero = Vector::Zero(n);
  const auto velocity = [&](const Vector& v) -> Vec3 {
    const Point at{p.q, v, zero, p.lambda, p.z, p.u};
    live.open.mechanism->motions(at, all, live.eval.scratch());
    return all[body_].of({Mat3::Identity(), local}).v;
  };
  const Vec3 driven = velocity(zero);
  Matrix J(3, n);
  Vector v = zero;
  for (Index k = 0; k < n; ++k) {
    v[k] = 1;
    J.col(k) = velocity(v) - driven;
    v[k] = 0;
  }
  return J;
}

Wrench JointHandle::reaction() const noexcept {
  const double* x = &parts_->look().monitor.observed(Observe::reactions)[column_];
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

}  // namespace takt
