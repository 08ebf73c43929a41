#include "takt/io/results/provenance.hpp"

#include "takt/base/text.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/io/model_file/source.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::io {

std::string text_of_model(std::string_view model) {
  if (problem::find_problem(model) != nullptr) return "";
  if (const ShippedModel* shipped = find_shipped(model)) return std::string(shipped->text);
  return model_file::read_text_file(std::string(model), std::string(model));
}

std::vector<std::string> differences(const Provenance& then, const Provenance& now) {
  std::vector<std::string> list;
  const auto compare = [&](const std::string& what, const std::string& a, const std::string& b) {
    const auto said = [](const std::string& text) { return text.empty() ? "none" : text; };
    if (a != b) list.push_back(what + ": it had " + said(a) + ", now " + said(b));
  };
  const auto time = [](double t) { return t > 0 ? number(t) + " s" : ""; };
  compare("version", then.version, now.version);
  compare("model", then.model, now.model);
  if (then.model == now.model && then.model_text != now.model_text)
    list.emplace_back("model: its file has changed");
  compare("--set", join(then.set, " "), join(now.set, " "));
  compare("--method", then.method, now.method);
  compare("--step", time(then.step), time(now.step));
  compare("--every", time(then.every), time(now.every));
  compare("--record", then.record, now.record);
  compare("--assemble", then.assembled ? "it" : "", now.assembled ? "it" : "");
  return list;
}

}  // namespace takt::io
