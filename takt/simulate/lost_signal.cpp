#include "takt/simulate/lost_signal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "takt/base/list.hpp"
#include "takt/mechanism/mechanism.hpp"

namespace takt {
namespace {

struct Bad {
  Index signal = -1;
  bool rate = false;
};

class Watch {
 public:
  Watch(const Model& model, Evaluator& eval) : eval_(eval), drives_(model.signals.size()) {
    const Index n = static_cast<Index>(model.signals.size());
    u_ = {Vector::Zero(n), Vector::Zero(n), Vector::Zero(n)};
    const auto mark = [&](int signal) {
      if (signal >= 0) drives_[signal] = true;
    };
    for (const Joint& j : model.joints) mark(j.driven_by);
    for (const Constraint& c : model.constraints) mark(c.driven_by);
  }

  Bad at(double t) {
    eval_.excite(t, u_);
    for (Index i = 0; i < u_.u.size(); ++i) {
      if (!std::isfinite(u_.u[i])) return {i, false};
      if (drives_[i] && !(std::isfinite(u_.du[i]) && std::isfinite(u_.ddu[i]))) return {i, true};
    }
    return {};
  }

 private:
  Evaluator& eval_;
  List<bool> drives_;
  Excitation u_;
};

}  // namespace

std::string LostSignal::sentence() const {
  if (name.empty()) return "";
  char time[32];
  std::snprintf(time, sizeof time, "%.9g", since);
  return "the signal '" + name + "'" + (where.empty() ? "" : " (" + where + ")") +
         (rate ? ", which drives a joint, has no finite derivatives at t = "
               : " is not a finite number from t = ") +
         time + (rate ? " s" : " s on");
}

LostSignal find_lost_signal(const EquationsOfMotion& system, Evaluator& eval, double from,
                            double to) {
  const auto* mechanism = dynamic_cast<const mechanism::Mechanism*>(&system);
  if (mechanism == nullptr || mechanism->model().signals.empty()) return {};
  Watch watch(mechanism->model(), eval);
  constexpr int samples = 64;
  double good = from;
  Bad found = watch.at(from);
  double bad = from;
  for (int k = 1; k <= samples && found.signal < 0; ++k) {
    good = bad;
    bad = from + (to - from) * k / samples;
    found = watch.at(bad);
  }
  if (found.signal < 0) return {};
  for (int k = 0; k < 60 && good < bad; ++k) {
    const double middle = good + (bad - good) / 2;
    if (middle <= good || middle >= bad) break;
    const Bad there = watch.at(middle);
    (there.signal < 0 ? good : bad) = middle;
    if (there.signal >= 0) found = there;
  }
  const Signal& s = mechanism->model().signals[found.signal];
  return {s.name, s.where, bad, found.rate};
}

bool finite_signals(const Excitation& x) noexcept {
  for (Index i = 0; i < x.u.size(); ++i)
    if (!std::isfinite(x.u[i])) return false;
  return true;
}

}  // namespace takt
