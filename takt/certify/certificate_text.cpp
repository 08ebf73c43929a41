#include "takt/certify/certificate_text.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>

#include "takt/base/version.hpp"
#include "takt/io/model_file/inputs.hpp"
#include "takt/io/results/json.hpp"
#include "takt/io/terminal/energy_report.hpp"

#if defined(__linux__)
#include <sys/utsname.h>
#endif

namespace takt::certify {
namespace {

using Json = nlohmann::ordered_json;
using io::number_or_null;
using io::padded;

constexpr std::size_t columns = 80, label = 12;

std::string machine() {
#if defined(__linux__)
  utsname u{};
  if (::uname(&u) == 0) return fmt::format("{} {} {}", u.sysname, u.release, u.machine);
#endif
  return "unknown machine";
}

std::string block(const Finding& f, const io::Style& style) {
  const char* signs[] = {"✗", "?", "✓"};
  const auto colour = [&](const std::string& text) {
    switch (f.verdict) {
      case Verdict::fails: return style.bad(text);
      case Verdict::open: return style.faint(text);
      default: return style.good(text);
    }
  };
  const std::size_t indent = 4 + label;
  std::string out =
      "  " + colour(signs[static_cast<int>(f.verdict)]) + " " + style.strong(padded(f.key, label));
  const std::string says = io::wrapped(f.says, columns - indent, indent);
  out += (f.verdict == Verdict::fails ? style.bad(says) : says) + "\n";
  for (const std::string& d : f.details)
    out += std::string(indent, ' ') + style.faint(io::wrapped(d, columns - indent, indent)) + "\n";
  return out;
}

Json times(const Histogram& h) {
  return {{"mean", h.mean() * 1e-3},        {"p50", h.quantile(0.5) * 1e-3},
          {"p99", h.quantile(0.99) * 1e-3}, {"p9999", h.quantile(0.9999) * 1e-3},
          {"max", h.max() * 1e-3},          {"count", h.count()}};
}

Json radii(const Certificate& c) {
  Json list = Json::array();
  for (const Radius& r : c.radii) {
    if (!r.known()) {
      list.push_back({{"t", r.t}, {"why_not", r.why_not}});
      continue;
    }
    Json one = {{"t", r.t},
                {"along", number_or_null(r.along)},
                {"noise", number_or_null(r.noise)},
                {"motion", r.has_motion ? number_or_null(r.motion) : Json(nullptr)},
                {"across", r.has_across ? number_or_null(r.across) : Json(nullptr)},
                {"angle_per_step", number_or_null(r.angle)},
                {"mostly", r.mostly}};
    list.push_back(std::move(one));
  }
  return list;
}

// Null if the second run, which observes this value, did not reach the end.
Json seen(const Certificate& c, double x) {
  return c.looked_at() ? number_or_null(x) : Json(nullptr);
}

Json drift(const Certificate& c) {
  Json j = {{"position", seen(c, c.drift.position)},
            {"velocity", seen(c, c.drift.velocity)},
            {"position_first_half", seen(c, c.drift_first_half.position)}};
  if (!c.bound) {
    j["why_no_bound"] = c.why_no_bound;
    return j;
  }
  j["bound"] = io::to_json(*c.bound, c.drift.position);
  return j;
}

Json work(const Certificate& c) {
  if (c.work.at.empty()) return {{"why_not", c.work.why_not}};
  Json list = Json::array();
  for (const InstructionCount& t : c.work.at)
    list.push_back({{"instructions", t.instructions}, {"flops", t.flops}});
  return {{"states", list}};
}

}  // namespace

std::vector<std::string> versions() {
  return {
    fmt::format("takt {} ({})", version(), commit()),
        fmt::format("Eigen {}.{}.{}, {}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION,
                    EIGEN_MINOR_VERSION,
#if defined(__clang__)
                    "clang " __clang_version__
#else
                    "gcc " __VERSION__
#endif
                    ),
        machine()
  };
}

std::string page(const Certificate& c, const io::Style& style) {
  std::string out = style.strong("Certificate  " + c.model) + "\n";
  out += "  " + c.method + "\n";
  out += fmt::format("  step {}, period {}, {} of the model's manoeuvre\n",
                     io::seconds_in_words(c.step), io::seconds_in_words(c.period),
                     io::seconds_in_words(c.t_end));
  if (!c.inputs.empty())
    out +=
        "  " + io::wrapped("inputs held: " + io::inputs_in_words(c.inputs), columns - 2, 2) + "\n";
  const std::vector<Finding> all = findings(c);
  int counts[3] = {};
  for (const Finding& f : all) ++counts[static_cast<int>(f.verdict)];
  const std::string heads[] = {fmt::format("Does not hold ({})", counts[0]),
                               fmt::format("Open ({})", counts[1]),
                               fmt::format("Holds ({})", counts[2])};
  int last = -1;
  for (const Finding& f : all) {
    const int v = static_cast<int>(f.verdict);
    if (v != last) out += "\n" + (v == 0 ? style.bad(heads[v]) : style.strong(heads[v])) + "\n";
    last = v;
    out += block(f, style);
  }
  out += "\n";
  for (const std::string& line : versions()) out += "  " + style.faint(line) + "\n";
  return out;
}

Json to_json(const Certificate& c) {
  Json j;
  j["model"] = c.model;
  j["method"] = c.method;
  j["step"] = c.step;
  j["period"] = c.period;
  j["inputs"] = Json::array();
  for (const Input& i : c.inputs)
    j["inputs"].push_back(
        {{"name", i.name}, {"value", number_or_null(i.standard)}, {"unit", i.unit}});
  j["t_end"] = number_or_null(c.t_end);
  j["steps"] = c.steps;
  j["status"] = to_string(c.status);
  j["cut"] = c.cut;
  Json list = Json::array();
  for (const Finding& f : findings(c)) {
    const char* verdicts[] = {"fails", "open", "holds"};
    list.push_back({{"key", f.key},
                    {"verdict", verdicts[static_cast<int>(f.verdict)]},
                    {"says", f.says},
                    {"details", f.details}});
  }
  j["findings"] = std::move(list);
  j["cost"] = {{"evaluations", c.cost.evaluations}, {"factorisations", c.cost.factorisations},
               {"solves", c.cost.solves},           {"bounded", c.cost.bounded},
               {"steps_above", c.above_cost},       {"steps_off", c.off_cost}};
  j["work"] = work(c);
  j["heap_calls"] = c.heap_calls ? Json(*c.heap_calls) : Json(nullptr);
  j["steps_per_period"] = c.timing.steps_per_period;
  j["period_us"] = times(c.timing.periods);
  j["control_us"] = times(c.timing.control);
  j["margin_us"] = {{"p9999", c.period * 1e6 - c.timing.periods.quantile(0.9999) * 1e-3},
                    {"max", c.period * 1e6 - c.timing.periods.max() * 1e-3}};
  j["spectral_radius"] = radii(c);
  j["neutral"] = c.taken_out;
  if (c.constrained) j["drift"] = drift(c);
  j["energy"] = {{"initial", seen(c, c.energy.first)},
                 {"final", seen(c, c.energy.last)},
                 {"inputs", seen(c, c.energy.inputs)},
                 {"dissipated", seen(c, c.energy.dissipated)},
                 {"method", seen(c, c.energy.method)},
                 {"largest_method", seen(c, c.energy.largest_method)},
                 {"resolution", seen(c, c.energy.resolution)},
                 {"unconverged", c.unconverged == 0     ? seen(c, 0)
                                 : c.energy.unconverged ? seen(c, *c.energy.unconverged)
                                                        : Json(nullptr)},
                 {"unconverged_steps", c.unconverged}};
  j["state_hash"] = fmt::format("{:016x}", c.hash);
  j["repeats"] = c.looked_at() ? Json(c.repeats()) : Json(nullptr);
  j["versions"] = versions();
  return j;
}

}  // namespace takt::certify
