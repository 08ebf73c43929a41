#include "takt/analyse/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "takt/analyse/body_places.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::analyse {
namespace {

constexpr double near = 1e-9;  // relative to a step; closer times are the same but for round-off

class Differing final : public Sink {
 public:
  Differing(const EquationsOfMotion& system, const Reference& reference, double step)
      : seen_(system), reference_(reference), close_(near * step) {}

  void take(const Sample& sample) override {
    const double t = sample.state.t;
    const auto at = reference_.lower_bound(t - close_);
    if (at == reference_.end() || at->first > t + close_) return;
    largest = std::max(largest, (seen_.of(sample.state) - at->second).cwiseAbs().maxCoeff());
  }
  double largest = 0;

 private:
  BodyPlaces seen_;
  const Reference& reference_;
  double close_;
};

// Steps past each time, then takes the state there, by dense output if it is not the end of a step.
void follow(Engine& simulation, const std::vector<double>& times, Reference& out) {
  State at = simulation.state();
  BodyPlaces seen(simulation.system());
  for (double t : times) {
    while (simulation.state().t < t && !simulation.done())
      if (simulation.step().status != Status::ok)
        throw Error("the reference failed at t = " + number(simulation.state().t) + " s",
                    "method " + to_string(simulation.composition().method),
                    "choose another with --reference, or a shorter --until", Fault::other);
    const bool here = std::abs(simulation.state().t - t) <= 1e-12 * (1 + t);
    if (here)
      at = simulation.state();
    else if (!simulation.interpolate(t, at))
      throw Error("the reference must have dense output",
                  "method " + to_string(simulation.composition().method),
                  "choose a reference with dopri5", Fault::usage);
    out[t] = seen.of(at);
  }
}

}  // namespace

Comparison::Comparison(const io::OpenModel& model, double until, std::vector<Method> methods,
                       int samples)
    : model_(model), until_(until), methods_(std::move(methods)), samples_(samples) {}

const io::OpenModel& Comparison::model_for(const Method& m) const {
  const bool other = other_ != nullptr && other_->system->shape().coordinates == m.coordinates;
  return other ? *other_ : model_;
}

std::vector<double> Comparison::times(const Method& m) const {
  std::vector<double> list;
  const bool adaptive = compose(m).adaptive();
  const double grid = until_ / samples_;
  for (int k = 1; k < samples_; ++k) {
    double t = k * grid;
    if (!adaptive) t = std::max(1.0, std::round(t / m.step)) * m.step;
    if (t < until_ * (1 - near)) list.push_back(t);
  }
  list.push_back(until_);
  return list;
}

void Comparison::prepare(const Method& reference) {
  SetUp set_up;
  set_up.until = until_;
  std::vector<double> all;
  for (const Method& m : methods_) {
    const io::OpenModel& model = model_for(m);
    const Engine fits(model.system, m, model.start, set_up);
    for (double t : times(m)) all.push_back(t);
  }
  const io::OpenModel& model = model_for(reference);
  Engine simulation(model.system, reference, model.start, set_up);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  follow(simulation, all, reference_);
}

Compared Comparison::compare(const Method& m, const std::atomic<bool>* interrupt,
                             std::function<void(double)> progress) const {
  SetUp set_up;
  set_up.until = until_;
  const io::OpenModel& model = model_for(m);
  Engine simulation(model.system, m, model.start, set_up);
  const bool adaptive = simulation.composition().adaptive();
  RunOptions options;
  options.every = adaptive ? until_ / samples_ : 0;
  options.bound = false;
  options.interrupt = interrupt;
  options.progress = std::move(progress);
  Differing differing(*model.system, reference_, m.step);
  Sink* const sinks[] = {&differing};
  Compared c;
  c.summary = run(simulation, options, sinks);
  c.step = m.step;
  c.adaptive = adaptive;
  c.error = differing.largest;
  return c;
}

}  // namespace takt::analyse
