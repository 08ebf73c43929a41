#include "takt/io/results/json.hpp"

#include <cmath>
#include <cstdio>

#include "takt/io/terminal/energy_report.hpp"

namespace takt::io {
namespace {

using Json = nlohmann::ordered_json;

std::string hexadecimal(std::uint64_t x) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(x));
  return text;
}

Json of_counters(const Counters& c) {
  const bool of_residual = c.residuals > 0;  // 002 counts calls of the residual F
  const std::int64_t without = of_residual ? c.residuals : c.evaluations - c.for_derivatives;
  const std::int64_t calls = of_residual ? without + c.residuals_for_jacobian : c.evaluations;
  return {{"iterations", c.iterations},
          {"evaluations", c.evaluations},
          {"function_calls", calls},
          {"function_calls_without_jacobian", without},
          {"jacobian_evaluations", c.jacobian_evaluations},
          {"jacobian_updates", c.jacobian_updates},
          {"factorisations", c.factorisations},
          {"solves", c.solves},
          {"column_groups", c.column_groups},
          {"error_test_failures", c.rejected},
          {"events", c.events},
          {"crossings", c.crossings},
          {"chatters", c.chatters},
          {"most_iterations", c.most_iterations},
          {"unconverged", c.unconverged},
          {"unconverged_energy", number_or_null(c.unconverged_energy)}};
}

}  // namespace

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json by_name(const std::vector<std::string>& names, std::span<const double> values) {
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size() && i < values.size(); ++i)
    object[names[i]] = number_or_null(values[i]);
  return object;
}

Json by_name(const std::vector<std::string>& names, const Vector& values) {
  return by_name(names, std::span(values.data(), values.size()));
}

Json units_by_name(const std::vector<std::string>& names, const std::vector<std::string>& known) {
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i)
    object[names[i]] = i < known.size() && !known[i].empty() ? Json(known[i]) : Json(nullptr);
  return object;
}

Json of_state(const Names& names, const State& s, const DrivenValues& driven,
              std::span<const double> outputs) {
  Json j{{"q", by_name(names.q, s.q)},
         {"v", by_name(names.v, s.v)},
         {"z", by_name(names.z, s.z)},
         {"out", by_name(names.outputs, outputs)}};
  for (std::size_t k = 0; k < driven.q.size(); ++k) {
    j["q"][names.driven[k].name] = number_or_null(driven.q[k]);
    j["v"][names.driven[k].name] = number_or_null(driven.v[k]);
  }
  return j;
}

Json to_json(const std::vector<SwitchCount>& counts) {
  Json j = Json::object();
  for (const SwitchCount& c : counts) j[c.name] = c.count;
  return j;
}

Json to_json(const Summary& s) {
  Json j;
  j["model"] = s.model;
  j["method"] = s.method;
  j["t_end"] = number_or_null(s.t_end);
  j["steps"] = s.steps;
  j["rejected"] = s.counters.rejected;
  j["wall_s"] = number_or_null(s.wall_s);
  j["cpu_s"] = number_or_null(s.cpu_s);
  j["realtime_factor"] = number_or_null(s.realtime_factor());
  j["step_us"] = {{"mean", s.step_time.mean() * 1e-3},
                  {"p50", s.step_time.quantile(0.5) * 1e-3},
                  {"p99", s.step_time.quantile(0.99) * 1e-3},
                  {"p9999", s.step_time.quantile(0.9999) * 1e-3},
                  {"max", s.step_time.max() * 1e-3}};
  j["max_drift"] = {{"position", number_or_null(s.max_drift.position)},
                    {"velocity", number_or_null(s.max_drift.velocity)},
                    {"acceleration", number_or_null(s.max_drift.acceleration)}};
  j["energy"] = to_json(energy_of(s));
  j["counters"] = of_counters(s.counters);
  j["switches"] = to_json(s.switches);
  j["cost"] = {{"evaluations", s.cost.evaluations},
               {"factorisations", s.cost.factorisations},
               {"solves", s.cost.solves},
               {"bounded", s.cost.bounded}};
  if (s.controller.answers > 0)
    j["controller"] = {{"answers", s.controller.answers},
                       {"clamped", s.controller.clamped},
                       {"not_finite", s.controller.not_finite}};
  j["final_state"] = of_state(s.names, s.final_state, s.final_driven, s.outputs);
  j["units"] = {{"q", units_by_name(s.names.q, s.names.q_units)},
                {"v", units_by_name(s.names.v, s.names.v_units)},
                {"out", units_by_name(s.names.outputs, s.names.output_units)}};
  for (const DrivenCoordinate& d : s.names.driven) {
    j["units"]["q"][d.name] = d.q_unit;
    j["units"]["v"][d.name] = d.v_unit;
  }
  j["state_hash"] = hexadecimal(s.state_hash);
  j["status"] = to_string(s.status);
  if (s.bound) j["bound"] = to_json(*s.bound, s.max_drift.position);
  return j;
}

}  // namespace takt::io
