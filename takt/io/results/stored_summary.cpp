#include "takt/io/results/stored_summary.hpp"

#include <limits>

#include "takt/io/results/json.hpp"

namespace takt::io {
namespace {

using Json = nlohmann::ordered_json;

Json of(const std::vector<SwitchCount>& counts) {
  Json list = Json::array();
  for (const SwitchCount& c : counts) list.push_back({{"name", c.name}, {"count", c.count}});
  return list;
}

std::vector<SwitchCount> counts_from(const Json& list) {
  std::vector<SwitchCount> counts;
  for (const Json& c : list) counts.push_back({c.at("name"), c.at("count")});
  return counts;
}

double number_from(const Json& object, const char* key) {  // null: it was not finite
  const Json& x = object.at(key);
  return x.is_null() ? std::numeric_limits<double>::quiet_NaN() : x.get<double>();
}

Status status_from(const std::string& text) {
  for (int k = 0; k <= static_cast<int>(Status::no_answer); ++k)
    if (to_string(static_cast<Status>(k)) == text) return static_cast<Status>(k);
  throw Json::other_error::create(501, "unknown status", nullptr);
}

Bound bound_from(const Json& j, const Json& more) {
  Bound b;
  b.C0 = number_from(j, "C0");
  b.C1 = number_from(j, "C1");
  b.C2 = number_from(j, "C2");
  b.holds = j.at("holds");
  b.limit = b.holds ? number_from(j, "g_lim") : 0;
  b.estimate = j.at("estimate");
  b.samples = j.at("samples");
  b.half_C0 = number_from(j.at("first_half"), "C0");
  b.half_C1 = number_from(j.at("first_half"), "C1");
  b.half_C2 = number_from(j.at("first_half"), "C2");
  b.h = number_from(more, "h");
  b.room = number_from(more, "room");
  return b;
}

void read_energy(const Json& j, const Json& more, Summary& s) {
  s.energy_initial = number_from(j, "initial");
  s.energy_final = number_from(j, "final");
  s.energy_max_change = number_from(j, "max_abs_change");
  s.energy.inputs = number_from(j, "inputs");
  s.energy.dissipated = number_from(j, "dissipated");
  s.energy.method = number_from(j, "method");
  s.energy.resolution = number_from(j, "resolution");
  s.energy.most_kinetic = number_from(j, "max_kinetic");
  s.energy.projected = !j.at("projections").is_null();
  if (s.energy.projected) s.energy.projections = number_from(j, "projections");
  s.energy.about = more.at("about");
}

void read_counters(const Json& j, Counters& c) {
  c.iterations = j.at("iterations");
  c.evaluations = j.at("evaluations");
  c.jacobian_evaluations = j.at("jacobian_evaluations");
  c.jacobian_updates = j.at("jacobian_updates");
  c.factorisations = j.at("factorisations");
  c.solves = j.at("solves");
  c.column_groups = j.at("column_groups");
  c.rejected = j.at("error_test_failures");
  c.events = j.at("events");
  c.crossings = j.at("crossings");
  c.chatters = j.at("chatters");
  c.most_iterations = j.at("most_iterations");
  c.unconverged = j.at("unconverged");
  c.unconverged_energy = number_from(j, "unconverged_energy");
}

Summary read(const Json& j) {
  const Json& more = j.at("more");
  Summary s;
  s.model = j.at("model");
  s.method = j.at("method");
  s.status = status_from(j.at("status"));
  s.failure = more.at("failure");
  s.lost_signal = more.at("lost_signal");
  s.t_end = number_from(j, "t_end");
  s.steps = j.at("steps");
  s.wall_s = number_from(j, "wall_s");
  s.cpu_s = number_from(j, "cpu_s");
  s.simulated = number_from(more, "simulated");
  const Json& ns = more.at("step_ns");
  s.step_time = Histogram::from(ns.at("classes"), ns.at("min"), ns.at("max"), ns.at("sum"));
  s.max_drift.position = number_from(j.at("max_drift"), "position");
  s.max_drift.velocity = number_from(j.at("max_drift"), "velocity");
  s.max_drift.acceleration = number_from(j.at("max_drift"), "acceleration");
  read_energy(j.at("energy"), more, s);
  read_counters(j.at("counters"), s.counters);
  s.cost = {j.at("cost").at("evaluations"), j.at("cost").at("factorisations"),
            j.at("cost").at("solves"), j.at("cost").at("bounded")};
  if (const auto c = j.find("controller"); c != j.end())
    s.controller = {c->at("answers"), c->at("clamped"), c->at("not_finite")};
  s.switches = counts_from(more.at("switches"));
  s.chattering = counts_from(more.at("chattering"));
  if (const auto b = j.find("bound"); b != j.end()) s.bound = bound_from(*b, more.at("bound"));
  return s;
}

}  // namespace

std::string stored(const Summary& s) {
  Json j = to_json(s);
  Json more{{"failure", s.failure},
            {"lost_signal", s.lost_signal},
            {"simulated", number_or_null(s.simulated)},
            {"about", s.energy.about},
            {"step_ns",
             {{"min", static_cast<std::int64_t>(s.step_time.min())},
              {"max", static_cast<std::int64_t>(s.step_time.max())},
              {"sum", s.step_time.sum()},
              {"classes", s.step_time.classes()}}},
            {"switches", of(s.switches)},
            {"chattering", of(s.chattering)}};
  if (s.bound)
    more["bound"] = {{"h", number_or_null(s.bound->h)}, {"room", number_or_null(s.bound->room)}};
  j["more"] = std::move(more);
  return j.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Summary> summary_from(std::string_view text) {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace takt::io
