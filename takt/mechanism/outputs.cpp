// The outputs of a mechanism, its kept values, and the rows whose forces are outputs.
#include <set>

#include "takt/base/error.hpp"
#include "takt/element/signal/sampled.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/model/output_catalogue.hpp"

namespace takt::mechanism {

// Reactions are computed when the first output asks for one.
class Mechanism::View final : public OutputView {
 public:
  View(const Mechanism& m, const Point& p, Scratch& scratch) noexcept
      : m_(m), p_(p), scratch_(scratch), common_(downcast<Common>(scratch)) {
    m.motions(p, common_.bodies, scratch);
  }

  const Model& model() const noexcept override { return *m_.model_; }
  Motion motion(const Attachment& a) const noexcept override {
    return common_.bodies[a.body].of(a.frame);
  }
  double measure(const ModelMeasure& m, double& rate) const noexcept override {
    return m_.measure_value(m, p_, common_.bodies, scratch_, &rate);
  }
  double signal(int i) const noexcept override { return p_.u.u[i]; }
  double report(int force) const noexcept override {
    return m_.force_report(force, p_, common_.bodies, scratch_);
  }
  double power(int force) const noexcept override {
    return m_.force_power(force, p_, common_.bodies, scratch_);
  }
  double row_force(const Output& o) const noexcept override {
    return m_.row_force(m_.row_forces_[m_.row_force_of_[number_of(o)]], p_, common_.bodies,
                        scratch_);
  }
  Vec6 wrench_of_joint(int joint) const noexcept override {
    react();
    const Mat3 R = motion(model().joints[joint].inboard).R;
    const Vec6& W = common_.wrenches[joint];
    Vec6 in_world;
    in_world << R * W.head<3>(), R * W.tail<3>();
    return in_world;
  }
  Vec6 wrench_of_constraint(int constraint) const noexcept override {
    react();
    return common_.constraints[constraint];
  }
  double integral(const Output& o) const noexcept override {
    const int i = m_.integral_of_[number_of(o)];
    return i < p_.u.integrals.size() ? p_.u.integrals[i] : 0;
  }

 private:
  std::ptrdiff_t number_of(const Output& o) const noexcept { return &o - model().outputs.data(); }
  void react() const noexcept {
    if (!reacted_) m_.reactions(p_, common_.wrenches, common_.constraints, scratch_);
    reacted_ = true;
  }

  const Mechanism& m_;
  const Point& p_;
  Scratch& scratch_;
  Common& common_;
  mutable bool reacted_ = false;
};

void Mechanism::outputs(const Point& p, std::span<double> out, Scratch& scratch) const noexcept {
  if (out.empty()) return;
  const View view(*this, p, scratch);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Output& o = model_->outputs[i];
    out[i] = o.scale * o.type->value(o, view) + o.offset;
  }
}

double Mechanism::held(Index kept, double t, const Excitation& u, std::span<const double> outputs,
                       std::span<const double> before) const noexcept {
  const auto [number, part] = held_[kept];
  const Signal& s = model_->signals[number];
  const std::span<const double> own = before.subspan(static_cast<std::size_t>(kept - part),
                                                     static_cast<std::size_t>(s.function->kept()));
  const double last = own[static_cast<std::size_t>(s.function->last())];
  double values[2 + element::SampledFormula::most_names] = {t, last};
  std::size_t n = 2;
  for (const Signal::Read& r : s.reads)
    values[n++] = r.output ? outputs[static_cast<std::size_t>(r.number)] : u.u[r.number];
  return s.function->renewed(part, t, s.function->sampled({values, n}), own);
}

void Mechanism::rates_of_integrals(const Point& p, std::span<double> rates,
                                   Scratch& scratch) const noexcept {
  if (rates.empty()) return;
  const View view(*this, p, scratch);
  std::size_t k = 0;
  for (const Output& o : model_->outputs)
    if (o.type->rate_of_integral != nullptr) rates[k++] = o.type->rate_of_integral(o, view);
}

void Mechanism::find_row_outputs() {
  const auto find = [&](RowForce::Of of, int index) {
    for (int k = 0; k < row_forces_.count(); ++k)
      if (row_forces_[k].of == of && row_forces_[k].index == index) return k;
    return -1;
  };
  for (const Output& o : model_->outputs) {
    int found = -1;
    const bool by_name = o.type->of == OutputEntry::Of::anything_with_force;
    if (by_name && o.part == Output::Part::constraint)
      found = find(RowForce::Of::constraint, o.number);
    if (by_name && o.part == Output::Part::body) found = find(RowForce::Of::body, o.number);
    if (by_name && o.part == Output::Part::joint) found = find(RowForce::Of::joint, o.number);
    if (by_name && o.part == Output::Part::body && found < 0)
      throw Error("body '" + model_->bodies[o.number].name +
                      "' is no rod: a force by its name is the tension of a massless body between "
                      "two ball joints",
                  o.where, "name one of its joints");
    row_force_of_.push_back(found);
  }
  std::set<std::string> taken;  // each name gets one column only
  for (const Force& f : model_->forces) taken.insert(f.name);
  for (int k = 0; k < row_forces_.count(); ++k)
    if (taken.insert(name_of(row_forces_[k])).second) row_columns_.push_back(k);
}

}  // namespace takt::mechanism
