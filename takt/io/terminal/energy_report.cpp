#include "takt/io/terminal/energy_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "takt/io/results/json.hpp"

namespace takt::io {
namespace {

using Json = nlohmann::ordered_json;

// The bound holds for exact arithmetic; this is added for round-off.
constexpr double round_off = 1e-14;

// With parts known less well than this part of the largest kinetic energy, the absence of a warning
// says nothing about the method.
constexpr double unclear = 0.1;

double size_of(const EnergyOfRun& e) {
  return std::max({std::abs(e.initial), std::abs(e.final), e.parts.most_kinetic});
}

// Values of the size of round-off are printed as 0. `nothing` is larger for powers, because these
// are differences of potentials and have more round-off.
std::string joule(double x, double nothing) {
  return std::abs(x) <= nothing ? "0" : short_number(x);
}

std::string parts_text(const EnergyOfRun& e) {
  const EnergyParts& p = e.parts;
  const double size = size_of(e);
  return fmt::format(
      "inputs {} J, dissipated {} J, method {} J; known to {}", joule(p.inputs, 1e-9 * size),
      joule(p.dissipated, 1e-9 * size), joule(p.method, 1e-13 * size),
      p.resolution <= 1e-12 * size ? "round-off" : short_number(p.resolution, 2) + " J");
}

// A part of the energy error of the method is mentioned if it is more than a tenth of the error,
// more than the resolution of the energy balance, and not negligible beside the kinetic energy.
bool matters(double part, const EnergyParts& p) {
  return std::abs(part) > 0.1 * std::abs(p.method) && std::abs(part) > p.resolution &&
         std::abs(part) > 1e-4 * p.most_kinetic;
}

}  // namespace

std::string energy_warning(const EnergyParts& p) {
  const std::string share =
      p.most_kinetic > 0 ? fmt::format("{} % of the largest kinetic energy, {} J",
                                       short_number(100 * std::abs(p.method) / p.most_kinetic, 2),
                                       short_number(p.most_kinetic))
                         : std::string("while nothing moved");
  return fmt::format("the method itself {} {} J ({}); use a smaller --step or another method",
                     p.method < 0 ? "took away" : "added", short_number(std::abs(p.method)), share);
}

EnergyOfRun energy_of(const Summary& s) {
  return {s.energy_initial, s.energy_final, s.energy_max_change, s.energy,
          s.counters.unconverged_energy};
}

Json to_json(const EnergyOfRun& e) {
  const EnergyParts& p = e.parts;
  return {{"initial", number_or_null(e.initial)},
          {"final", number_or_null(e.final)},
          {"max_abs_change", number_or_null(e.max_abs_change)},
          {"inputs", number_or_null(p.inputs)},
          {"dissipated", number_or_null(p.dissipated)},
          {"method", number_or_null(p.method)},
          {"resolution", number_or_null(p.resolution)},
          {"projections", p.projected ? number_or_null(p.projections) : Json(nullptr)},
          {"max_kinetic", number_or_null(p.most_kinetic)},
          {"warning", p.noteworthy()}};
}

Json to_json(const Bound& b, double measured) {
  const bool any = b.holds && b.limit > 0;
  return {{"C0", number_or_null(b.C0)},
          {"C1", number_or_null(b.C1)},
          {"C2", number_or_null(b.C2)},
          {"g_lim", b.holds ? number_or_null(b.limit) : Json(nullptr)},
          {"ratio", any ? number_or_null(measured / b.limit) : Json(nullptr)},
          {"holds", b.holds},
          {"estimate", b.estimate},
          {"h_C1", number_or_null(b.h * b.C1)},
          {"samples", b.samples},
          {"first_half",
           {{"C0", number_or_null(b.half_C0)},
            {"C1", number_or_null(b.half_C1)},
            {"C2", number_or_null(b.half_C2)}}}};
}

std::vector<LabelledLine> energy_lines(const EnergyOfRun& e, const Style& style) {
  const EnergyParts& p = e.parts;
  std::vector<LabelledLine> lines{
      {"energy", fmt::format("{} J at first, {} J at the end, largest change {} J",
                             short_number(e.initial, 6), short_number(e.final, 6),
                             short_number(e.max_abs_change))}};
  if (!std::isfinite(p.method)) return lines;
  lines.emplace_back("  changed by", parts_text(e));
  if (p.projected && matters(p.projections, p))
    lines.emplace_back("", fmt::format("in the method's part: {}{} J by projections",
                                       p.about ? "about " : "", short_number(p.projections)));
  if (e.unconverged > 0 && matters(e.unconverged, p))
    lines.emplace_back(
        "", e.unconverged < std::abs(p.method)
                ? fmt::format("in the method's part: up to {} J by unconverged Newton passes",
                              short_number(e.unconverged))
                : "all of the method's part may be due to unconverged Newton passes");
  if (p.noteworthy())
    lines.emplace_back("warning", style.bad(energy_warning(p)));
  else if (p.resolution > unclear * p.most_kinetic)
    lines.emplace_back("",
                       "powers change too fast between steps to tell these parts apart: run with "
                       "shorter steps to judge the method");
  return lines;
}

std::vector<LabelledLine> bound_lines(const Bound& b, double measured, const Style& style) {
  std::vector<LabelledLine> lines;
  const std::string label = b.estimate ? "drift estimate" : "drift bound";
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!b.holds) {
    std::string why = fmt::format("h C1 = {}, which must be below 1", short_number(b.h * b.C1));
    if (b.h * b.C1 < 1)
      why = fmt::format("h C1 = {}, (1 - h C1)^2 - 4 h^3 C0 C2 = {}, which must be above 0",
                        short_number(b.h * b.C1), short_number(b.room));
    if (!finite(b.C0) || !finite(b.C1) || !finite(b.C2))
      why = "its constants are not finite: constraints are dependent somewhere";
    if (b.samples == 0) why = "no step was looked at";
    lines.emplace_back(label, style.bad("no bound") + ": condition (13) does not hold: " + why +
                                  "; a smaller step helps");
  } else {
    const bool held = measured <= b.limit + round_off;
    const bool nothing = measured <= round_off && !(b.limit > 0);  // straight rows, say
    const std::string text =
        nothing
            ? std::string("round-off, as ") + (b.estimate ? "estimated" : "promised")
            : fmt::format("{} measured / {} {}", short_number(measured), short_number(b.limit),
                          b.estimate ? "estimated" : "promised") +
                  (b.limit > round_off ? " = " + short_number(measured / b.limit) : std::string());
    lines.emplace_back(
        label, (held ? style.good(text) : style.bad(text)) + style.faint("  (000 section 3.4)"));
  }
  if (finite(b.C0) && finite(b.C1) && finite(b.C2) && finite(b.half_C0) && b.samples > 0) {
    lines.emplace_back(
        "", fmt::format("C0 {}, C1 {}, C2 {} from {} {}; in the first half {}, {}, {}",
                        short_number(b.C0), short_number(b.C1), short_number(b.C2),
                        grouped(b.samples), b.samples == 1 ? "step" : "steps",
                        short_number(b.half_C0), short_number(b.half_C1), short_number(b.half_C2)));
    lines.emplace_back("",
                       "it assumes that velocities stay bounded, and says nothing about energy");
  }
  return lines;
}

}  // namespace takt::io
