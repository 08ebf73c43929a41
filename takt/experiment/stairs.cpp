#include "takt/experiment/stairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace takt::experiment::stairs {
namespace {

constexpr double unit = 0.5e-3;  // s
constexpr int longest = 100;     // units: 50 ms

std::size_t output(const Summary& s, std::string_view name) {
  const auto& names = s.names.outputs;
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) throw std::logic_error("the model has no output " + std::string(name));
  return static_cast<std::size_t>(at - names.begin());
}

}  // namespace

Ride ride(std::string_view method, double step) {
  Trace trace;
  Ride r;
  r.summary = simulate({"iltis", std::string(method), step, until, {}, {"road=stairs"}},
                       {.every = std::max(grid, step), .drift = false, .trace = &trace});
  r.t = std::move(trace.t);
  const std::size_t x = output(r.summary, "x"), z = output(r.summary, "z");
  for (const auto& row : trace.outputs) {
    r.x.push_back(row[x]);
    r.z.push_back(row[z]);
  }
  return r;
}

const Ride& reference() {
  static const Ride driven = ride("hybrid+trapezoidal", reference_step);
  return driven;
}

double rms_distance(const Ride& a, const Ride& b, double to) {
  constexpr double near = 1e-6;  // s: the same time but for round-off
  double sum = 0, last = 0;
  std::size_t n = 0, j = 0;
  for (std::size_t i = 0; i < a.t.size() && a.t[i] <= to + near; ++i) {
    while (j < b.t.size() && b.t[j] < a.t[i] - near) ++j;
    if (j == b.t.size() || b.t[j] > a.t[i] + near) continue;
    sum += std::pow(a.x[i] - b.x[j], 2) + std::pow(a.z[i] - b.z[j], 2);
    last = a.t[i];
    ++n;
  }
  const bool arrived = n > 0 && last >= to - 1.5 * grid;
  return arrived ? std::sqrt(sum / static_cast<double>(n))
                 : std::numeric_limits<double>::infinity();
}

Verdict judge(const Ride& r) {
  const Ride& tight = reference();
  const double x = r.x.back() - tight.x.back(), z = r.z.back() - tight.z.back();
  return {r.finished() && std::abs(x) < x_within && std::abs(z) < z_within, x, z};
}

LargestStep largest_stable_step(std::string_view method) {
  LargestStep best;
  const auto stable = [&](int units) {
    Ride r = ride(method, units * unit);
    if (!judge(r).stable) {
      best.failed.push_back(units * unit);
      return false;
    }
    best.step = units * unit;
    best.ride = std::move(r);
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

}  // namespace takt::experiment::stairs
