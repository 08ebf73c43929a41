#include "takt/certify/candidates.hpp"

#include "takt/base/error.hpp"
#include "takt/method/all_compositions.hpp"
#include "takt/method/refusal.hpp"

namespace takt::certify {
namespace {

// The catalogues give two Newton passes. One pass is cheaper, three are safer.
std::vector<std::string> with_more_passes(const std::string& text) {
  const std::string two = "passes=2";
  const std::size_t at = text.find(two);
  if (at == std::string::npos) return {text};
  std::vector<std::string> all;
  for (const char* passes : {"passes=1", "passes=2", "passes=3"})
    all.push_back(std::string(text).replace(at, two.size(), passes));
  if (text.find("bdf(") != std::string::npos)
    all.push_back(std::string(text).replace(at, two.size(), "order=2,passes=2"));
  return all;
}

// Baumgarte's terms are an option of the formulation, which the catalogues leave at zero.
std::vector<std::string> with_baumgarte(const std::string& text) {
  for (const std::string name : {"index1", "index2"})
    if (text.starts_with(name + "+")) return {text, name + "(baumgarte=auto)" + text.substr(6)};
  return {text};
}

std::vector<std::string> variants(const std::string& composition) {
  std::vector<std::string> all;
  for (const std::string& text : with_more_passes(composition))
    for (const std::string& one : with_baumgarte(text)) all.push_back(one);
  return all;
}

bool is_residual(const Composition& c) { return c.integrator->asks.has(Form::residual); }

// The method that the author of the model chose is tried too, whatever its options.
void add_own(const Opener& open, Candidates& out) {
  const auto& mechanism = out.systems.front().mechanism;
  if (mechanism == nullptr || mechanism->model().experiment.method.empty()) return;
  const std::string text = mechanism->model().experiment.method;
  const Method m = parse_method(text);
  const Composition c = compose(m);
  for (const Candidate& x : out.all)
    if (to_string(x.method) == to_string(m)) return;
  const io::OpenModel model = open(text);
  if (!c.bounded() || !refusal(c, &model.system->shape()).empty()) return;
  out.all.push_back({m, out.systems.size()});
  out.systems.push_back(model);
}

}  // namespace

Candidates candidates(const Opener& open, const std::vector<std::string>& texts) {
  Candidates out;
  if (!texts.empty()) {
    for (const std::string& text : texts) {
      const io::OpenModel model = open(text);
      const Method m = parse_method(text);
      Method in_time = m;
      in_time.realtime = true;  // a method with unbounded cost is refused
      require_valid(compose(in_time), &model.system->shape());
      out.all.push_back({m, out.systems.size()});
      out.systems.push_back(model);
    }
    return out;
  }
  struct Kind {
    const char *opens, *prefix;
    bool residual;  // methods that ask for a residual use other coordinates for rotations
  };
  for (const Kind& kind : {Kind{"index1+heun", "", false}, Kind{"ggl+bdf", "", true},
                           Kind{"natural:index1+heun", "natural:", false}}) {
    io::OpenModel model;
    try {
      model = open(kind.opens);
    } catch (const Error&) {
      if (out.systems.empty()) throw;  // there is no such model
      continue;                        // the mechanism has no such coordinates
    }
    const Shape& shape = model.system->shape();
    if (kind.prefix[0] != '\0' && model.mechanism == nullptr) continue;
    const std::size_t system = out.systems.size();
    out.systems.push_back(model);
    for (const std::string& composition : all_compositions(shape.ng > 0))
      for (const std::string& text : variants(composition)) {
        const Method m = parse_method(kind.prefix + text);
        const Composition c = compose(m);
        const bool here = kind.prefix[0] != '\0' || is_residual(c) == kind.residual;
        // `projection` with default options is s_both.
        if (!here || !c.bounded() || c.stabilisation->spelled_out) continue;
        if (refusal(c, &shape).empty()) out.all.push_back({m, system});
      }
  }
  add_own(open, out);
  return out;
}

}  // namespace takt::certify
