#include "json_keys.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "json_meanings.hpp"
#include "takt/base/error.hpp"
#include "takt/certify/advice_page.hpp"
#include "takt/certify/certificate_text.hpp"
#include "takt/io/results/json.hpp"
#include "takt/realtime/report.hpp"

namespace takt::app {
namespace {

using Json = nlohmann::ordered_json;

// Objects whose keys are names of the model or of stages: one row describes all of them.
struct ByName {
  std::string_view object, row;  // row: empty if the values are plain numbers
};
constexpr ByName by_name[] = {{"stages_us", "<stage>"},
                              {"overruns.stage", "<stage>"},
                              {"cheaper_cost", "<count>"},
                              {"final_state.q", ""},
                              {"final_state.v", ""},
                              {"final_state.z", ""},
                              {"final_state.out", ""},
                              {"units.q", ""},
                              {"units.v", ""},
                              {"units.out", ""}};

void add(const Json& value, const std::string& name, std::set<std::string>& out) {
  if (value.is_array())
    for (const Json& one : value) add(one, name + "[]", out);
  if (!value.is_object()) return;
  const auto* named = std::find_if(std::begin(by_name), std::end(by_name),
                                   [&](const ByName& n) { return n.object == name; });
  const bool any = named != std::end(by_name);
  if (any && named->row.empty()) return;
  for (const auto& [key, inner] : value.items()) {
    const std::string full =
        (name.empty() ? "" : name + ".") + (any ? std::string(named->row) : key);
    out.insert(full);
    add(inner, full, out);
  }
}

void compare(std::span<const JsonKey> explained, const std::vector<Json>& samples) {
  std::set<std::string> written;
  for (const Json& s : samples) add(s, "", written);
  constexpr const char* place = "reference page";
  for (const JsonKey& k : explained)
    if (written.erase(std::string(k.name)) == 0)
      throw Error("no JSON has the key '" + std::string(k.name) + "'", place,
                  "take it out of apps/takt/json_meanings.hpp", Fault::other);
  if (!written.empty())
    throw Error("the JSON key '" + *written.begin() + "' is not explained", place,
                "add a line to apps/takt/json_meanings.hpp", Fault::other);
}

// --- samples; together they have every key ---

Json of_a_run() {
  Summary s;
  s.bound.emplace();
  return io::to_json(s);
}

Json of_a_loop() {
  realtime::Report r;
  r.cheaper_method = "-";
  r.channels.emplace_back();
  r.statistics.execution.add(1000);
  r.statistics.wake_up.add(1000);
  r.inputs.latencies = 1;
  r.obtained.missing.push_back({"", ""});
  return to_json(r);
}

std::vector<Json> of_certificates() {
  certify::Certificate full, empty;
  full.constrained = empty.constrained = true;
  full.bound.emplace();
  full.radii.emplace_back();
  full.inputs.emplace_back();
  full.work.at.emplace_back();
  empty.radii.emplace_back().why_not = "-";
  return {to_json(full), to_json(empty)};
}

Json of_advice() {
  certify::Advice a;
  a.trials.emplace_back();
  a.recommended = 0;
  return to_json(a);
}

}  // namespace

std::vector<JsonPage> json_pages() {
  using namespace json_meanings;
  compare(of_run, {of_a_run()});
  compare(of_realtime, {of_a_loop()});
  compare(of_certify, of_certificates());
  compare(of_tune, {of_advice()});
  return {{"takt run", "One object, with exit codes 0, 4 and 130.", of_run},
          {"takt realtime", "One object, with exit codes 0, 1, 4, 5 and 130.", of_realtime},
          {"takt certify", "One object, with exit codes 0, 1, 4, 5 and 130.", of_certify},
          {"takt tune", "One object, with exit codes 0, 5 and 130.", of_tune}};
}

}  // namespace takt::app
