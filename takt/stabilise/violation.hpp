// The base class of all projections: violations, corrections of q and v, and the record of how much
// a step was corrected.
#pragma once

#include "takt/eom/evaluator.hpp"
#include "takt/stabilise/stabiliser.hpp"

namespace takt {

class RecordingStabiliser : public Stabiliser {
 public:
  const Vector& moved_q() const noexcept final { return moved_q_; }
  const Vector& moved_v() const noexcept final { return moved_v_; }

 protected:
  explicit RecordingStabiliser(Evaluator& eval)
      : eval_(eval), moved_q_(Vector::Zero(eval.shape().nv)), moved_v_(moved_q_), dq_(moved_q_),
        dv_(moved_q_), q_(Vector::Zero(eval.shape().nq)), g_(Vector::Zero(eval.shape().ng)),
        gv_(g_) {}

  void forget_moves() noexcept {
    moved_q_.setZero();
    moved_v_.setZero();
  }
  void move_q(State& s, const Vector& dq, double factor) noexcept {  // q <- q (+) -factor dq
    dq_ = -factor * dq;
    eval_.retract(s.q, dq_, q_);
    s.q = q_;
    moved_q_ -= dq_;
  }
  void move_v(State& s, const Vector& dv, double factor) noexcept {
    for (Index i = 0; i < dv.size(); ++i) {
      const double d = factor * dv[i];
      s.v[i] -= d;
      moved_v_[i] += d;
    }
  }
  void position_violation(const Terms& t) noexcept {
    for (Index i = 0; i < g_.size(); ++i) g_[i] = is_position(i) ? t.g[i] : 0;
  }
  void velocity_violation(const Terms& t, const Vector& v) noexcept {
    gv_ = t.gI;
    t.G.multiply_add(1, v, gv_);
  }
  bool is_position(Index i) const noexcept {
    return eval_.shape().row_level[i] == RowLevel::position;
  }

  Evaluator& eval_;
  Vector moved_q_, moved_v_;
  Vector dq_, dv_, q_;  // workspace
  Vector g_, gv_;       // violations
};

}  // namespace takt
