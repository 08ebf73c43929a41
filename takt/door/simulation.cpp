#include "takt/door/simulation.hpp"

#include <algorithm>

#include "takt/base/text.hpp"
#include "takt/door/parts.hpp"
#include "takt/door/source.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt {
namespace door {
namespace {

void set_inputs(Evaluator& eval, Engine& engine) noexcept {
  double* to = eval.inputs().data();
  to = std::copy(engine.inputs().begin(), engine.inputs().end(), to);
  to = std::copy(engine.input_rates().begin(), engine.input_rates().end(), to);
  std::copy(engine.kept().begin(), engine.kept().end(), to);
}

}  // namespace

LiveModel::LiveModel(io::OpenModel model, const Method& m, const State& start, double until,
                     std::vector<double> inputs)
    : open(std::move(model)), method(m),
      engine(open.system, m, start, {.until = until, .inputs = std::move(inputs)}),
      monitor(*open.system, engine.composition(), engine.state()), eval(*open.system) {
  if (!open.mechanism) return;
  motions.resize(open.mechanism->model().bodies.size());
  monitor.observe(Observe::bodies);
  monitor.observe(Observe::reactions);
  monitor.evaluate(engine.state(), false);  // allocates what it needs: never again
}

std::vector<double> LiveModel::inputs() {
  std::vector<double> all(engine.inputs().begin(), engine.inputs().end());
  all.insert(all.end(), engine.input_rates().begin(), engine.input_rates().end());
  all.insert(all.end(), engine.kept().begin(), engine.kept().end());
  return all;
}

Parts::Parts(const LoadedModel& m, const SimulationOptions& o) : model(m), options(o) {}

LiveModel& Parts::look() const noexcept {
  LiveModel& p = *live;
  if (!looked) {
    p.monitor.set_inputs(p.engine.inputs(), p.engine.input_rates(), p.engine.kept());
    p.monitor.evaluate(p.engine.state(), false);
    looked = true;
  }
  return p;
}

Point Parts::place() const noexcept {
  LiveModel& p = *live;
  set_inputs(p.eval, p.engine);
  p.eval.place(Slot::start, p.engine.state());
  return p.eval.point(Slot::start);
}

std::span<const Motion> Parts::motions() const noexcept {
  LiveModel& p = look();
  if (!moved) {
    place();
    const State& s = p.engine.state();
    const Point at{s.q,
                   s.v,
                   p.monitor.acceleration(),
                   p.monitor.lambda(),
                   s.z,
                   p.eval.excitation(Slot::start)};
    p.open.mechanism->motions(at, p.motions, p.eval.scratch());
    moved = true;
  }
  return p.motions;
}

std::size_t find_name(const std::vector<std::string>& names, std::string_view name,
                      const std::string& what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw Error("there is no " + what + " '" + std::string(name) + "'", what,
              did_you_mean(name, names,
                           names.empty() ? "the model has none" : "there are " + join(names, ", ")),
              Fault::usage);
}

std::string_view without_prefix(std::string_view name, std::string_view prefix) {
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return name;
}

const mechanism::Mechanism& Parts::mechanism(const char* what) const {
  if (!live->open.mechanism)
    throw Error("'" + model.name() + "' is written by hand and has no " + what, what,
                "read its coordinates: state().q, or output(name)", Fault::usage);
  return *live->open.mechanism;
}

}  // namespace door

door::Parts& door_of(Simulation& s) noexcept { return *s.parts_; }

Simulation::Simulation(const LoadedModel& model, const SimulationOptions& options)
    : parts_(std::make_unique<door::Parts>(model, options)) {
  door::Parts& p = *parts_;
  io::OpenModel open = model.source().open(options.method, options.assemble);
  const Method method = io::method_for(open, options.step);
  p.until = options.until > 0 ? options.until : open.until;
  const State start = open.start;
  p.live = std::make_unique<door::LiveModel>(std::move(open), method, start, p.until);
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

bool Simulation::step() noexcept {
  door::Parts& p = *parts_;
  p.status = p.live->engine.step().status;
  p.forget();
  return p.status == Status::ok;
}
bool Simulation::step(int count) noexcept {
  for (int i = 0; i < count && !done(); ++i)
    if (!step()) return false;
  return true;
}
bool Simulation::done() const noexcept { return parts_->live->engine.done(); }
Status Simulation::status() const noexcept { return parts_->status; }
std::string Simulation::failure() const { return parts_->live->engine.failure(); }
double Simulation::time() const noexcept { return state().t; }
const State& Simulation::state() const noexcept { return parts_->live->engine.state(); }
std::int64_t Simulation::steps() const noexcept { return parts_->live->engine.steps(); }
std::string Simulation::method() const {
  return to_string(parts_->live->engine.composition().method);
}
double Simulation::step_length() const noexcept { return parts_->live->method.step; }

InputHandle Simulation::input(std::string_view name) {
  std::vector<std::string> names;
  for (const Input& i : parts_->live->open.system->names().inputs) names.push_back(i.name);
  return {*parts_, door::find_name(names, door::without_prefix(name, "u."), "input")};
}
OutputHandle Simulation::output(std::string_view name) {
  return {*parts_, door::find_name(parts_->live->open.system->names().outputs,
                                   door::without_prefix(name, "out."), "output")};
}
BodyHandle Simulation::body(std::string_view name) {
  parts_->mechanism("body");
  const std::size_t i =
      door::find_name(parts_->model.bodies(), door::without_prefix(name, "body."), "body");
  constexpr std::size_t columns = 13;  // x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz
  return {*parts_, i + 1, columns * i};
}
JointHandle Simulation::joint(std::string_view name) {
  parts_->mechanism("joint");
  const std::size_t i = door::find_name(parts_->model.joints(), name, "joint");
  constexpr std::size_t columns = 6;  // Fx, Fy, Fz, Mx, My, Mz
  return {*parts_, columns * i};
}

EnergyNow Simulation::energy() const noexcept {
  const Energy& e = parts_->look().monitor.energy();
  return {e.kinetic, e.potential};
}
DriftNow Simulation::drift() const noexcept {
  const Drift& d = parts_->look().monitor.drift();
  return {d.position, d.velocity, d.acceleration};
}

void Simulation::set_state(const Vector& q, const Vector& v) {
  door::LiveModel& p = *parts_->live;
  State s = p.engine.state();
  if (q.size() != s.q.size() || v.size() != s.v.size())
    throw Error("a state has " + number(static_cast<double>(s.q.size())) + " coordinates and " +
                    number(static_cast<double>(s.v.size())) + " velocities",
                "set_state", "take state().q and state().v as a pattern", Fault::usage);
  s.q = q;
  s.v = v;
  require_consistent(*p.open.system, s, p.inputs());
  complete(*p.open.system, s, p.inputs());
  p.engine.adopt(s, p.engine.steps());
  parts_->forget();
}

std::vector<std::byte> Simulation::save() const {
  std::vector<std::byte> memory(parts_->live->engine.memory_size());
  parts_->live->engine.save(memory);
  return memory;
}
void Simulation::restore(std::span<const std::byte> memory) {
  if (!parts_->live->engine.restore(memory))
    throw Error("this memory is not of this model and method", "restore",
                "restore what save() of the same simulation returned", Fault::usage);
  parts_->status = Status::ok;
  parts_->forget();
}

void Simulation::change(const Parameters& parameters) {
  door::Parts& p = *parts_;
  const LoadedModel model = p.model.with(parameters);
  io::OpenModel open = model.source().open(to_string(p.live->method), false);
  Engine& old = p.live->engine;
  if (open.system->names().v != old.system().names().v ||
      open.system->names().z != old.system().names().z)
    throw Error("with these parameters the model has other coordinates", "change",
                "make a new simulation for it", Fault::usage);
  auto live = std::make_unique<door::LiveModel>(std::move(open), p.live->method, old.state(),
                                                p.until, p.live->inputs());
  p.live = std::move(live);
  p.model = model;
  p.forget();
}

}  // namespace takt
