#include "apps/reproduce/paper_000/truck.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/text.hpp"

namespace takt::reproduce::paper_000 {

std::string vedyna(double V, double P, std::string_view lambda) {
  return "index1(baumgarte=" + number(V) + ";" + number(P) + ",lambda=" + std::string(lambda) +
         ")+linear_implicit_euler(vedyna)";
}

Case truck(std::string_view hitch, std::string method, double h, double until) {
  return {"truck-trailer", std::move(method), h, until, {}, {"hitch=" + std::string(hitch)}};
}

double Coupling::half(int which) const {
  double most = 0;
  for (std::size_t i = 0; i < defect.size(); ++i)
    if ((2 * i < defect.size()) == (which == 0)) most = std::max(most, defect[i]);
  return most;
}

Coupling couple(const Case& c, double every, bool every_step) {
  Trace trace;
  const Summary s = simulate(c, {.every = every, .drift = every_step, .trace = &trace});
  Coupling out{c.with.front(), c.method, trace.t, {}, {}, {}, {}, 0, s.t_end, !blew_up(s)};
  // `o`: the outputs of the model; the first four are used.
  for (const std::vector<double>& o : trace.outputs) {
    out.defect.push_back(o[0]);
    out.force.push_back(o[1]);
    out.x.push_back(o[2]);
    out.y.push_back(o[3]);
  }
  // Before the first step no step has computed a force: the sample is replaced by the next one.
  if (out.force.size() > 1) out.force[0] = out.force[1];
  out.largest = s.names.rows.empty() ? maximum(out.defect)
                                     : std::max(s.max_drift.position, maximum(out.defect));
  return out;
}

double unrest(const Coupling& c) {
  double sum = 0;
  for (std::size_t i = 1; i < c.force.size(); ++i) {
    const double rate = (c.force[i] - c.force[i - 1]) / (c.t[i] - c.t[i - 1]);
    sum += rate * rate;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(c.force.size(), 2) - 1));
}

}  // namespace takt::reproduce::paper_000
