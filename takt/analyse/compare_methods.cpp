#include "takt/analyse/compare_methods.hpp"

#include <algorithm>
#include <optional>

#include "takt/io/method/read_method.hpp"
#include "takt/method/composition.hpp"

namespace takt::analyse {
namespace {

std::string default_reference(const Shape& shape) {
  return shape.loaded() ? "ggl+bdf(rtol=1e-10)"
         : shape.ng > 0 ? "index1+dopri5(rtol=1e-12)+s_both2"
                        : "ode+dopri5(rtol=1e-12)";
}

std::vector<Method> all_methods(const CompareOptions& o, const io::OpenModel& model) {
  std::vector<double> steps = o.steps;
  if (steps.empty()) steps.push_back(1e-3);
  std::vector<std::string> texts = o.methods;
  if (texts.empty()) texts.push_back(to_string(io::method_for(model, steps.front())));
  std::vector<Method> methods;
  for (const std::string& text : texts) {
    Method m = io::read_method(text);
    for (double h : steps) {
      m.step = h;
      methods.push_back(m);
      if (compose(m).adaptive()) break;  // for an adaptive method the step is only the first guess
    }
  }
  return methods;
}

}  // namespace

Comparisons compare_methods(const OpenFor& open, const CompareOptions& o) {
  const io::OpenModel model = open({});
  Comparisons out;
  out.model = model.name;
  out.until = o.until > 0 ? o.until : model.until;
  std::optional<io::OpenModel> natural;
  for (const std::string& text : o.methods) {
    if (model.mechanism == nullptr || natural) break;
    const io::StatedMethod stated(text);
    if (stated.coordinates == "natural") natural = open(stated);
  }
  Comparison comparison(model, out.until, all_methods(o, model));
  if (natural) comparison.also(*natural);
  Method reference =
      io::read_method(o.reference.empty() ? default_reference(model.system->shape()) : o.reference);
  reference.step = out.until * 1e-4;
  if (!compose(reference).adaptive()) {
    for (const Method& m : comparison.methods()) reference.step = std::min(reference.step, m.step);
  }
  out.reference = to_string(reference);
  comparison.prepare(reference);
  for (const Method& m : comparison.methods()) {
    if (o.progress) o.progress(out.all.size(), comparison.methods().size());
    out.all.push_back(comparison.compare(m, o.interrupt, o.in_a_run));
    if (o.interrupt != nullptr && o.interrupt->load()) break;
  }
  return out;
}

}  // namespace takt::analyse
