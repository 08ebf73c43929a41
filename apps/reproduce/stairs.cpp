#include "apps/reproduce/stairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "apps/reproduce/layout.hpp"
#include "takt/base/text.hpp"

namespace takt::reproduce::stairs {
namespace {

constexpr double unit = 0.5e-3;  // s
constexpr int longest = 100;     // units: 50 ms

std::size_t output(const Summary& s, std::string_view name) {
  const auto& names = s.names.outputs;
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) throw std::logic_error("the model has no output " + std::string(name));
  return static_cast<std::size_t>(at - names.begin());
}

Case manoeuvre(std::string_view method, double step, double speed = usual_speed) {
  return {"iltis", std::string(method),
          step,    until,
          {},      {"road=stairs", "load_at=centre", "speed=" + number(speed)}};
}

}  // namespace

Ride ride(std::string_view method, double step, double speed) {
  Trace trace;
  Ride r;
  r.summary = simulate(manoeuvre(method, step, speed),
                       {.every = std::max(grid, step), .drift = false, .trace = &trace});
  r.t = std::move(trace.t);
  const std::size_t x = output(r.summary, "x"), z = output(r.summary, "z"),
                    roll = output(r.summary, "roll");
  for (const auto& row : trace.outputs) {
    r.x.push_back(row[x]);
    r.z.push_back(row[z]);
    r.roll.push_back(row[roll]);
  }
  return r;
}

Ride timed_ride(std::string_view method, double step) {
  constexpr int times = 3;
  constexpr double brief = 0.5;  // s
  Ride r = ride(method, step);
  r.cpu = processor_time(manoeuvre(method, step));
  for (int k = 1; k < times && r.cpu < brief; ++k)
    r.cpu = std::min(r.cpu, processor_time(manoeuvre(method, step)));
  return r;
}

const Ride& reference() {
  static const Ride driven = ride(reference_method, reference_step);
  return driven;
}

double rms_distance(const Ride& a, const Ride& b, double to) {
  constexpr double near = 1e-6;  // s: the same time except for round-off
  double sum = 0;
  std::size_t n = 0, j = 0;
  for (std::size_t i = 0; i < a.t.size() && a.t[i] <= to + near; ++i) {
    while (j < b.t.size() && b.t[j] < a.t[i] - near) ++j;
    if (j == b.t.size() || b.t[j] > a.t[i] + near) continue;
    sum += std::pow(a.x[i] - b.x[j], 2) + std::pow(a.z[i] - b.z[j], 2);
    ++n;
  }
  const bool arrived = n > 0 && std::min(a.t.back(), b.t.back()) >= to - near;
  return arrived ? std::sqrt(sum / static_cast<double>(n))
                 : std::numeric_limits<double>::infinity();
}

Verdict judge(const Ride& r) {
  const Ride& tight = reference();
  const double x = r.x.back() - tight.x.back(), z = r.z.back() - tight.z.back();
  return {r.finished() && std::abs(x) < x_within && std::abs(z) < z_within, x, z};
}

std::string outcome(const Ride& r) {
  const Verdict v = judge(r);
  if (v.stable) return "arrives";
  if (!r.finished()) return "stops at " + rounded(r.summary.t_end, 3) + " s";
  if (std::abs(v.z_off) >= z_within) return "z off by " + rounded(1e3 * v.z_off, 2) + " mm";
  return "x off by " + rounded(v.x_off, 2) + " m";
}

Diagnosis diagnose(std::string_view method, double step) {
  Trace trace;
  const Summary s = simulate(manoeuvre(method, step), {.every = step, .trace = &trace});
  const std::size_t roll = output(s, "roll");
  Diagnosis d{s.status, s.t_end, 0, s.energy.method, s.energy.resolution, s.energy.most_kinetic};
  for (const auto& row : trace.outputs) d.roll = std::max(d.roll, std::abs(row[roll]));
  return d;
}

std::string in_words(const Diagnosis& d) {
  std::string text;
  if (d.status != Status::ok)
    text = "the step at " + rounded(d.t_end, 3) + " s fails (" + std::string(to_string(d.status)) +
           "); before it ";
  if (d.gained())
    text += "the method adds " + rounded(1e-3 * d.added, 2) + " kJ (known to " +
            rounded(1e-3 * d.within, 1) + " kJ)";
  else
    text += "the method adds no energy beyond what is known (" + rounded(1e-3 * d.added, 2) +
            " kJ, known to " + rounded(1e-3 * d.within, 1) + " kJ)";
  return text + "; it " + (d.rolled() ? "rolls" : "does not roll") + " (at most " +
         rounded(d.roll, 2) + " rad)";
}

double lag(const Ride& r) {
  const Ride& tight = reference();
  const std::size_t n = std::min(r.t.size(), tight.t.size());
  double behind = 0, speed = 0;
  for (std::size_t i = 1; i + 1 < n; ++i) {
    if (tight.t[i] < first_stair) continue;
    const double v = (tight.z[i + 1] - tight.z[i - 1]) / (tight.t[i + 1] - tight.t[i - 1]);
    behind -= (r.z[i] - tight.z[i]) * v;  // z - z_ref = -lag v to first order
    speed += v * v;
  }
  return behind / speed;
}

LargestStep largest_stable_step(std::string_view method) {
  LargestStep best;
  const auto stable = [&](int units) {
    Ride r = ride(method, units * unit);
    if (!judge(r).stable) return false;
    best = {units * unit, std::move(r)};
    return true;
  };
  int low = 2, high = longest + 1;
  if (!stable(low)) {
    stable(1);
    return best;
  }
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (stable(middle) ? low : high) = middle;
  }
  return best;
}

namespace {

template <class Holds> double largest_whole_millisecond(std::string_view method, Holds holds) {
  constexpr int most = 50;  // ms
  for (int ms = 1; ms <= most; ++ms)
    if (!holds(ride(method, 1e-3 * ms))) return 1e-3 * (ms - 1);
  return 1e-3 * most;
}

}  // namespace

double safe_step(std::string_view method) {
  return largest_whole_millisecond(method, [](const Ride& r) { return judge(r).stable; });
}

double surviving_step(std::string_view method) {
  return largest_whole_millisecond(
      method, [](const Ride& r) { return r.finished() && std::abs(judge(r).z_off) < z_within; });
}

}  // namespace takt::reproduce::stairs
