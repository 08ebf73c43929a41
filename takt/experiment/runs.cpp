#include "takt/experiment/runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "takt/problem/catalogue.hpp"

namespace takt::experiment {
namespace {

class Recorder final : public Sink {
 public:
  explicit Recorder(Trace& trace) : trace_(trace) {}
  void take(const Sample& s) override {
    trace_.t.push_back(s.state.t);
    trace_.position.push_back(s.monitor.drift().position);
    trace_.velocity.push_back(s.monitor.drift().velocity);
    trace_.q.push_back(s.state.q);
    trace_.lambda.push_back(s.monitor.lambda());
    trace_.outputs.push_back(s.monitor.outputs());
  }

 private:
  Trace& trace_;
};

}  // namespace

Summary simulate(const Case& c, const Looking& looking) {
  const auto system = problem::make_problem(c.model, c.set);
  Method method = parse_method(c.method);
  method.step = c.step;
  Simulation simulation(system, method, system->initial(), {.until = c.until});
  RunOptions options;
  options.until = c.until;
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

double largest_difference(const Trace& a, const Trace& b) {
  if (a.q.size() != b.q.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < a.q.size(); ++i)
    largest = std::max(largest, max_norm(a.q[i] - b.q[i]));
  return largest;
}

double order(std::span<const double> x, std::span<const double> y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = std::log(x[i]), w = std::log(y[i]);
    sx += u, sy += w, sxx += u * u, sxy += u * w;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

std::vector<double> logarithmic(double a, double b, int n) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = a * std::pow(b / a, static_cast<double>(i) / (n - 1));
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

}  // namespace takt::experiment
