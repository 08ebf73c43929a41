#include "apps/reproduce/runs.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "takt/io/model_file/open_model.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::reproduce {
namespace {

class Recorder final : public Sink {
 public:
  explicit Recorder(Trace& trace) : trace_(trace) {}
  void take(const Sample& s) override {
    trace_.t.push_back(s.state.t);
    trace_.position.push_back(s.monitor.drift().position);
    trace_.velocity.push_back(s.monitor.drift().velocity);
    trace_.acceleration.push_back(s.monitor.drift().acceleration);
    trace_.energy.push_back(s.monitor.energy().total());
    trace_.q.push_back(s.state.q);
    trace_.v.push_back(s.state.v);
    trace_.lambda.push_back(s.monitor.lambda());
    trace_.outputs.push_back(s.monitor.outputs());
  }

 private:
  Trace& trace_;
};

struct Opened {
  std::shared_ptr<const EquationsOfMotion> system;
  State start;
};

// Built-in problems take numbers, so that sweeps need no text. Other models are opened as in the
// program.
Opened opened(const Case& c) {
  if (c.with.empty() && problem::find_problem(c.model) != nullptr) {
    const auto system = problem::make_problem(c.model, c.set);
    return {system, system->initial()};
  }
  const io::OpenModel open = io::open_model(c.model, c.with, c.method);
  return {open.system, open.start};
}

Engine prepared(const Case& c) {
  const Opened model = opened(c);
  Method method = parse_method(c.method);
  method.step = c.step;
  return Engine(model.system, method, model.start, {.until = c.until});
}

}  // namespace

Summary simulate(const Case& c, const Looking& looking) {
  Engine simulation = prepared(c);
  RunOptions options;
  const bool ends_only = looking.every == 0 && looking.trace == nullptr && !looking.drift;
  options.every = ends_only ? c.until : looking.every;
  options.look_every_step = looking.drift;
  options.bound = looking.bound;
  Summary summary;
  if (looking.trace != nullptr) {
    Recorder recorder(*looking.trace);
    Sink* const sinks[] = {&recorder};
    summary = run(simulation, options, sinks);
  } else {
    summary = run(simulation, options, {});
  }
  summary.model = c.model;
  return summary;
}

double processor_time(const Case& c) {
  Engine simulation = prepared(c);
  const std::clock_t begin = std::clock();
  while (!simulation.done() && simulation.step().status == Status::ok) {
  }
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

double largest_difference(const Trace& a, const Trace& b) {
  if (a.q.size() != b.q.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < a.q.size(); ++i)
    largest = std::max(largest, max_norm(a.q[i] - b.q[i]));
  return largest;
}

std::vector<double> logarithmic(double a, double b, int n) {
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i) x[i] = a * std::pow(b / a, static_cast<double>(i) / (n - 1));
  return x;
}

double maximum(std::span<const double> x) {
  return x.empty() ? 0 : *std::max_element(x.begin(), x.end());
}

double median(std::vector<double> x) {
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

}  // namespace takt::reproduce
