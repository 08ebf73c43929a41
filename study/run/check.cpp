#include "study/run/check.hpp"

#include <algorithm>

#include "study/run/models.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::study {
namespace {

std::vector<std::string> settable(const Study& s, const Prepared& p) {
  std::vector<std::string> known;
  if (const problem::ProblemEntry* entry = problem::find_problem(s.model)) {
    for (const auto& parameter : entry->parameters) known.emplace_back(parameter.name);
  } else {
    for (const auto& [name, value] : p.model.mechanism->model().parameters) known.push_back(name);
    for (const auto& [name, word] : p.model.mechanism->model().words) known.push_back(name);
  }
  const Names& names = p.model.system->names();
  for (const std::string& q : names.q) known.push_back("q." + q);
  for (const std::string& v : names.v) known.push_back("v." + v);
  for (const std::string& z : names.z) known.push_back("z." + z);
  for (const Input& u : names.inputs) known.push_back("u." + u.name);
  return known;
}

void require_parameters(const Study& s, const Prepared& p) {
  const std::vector<std::string> known = settable(s, p);
  // In natural coordinates, those of joints may be set as well.
  const bool natural = p.model.mechanism != nullptr &&
                       p.model.mechanism->coordinates() == mechanism::Coordinates::natural;
  for (const Parameter& parameter : s.parameters) {
    if (std::find(known.begin(), known.end(), parameter.path) != known.end()) continue;
    if (natural && (parameter.path.starts_with("q.") || parameter.path.starts_with("v."))) continue;
    throw Error("model '" + p.model.name + "' has nothing to set at '" + parameter.path + "'",
                parameter.at,
                did_you_mean(parameter.path, known, "what can be set: " + join(known, ", ")));
  }
}

}  // namespace

void check(const CaseTable& table) {
  const Study& s = table.study();
  std::vector<std::string> set = s.set, formulas, at;
  if (!s.inputs.empty()) set.push_back("u=" + s.inputs.front());
  for (const Metric& m : s.metrics)
    if (m.of_signal()) formulas.push_back(m.of), at.push_back(m.at);
  for (const std::string& signal : s.keep.signals)
    formulas.push_back(signal), at.push_back(s.file + " keep: signals");
  for (const std::int64_t index : s.keep.results)
    if (index >= table.count())
      throw Error("the study has no case " + std::to_string(index), s.file + " keep: results",
                  "they are numbered from 0 to " + std::to_string(table.count() - 1));
  std::shared_ptr<const Prepared> p;
  try {
    p = prepare(s, set, s.methods.empty() ? "" : s.methods.front(), formulas, at);
  } catch (const Error& e) {
    if (e.where.starts_with("set ")) throw Error(e.what(), s.file + " set: " + e.where.substr(4), e.hint);
    if (e.where.empty()) throw Error(e.what(), s.model_at, e.hint);
    throw;
  }
  require_parameters(s, *p);
}

}  // namespace takt::study
