// A simulation for Python: its lock, its arrays, its steps.
#include <algorithm>
#include <chrono>
#include <thread>

#include "python/core/core.hpp"

namespace takt::python {
namespace {

constexpr std::int64_t few_steps = 256;  // a signal waits for no longer than these take
constexpr auto glance = std::chrono::milliseconds(50);

py::array_t<double> view_of(const std::shared_ptr<std::vector<double>>& numbers) {
  using Owner = std::shared_ptr<std::vector<double>>;
  py::capsule owner(new Owner(numbers), [](void* p) { delete static_cast<Owner*>(p); });
  return read_only(numbers->data(), {static_cast<py::ssize_t>(numbers->size())}, {sizeof(double)},
                   std::move(owner));
}

std::shared_ptr<std::vector<double>> room_for(const Vector& x) {
  auto room = std::make_shared<std::vector<double>>(static_cast<std::size_t>(x.size()));
  room->reserve(1);  // data() is no null pointer
  return room;
}

}  // namespace

Live::Live(const LoadedModel& m, const SimulationOptions& options)
    : sim(around(m, [&] { return as("ModelError", [&] { return Simulation(m, options); }); })),
      model(m), q_(room_for(sim.state().q)), v_(room_for(sim.state().v)) {
  rethrow_of(m);
  q = view_of(q_);
  v = view_of(v_);
  show();
}

Live::Lock::Lock(Live& live)
    : live_(live), outer_(live.owner_.load() != std::this_thread::get_id()) {
  if (!outer_) return;
  if (!live_.mutex_.try_lock()) {
    const py::gil_scoped_release others;  // who has the lock may need the GIL to end
    live_.mutex_.lock();
  }
  live_.owner_.store(std::this_thread::get_id());
}
Live::Lock::~Lock() {
  if (!outer_) return;
  live_.owner_.store({});
  live_.mutex_.unlock();
}

void Live::require_idle(const char* what) const {
  if (running)
    throw Error(std::string(what) + " is called while a run makes the steps", what,
                "a controller reads the simulation and returns the inputs", Fault::usage);
}

void Live::show() {
  const State& s = sim.state();
  std::copy_n(s.q.data(), q_->size(), q_->data());
  std::copy_n(s.v.data(), v_->size(), v_->data());
  t = s.t;
}

bool Live::step(std::int64_t count) {
  const Lock lock(*this);
  require_idle("step");
  if (count < 0)
    throw Error("a number of steps cannot be " + std::to_string(count), "step", "give 1 or more",
                Fault::usage);
  bool good = true;
  auto looked = std::chrono::steady_clock::time_point{};
  while (count > 0 && good) {
    const std::int64_t now = std::min(count, few_steps);
    count -= now;
    {
      const py::gil_scoped_release others;
      good = sim.step(static_cast<int>(now));
    }
    if (count == 0 || sim.done()) break;
    if (const auto time = std::chrono::steady_clock::now(); time - looked > glance) {
      looked = time;
      if (PyErr_CheckSignals() != 0) {
        show();
        throw py::error_already_set();
      }
    }
  }
  show();
  rethrow_of(model);
  return good;
}

}  // namespace takt::python
