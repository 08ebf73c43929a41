// Whole runs with files, linear systems and equilibria through the door.
#include <algorithm>

#include "takt/analyse/linearisation.hpp"
#include "takt/base/text.hpp"
#include "takt/door/parts.hpp"
#include "takt/door/whole_run.hpp"
#include "takt/io/model_file/inputs.hpp"
#include "takt/io/results/json.hpp"
#include "takt/linear/decomposition/eigenpairs.hpp"
#include "takt/start/consistent_state.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {
namespace {

analyse::LinearisationTask task_of(door::LiveModel& live, const std::vector<std::string>& inputs,
                                   const std::vector<std::string>& outputs,
                                   std::vector<double>& values) {
  const Names& names = live.open.system->names();
  std::vector<std::string> known;
  for (const Input& i : names.inputs) known.push_back(i.name);
  values = live.inputs();
  analyse::LinearisationTask task{values, {}, {}};
  for (const std::string& n : inputs)
    task.inputs.push_back(
        static_cast<Index>(door::find_name(known, door::without_prefix(n, "u."), "input")));
  for (const std::string& n : outputs)
    task.outputs.push_back(static_cast<Index>(
        door::find_name(names.outputs, door::without_prefix(n, "out."), "output")));
  return task;
}

}  // namespace

RunResult run(Simulation& simulation, const RunFiles& how) {
  door::AroundRun around;
  around.files = how;
  const door::WholeRun whole = door::whole_run(simulation, around);
  const Summary& s = whole.summary;
  RunResult out;
  out.status = s.status;
  out.failure = s.failure;
  out.t_end = s.t_end;
  out.steps = s.steps;
  out.realtime_factor = s.realtime_factor();
  out.max_drift = {s.max_drift.position, s.max_drift.velocity, s.max_drift.acceleration};
  out.energy_initial = s.energy_initial;
  out.energy_final = s.energy_final;
  out.energy_inputs = s.energy.inputs;
  out.energy_dissipated = s.energy.dissipated;
  out.energy_method = s.energy.method;
  out.text = door::text_of(whole, simulation);
  out.json = io::to_json(s).dump(2);
  return out;
}

Linear linearise(Simulation& simulation, const std::vector<std::string>& inputs,
                 const std::vector<std::string>& outputs, LinearOf of) {
  door::LiveModel& p = *door_of(simulation).live;
  std::vector<double> values;
  const analyse::LinearisationTask task = task_of(p, inputs, outputs, values);
  analyse::Linearisation l = of == LinearOf::step
                                 ? analyse::linearise_step(p.engine, task)
                                 : analyse::linearise(*p.open.system, p.engine.state(), task);
  return {std::move(l.A),   std::move(l.B),      std::move(l.C),
          std::move(l.D),   std::move(l.D_rate), std::move(l.D_acceleration),
          std::move(l.S),   std::move(l.S_u),    std::move(l.S_rate),
          std::move(l.R_p), std::move(l.R),      of == LinearOf::step ? p.method.step : 0};
}

std::vector<std::complex<double>> modes(Simulation& simulation) {
  const Matrix A = linearise(simulation, {}, {}).A;
  if (A.rows() == 0) return {};
  const auto values = linear::eigenpairs(A).values;
  std::vector<std::complex<double>> out(values.data(), values.data() + values.size());
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    const double fa = std::abs(a.imag()), fb = std::abs(b.imag());
    if (fa != fb) return fa < fb;
    if (a.real() != b.real()) return a.real() > b.real();
    return a.imag() > b.imag();
  });
  return out;
}

// Found in joint coordinates, with the inputs at their present values.
void move_to_equilibrium(Simulation& simulation) {
  door::Parts& parts = door_of(simulation);
  door::LiveModel& p = *parts.live;
  const mechanism::Mechanism& here = parts.mechanism("equilibrium");
  Model model = here.model();
  const std::vector<Input>& inputs = p.open.system->names().inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    io::set_input(model, "u." + inputs[i].name, number(p.engine.inputs()[i]));
  const auto tree = mechanism::compile_tree(std::make_shared<const Model>(std::move(model)));
  State near = carry_over(here, p.engine.state(), *tree);
  const bool moving = tree->model().initial.speed != 0;
  if (!moving) near.v.setZero();
  const State found = moving ? settle(*tree, near) : equilibrium(*tree, near);
  State s = carry_over(*tree, found, here);
  s.t = p.engine.state().t;
  complete(here, s, p.inputs());
  p.engine.adopt(s, p.engine.steps());
  parts.forget();
}

}  // namespace takt
