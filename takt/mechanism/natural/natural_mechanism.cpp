#include "takt/mechanism/natural/natural_mechanism.hpp"

#include <cstring>

#include "takt/mechanism/natural/carriers.hpp"
#include "takt/mechanism/natural/work.hpp"

namespace takt::mechanism::natural {

std::unique_ptr<Scratch> NaturalMechanism::make_scratch() const {
  auto w = std::make_unique<Work>(*model_);
  w->moved.resize(model_->bodies.size());
  w->K = linear::Patterned(whole_.K);
  w->K_lambda = linear::Patterned(whole_.K_lambda);
  if (thin_.thins()) w->whole_K = w->whole_C = linear::Patterned(whole_.K);
  for (Vector* x : {&w->x, &w->v, &w->a, &w->r}) *x = Vector::Zero(3 * torn_.entities);
  return w;
}

void NaturalMechanism::evaluate(const Point& p, Need need, Terms& out,
                                Scratch& scratch) const noexcept {
  Work& work = downcast<Work>(scratch);
  const std::size_t size_of_M = whole_.M_values.size() * sizeof(double);
  if ((need & Term::M) && size_of_M > 0)  // without coordinates there is no memory to copy
    std::memcpy(out.M.values().data(), whole_.M_values.data(), size_of_M);
  constexpr Need rows = Term::g | Term::G | Term::gI | Term::gamma | Term::Gv_q | Term::K_lambda_v;
  if ((need.bits & rows.bits) != 0) evaluate_rows(whole_, p, need, out);

  Forces forces;
  if (need & Term::f) forces.f = &out.f;
  if (need & Term::e) forces.e = &out.e;
  if (need & Term::K) forces.K = &out.K;
  if (need & Term::C) forces.C = &out.C;
  if (need & Term::f_z) forces.f_z = &out.f_z;
  if (need & Term::e_qvz) {
    forces.e_q = &out.e_q;
    forces.e_v = &out.e_v;
    forces.e_z = &out.e_z;
  }
  if (need & Term::K_full) forces.K_all = &work.K;
  {
    const ThinPattern::Widened K(thin_, out.K, work.whole_K, need & Term::K),
        C(thin_, out.C, work.whole_C, need & Term::C);
    for (linear::Patterned* A :
         {forces.K, forces.C, forces.K_all, forces.f_z, forces.e_q, forces.e_v, forces.e_z})
      if (A) clear(*A);
    evaluate_forces(whole_, p, forces);
  }
  if (need & Term::K_v) {
    out.K_v.setZero();
    add_stiffness_product(whole_, p, out.K_v);
  }
  if (need & Term::f_t) evaluate_by_time(whole_, p, out);
  if (need & Term::lambda_t) out.lambda_t.setZero();  // turning rows: the caller uses differences
  if (need & Term::K_lambda) {
    clear(out.K_lambda);
    add_curvature(whole_, p, out.K_lambda);
  }
  if (need & Term::K_full) {  // M is constant, so it adds nothing
    clear(work.K_lambda);
    add_curvature(whole_, p, work.K_lambda);
    clear(out.K_full);
    full_.add(0, 1, work.K, out.K_full);
    full_.add(1, 1, work.K_lambda, out.K_full);
  }
  if (need & Term::f_lambda) out.f_lambda.set_zero();
}

double NaturalMechanism::potential(const Point& p, Scratch&) const noexcept {
  return natural::potential(whole_, p);
}

void NaturalMechanism::record(const Point& p, Vector& record, Scratch&) const noexcept {
  record_abrupt(whole_, p, record.data());
}
void NaturalMechanism::linear_step_force(const Vector& start, const Vector& trial, const Vector& dq,
                                         Vector& force) const noexcept {
  abrupt_linear_step_force(whole_, start.data(), trial.data(), dq, force);
}
void NaturalMechanism::step_force(const Point& p, const Vector& start, Vector& force,
                                  Vector& end_force, Scratch&) const noexcept {
  abrupt_step_force(whole_, p, start.data(), force, end_force);
}
void NaturalMechanism::add_step_stiffness(const Point& p, const Vector& start, double c,
                                          linear::Patterned& K, Scratch& scratch) const noexcept {
  thin_.add_to(K, downcast<Work>(scratch).whole_K, [&](linear::Patterned& whole) {
    add_abrupt_stiffness(whole_, p, start.data(), c, whole);
  });
}

void NaturalMechanism::power(const Point& p, ElementPower& out, Scratch&) const noexcept {
  const void* const pushes_hardest = natural::power(whole_, p, out);
  out.element = -1;
  for (int i = 0; i < model_->forces.count(); ++i) {
    const Force& f = model_->forces[i];
    if (pushes_hardest != nullptr &&
        (pushes_hardest == f.law.get() || pushes_hardest == f.body_force.get()))
      out.element = i;
  }
}

State NaturalMechanism::initial() const {
  List<Motion> design(model_->bodies.size());
  for (int b = 0; b < design.count(); ++b) {
    design[b].R = model_->bodies[b].design.R;
    design[b].p = model_->bodies[b].design.p;
  }
  return state_of(design, 0);
}

State NaturalMechanism::state_of(std::span<const Motion> bodies, double t) const {
  State s;
  s.t = t;
  s.q = s.v = s.a = Vector::Zero(shape_.nv);
  s.lambda = Vector::Zero(shape_.ng);
  s.z = Vector::Zero(shape_.nz);
  for (const Entity& e : parts_.entities) {
    if (e.place < 0) continue;
    const auto& [index, slot] = e.carried_by.front();
    const Part& part = parts_.all[index];
    const Vec3& local = part.slots[slot].local;
    const Motion& body = bodies[part.root];
    if (e.point) {
      const Motion m = body.of({Mat3::Identity(), local});
      s.q.segment<3>(3 * e.place) = m.p;
      s.v.segment<3>(3 * e.place) = m.v;
      s.a.segment<3>(3 * e.place) = m.dv;
    } else {
      const Vec3 u = body.R * local, du = rotation::cross(body.w, u);
      s.q.segment<3>(3 * e.place) = u;
      s.v.segment<3>(3 * e.place) = du;
      s.a.segment<3>(3 * e.place) = rotation::cross(body.dw, u) + rotation::cross(body.w, du);
    }
  }
  Excitation u{Vector::Zero(shape_.nu), Vector::Zero(shape_.nu), Vector::Zero(shape_.nu)};
  List<double> inputs;
  for (const Signal& signal : model_->signals)
    if (signal.function == nullptr) inputs.push_back(signal.input);
  excite(t, inputs, u);
  steady(whole_, Point{s.q, s.v, s.a, s.lambda, s.z, u}, s.z);
  return s;
}

}  // namespace takt::mechanism::natural
