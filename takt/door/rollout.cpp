#include "takt/door/rollout.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "takt/base/text.hpp"
#include "takt/door/parts.hpp"
#include "takt/io/results/columns.hpp"
#include "takt/simulate/run.hpp"

namespace takt::door {
namespace {

constexpr auto glance = std::chrono::milliseconds(50);

[[noreturn]] void wrong_size(const std::string& what, std::size_t has, std::size_t needs) {
  throw Error(what + " holds " + std::to_string(has) + " numbers, not " + std::to_string(needs),
              "rollout", "give one for each run, row and name", Fault::usage);
}

// Where the outputs are found in the rows that a run of this model can give.
class Recorder {
 public:
  Recorder(Simulation& sim, const std::vector<std::string>& outputs)
      : live_(*door_of(sim).live), parts_(door_of(sim)), columns_(all_columns(live_, outputs)),
        row_(columns_.names().size()) {
    const Names& names = live_.open.system->names();
    for (const std::string& name : outputs) {
      const bool short_name =
          std::find(names.outputs.begin(), names.outputs.end(), name) != names.outputs.end();
      const std::size_t k =
          find_name(columns_.names(), short_name ? "out." + name : name, "column");
      places_.push_back(place_of(names, columns_.names()[k], k));
      needs_row_ = needs_row_ || places_.back().of == Of::row;
    }
  }

  void record(double* to) {
    const State& s = live_.engine.state();
    if (needs_row_) columns_.fill({s, parts_.look().monitor}, row_);
    for (const Place& p : places_) {
      switch (p.of) {
        case Of::time: *to++ = s.t; break;
        case Of::q: *to++ = s.q[static_cast<Index>(p.number)]; break;
        case Of::v: *to++ = s.v[static_cast<Index>(p.number)]; break;
        case Of::output: *to++ = parts_.look().monitor.outputs()[p.number]; break;
        case Of::row: *to++ = row_[p.number]; break;
      }
    }
  }

 private:
  static io::Columns all_columns(LiveModel& live, const std::vector<std::string>& outputs) {
    const auto any = [&](std::string_view prefix) {
      return std::any_of(outputs.begin(), outputs.end(),
                         [&](const std::string& o) { return o.starts_with(prefix); });
    };
    const bool seen = live.open.system->observable() != nullptr;
    io::Record record;
    record.lambda = any("lambda.");
    record.accelerations = any("a.");
    record.forces = seen && any("force.");
    record.reactions = seen && any("reaction.");
    record.bodies = seen && any("body.");
    if (record.forces) live.monitor.observe(Observe::forces);
    return io::Columns(live.open.system->names(), record, live.open.system->observable());
  }

  // Most of what is asked for is found without making a whole row.
  enum class Of { time, q, v, output, row };
  struct Place {
    Of of;
    std::size_t number;
  };
  static Place place_of(const Names& names, const std::string& column, std::size_t number) {
    const auto among = [&](std::string_view kind, const auto& known,
                           Of of) -> std::optional<Place> {
      if (!column.starts_with(kind)) return std::nullopt;
      const auto found = std::find(known.begin(), known.end(), column.substr(kind.size()));
      if (found == known.end()) return std::nullopt;  // a driven coordinate
      return Place{of, static_cast<std::size_t>(found - known.begin())};
    };
    if (number == 0) return {Of::time, 0};
    if (const auto place = among("q.", names.q, Of::q)) return *place;
    if (const auto place = among("v.", names.v, Of::v)) return *place;
    if (const auto place = among("out.", names.outputs, Of::output)) return *place;
    return {Of::row, number};
  }

  LiveModel& live_;
  Parts& parts_;
  io::Columns columns_;
  std::vector<double> row_;
  std::vector<Place> places_;
  bool needs_row_ = false;
};

// One simulation that makes runs one after the other, each from the same start.
class Worker {
 public:
  Worker(const LoadedModel& model, const RolloutTask& task)
      : task_(task), sim_(model, {.method = task.method, .step = task.step, .until = HUGE_VAL}),
        recorder_(sim_, task.outputs), start_(sim_.save()) {
    for (const std::string& name : task.inputs) inputs_.push_back(sim_.input(name));
    const State& s = sim_.state();
    const auto runs = static_cast<std::size_t>(task.runs);
    const auto check = [&](const char* what, std::span<const double> given, Index each) {
      if (const std::size_t needs = runs * static_cast<std::size_t>(each);
          !given.empty() && given.size() != needs)
        wrong_size(what, given.size(), needs);
    };
    check("`initial` of coordinates", task.q, s.q.size());
    check("`initial` of velocities", task.v, s.v.size());
  }

  double step() const noexcept { return sim_.step_length(); }

  void go(std::int64_t number, RolloutResult& out) {
    RolloutRun& run = out.runs[static_cast<std::size_t>(number)];
    const std::size_t width = task_.outputs.size(), n = inputs_.size();
    const auto rows = static_cast<std::size_t>(task_.rows);
    const auto at = static_cast<std::size_t>(number);
    double* to = out.outputs.data() + at * (rows + 1) * width;
    const double* values = task_.values.data() + at * rows * n;
    sim_.restore(start_);
    if (!task_.q.empty() || !task_.v.empty()) {
      const State& s = sim_.state();
      sim_.set_state(part(task_.q, at, s.q), part(task_.v, at, s.v));
    }
    if (n > 0 && rows > 0) set(values);  // what outputs show at the start
    recorder_.record(to);
    for (std::size_t row = 0; row < rows; ++row) {
      if (task_.interrupt != nullptr && task_.interrupt->load(std::memory_order_relaxed)) {
        run.status = Status::interrupted;
        break;
      }
      if (n > 0) set(values + row * n);
      if (!sim_.step(static_cast<int>(task_.steps_a_row))) {
        run.status = sim_.status();
        run.failure = sim_.failure();
        break;
      }
      recorder_.record(to + (row + 1) * width);
    }
    run.steps = sim_.steps();
    run.hash = state_hash(sim_.state());
  }

 private:
  static Vector part(std::span<const double> all, std::size_t run, const Vector& standard) {
    if (all.empty()) return standard;
    return Eigen::Map<const Vector>(all.data() + run * static_cast<std::size_t>(standard.size()),
                                    standard.size());
  }
  void set(const double* values) noexcept {
    for (InputHandle& input : inputs_) input = *values++;
  }

  const RolloutTask& task_;
  Simulation sim_;
  Recorder recorder_;
  std::vector<std::byte> start_;
  std::vector<InputHandle> inputs_;
};

class Pool {
 public:
  Pool(const RolloutTask& task, RolloutResult& out) : task_(task), out_(out) {}

  // `first` makes the runs of one thread: it was made already, to check the task.
  void go(std::unique_ptr<Worker> first, int threads, const std::function<void()>& wait) {
    running_ = threads;
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
      all.emplace_back([this, worker = i == 0 ? std::move(first) : nullptr]() mutable {
        work(std::move(worker));
      });
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      ended_.wait_for(lock, glance);
      if (!wait || running_ == 0) continue;
      lock.unlock();
      wait();
      lock.lock();
    }
    lock.unlock();
    for (std::thread& t : all) t.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void work(std::unique_ptr<Worker> worker) {
    try {
      const bool shared = task_.models.size() == 1;
      for (std::int64_t i; (i = next_++) < task_.runs && !failed_.load();) {
        if (!shared)
          worker = std::make_unique<Worker>(task_.models[static_cast<std::size_t>(i)], task_);
        if (!worker) worker = std::make_unique<Worker>(task_.models.front(), task_);
        worker->go(i, out_);
      }
      worker.reset();
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = std::current_exception();
      failed_.store(true);
    }
    const std::scoped_lock lock(mutex_);
    --running_;
    ended_.notify_all();
  }

  const RolloutTask& task_;
  RolloutResult& out_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;
  std::exception_ptr error_;
};

}  // namespace

RolloutResult rollout(const RolloutTask& task, const std::function<void()>& wait) {
  if (task.runs < 1 || task.rows < 0 || task.steps_a_row < 1)
    throw Error("a rollout needs at least one run and one step a row", "rollout",
                "give n, steps and every as positive numbers", Fault::usage);
  const auto runs = static_cast<std::size_t>(task.runs), rows = static_cast<std::size_t>(task.rows);
  if (task.models.size() != 1 && task.models.size() != runs)
    throw Error(std::to_string(task.models.size()) + " models are given for " +
                    std::to_string(runs) + " runs",
                "rollout", "give one for all, or one for each", Fault::usage);
  if (const std::size_t needs = runs * rows * task.inputs.size(); task.values.size() != needs)
    wrong_size("`inputs`", task.values.size(), needs);
  auto first = std::make_unique<Worker>(task.models.front(), task);
  RolloutResult out;
  out.runs.resize(runs);
  out.outputs.assign(runs * (rows + 1) * task.outputs.size(),
                     std::numeric_limits<double>::quiet_NaN());
  for (std::int64_t row = 0; row <= task.rows; ++row)
    out.t.push_back(static_cast<double>(row * task.steps_a_row) * first->step());
  const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int wanted = task.threads > 0 ? task.threads : processors;
  const int threads = static_cast<int>(std::min<std::int64_t>(wanted, task.runs));
  Pool(task, out).go(std::move(first), threads, wait);
  return out;
}

}  // namespace takt::door
