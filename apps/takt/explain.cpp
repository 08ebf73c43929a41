// takt explain METHOD: what the method is, its source, order and cost, and whether it fits a model.
#include <fmt/format.h>

#include <cstdio>

#include "command.hpp"
#include "complaint.hpp"
#include "implicit_forces.hpp"
#include "positive_time.hpp"
#include "takt/base/text.hpp"
#include "takt/eom/switching.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/terminal/report_text.hpp"
#include "takt/method/refusal.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/run.hpp"

namespace takt::app {
namespace {

struct ExplainWords {
  std::string method, model, step = "1ms";
  std::vector<std::string> set;
};

constexpr std::size_t label_width = 16, text_width = 80;

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
    return "  " + style_.faint(io::padded(std::string(label), label_width)) +
           io::wrapped(text, text_width, 2 + label_width) + "\n";
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
      out += std::string(4 + label_width, ' ') +
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

void explain(const ExplainWords& w, const io::Style& style) {
  Method method = io::read_method(w.method);
  method.step = positive_time(w.step, "step");
  const Explanation e(method, style);
  const Composition c = compose(method);
  // Without a model the cost is shown for the smallest one that fits. Coordinates by name are those
  // of mechanisms; natural ones always have constraints.
  const bool mechanism = !method.coordinates.empty();
  const std::string name = !w.model.empty() ? w.model
                           : c.formulation->constrained
                               ? mechanism ? "four-bar" : "pendulum-cartesian"
                           : mechanism ? "simple-pendulum"
                                       : "linear-oscillator";
  const io::OpenModel model = io::open_model(name, w.set, w.method);
  std::fputs(e.parts().c_str(), stdout);
  require_valid(c, &model.system->shape());

  SetUp set_up;
  set_up.until = std::max(model.until, 2 * method.step);
  const Engine simulation(model.system, method, model.start, set_up);
  std::string out = "\n" + e.order() + e.bounded() + e.drift() + e.discontinuities(*model.system);
  out += e.line("cost of a step", io::cost_text(simulation.cost()) + ", on " + name +
                                      (w.model.empty() ? " as no --model was given" : ""));
  if (const ImplicitForces forces = implicit_forces(model, c); !forces.count.empty())
    out += e.line("implicit: auto",
                  forces.count + (forces.table.empty() ? "" : ": " + forces.meaning)) +
           forces.table;
  out += e.line("fits", style.good("yes") + ", " + name);
  std::fputs(out.c_str(), stdout);
}

void add_explain(CLI::App& app, Context& context) {
  auto w = std::make_shared<ExplainWords>();
  add_word(app, "METHOD", "", w->method, "as for takt run --method")->required();
  add_word(app, "--model", "MODEL", w->model, "a model it is to run");
  add_word(app, "--step", "TIME", w->step, "length of a step (1ms), for options that depend on it");
  add_repeated(app, "--set", "PATH=VALUE", w->set, "path=value, as for takt run");
  add_inputs(app, w->set);
  app.callback([w, &context] { explain(*w, context.style); });
}

}  // namespace

Command explain_command() {
  return {"explain", "what a method is, its cost, and if it fits", add_explain};
}

}  // namespace takt::app
