// The catalogues as JSON: parts of methods, models, and the schema of model files, from which the pure layer
// has names, signatures and texts.
#include <nlohmann/json.hpp>

#include "python/core/core.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/model_file/schema.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/io/units/quantity.hpp"
#include "takt/method/composition.hpp"
#include "takt/method/default_method.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::python {
namespace {

using Json = nlohmann::ordered_json;

template <class Entries> Json parts(const Entries& entries) {
  Json all = Json::array();
  for (const auto& e : entries) {
    Json options = Json::array();
    for (const Option& o : e.options)
      options.push_back({{"name", o.name},
                         {"default", o.standard},
                         {"allowed", o.allowed},
                         {"meaning", o.meaning}});
    all.push_back({{"name", e.name},
                   {"source", e.source},
                   {"summary", e.summary},
                   {"options", std::move(options)}});
  }
  return all;
}

std::string methods() {
  Json aliases = Json::array(), defaults = Json::array();
  for (const MethodAlias& a : method_aliases())
    aliases.push_back(
        {{"name", a.name},
         {"stands_for", std::string(a.coordinates) + ":" + std::string(a.formulation) + "+...+" +
                            std::string(a.stabilisation)}});
  for (const DefaultMethod& d : default_methods())
    defaults.push_back({{"kind", d.kind},
                        {"systems", d.systems},
                        {"tree", d.tree},
                        {"loops", d.loops},
                        {"why", d.why}});
  return Json{{"formulations", parts(formulations())},
              {"integrators", parts(integrators())},
              {"stabilisations", parts(stabilisations())},
              {"jacobians", parts(jacobians())},
              {"aliases", aliases},
              {"defaults", defaults}}
      .dump();
}

std::string models() {
  Json all = Json::array();
  for (const auto& p : problem::problems())
    all.push_back({{"name", p.name}, {"summary", p.summary}, {"file", false}});
  for (const io::ShippedModel& m : io::shipped_models())
    all.push_back({{"name", m.name}, {"summary", m.summary}, {"file", true}});
  return all.dump();
}

}  // namespace

void bind_catalogues(py::module_& m) {
  m.def("methods", methods);
  m.def("models", models);
  m.def("schema", io::model_schema);
  // "1ms" in seconds, as the command line reads times.
  m.def("seconds", [](const std::string& text, const std::string& what) {
    return io::parse_time(text, what);
  });
}

}  // namespace takt::python
