// Checks every bounded method on every shipped model, in both coordinates: steps use no heap, and
// every step does the same work, which is the cost announced before the first step.
//
//   takt_bounded [STEPS [MODEL ...]]    default: ten thousand steps, all models;
//                                        natural:MODEL for one kind of coordinates
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "takt/base/error.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/method/refusal.hpp"
#include "tests/campaign/instances.hpp"
#include "tests/realtime/steady_steps.hpp"

namespace takt::campaign {
namespace {

struct Row {
  std::int64_t compositions = 0, steps = 0, allocations = 0, unequal = 0, stopped = 0;
  std::string notes;
  bool good() const { return allocations == 0 && unequal == 0; }
};

void run(const Instance& instance, const std::string& text, std::int64_t steps, Row& row) {
  // Methods that ask for a residual need other coordinates for rotations: the model is compiled for
  // each method.
  const io::OpenModel open =
      io::open_model(instance.model, instance.set,
                     instance.coordinates.empty() ? "" : instance.coordinates + text);
  Method method = parse_method(text);
  if (!refusal(compose(method), &open.system->shape()).empty()) return;
  method.step = instance.step;
  Engine sim(open.system, method, open.start);
  const test::Steadiness seen = test::StepWatch(sim).make(steps);
  ++row.compositions;
  row.steps += seen.steps;
  row.allocations += seen.allocations;
  row.unequal += seen.unequal;
  row.stopped += seen.stops > 0 ? 1 : 0;
  if (seen.allocations > 0)
    row.notes += fmt::format("  {}: {} HEAP CALLS\n", text, seen.allocations);
  if (seen.unequal > 0)
    row.notes +=
        fmt::format("  {}: {} UNEQUAL STEPS: {}\n", text, seen.unequal, seen.first_unequal);
  if (seen.stops > 0)
    row.notes +=
        fmt::format("  {}: stopped {} times, first {}\n", text, seen.stops, seen.first_stop);
}

Row run(const Instance& instance, std::int64_t steps) {
  Row row;
  const bool constrained =
      io::open_model(instance.model, instance.set, instance.coordinates).constrained();
  for (const std::string& text : bounded_methods(constrained)) {
    try {
      run(instance, text, steps, row);
    } catch (const Error& e) {
      row.notes += fmt::format("  {}: refused: {}\n", text, e.what());
    }
  }
  return row;
}

int run_all(std::int64_t steps, const std::vector<std::string>& models) {
  const std::vector<Instance> all = instances(models);
  if (all.empty()) {
    fmt::print(stderr,
               "no such model: write a name of `takt list models`, as iltis or natural:iltis\n");
    return 2;
  }
  fmt::print("{:<34} {:>12} {:>12} {:>10} {:>8} {:>8}\n", "model", "compositions", "steps",
             "heap calls", "unequal", "stopped");
  Row sum;
  const auto run_one = [steps](const Instance& i) { return run(i, steps); };
  side_by_side(all, run_one, [&sum](const Instance& instance, const Row& r) {
    fmt::print("{:<34} {:>12} {:>12} {:>10} {:>8} {:>8}\n{}", instance.name(), r.compositions,
               r.steps, r.allocations, r.unequal, r.stopped, r.notes);
    std::fflush(stdout);
    sum.compositions += r.compositions;
    sum.steps += r.steps;
    sum.allocations += r.allocations;
    sum.unequal += r.unequal;
    sum.stopped += r.stopped;
  });
  fmt::print("{:<34} {:>12} {:>12} {:>10} {:>8} {:>8}  {}\n", "all", sum.compositions, sum.steps,
             sum.allocations, sum.unequal, sum.stopped, sum.good() ? "holds" : "DOES NOT HOLD");
  return sum.good() && sum.compositions > 0 ? 0 : 1;
}

}  // namespace
}  // namespace takt::campaign

int main(int count, char** words) {
  const std::int64_t steps = count > 1 ? std::strtoll(words[1], nullptr, 10) : 10'000;
  return takt::campaign::run_all(steps, {words + std::min(count, 2), words + count});
}
