#include "takt/mechanism/stiff_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "takt/eom/evaluator.hpp"
#include "takt/linear/decomposition/eigenpairs.hpp"
#include "takt/mechanism/mechanism.hpp"

namespace takt::mechanism {
namespace {

// A force seen from the rates that it depends on: the rates of its measures, of both points of a
// distance, or the twist of its frame.
struct Slopes {
  Matrix k, d;        // -d(force)/d(displacement), -d(force)/d(rate)
  bool idle = false;  // no force and no slope
};

bool by_points(const ModelMeasure& m) noexcept {
  return m.joint < 0 && m.measure.kind == element::MeasureKind::distance;
}

int rates_of(const Force& f) noexcept {
  if (f.body_force != nullptr) return 6;
  int n = 0;
  for (const ModelMeasure& m : f.measures) n += by_points(m) ? 3 : 1;
  return n;
}

Motion frame_of(const Attachment& a, std::span<const Motion> bodies) noexcept {
  return bodies[a.body].of(a.frame);
}

Motion motion_of_frame(const Force& f, std::span<const Motion> bodies) noexcept {
  const Motion on = frame_of(f.on, bodies);
  return f.between_bodies() ? on.seen_from(frame_of(f.from, bodies)) : on;
}

Slopes slopes_of_law(const Force& f, const element::LawOut& out, std::span<const Motion> bodies) {
  const Index n = f.measures.count(), rates = rates_of(f);
  Slopes slopes{Matrix::Zero(rates, rates), Matrix::Zero(rates, rates), true};
  Matrix S = Matrix::Zero(n, rates), Q_s(n, n), Q_ds(n, n);  // S: ds/d(displacement)
  Index at = 0;
  for (Index k = 0; k < n; ++k) {
    const ModelMeasure& m = f.measures[k];
    if (by_points(m)) {
      const Vec3 d = frame_of(m.measure.b, bodies).p - frame_of(m.measure.a, bodies).p;
      const double length = std::max(d.norm(), 1e-12);
      const Vec3 along = d / length;
      S.block<1, 3>(k, at) = along.transpose();
      slopes.k.block<3, 3>(at, at) -=
          out.Q[k] / length * (Mat3::Identity() - along * along.transpose());
      at += 3;
    } else {
      S(k, at++) = 1;
    }
    slopes.idle = slopes.idle && out.Q[k] == 0;
    for (Index l = 0; l < n; ++l) {
      Q_s(k, l) = out.Q_s[k][l];
      Q_ds(k, l) = out.Q_ds[k][l];
    }
  }
  slopes.k -= S.transpose() * Q_s * S;
  slopes.d -= S.transpose() * Q_ds * S;
  slopes.idle = slopes.idle && Q_s.isZero(0) && Q_ds.isZero(0);
  return slopes;
}

Slopes slopes_of_body_force(const element::BodyForceOut& out) {
  const bool idle = out.wrench.isZero(0) && out.by_place.isZero(0) && out.by_twist.isZero(0);
  return {-out.by_place, -out.by_twist, idle};
}

double largest_eigenvalue(const Matrix& A) {
  return A.allFinite() && A.size() > 0 ? linear::eigenpairs(A).values.cwiseAbs().maxCoeff()
                                       : std::numeric_limits<double>::infinity();
}

}  // namespace

// The rates that a force depends on, at the velocities of a point.
Vector Mechanism::rates_of_force(int force, const Point& p, std::span<const Motion> bodies,
                                 Scratch& scratch) const {
  const Force& f = model_->forces[force];
  Vector rates(rates_of(f));
  if (f.body_force != nullptr) {
    const Motion m = motion_of_frame(f, bodies);
    rates << m.w, m.v;
    return rates;
  }
  Index at = 0;
  for (const ModelMeasure& m : f.measures) {
    if (by_points(m)) {
      rates.segment<3>(at) = frame_of(m.measure.b, bodies).v - frame_of(m.measure.a, bodies).v;
      at += 3;
    } else {
      measure_value(m, p, bodies, scratch, &rates[at++]);
    }
  }
  return rates;
}

std::vector<StiffForce> Mechanism::judge_forces(double h, const State& start,
                                                std::span<const double> inputs) const {
  std::vector<StiffForce> judged;
  for (int i = 0; i < model_->forces.count(); ++i)
    if (model_->forces[i].by_step) judged.push_back({.force = i});
  if (judged.empty()) return judged;

  Evaluator eval(*this);
  std::copy_n(inputs.begin(), std::min(inputs.size(), eval.inputs().size()), eval.inputs().begin());
  State s = start;
  s.a = Vector::Zero(shape_.nv);
  s.lambda = Vector::Zero(shape_.ng);
  for (int pass = 0; pass < 2; ++pass) {  // forces may depend on the multipliers (creep)
    eval.place(Slot::start, s);
    const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::G | Term::gamma);
    if (eval.mass_saddle(Slot::start).status() != Status::ok) return judged;  // all implicit
    s.a = t.f;
    s.lambda = -t.gamma;
    eval.mass_saddle(Slot::start).solve(s.a, s.lambda);
  }
  eval.place(Slot::start, s);
  eval.at(Slot::start, Term::M | Term::G);
  linear::Saddle& saddle = eval.mass_saddle(Slot::start);
  const Point p = eval.point(Slot::start);
  std::vector<Motion> bodies(model_->bodies.size());

  // R of all forces, column by column: rates are affine in v.
  std::vector<Matrix> R;
  std::vector<Vector> still;
  Vector v = Vector::Zero(shape_.nv);
  const Point moving{p.q, v, p.a, p.lambda, p.z, p.u};
  motions(moving, bodies, eval.scratch());
  for (const StiffForce& f : judged) {
    still.push_back(rates_of_force(f.force, moving, bodies, eval.scratch()));
    R.emplace_back(still.back().size(), shape_.nv);
  }
  for (Index j = 0; j < shape_.nv; ++j) {
    v[j] = 1;
    motions(moving, bodies, eval.scratch());
    for (std::size_t i = 0; i < judged.size(); ++i)
      R[i].col(j) = rates_of_force(judged[i].force, moving, bodies, eval.scratch()) - still[i];
    v[j] = 0;
  }

  motions(p, bodies, eval.scratch());
  Vector x, y(shape_.ng);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    StiffForce& f = judged[i];
    const Force& force = model_->forces[f.force];
    element::LawOut law;
    element::BodyForceOut body;
    slopes_of_force(f.force, p, bodies, eval.scratch(), law, body);
    const Slopes own = force.body_force != nullptr ? slopes_of_body_force(body)
                                                   : slopes_of_law(force, law, bodies);
    Matrix mobility(R[i].rows(), R[i].rows());  // R W R'
    for (Index k = 0; k < R[i].rows(); ++k) {
      x = R[i].row(k).transpose();
      y.setZero();
      saddle.solve(x, y);
      mobility.col(k) = R[i] * x;
    }
    f.h_omega = h * std::sqrt(largest_eigenvalue(mobility * own.k));
    f.h_damping = h * largest_eigenvalue(mobility * own.d);
    const bool stiff_states = force.law != nullptr ? force.law->stiff() : force.body_force->stiff();
    if (own.idle)
      f.why = StiffForce::Why::idle;
    else if (stiff_states)
      f.why = StiffForce::Why::states;
    else if (force.law != nullptr && force.law->abrupt())
      f.why = StiffForce::Why::stop;
    f.implicit = f.why != StiffForce::Why::numbers ||
                 !(f.h_omega <= explicit_limit && f.h_damping <= explicit_limit);
  }
  return judged;
}

std::shared_ptr<const EquationsOfMotion> Mechanism::for_step(double h, const State& start,
                                                             std::span<const double> inputs) const {
  const auto model = std::make_shared<Model>(*model_);
  for (const StiffForce& f : judge_forces(h, start, inputs)) {
    model->forces[f.force].explicit_only = !f.implicit;
    model->forces[f.force].by_step = false;
  }
  return compile(model, coordinates());
}

const StepDependent* Mechanism::step_dependent() const noexcept {
  const auto& forces = model_->forces;
  const bool any =
      std::any_of(forces.begin(), forces.end(), [](const Force& f) { return f.by_step; });
  return any ? this : nullptr;
}

}  // namespace takt::mechanism
