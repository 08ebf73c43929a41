#include "takt/realtime/plant.hpp"

#include <algorithm>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/realtime/degraded_method.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::realtime {
namespace {

constexpr int probed_steps = 50;

Method method_of(const PlantWords& w, const io::OpenModel& model) {
  Method m = io::method_for(model, w.step);
  m.realtime = true;
  return m;
}

bool same(const std::vector<Input>& a, const std::vector<Input>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Input& x, const Input& y) {
    return x.name == y.name && x.interpolated == y.interpolated;
  });
}

}  // namespace

std::unique_ptr<Plant> make_plant(const PlantWords& w) {
  auto p = std::make_unique<Plant>();
  p->model = io::open_model(w.model, w.set, w.method, w.assemble);
  p->set = w.set;
  p->method = method_of(w, p->model);
  const State& start = p->model.start;
  p->simulation = std::make_unique<Engine>(p->model.system, p->method, start);
  if (w.degrades) {
    p->cheaper_method = w.cheaper.empty()
                            ? cheaper_than(p->method, p->model.system->shape())
                            : require_same_family(p->method, io::read_method(w.cheaper));
    p->cheaper = std::make_unique<Engine>(p->model.system, p->cheaper_method, start);
  }
  p->outputs = std::make_unique<OutputStage>(*p->model.system, p->simulation->composition(),
                                             p->simulation->state());
  p->start.resize(p->simulation->memory_size());
  p->simulation->save(p->start);
  return p;
}

void require_same_shape(Plant& now, const Plant& changed) {
  const Names &a = now.model.system->names(), &b = changed.model.system->names();
  const auto refuse = [](const std::string& why) {
    throw Error("these parameters cannot change during a run: " + why, "set",
                "end the run and start it anew with --set", Fault::model);
  };
  if (a.q != b.q || a.v != b.v || a.z != b.z || a.rows != b.rows)
    refuse("the model has other coordinates or constraints with them");
  if (a.outputs != b.outputs || !same(a.inputs, b.inputs))
    refuse("the model has other inputs or outputs with them");
  for (int k = 0; k < probed_steps && now.simulation->step().status == Status::ok; ++k) {
  }
  const State& moved = now.simulation->state();
  const Residual before = residual(*now.model.system, moved);
  const Residual after = residual(*changed.model.system, moved);
  const auto grown = [](double x, double y) { return y > 10 * x + 1e-9; };
  if (!grown(before.position, after.position) && !grown(before.velocity, after.velocity)) return;
  const bool position = grown(before.position, after.position);
  refuse("they move constraints, '" + b.rows[position ? after.position_row : after.velocity_row] +
         "' would be violated by " + number(position ? after.position : after.velocity) +
         (position ? " at once" : "/s at once"));
}

}  // namespace takt::realtime
