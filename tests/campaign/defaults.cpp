// Compares candidates for the default methods on every shipped model.
//
//   takt_defaults FILE.csv candidates|chosen [MODEL ...]
//
// A row for each model and method is added to the file as soon as it is known. Existing rows are
// not computed again, so that a run that was stopped can be continued. candidates: 1e5 steps;
// chosen: the default of each model, and the method of its experiment, for 1e6 steps or 1e4 s,
// whichever is less. tools/defaults.py makes the page docs/default-methods.md from the file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "takt/base/error.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/method/default_method.hpp"
#include "takt/simulate/run.hpp"

namespace takt::campaign {
namespace {

// Candidates for systems without and with constraints.
constexpr const char* trees[] = {"ode+rk4",
                                 "ode+trapezoidal(passes=4)",
                                 "ode+generalized_alpha(rho=0.8,passes=3)",
                                 "ode+generalized_alpha(rho=0.95,passes=3)",
                                 "ode+newmark(xi=0.05,passes=3)",
                                 "ode+linear_implicit_euler(J1)",
                                 "ode+linear_implicit_euler(J2)",
                                 "ode+linear_implicit_euler(exact)",
                                 "ode+sdirk2(passes=3)",
                                 "ode+dirk(alexander3,passes=3)",
                                 "ode+dirk(hairer_wanner4,passes=3)",
                                 "ode+radau(passes=3)"};
constexpr const char* loops[] = {"index1+rk4+s_both2",
                                 "state_space+rk4",
                                 "ali3+trapezoidal(passes=4)+tangent",
                                 "state_space+trapezoidal(passes=4)",
                                 "ali3+generalized_alpha(rho=0.8,passes=3)+tangent",
                                 "state_space+generalized_alpha(rho=0.8,passes=3)",
                                 "ali3+generalized_alpha(rho=0.95,passes=3)+tangent",
                                 "ali3+newmark(xi=0.05,passes=3)+tangent",
                                 "index2+linear_implicit_euler(J1)+one_step",
                                 "index2+linear_implicit_euler(J2)+one_step",
                                 "index1+linear_implicit_euler(exact)+s_both2",
                                 "index2+linear_implicit_euler(J2)+srm",
                                 "ali3(update=paper)+trapezoidal(passes=4)+tangent",
                                 "natural:conserving(loads=ends)+midpoint(passes=4)+tangent",
                                 "state_space+sdirk2(passes=3)",
                                 "ali1+dirk(alexander3,passes=3)+penalised",
                                 "state_space+dirk(hairer_wanner4,passes=3)",
                                 "index1(project=q)+radau(passes=3)",
                                 "index2+radau(passes=3)+s_pos"};

constexpr double most_steps_of_candidates = 1e5, most_steps = 1e6, longest = 1e4;  // s
// Errors are taken after this many steps, but at most after this time (s), compared with a run with
// a fiftieth of the step.
constexpr double compared_steps = 1000, compared_to = 1;

// The step of the model's experiment. For problems written by hand it is 1 ms, except for the
// squeezer, whose crank turns a thousand times a second.
double step_of(const std::string& name, const io::OpenModel& model) {
  return model.step.value_or(name == "squeezer" ? 1e-5 : 1e-3);
}

std::string key(const std::string& model, const std::string& method, double steps) {
  return fmt::format("{};{};{:.0f}", model, method, steps);
}

// The rows that exist, by model, method and number of steps.
std::set<std::string> rows_in(const std::string& file) {
  std::set<std::string> keys;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream cells(line);
    std::string model, method, kind, steps;
    if (std::getline(cells, model, ';') && std::getline(cells, kind, ';') &&
        std::getline(cells, method, ';') && std::getline(cells, steps, ';'))
      keys.insert(model + ";" + method + ";" + steps);
  }
  return keys;
}

State end_of(const io::OpenModel& model, const std::string& text, double step, double until) {
  Method m = io::read_method(text);
  m.step = step;
  Engine s(model.system, m, model.start, {.until = until});
  while (!s.done())
    if (s.step().status != Status::ok) throw Error(s.failure(), "reference", "");
  return s.state();
}

// The largest position error at the end of the reference, divided by the largest distance that any
// coordinate has moved; NaN if there is no reference.
double error_of(const io::OpenModel& model, const Method& method, const State& exact) {
  Engine s(model.system, method, model.start, {.until = exact.t});
  while (!s.done())
    if (s.step().status != Status::ok) return INFINITY;
  const double distance = max_norm(exact.q - model.start.q);
  return max_norm(s.state().q - exact.q) / std::max(distance, 1e-6);
}

class Table {
 public:
  Table(const std::string& file, bool chosen)
      : known_(rows_in(file)), out_(file, std::ios::app), chosen_(chosen) {}

  void add(const std::string& name) {
    const io::OpenModel model = io::open_model(name);
    const double h = step_of(name, model);
    std::vector<std::string> methods;
    const DefaultMethod& kind = default_kind(*model.system, model.start, h);
    const std::string standard = default_method(*model.system, model.start, h);
    if (chosen_) {
      methods.push_back(standard);
      if (const auto& own = model.stated.method; own && to_string(*own) != standard)
        methods.push_back(to_string(*own));
    } else if (model.constrained()) {
      methods.assign(std::begin(loops), std::end(loops));
    } else {
      methods.assign(std::begin(trees), std::end(trees));
    }
    const double steps = chosen_ ? std::min(most_steps, longest / h)
                                 : std::min(most_steps_of_candidates, longest / h);
    std::erase_if(methods,
                  [&](const std::string& text) { return known_.contains(key(name, text, steps)); });
    if (methods.empty()) return;
    references_.clear();
    for (const std::string& text : methods) row(name, std::string(kind.kind), text, {h, steps});
  }

 private:
  struct Length {
    double h, steps;
  };
  void row(const std::string& name, const std::string& kind, const std::string& text,
           const Length& length) {
    const auto [h, steps] = length;
    const std::string begin = fmt::format("{};{};{};{:.0f};{:g};", name, kind, text, steps, h);
    try {
      const io::OpenModel model = io::open_model(name, {}, text);
      Method method = io::read_method(text);
      method.step = h;
      const double error = error_of(model, method, reference(model, h));
      Engine s(model.system, method, model.start, {.until = steps * h});
      RunOptions o;
      o.bound = false;
      const Summary r = run(s, o, {});
      const double size = std::max(r.energy.most_kinetic, 1e-300);
      put(begin + fmt::format("{};{:g};{:.3g};{:.3g};{:.3g};{:.3g};{:.3g}",
                              r.status == Status::ok ? "lasts" : "stops", r.t_end, error,
                              r.energy.method / size, r.energy.resolution / size,
                              r.max_drift.position, 1e6 * r.cpu_s / static_cast<double>(r.steps)));
    } catch (const Error&) {
      put(begin + "refused;0;;;;;");
    }
  }

  // Methods may need different coordinates (angles instead of quaternions); each has its own
  // reference.
  const State& reference(const io::OpenModel& model, double h) {
    const auto [at, made] = references_.try_emplace(model.start.q.size());
    if (made) at->second = find_reference(model, h);
    return at->second;
  }
  static State find_reference(const io::OpenModel& model, double h) {
    const double until = std::min(compared_to, compared_steps * h);
    try {
      return end_of(model,
                    model.system->shape().loaded() ? "ggl+bdf(rtol=1e-8)"
                    : model.constrained()          ? "index1+rk4+s_both2"
                                                   : "ode+rk4",
                    h / 50, until);
    } catch (const Error&) {
      State nothing = model.start;
      nothing.t = until;
      nothing.q.setConstant(NAN);
      return nothing;
    }
  }

  void put(const std::string& line) {
    out_ << line << '\n' << std::flush;
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

  std::set<std::string> known_;
  std::map<Index, State> references_;  // of one model, by the number of its coordinates
  std::ofstream out_;
  bool chosen_;
};

int fill(const std::string& file, const std::string& what, std::vector<std::string> models) {
  if (what != "candidates" && what != "chosen") {
    std::fputs("usage: takt_defaults FILE.csv candidates|chosen [MODEL ...]\n", stderr);
    return 2;
  }
  if (models.empty()) models = io::model_names();
  Table table(file, what == "chosen");
  for (const std::string& name : models) table.add(name);
  return 0;
}

}  // namespace
}  // namespace takt::campaign

int main(int count, char** words) {
  return takt::campaign::fill(count > 1 ? words[1] : "", count > 2 ? words[2] : "",
                              {words + std::min(count, 3), words + count});
}
