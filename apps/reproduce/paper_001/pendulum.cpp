#include "apps/reproduce/paper_001/pendulum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace takt::reproduce::paper_001 {
namespace {

constexpr double last = 0.8;  // s: the lag is measured over this time at the end

const Trace& tight() {
  static const Trace trace = [] {
    Trace t;
    simulate({"spherical-pendulum", "index1+dopri5(rtol=1e-13,atol=1e-14)+s_both2", 1e-3, until},
             {.every = step, .drift = false, .trace = &t});
    return t;
  }();
  return trace;
}

}  // namespace

Swing swing(std::string_view method, double to, Rows rows) {
  Swing s;
  s.summary = simulate({"spherical-pendulum",
                        std::string(method),
                        step,
                        to,
                        {{"constraints", rows == Rows::lin ? 0 : 1}}},
                       {.trace = &s.trace});
  return s;
}

Deviation deviation(const Swing& s) {
  const Trace &ours = s.trace, &reference = tight();
  if (ours.t.size() != reference.t.size()) {  // the run ended early
    const double none = std::numeric_limits<double>::infinity();
    return {none, none, none, none};
  }
  Deviation d{ours.energy.back() - ours.energy.front(), s.summary.energy_max_change, 0, 0};
  double behind = 0, speed = 0;
  for (std::size_t i = 0; i < ours.t.size(); ++i) {
    const Vector e = ours.q[i].tail(3) - reference.q[i].tail(3), v = reference.v[i].tail(3);
    d.tip = std::max(d.tip, e.norm());
    if (ours.t[i] < until - last - 1e-9) continue;
    behind -= e.dot(v);  // e = -lag v to first order
    speed += v.squaredNorm();
  }
  d.lag = behind / speed;
  return d;
}

}  // namespace takt::reproduce::paper_001
