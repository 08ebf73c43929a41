#include "takt/mechanism/mechanism.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/mechanism/topology.hpp"
#include "takt/model/joint_components.hpp"
#include "takt/model/output_catalogue.hpp"
#include "takt/model/signals.hpp"

namespace takt::mechanism {
namespace {

using element::MeasureKind;

// The signals that a force reads from u(t).
struct Picked {
  std::array<double, 3> u{}, du{};
};

Picked pick(const Force& f, const Excitation& x) noexcept {
  Picked p;
  for (std::size_t k = 0; k < f.signals.size() && k < p.u.size(); ++k) {
    p.u[k] = x.u[f.signals[k]];
    p.du[k] = x.du[f.signals[k]];
  }
  return p;
}

Motion motion_of(const Attachment& a, std::span<const Motion> bodies) noexcept {
  return bodies[a.body].of(a.frame);
}

}  // namespace

Mechanism::Mechanism(std::shared_ptr<const Model> model) : model_(std::move(model)) {
  shape_.nu = static_cast<Index>(model_->signals.size());
  signal_order_ = order_of_signals(*model_);
  for (const Signal& s : model_->signals)
    if (s.function == nullptr)
      names_.inputs.push_back({s.name, s.unit, s.input, s.least, s.most, s.interpolated});
  shape_.inputs = static_cast<Index>(names_.inputs.size());
  for (int i = 0; i < model_->signals.count(); ++i) {
    const Signal& s = model_->signals[i];
    if (s.period == 0) continue;
    for (int part = 0; part < s.function->kept(); ++part) {
      held_.push_back({i, part});
      names_.kept.push_back({s.name, s.function->first(part), s.period});
    }
  }
  for (const Output& o : model_->outputs) {
    names_.outputs.push_back(o.name);
    names_.output_units.push_back(o.unit);
    const bool integral = o.type->rate_of_integral != nullptr;
    integral_of_.push_back(integral ? static_cast<int>(shape_.integrals++) : -1);
    if (integral) names_.kept.push_back({o.name});
  }
  shape_.kept = names_.kept.count();
  shape_.outputs = static_cast<Index>(names_.outputs.size());
  for (const Force& f : model_->forces) {
    first_state_.push_back(static_cast<int>(shape_.nz));
    const int n = f.law ? f.law->states() : f.body_force->states();
    for (int k = 0; k < n; ++k)
      names_.z.push_back(n == 1 ? f.name : f.name + "." + std::to_string(k + 1));
    const bool stiff = f.law ? f.law->stiff() : f.body_force->stiff();
    if (stiff && !f.explicit_only)  // states depend on each other in pairs at most
      for (int k = 0; k < n; k += 2)
        shape_.stiff_states.push_back({shape_.nz + k, std::min(2, n - k)});
    shape_.nz += n;
  }
  multiplier_.assign(model_->forces.size(), -1);
  find_switches();
}

void Mechanism::find_switches() {
  for (int i = 0; i < model_->forces.count(); ++i) {
    const Force& f = model_->forces[i];
    const int n = f.law ? f.law->switches() : f.body_force->switches();
    if (n == 0) continue;
    switching_forces_.push_back(i);
    switches_on_bodies_ = switches_on_bodies_ || f.law == nullptr;
    for (const ModelMeasure& m : f.measures) {
      switches_on_bodies_ = switches_on_bodies_ || m.joint < 0;
      if (m.joint >= 0) switching_coordinates_.push_back({m.joint, m.component});
    }
    for (int k = 0; k < n; ++k) names_of_switches_.push_back("force." + f.name);
  }
  for (int i = 0; i < model_->signals.count(); ++i) {
    const Signal& s = model_->signals[i];
    if (s.function == nullptr || s.period > 0) continue;
    any_kinks_ = any_kinks_ || std::isfinite(s.function->next_kink(-HUGE_VAL));
    const int n = s.function->switches();
    if (n == 0) continue;
    switching_signals_.push_back(i);
    for (int k = 0; k < n; ++k) names_of_switches_.push_back("signal." + s.name);
  }
}

double Mechanism::next_kink(double t) const noexcept {
  double next = HUGE_VAL;
  for (const Signal& s : model_->signals)
    if (s.function != nullptr && s.period == 0) next = std::min(next, s.function->next_kink(t));
  return next;
}

void Mechanism::standard_inputs(std::span<double> inputs) const noexcept {
  std::size_t k = 0;
  for (const Signal& s : model_->signals)
    if (s.function == nullptr && k < inputs.size()) inputs[k++] = s.input;
  k *= 2;  // the rates stay zero
  for (const KeptValue& x : names_.kept)
    if (k < inputs.size()) inputs[k++] = x.standard;
}

void Mechanism::excite(double t, std::span<const double> inputs, Excitation& x) const noexcept {
  evaluate_signals(*model_, signal_order_, t, inputs, x.u.data(), x.du.data(), x.ddu.data());
  const auto last = static_cast<std::ptrdiff_t>(shape_.integrals);
  if (last > 0 && x.integrals.size() == shape_.integrals &&
      std::ssize(inputs) == 2 * shape_.inputs + shape_.kept)
    std::copy(inputs.end() - last, inputs.end(), x.integrals.data());
}

Excitation Mechanism::excitation_at(double t) const {
  const Vector zero = Vector::Zero(shape_.nu);
  Excitation u{zero, zero, zero};
  excite(t, takt::standard_inputs(*model_), u);
  return u;
}

double Mechanism::measure_value(const ModelMeasure& m, const Point& p,
                                std::span<const Motion> bodies, Scratch& scratch,
                                double* rate) const noexcept {
  if (m.joint >= 0) {
    const CoordinateValue c = coordinate(p, m.joint, m.component, bodies, scratch);
    if (rate != nullptr) *rate = c.dq;
    return c.q;
  }
  const element::Measure& e = m.measure;
  const Motion a = motion_of(e.a, bodies), b = motion_of(e.b, bodies);
  const element::Carriers carriers = element::carriers_of(e.kind, e.i, e.j);
  Vec3 y[element::max_carriers], dy[element::max_carriers];
  for (int k = 0; k < carriers.count; ++k) {
    const element::Carrier c = carriers.is[k];
    const Motion& on = c.on_b ? b : a;
    y[k] = c.point ? on.p : Vec3(on.R.col(c.axis));
    dy[k] = c.point ? on.v : rotation::cross(on.w, y[k]);
  }
  element::MeasureValue value;
  element::measure(e.kind, e.i, e.L, y, false, value);
  if (rate != nullptr) {
    *rate = 0;
    for (int k = 0; k < carriers.count; ++k) *rate += value.gradient[k].dot(dy[k]);
  }
  return value.s;
}

// Calls on_body(body force, its motion, its arguments) or on_law(law, its arguments) of a force.
template <class OnBody, class OnLaw>
double Mechanism::at_force(int force, const Point& p, std::span<const Motion> bodies,
                           Scratch& scratch, OnBody on_body, OnLaw on_law) const noexcept {
  const Force& f = model_->forces[force];
  const Picked picked = pick(f, p.u);
  const double* z = p.z.data() + first_state_[force];
  if (f.body_force != nullptr) {
    const Motion on = motion_of(f.on, bodies);
    const Motion m = f.between_bodies() ? on.seen_from(motion_of(f.from, bodies)) : on;
    const element::BodyForceIn in{m.R, m.p, m.w, m.v, z, picked.u.data(), picked.du.data()};
    return on_body(*f.body_force, m, in);
  }
  double s[element::law_measures], ds[element::law_measures];
  for (std::size_t k = 0; k < f.measures.size(); ++k)
    s[k] = measure_value(f.measures[k], p, bodies, scratch, &ds[k]);
  const int row = multiplier_[force];
  const element::LawIn in{
      s, ds, z, picked.u.data(), picked.du.data(), row < 0 ? 0.0 : p.lambda[row]};
  return on_law(*f.law, static_cast<int>(f.measures.size()), in);
}

double Mechanism::force_report(int force, const Point& p, std::span<const Motion> bodies,
                               Scratch& scratch) const noexcept {
  return at_force(
      force, p, bodies, scratch,
      [](const auto& body_force, const Motion&, const auto& in) { return body_force.report(in); },
      [](const auto& law, int, const auto& in) { return law.report(in); });
}

double Mechanism::force_power(int force, const Point& p, std::span<const Motion> bodies,
                              Scratch& scratch) const noexcept {
  return at_force(
      force, p, bodies, scratch,
      [](const auto& body_force, const Motion& m, const auto& in) {
        element::BodyForceOut out;
        body_force.force(in, out);
        return out.wrench.template head<3>().dot(m.w) + out.wrench.template tail<3>().dot(m.v);
      },
      [](const auto& law, int measures, const auto& in) {
        element::LawOut out;
        law.force(in, out);
        double power = 0;
        for (int k = 0; k < measures; ++k)
          if (law.acts_on(k)) power += out.Q[k] * in.ds[k];
        return power;
      });
}

void Mechanism::slopes_of_force(int force, const Point& p, std::span<const Motion> bodies,
                                Scratch& scratch, element::LawOut& law,
                                element::BodyForceOut& body) const noexcept {
  at_force(
      force, p, bodies, scratch,
      [&](const auto& f, const Motion&, const auto& in) {
        f.force_and_derivatives(in, body);
        return 0.0;
      },
      [&](const auto& f, int, const auto& in) {
        f.force(in, law);
        f.derivatives(in, law);
        return 0.0;
      });
}

void Mechanism::switch_values(double t, const Point& p, std::span<double> out,
                              Scratch& scratch) const noexcept {
  const std::span<const Motion> bodies = downcast<Common>(scratch).bodies;
  bool on_bodies = switches_on_bodies_;
  for (const JointCoordinate& c : switching_coordinates_)
    on_bodies = on_bodies || place_of(c.joint, c.component).q < 0;
  if (on_bodies) motions(p, downcast<Common>(scratch).bodies, scratch);
  double* to = out.data();
  for (const int force : switching_forces_)
    at_force(
        force, p, bodies, scratch,
        [&to](const auto& body_force, const Motion&, const auto& in) {
          body_force.switch_values(in, to);
          to += body_force.switches();
          return 0.0;
        },
        [&to](const auto& law, int, const auto& in) {
          law.switch_values(in, to);
          to += law.switches();
          return 0.0;
        });
  for (const int signal : switching_signals_) {
    const Signal& s = model_->signals[signal];
    s.function->switch_values(t, {s.uses, p.u.u.data(), p.u.du.data(), p.u.ddu.data()}, to);
    to += s.function->switches();
  }
}

double Mechanism::row_force(const RowForce& r, const Point& p, std::span<const Motion> bodies,
                            Scratch& scratch) const noexcept {
  if (r.row == RowForce::no_row) return drive_force(r.index, p, scratch);
  const double x = r.factor * p.lambda[r.row];
  return r.by_length ? x * (motion_of(r.b, bodies).p - motion_of(r.a, bodies).p).norm() : x;
}

const std::string& Mechanism::name_of(const RowForce& r) const noexcept {
  return r.of == RowForce::Of::constraint ? model_->constraints[r.index].name
         : r.of == RowForce::Of::body     ? model_->bodies[r.index].name
                                          : model_->joints[r.index].name;
}

std::vector<std::string> Mechanism::columns(Observe what) const {
  std::vector<std::string> names;
  const auto add = [&](const std::string& prefix, std::initializer_list<const char*> parts) {
    for (const char* part : parts) names.push_back(prefix + "." + part);
  };
  switch (what) {
    case Observe::forces:
      for (const Force& f : model_->forces) names.push_back("force." + f.name);
      for (int k : row_columns_) names.push_back("force." + name_of(row_forces_[k]));
      break;
    case Observe::reactions:
      for (const Joint& j : model_->joints)
        add("reaction." + j.name, {"Fx", "Fy", "Fz", "Mx", "My", "Mz"});
      break;
    case Observe::bodies:
      for (std::size_t b = 1; b < model_->bodies.size(); ++b)
        add("body." + model_->bodies[b].name,
            {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"});
      break;
  }
  return names;
}

void Mechanism::observe(Observe what, const Point& p, std::span<double> out,
                        Scratch& scratch) const noexcept {
  Common& common = downcast<Common>(scratch);
  std::size_t k = 0;
  const auto put = [&](const auto& x) {
    for (Index i = 0; i < x.size(); ++i) out[k++] = x[i];
  };
  if (what == Observe::reactions) {
    reactions(p, common.wrenches, common.constraints, scratch);
    for (const Vec6& w : common.wrenches) {
      put(w.tail<3>());
      put(w.head<3>());
    }
    return;
  }
  motions(p, common.bodies, scratch);
  if (what == Observe::forces) {
    for (int f = 0; f < model_->forces.count(); ++f)
      out[k++] = force_report(f, p, common.bodies, scratch);
    for (int r : row_columns_) out[k++] = row_force(row_forces_[r], p, common.bodies, scratch);
    return;
  }
  for (std::size_t b = 1; b < common.bodies.size(); ++b) {  // centre of mass; w in body axes
    const Motion m = common.bodies[b].of({Mat3::Identity(), model_->bodies[b].centre});
    put(m.p);
    put(rotation::quaternion_of(m.R));
    put(m.v);
    put(Vec3(m.R.transpose() * m.w));
  }
}

std::string Mechanism::name_of(const ElementPower& p) const {
  return "force." + model_->forces[p.element].name;
}

std::string Mechanism::unit_of(const ElementPower& p) const {
  const Force& f = model_->forces[p.element];
  if (f.body_force != nullptr) return p.direction < 3 ? "N m" : "N";
  const ModelMeasure& m = f.measures[p.direction];
  if (m.joint >= 0) return is_length(model_->joints[m.joint], m.component) ? "N" : "N m";
  const bool turns = m.measure.kind == MeasureKind::angle || m.measure.kind == MeasureKind::twist ||
                     m.measure.kind == MeasureKind::dot;
  return turns ? "N m" : "N";
}

std::shared_ptr<const Mechanism> compile(std::shared_ptr<const Model> model, Coordinates c) {
  if (c == Coordinates::natural)
    for (const Joint& j : model->joints)
      if (j.module)
        throw Error("joint '" + j.name + "' joins modules, which are written in joint coordinates",
                    j.where, "leave natural: out, or make it a joint without `module: true`");
  return c == Coordinates::joint ? compile_tree(std::move(model))
                                 : compile_natural(std::move(model));
}

}  // namespace takt::mechanism
