#include "takt/analyse/implicit_forces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "takt/base/text.hpp"
#include "takt/io/terminal/report_text.hpp"

namespace takt::analyse {
namespace {

using mechanism::StiffForce;

std::string verdict(const StiffForce& f) {
  switch (f.why) {
    case StiffForce::Why::numbers: return f.implicit ? "in" : "out";
    case StiffForce::Why::idle: return "in: it does nothing at the start";
    case StiffForce::Why::states: return "in: its states are solved for";
    case StiffForce::Why::stop: return "in: a stop";
  }
  return "";
}

std::string table_of(const std::vector<StiffForce>& all, const Model& model) {
  std::size_t width = 5;
  for (const StiffForce& f : all) width = std::max(width, model.forces[f.force].name.size());
  std::string out = fmt::format("    {:<{}}  {:>9}  {:>9}\n", "force", width, "h omega", "h d/m");
  for (const StiffForce& f : all)
    out += fmt::format("    {:<{}}  {:>9.2g}  {:>9.2g}  {}\n", model.forces[f.force].name, width,
                       f.h_omega, f.h_damping, verdict(f));
  return out;
}

}  // namespace

ImplicitForces implicit_forces(const io::OpenModel& model, const Composition& c) {
  if (model.mechanism == nullptr || model.mechanism->step_dependent() == nullptr) return {};
  if (!c.partitioned())
    return {!c.integrator->uses_jacobian
                ? "no effect: " + std::string(c.integrator->name) + " uses neither K nor C"
            : c.adaptive() ? "all are in K and C: " + std::string(c.integrator->name) +
                                 " chooses its own steps"
                           : "all are in K and C: a residual is iterated with all derivatives",
            "", ""};
  const std::vector<StiffForce> all = model.mechanism->judge_forces(c.method.step, model.start);
  const auto in = std::count_if(all.begin(), all.end(), [](const auto& f) { return f.implicit; });
  return {
      fmt::format("{} of {} {} in K and C at h = {}", in, all.size(),
                  all.size() == 1 ? "force is" : "forces are", io::seconds_in_words(c.method.step)),
      fmt::format("a force with stiffness k and damping d on the mass m that it moves is compared "
                  "with the step: where h omega = h sqrt(k/m) and h d/m are at most {}, it is left "
                  "out, because an explicit step changes its damping by one per cent at most "
                  "[000 1, 24, 25]",
                  number(mechanism::explicit_limit)),
      table_of(all, model.mechanism->model())};
}

}  // namespace takt::analyse
