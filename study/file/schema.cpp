#include "study/file/schema.hpp"

#include "study/design/study.hpp"
#include "study/file/keys.hpp"
#include "takt/io/model_file/schema_words.hpp"

namespace takt::study {
namespace {

using io::schema_words::Json;

// The keys of a section, each with its meaning; those in `typed` have more than that.
Json properties_of(std::string_view section, const Json& typed = Json::object()) {
  Json p = Json::object();
  for (const StudyKey& k : study_keys())
    if (k.section == section) {
      const std::string name(k.name);
      p[name] = io::schema_words::described(typed.value(name, Json::object()), k.meaning);
    }
  return p;
}

}  // namespace

std::string study_schema() {
  using io::schema_words::described;
  using io::schema_words::list_of;
  using io::schema_words::named;
  using io::schema_words::object;
  using io::schema_words::one_word;
  const Json any = Json::object(), quantity{{"type", Json::array({"number", "string"})}};
  Json spread = properties_of("parameter"), metric = properties_of("metric");
  std::vector<std::string> design_names, counted_names;
  for (const SpreadEntry& e : spreads())
    spread[std::string(e.name)] = described(e.spread == Spread::list  ? list_of(any, 1)
                                            : e.spread == Spread::grid ? list_of(quantity, 3, 3)
                                                                       : list_of(quantity, 2, 2),
                                            e.meaning);
  for (const DesignEntry& e : designs()) design_names.emplace_back(e.name);
  for (const Counted& c : counted()) counted_names.emplace_back(c.name);
  for (const MeasureEntry& e : measures())
    metric[std::string(e.name)] =
        e.measure == Measure::count   ? one_word(counted_names, e.meaning)
        : e.measure == Measure::drift ? one_word({"position", "velocity", "acceleration"}, e.meaning)
                                      : described({{"type", "string"}}, e.meaning);
  const Json sought = object(properties_of("sought"), {"start", "least", "most"});
  const Json run = object(
      properties_of("run", {{"signals", named(object(properties_of("signal")), "")}}), {"data", "signals"});
  Json typed = Json::object();
  typed["study"] = {{"const", 1}};
  typed["parameters"] = named({{"anyOf", {list_of(any, 1), object(spread)}}}, "");
  typed["samples"] = object(properties_of("samples", {{"design", one_word(design_names)}}), {"count"});
  typed["metrics"] = named(object(metric), "");
  typed["keep"] = object(properties_of("keep"));
  typed["limits"] = object(properties_of("limits"));
  typed["fit"] = object(properties_of("fit", {{"parameters", named(sought, "")}, {"runs", list_of(run, 1)}}),
                        {"parameters", "runs"});
  Json schema = object(properties_of("", typed), {"study", "model"});
  Json out{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Study file of Takt"}};
  for (const auto& [key, value] : schema.items()) out[key] = value;
  return out.dump(2) + "\n";
}

}  // namespace takt::study
