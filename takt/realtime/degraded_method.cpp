#include "takt/realtime/degraded_method.hpp"

#include "takt/base/error.hpp"
#include "takt/method/refusal.hpp"

namespace takt::realtime {
namespace {

constexpr int older_jacobian = 4;  // factor on the number of steps it is kept for

void put(Choice& choice, const std::string& key, const std::string& value) {
  std::erase_if(choice.options,
                [&](const auto& o) { return o.first == key || (key == "row" && o.first.empty()); });
  choice.options.emplace_back(key, value);
}

// All methods that could be cheaper, those with the smallest change first.
std::vector<Method> candidates(const Method& m) {
  const Composition c = compose(m);
  const Settings& s = c.integrator_settings;
  std::vector<Method> list;
  const auto integrator = [&](const std::string& key, const std::string& value) {
    list.push_back(m);
    put(list.back().integrator, key, value);
  };
  const auto member = [&] {
    const Choice cheaper = parse_method("ode+" + std::string(c.integrator->cheaper)).integrator;
    if (cheaper.options.empty()) {
      list.push_back(m);
      list.back().integrator = cheaper;
    } else if (s.text("row") != cheaper.options[0].second) {
      integrator("row", cheaper.options[0].second);
    }
  };
  const bool of_rows = !c.integrator->lone_rows.empty();
  if (!c.integrator->cheaper.empty() && of_rows) member();
  if (c.counts_passes() && s.count("passes") > 1) integrator("passes", "1");
  if (s.knows("refresh") && c.counts_passes())
    integrator("refresh", std::to_string(older_jacobian * s.count("refresh")));
  if (!c.integrator->cheaper.empty() && !of_rows) member();
  if (!c.projection.none()) {
    list.push_back(m);
    list.back().stabilisation = {"none", {}};
  }
  return list;
}

}  // namespace

Method cheaper_than(const Method& m, const Shape& shape) {
  for (const Method& candidate : candidates(m))
    if (refusal(compose(candidate), &shape).empty()) return candidate;
  throw Error("nothing cheaper than " + to_string(m) + " is known for degraded periods",
              "--policy degrade", "name it, --degrade METHOD, or use --policy catch-up",
              Fault::usage);
}

Method require_same_family(const Method& method, Method cheaper) {
  cheaper.step = method.step;
  cheaper.realtime = method.realtime;
  const Composition a = compose(method), b = compose(cheaper);
  std::string why;
  if (method.coordinates != cheaper.coordinates)
    why = "its coordinates are others";
  else if (a.formulation != b.formulation)
    why = "its formulation is another";
  else if (!a.integrator->asks.meets(b.integrator->asks))
    why = "its integrator solves for something else";
  if (!why.empty())
    throw Error("a run of " + to_string(method) + " cannot change to " + to_string(cheaper) +
                    " between two periods: " + why,
                "--degrade",
                "keep " + method.formulation.name +
                    " and the kind of integrator: fewer passes, row J3, no stabilisation",
                Fault::usage);
  return cheaper;
}

}  // namespace takt::realtime
