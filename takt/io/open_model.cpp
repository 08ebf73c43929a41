#include "takt/io/open_model.hpp"

#include <filesystem>
#include <map>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/quantity.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::io {
namespace {

struct Setting {
  std::string path;
  double value;
};

Setting parse_setting(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0)
    throw Error("'" + text + "' is not path=value", "set", "write --set omega=0.5, for example",
                Fault::usage);
  const std::string path = text.substr(0, at), value = text.substr(at + 1);
  if (value == "true" || value == "false") return {path, value == "true" ? 1.0 : 0.0};
  return {path, parse_quantity(value, "set " + path).value};
}

bool is_file(std::string_view model) {
  std::error_code none;
  return model.ends_with(".yaml") || model.ends_with(".yml") ||
         std::filesystem::is_regular_file(model, none);
}

// The place of q.<name>, v.<name> or z.<name> in a state, or nothing.
double* place_in(State& s, const Names& names, const std::string& path) {
  const auto look = [&](char kind, const std::vector<std::string>& known, Vector& x) -> double* {
    if (path.size() < 3 || path[0] != kind || path[1] != '.') return nullptr;
    for (std::size_t i = 0; i < known.size(); ++i)
      if (path.compare(2, std::string::npos, known[i]) == 0) return &x[static_cast<Index>(i)];
    return nullptr;
  };
  if (double* q = look('q', names.q, s.q)) return q;
  if (double* v = look('v', names.v, s.v)) return v;
  return look('z', names.z, s.z);
}

[[noreturn]] void unknown_path(std::string_view model, const std::string& path,
                               const problem::ProblemEntry& entry, const Names& names) {
  std::vector<std::string> known = names_of(entry.parameters);
  for (const auto& n : names.q) known.push_back("q." + n);
  for (const auto& n : names.v) known.push_back("v." + n);
  for (const auto& n : names.z) known.push_back("z." + n);
  throw Error("model '" + std::string(model) + "' has nothing to set at '" + path + "'",
              "set " + path, did_you_mean(path, known, "what can be set: " + join(known, ", ")));
}

}  // namespace

OpenModel open_model(std::string_view model, std::span<const std::string> set) {
  if (problem::find_problem(model) == nullptr && is_file(model))
    throw Error("model files are not read yet", std::string(model),
                "shipped models: " + join(names_of(problem::problems()), ", "));
  const problem::ProblemEntry& entry = problem::problem_of(model);

  std::map<std::string, double> parameters;
  std::vector<Setting> state;
  for (const std::string& text : set) {
    Setting s = parse_setting(text);
    bool parameter = false;
    for (const auto& p : entry.parameters) parameter = parameter || p.name == s.path;
    if (parameter)
      parameters[s.path] = s.value;
    else
      state.push_back(std::move(s));
  }
  OpenModel open{std::string(model), problem::make_problem(model, parameters), {}, entry.until};
  open.start = open.system->initial();
  for (const Setting& s : state) {
    double* place = place_in(open.start, open.system->names(), s.path);
    if (place == nullptr) unknown_path(model, s.path, entry, open.system->names());
    *place = s.value;
  }
  return open;
}

}  // namespace takt::io
