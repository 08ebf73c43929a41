#include "takt/analyse/check.hpp"

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/eom/switching.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/model/joint_components.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::analyse {
namespace {

constexpr double on_constraints = 1e-8;

void look_at_mechanism(Checked& c) {
  const mechanism::Mechanism& m = *c.mechanism;
  const Model& model = m.model();
  c.gruebler = gruebler(model, m.tree()->topology);
  c.mass = mass_and_centre(m, c.start);
  c.written = residual(m, m.initial());
  c.drawn = c.start;
  if (model.initial.equilibrium) {
    auto unsettled = std::make_shared<Model>(model);
    unsettled->initial.equilibrium = false;
    c.drawn = start_of(*mechanism::compile_tree(unsettled));
  }
  try {
    const auto natural = mechanism::compile_natural(std::make_shared<const Model>(model));
    c.natural_coordinates = natural->shape().nv;
    c.natural_rows = natural->shape().ng;
  } catch (const Error& e) {
    c.natural_refusal = e.what();
  }
}

Equilibrium find_equilibrium(const Checked& c) {
  const mechanism::Mechanism& m = *c.mechanism;
  Equilibrium e;
  e.speed = m.model().initial.speed;
  State rest = c.start;
  rest.v.setZero();  // velocities of `initial` are those of the start of a run
  e.state = e.speed != 0 ? settle(m, c.start) : equilibrium(m, rest);
  e.balance = balance_of(m, e.state);
  Evaluator eval(m);
  eval.place(Slot::start, e.state);
  e.out.resize(m.names().outputs.size());
  m.outputs(eval.point(Slot::start), e.out, eval.scratch());
  for (const std::string& column : m.columns(Observe::forces))
    e.force_names.push_back(column.substr(column.find('.') + 1));
  e.forces.resize(e.force_names.size());
  m.observe(Observe::forces, eval.point(Slot::start), e.forces, eval.scratch());
  return e;
}

void require_mechanism(const Checked& c, std::string_view option) {
  if (c.mechanism != nullptr) return;
  throw Error("--" + std::string(option) + " needs bodies and joints; '" + c.open.name +
                  "' is a problem written by hand",
              std::string(option), "leave it out, or give a model file", Fault::usage);
}

void follow_wheels(Checked& c, const CheckOptions& options) {
  const Model& model = c.mechanism->model();
  std::vector<WheelFrame> wheels;
  for (const std::string& name : options.wheels) wheels.push_back(wheel_named(model, name));
  if (wheels.empty()) wheels = wheels_of(model);
  if (wheels.empty())
    throw Error("'" + c.open.name + "' has no tyre, so no wheel to move", "travel",
                "name what is to move up and down: --travel BODY or --travel JOINT", Fault::usage);
  const int steering = options.steer.empty() ? -1 : steering_named(model, options.steer);
  for (const WheelFrame& w : wheels) {
    if (steering < 0) c.travels.push_back(travel(*c.mechanism, c.drawn, w, options.heights));
    for (double at : options.steers)
      c.travels.push_back(travel(*c.mechanism, c.drawn, w, options.heights, Steer{steering, at}));
  }
}

}  // namespace

Checked check(std::string_view model, std::span<const std::string> set,
              const CheckOptions& options) {
  return check(io::open_model(model, set, "joint:"), options);  // whatever its experiment uses
}

Checked check(io::OpenModel open, const CheckOptions& options) {
  Checked c;
  c.open = std::move(open);
  c.mechanism = c.open.mechanism;
  if (options.equilibrium) require_mechanism(c, "equilibrium");
  if (options.travel) require_mechanism(c, "travel");
  c.start = c.open.start;
  c.residual = c.written = residual(c.system(), c.start);
  if (c.residual.position > on_constraints || c.residual.velocity > on_constraints)
    c.start = assemble(c.system(), c.start);
  c.inspection = inspect(c.system(), c.start);
  if (c.mechanism != nullptr)
    look_at_mechanism(c);
  else
    c.gruebler = static_cast<int>(c.system().shape().nv - c.system().shape().ng);
  if (options.equilibrium) c.equilibrium = find_equilibrium(c);
  if (options.modes) {
    c.about_start = !options.equilibrium;
    c.modes = modes(c.system(), c.about_start ? c.start : c.equilibrium->state);
  }
  if (options.travel) follow_wheels(c, options);
  return c;
}

MeasureUnit unit_of(const Model& model, const ModelMeasure& m) noexcept {
  constexpr MeasureUnit length{"mm", 1e3}, angle{"deg", 180 / M_PI};
  if (m.joint >= 0) return is_length(model.joints[m.joint], m.component) ? length : angle;
  switch (m.measure.kind) {
    case element::MeasureKind::dot: return {"", 1};
    case element::MeasureKind::angle:
    case element::MeasureKind::twist: return angle;
    default: return length;
  }
}

std::vector<std::string> names_of_switches(const EquationsOfMotion& system) {
  std::vector<std::string> names;
  const Switching* s = system.switching();
  if (s == nullptr) return names;
  for (Index i = 0; i < s->switches(); ++i)
    if (names.empty() || names.back() != s->name_of_switch(i))
      names.push_back(s->name_of_switch(i));
  if (std::isfinite(s->next_kink(-HUGE_VAL))) names.push_back("signals at known times");
  return names;
}

}  // namespace takt::analyse
