// The report of a real-time run as JSON, for programs.
#include <fmt/format.h>

#include <cmath>

#include "takt/io/results/json.hpp"
#include "takt/realtime/distribution.hpp"
#include "takt/realtime/report.hpp"

namespace takt::realtime {
namespace {

using Json = nlohmann::ordered_json;
using io::number_or_null;

Json period_or_null(std::int64_t k) { return k >= 0 ? Json(k) : Json(nullptr); }

Json of_overruns(const Report& r) {
  const OverrunCounts& o = r.overruns;
  Json in = Json::object();
  for (std::size_t i = 0; i < part_count; ++i)
    in[std::string(part_names[i])] = r.statistics.overruns_in[i];
  return {{"total", o.total},
          {"in_grace", o.in_grace},
          {"most_consecutive", o.most_in_a_row},
          {"first", period_or_null(o.first)},
          {"last", period_or_null(o.last)},
          {"worst_us", static_cast<double>(o.worst) * 1e-3},
          {"stage", in}};
}

Json of_stages(const Statistics& s) {
  Json j = Json::object();
  for (std::size_t i = 0; i < part_count; ++i)
    j[std::string(part_names[i])] = {{"mean", s.parts.mean(static_cast<PeriodPart>(i)) * 1e-3},
                                     {"max", s.parts.most(static_cast<PeriodPart>(i)) * 1e-3}};
  return j;
}

Json of_channel(const ChannelCounts& n) {
  return {{"received", n.received},     {"accepted", n.accepted},   {"lost", n.lost},
          {"duplicated", n.duplicated}, {"reordered", n.reordered}, {"truncated", n.truncated},
          {"corrupt", n.corrupt},       {"foreign", n.foreign},     {"misfit", n.misfit},
          {"restarts", n.restarts},     {"replaced", n.replaced},   {"overflown", n.overflown},
          {"unkept", n.unkept},         {"sent", n.sent},           {"not_sent", n.not_sent}};
}

Json of_inputs(const Report& r) {
  const InputCounts& c = r.inputs;
  Json j = of_channel(r.all_channels());
  j["waiting"] = c.waiting;
  j["fresh"] = c.fresh;
  j["held"] = c.held;
  j["extrapolated"] = c.extrapolated;
  j["clamped"] = c.clamped;
  j["not_finite"] = c.not_finite;
  j["longest_silence"] = c.longest_silence;
  j["channels"] = Json::array();
  for (const Report::Line& line : r.channels) {
    Json one = {{"channel", line.name}};
    one.update(of_channel(line.counts));
    j["channels"].push_back(std::move(one));
  }
  return j;
}

Json of_cost(const Cost& c) {
  return {{"evaluations", c.evaluations},
          {"factorisations", c.factorisations},
          {"solves", c.solves},
          {"bounded", c.bounded}};
}

Json of_latency(const Report& r) {
  const InputCounts& c = r.inputs;
  if (c.latencies == 0) return nullptr;
  const int n = r.steps_per_period;
  return {{"mean", n * c.latency_sum / static_cast<double>(c.latencies)},
          {"max", n * c.latency_max},
          {"last", n * c.latency_last}};
}

Json of_machine(const Report& r) {
  Json missing = Json::array();
  for (const Missing& m : r.obtained.missing)
    missing.push_back({{"what", m.what}, {"remedy", m.remedy}});
  return {{"scheduler", r.obtained.scheduler},
          {"priority", r.obtained.priority},
          {"cpu", r.obtained.cpu >= 0 ? Json(r.obtained.cpu) : Json(nullptr)},
          {"memory_locked", r.obtained.memory_locked},
          {"missing", missing},
          {"page_faults", r.disturbances.page_faults},
          {"major_page_faults", r.disturbances.major_faults},
          {"involuntary_context_switches", r.disturbances.involuntary_switches},
          {"kernel", r.host.kernel},
          {"preemption", r.host.preemption},
          {"processor", r.host.processor}};
}

}  // namespace

std::string_view to_string(End e) noexcept {
  switch (e) {
    case End::running: return "running";
    case End::time: return "time";
    case End::asked: return "asked";
    case End::interrupted: return "interrupted";
    case End::late: return "late";
    case End::silent: return "silent";
    case End::failed: return "failed";
  }
  return "";
}

std::string_view to_string(Policy p) noexcept {
  switch (p) {
    case Policy::skip: return "skip";
    case Policy::catch_up: return "catch-up";
    case Policy::degrade: return "degrade";
    case Policy::stop: return "stop";
  }
  return "";
}

ChannelCounts Report::all_channels() const noexcept {
  ChannelCounts sum;
  for (const Line& line : channels) sum += line.counts;
  return sum;
}

std::string_view Report::status() const noexcept {
  if (end == End::failed) return takt::to_string(step_status);
  if (end == End::interrupted) return takt::to_string(Status::interrupted);
  if (violated) return takt::to_string(Status::late);
  if (end == End::silent || !recorded.error.empty()) return "failed";
  return takt::to_string(Status::ok);
}

Json to_json(const Report& r) {
  const Statistics& s = r.statistics;
  Json j;
  j["model"] = r.model;
  j["method"] = r.method;
  j["cheaper_method"] = r.cheaper_method.empty() ? Json(nullptr) : Json(r.cheaper_method);
  j["step"] = r.step;
  j["period"] = r.schedule.period;
  j["steps_per_period"] = r.steps_per_period;
  j["policy"] = to_string(r.schedule.policy);
  j["max_burst"] = r.schedule.max_burst;
  j["stop_after"] = r.schedule.stop_after;
  j["grace"] = r.schedule.grace;
  j["awake"] = r.schedule.awake;
  j["t_end"] = number_or_null(r.t_end);
  j["wall_s"] = number_or_null(r.wall_s);
  j["steps"] = s.steps;
  j["cycles"] = s.cycles;
  j["skipped"] = s.skipped;
  j["caught_up"] = s.caught_up;
  j["degraded"] = s.degraded;
  j["rehearsed"] = s.rehearsed;
  j["resets"] = s.resets;
  j["changes"] = s.changes;
  j["execution_us"] = distribution_json(s.execution);
  j["wake_up_us"] = distribution_json(s.wake_up);
  j["stages_us"] = of_stages(s);
  j["overruns"] = of_overruns(r);
  j["budget_violated"] = r.violated;
  j["inputs"] = of_inputs(r);
  j["latency_steps"] = of_latency(r);
  j["recorder"] = {{"rows", r.recorded.rows},        {"lost_samples", r.lost_samples},
                   {"lost_entries", r.lost_entries}, {"checkpoints", r.recorded.checkpoints},
                   {"packets", r.recorded.packets},  {"unwritten", r.recorded.unwritten},
                   {"error", r.recorded.error}};
  j["machine"] = of_machine(r);
  j["cost"] = of_cost(r.cost);
  j["cheaper_cost"] = r.cheaper_method.empty() ? Json(nullptr) : of_cost(r.cheaper_cost);
  j["crossings"] = r.recorded.crossings;
  j["switches"] = io::to_json(r.recorded.switches);
  j["max_drift"] = {{"position", number_or_null(r.recorded.max_drift.position)},
                    {"velocity", number_or_null(r.recorded.max_drift.velocity)},
                    {"acceleration", number_or_null(r.recorded.max_drift.acceleration)}};
  j["energy"] = io::to_json(energy_of(r.recorded));
  j["final_state"] = io::of_state(r.names, r.final_state, r.recorded.driven, r.recorded.outputs);
  j["state_hash"] = fmt::format("{:016x}", state_hash(r.final_state));
  j["ended"] = to_string(r.end);
  j["status"] = r.status();
  return j;
}

}  // namespace takt::realtime
