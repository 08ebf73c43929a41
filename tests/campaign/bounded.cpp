// Every bounded composition on every shipped model, in both coordinates: no heap in a step, and the
// same work in every step, which is the work announced before the first.
//
//   takt_bounded [STEPS [MODEL ...]]    ten thousand steps and all models unless given;
//                                       natural:MODEL for one kind of coordinates
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "takt/base/error.hpp"
#include "takt/io/open_model.hpp"
#include "tests/realtime/steady_steps.hpp"
#include "tests/support/methods.hpp"

namespace takt::campaign {
namespace {

struct Instance {
  std::string model;
  std::vector<std::string> set;
  std::string coordinates;  // of a mechanism: "joint:", "natural:"
  double step;              // s
  std::string name() const {
    std::string text = coordinates + model;
    for (const std::string& s : set) text += " " + s;
    return text;
  }
};

struct Row {
  std::int64_t compositions = 0, steps = 0, allocations = 0, unequal = 0, stopped = 0;
  std::string notes;
  bool good() const { return allocations == 0 && unequal == 0; }
};

// Models of any size are run in a small one: hours become minutes.
std::vector<std::string> smaller(const std::string& model) {
  if (model == "chain" || model == "tree") return {"N=6"};
  return {};
}

std::vector<Instance> instances(const std::vector<std::string>& wanted) {
  std::vector<Instance> all;
  for (const std::string& model : io::model_names()) {
    if (problem::find_problem(model) != nullptr) {
      all.push_back({model, {}, "", test::short_span(model).step});
      continue;
    }
    for (const char* coordinates : {"joint:", "natural:"}) {
      try {
        const std::vector<std::string> set = smaller(model);
        const io::OpenModel open = io::open_model(model, set, coordinates);
        all.push_back({model, set, coordinates, open.step.value_or(1e-3)});
      } catch (const Error&) {  // vehicles on rails have no natural coordinates
      }
    }
    if (model == "truck-trailer") all.push_back({model, {"hitch=module"}, "joint:", 1e-3});
  }
  const auto given = [&wanted](const std::string& name) {
    return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  if (!wanted.empty())
    std::erase_if(all, [&given](const Instance& i) {
      return !given(i.model) && !given(i.coordinates + i.model);
    });
  return all;
}

std::vector<std::string> bounded_methods(bool constrained) {
  std::vector<std::string> texts = all_compositions(constrained);
  for (std::string& text : test::with_options(constrained)) texts.push_back(std::move(text));
  std::erase_if(texts, [](const std::string& text) {
    const Composition c = compose(parse_method(text));
    return !c.bounded() || !refusal(c, nullptr).empty();
  });
  return texts;
}

void run(const Instance& instance, const std::string& text, std::int64_t steps, Row& row) {
  // A residual asks for other rotations than a step for accelerations does: compiled anew for each.
  const io::OpenModel open =
      io::open_model(instance.model, instance.set,
                     instance.coordinates.empty() ? "" : instance.coordinates + text);
  Method method = parse_method(text);
  if (!refusal(compose(method), &open.system->shape()).empty()) return;
  method.step = instance.step;
  Simulation sim(open.system, method, open.start);
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
  std::vector<Row> rows(all.size());
  std::vector<char> ready(all.size(), 0);
  std::mutex mutex;
  std::condition_variable done;
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned k = 0; k < std::max(1u, std::thread::hardware_concurrency()); ++k)
    workers.emplace_back([&] {
      for (std::size_t i = next++; i < all.size(); i = next++) {
        Row row = run(all[i], steps);
        const std::lock_guard lock(mutex);
        rows[i] = std::move(row);
        ready[i] = 1;
        done.notify_one();
      }
    });
  fmt::print("{:<34} {:>12} {:>12} {:>10} {:>8} {:>8}\n", "model", "compositions", "steps",
             "heap calls", "unequal", "stopped");
  Row sum;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::unique_lock lock(mutex);
    done.wait(lock, [&] { return ready[i] != 0; });
    const Row& r = rows[i];
    fmt::print("{:<34} {:>12} {:>12} {:>10} {:>8} {:>8}\n{}", all[i].name(), r.compositions,
               r.steps, r.allocations, r.unequal, r.stopped, r.notes);
    std::fflush(stdout);
    sum.compositions += r.compositions;
    sum.steps += r.steps;
    sum.allocations += r.allocations;
    sum.unequal += r.unequal;
    sum.stopped += r.stopped;
  }
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
