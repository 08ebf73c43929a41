#include "apps/reproduce/paper_002/start_steps.hpp"

#include <algorithm>
#include <cstdio>

#include "apps/reproduce/runs.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt::reproduce::paper_002 {
namespace {

struct Collected {
  std::vector<double> calls, corrector, jacobians, updates, steps, refused, cpu;
};

void add(const Summary& s, Collected& all, Counts& counts) {
  const Counters& c = s.counters;
  all.calls.push_back(calls(c));
  all.corrector.push_back(static_cast<double>(c.residuals));
  all.jacobians.push_back(static_cast<double>(c.jacobian_evaluations));
  all.updates.push_back(static_cast<double>(c.jacobian_updates));
  all.steps.push_back(static_cast<double>(s.steps));
  all.refused.push_back(static_cast<double>(c.rejected));
  all.cpu.push_back(s.cpu_s);
  counts.groups = std::max(counts.groups, c.column_groups);
  counts.drift = std::max(counts.drift, s.max_drift.position);
  counts.failed += blew_up(s) ? 1 : 0;
}

}  // namespace

Spread spread_of(const std::vector<double>& x) {
  const auto [least, most] = std::minmax_element(x.begin(), x.end());
  return {*least, median(x), *most};
}

std::string whole(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.0f", x);
  return buffer;
}

std::string text(const Spread& s) {
  return whole(s.median) + " (" + whole(s.least) + ".." + whole(s.most) + ")";
}

std::string share(double part) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f %%", 100 * part);
  return buffer;
}

std::string share_of(const Spread& part, const Spread& all) {
  return share(part.median / all.median);
}

std::string method(const Campaign& c, std::string_view jacobian, double first_step) {
  // DASSL, whose calls are counted here, does not locate discontinuities.
  return c.formulation + "+bdf(rtol=" + number(c.rtol) + ",atol=" + number(c.atol) +
         ",h0=" + number(first_step) + ",events=false)+" + std::string(jacobian);
}

std::string label(std::string_view jacobian) {
  if (!jacobian.starts_with(grouped_by_estimate)) return std::string(jacobian);
  return "grouped Ω" + std::string(jacobian.substr(grouped_by_estimate.size()));
}

std::shared_ptr<const EquationsOfMotion> system_of(const Campaign& c) {
  std::vector<std::string> set;
  for (const auto& [name, value] : c.set) set.push_back(name + "=" + number(value));
  return io::open_model(c.model, set, method(c, "dense", c.first_step)).system;
}

Engine start(const Campaign& c, std::shared_ptr<const EquationsOfMotion> system,
             std::string_view jacobian, double first_step) {
  const State initial = system->initial();
  return Engine(std::move(system), parse_method(method(c, jacobian, first_step)), initial,
                {.until = c.until});
}

std::vector<Counts> count(const Campaign& c, std::span<const std::string> jacobians) {
  const auto system = system_of(c);
  std::vector<Collected> all(jacobians.size());
  std::vector<Counts> counts(jacobians.size());
  RunOptions options;
  options.every = c.look ? 0 : c.until;
  options.look_every_step = c.look;
  options.bound = false;
  for (int k = 0; k < c.starts; ++k)
    for (std::size_t i = 0; i < jacobians.size(); ++i) {
      Engine simulation = start(c, system, jacobians[i], c.first_step * (1 + next_start * k));
      add(run(simulation, options, {}), all[i], counts[i]);
    }
  for (std::size_t i = 0; i < jacobians.size(); ++i) {
    Counts& n = counts[i];
    n.calls = spread_of(all[i].calls), n.corrector = spread_of(all[i].corrector);
    n.jacobians = spread_of(all[i].jacobians), n.updates = spread_of(all[i].updates);
    n.steps = spread_of(all[i].steps), n.refused = spread_of(all[i].refused);
    n.cpu = spread_of(all[i].cpu);
  }
  return counts;
}

}  // namespace takt::reproduce::paper_002
