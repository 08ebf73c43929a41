#include "takt/analyse/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "takt/analyse/implicit_forces.hpp"
#include "takt/base/text.hpp"
#include "takt/eom/switching.hpp"
#include "takt/io/terminal/report_text.hpp"
#include "takt/method/composition.hpp"
#include "takt/method/refusal.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/run.hpp"

namespace takt::analyse {
namespace {

constexpr std::size_t label_columns = 16, text_columns = 80;

class Explanation {
 public:
  Explanation(const Method& method, const io::Style& style) : c_(compose(method)), style_(style) {}

  std::string parts() const {
    std::string out = style_.strong(to_string(c_.method)) + "\n\n";
    const double h = c_.method.step;
    out += part_of("formulation", *c_.formulation, c_.formulation_settings, c_.context());
    out += part_of("integrator", *c_.integrator, c_.integrator_settings,
                   IntegratorContext{h, c_.matrix});
    out += part_of("stabilisation", *c_.stabilisation, c_.stabilisation_settings,
                   c_.integrator->has_stage6);
    if (c_.integrator->uses_jacobian) out += jacobian();
    return out;
  }

  std::string order() const {
    return line("order", fmt::format("{}, that of {}{}", c_.convergence(), c_.integrator->name,
                                     !c_.projection.projects()
                                         ? ""
                                         : "; the projection onto the constraints keeps it"));
  }

  std::string bounded() const {
    if (c_.bounded())
      return line("bounded",
                  "yes: every step does the same work, nothing is iterated to a "
                  "tolerance");
    const std::string why =
        c_.adaptive()
            ? std::string(c_.integrator->name) + " repeats a step until its error test passes"
        : c_.iterates() ? std::string(c_.integrator->name) +
                              " iterates until an increment is small; passes=2 bounds it"
        : !c_.projection.bounded()
            ? std::string(c_.stabilisation->name) + " iterates until its tolerance is reached"
            : "index1(implicit=true) solves its correction to round-off";
    return line("bounded", "no: " + why);
  }

  // Of methods with error control.
  std::string discontinuities(const EquationsOfMotion& system) const {
    if (!c_.adaptive()) return "";
    if (!c_.integrator_settings.flag("events"))
      return line("switches", "not located: events=false");
    const Switching* s = system.switching();
    const std::string what = "a step ends at every discontinuity, and " +
                             std::string(c_.integrator->name) + " starts anew behind it [002 3.2]";
    if (s == nullptr) return line("switches", what + "; this model has none that it names");
    return line("switches", what + ": " + std::to_string(s->switches()) + " switching function" +
                                (s->switches() == 1 ? "" : "s") + " here");
  }

  // The assumptions of the theorem about the drift, if it applies to this method.
  std::string drift() const {
    Shape constrained;
    constrained.ng = 1;
    if (!c_.projection.projects() || !why_no_bound(c_, constrained).empty()) return "";
    return line(
        "drift",
        "the position constraints stay open by O(h^3) for as long as velocities are bounded "
        "and h C1 < 1 (condition (13)): takt run prints measured drift beside the bound, or "
        "beside an estimate of it for large systems. It does not bound energy [000 3.4]");
  }

  std::string line(std::string_view label, const std::string& text) const {
    return "  " + style_.faint(io::padded(std::string(label), label_columns)) +
           io::wrapped(text, text_columns, 2 + label_columns) + "\n";
  }

 private:
  template <class Entry, class Surroundings>
  std::string part_of(std::string_view label, const Entry& e, const Settings& s,
                      const Surroundings& surroundings) const {
    return part(label, e, s, e.in_force == nullptr ? ValuesInForce{} : e.in_force(s, surroundings));
  }

  template <class Entry>
  std::string part(std::string_view label, const Entry& e, const Settings& s,
                   const ValuesInForce& values) const {
    std::string text = std::string(e.name) + ": " + std::string(e.summary);
    if (!e.source.empty()) text += " [" + std::string(e.source) + "]";
    std::string out = line(label, text);
    for (const Option& o : e.options)
      out += std::string(4 + label_columns, ' ') +
             fmt::format("{} = {}{}{}\n", o.name, s.text(o.name), in_force(o, values),
                         s.given(o.name) ? "" : style_.faint(" (default)"));
    return out;
  }

  std::string jacobian() const {
    Choice source{"analytic", {}}, refresh{"on_demand", {}};
    for (const Choice& j : c_.method.jacobian)
      (find_jacobian(j.name)->refresh ? refresh : source) = j;
    const auto described = [&](const Choice& choice) {
      const JacobianEntry& e = *find_jacobian(choice.name);
      return part("jacobian", e, Settings(choice, e.options, "method"), ValuesInForce{});
    };
    return described(source) + (c_.integrator->asks.has(Form::residual) ? described(refresh) : "");
  }

  // " = 1e-07": what a value such as `auto` means in a step; empty if its text says it.
  std::string in_force(const Option& o, const ValuesInForce& values) const {
    for (const ValueInForce& v : values)
      if (v.option == o.name) return " = " + in_words(v);
    return "";
  }

  std::string in_words(const ValueInForce& v) const {
    if (!v.word.empty()) return v.word;
    std::vector<std::string> all;
    for (const double x : v.numbers) all.push_back(v.of_step ? number(x) : io::short_number(x));
    if (v.unit == "s") return io::seconds_in_words(v.numbers.front());
    std::string text = join(all, ";");
    if (!v.unit.empty()) text += " " + std::string(v.unit);
    return v.of_step ? text + " at h = " + io::seconds_in_words(c_.method.step) : text;
  }

  Composition c_;
  const io::Style& style_;
};

}  // namespace

// Coordinates by name are those of mechanisms; natural ones always have constraints.
std::string smallest_model(const Method& method) {
  const bool mechanism = !method.coordinates.empty();
  return compose(method).formulation->constrained ? mechanism ? "four-bar" : "pendulum-cartesian"
         : mechanism                              ? "simple-pendulum"
                                                  : "linear-oscillator";
}

std::string parts_text(const Method& method, const io::Style& style) {
  return Explanation(method, style).parts();
}

std::string fit_text(const Method& method, const io::OpenModel& model, const std::string& name,
                     bool by_user, const io::Style& style) {
  const Explanation e(method, style);
  const Composition c = compose(method);
  require_valid(c, &model.system->shape());
  SetUp set_up;
  set_up.until = std::max(model.until, 2 * method.step);
  const Engine simulation(model.system, method, model.start, set_up);
  std::string out = "\n" + e.order() + e.bounded() + e.drift() + e.discontinuities(*model.system);
  out += e.line("cost of a step", io::cost_text(simulation.cost()) + ", on " + name +
                                      (by_user ? "" : " as no --model was given"));
  if (const ImplicitForces forces = implicit_forces(model, c); !forces.count.empty())
    out += e.line("implicit: auto",
                  forces.count + (forces.table.empty() ? "" : ": " + forces.meaning)) +
           forces.table;
  return out + e.line("fits", style.good("yes") + ", " + name);
}

}  // namespace takt::analyse
