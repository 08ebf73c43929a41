#include "takt/simulate/step_failure.hpp"

#include <cmath>
#include <cstdio>

namespace takt {
namespace {

std::string rounded(double x, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

bool stays(double v) noexcept { return std::abs(v) <= blow_up; }  // NaN does not

// "v.A to 3.1e+13 rad/s": the component that has left; empty where none has.
std::string runaway(char what, const Vector& x, const std::vector<std::string>& names,
                    const std::vector<std::string>* units, bool (*good)(double)) {
  for (Index i = 0; i < x.size(); ++i) {
    if (good(x[i])) continue;
    const auto k = static_cast<std::size_t>(i);
    const std::string name =
        std::string(1, what) + (k < names.size() ? "." + names[k] : "[" + std::to_string(k) + "]");
    if (!std::isfinite(x[i])) return name + " to no finite value";
    const bool known = units != nullptr && k < units->size() && !(*units)[k].empty();
    return name + " to " + rounded(x[i], 1) + (known ? " " + (*units)[k] : "");
  }
  return "";
}

bool is_finite(double x) noexcept { return std::isfinite(x); }

std::string where_it_went(const State& tried, const Names& names) {
  // Velocities first: they leave before the positions do, and say how fast.
  std::string text = runaway('v', tried.v, names.v, &names.v_units, stays);
  if (text.empty()) text = runaway('q', tried.q, names.q, &names.q_units, is_finite);
  if (text.empty()) text = runaway('z', tried.z, names.z, nullptr, is_finite);
  return text.empty() ? "a value within it to no finite one" : text;
}

}  // namespace

bool is_motion(const State& s) noexcept {
  for (Index i = 0; i < s.q.size(); ++i)
    if (!std::isfinite(s.q[i])) return false;
  for (Index i = 0; i < s.v.size(); ++i)
    if (!stays(s.v[i])) return false;
  for (Index i = 0; i < s.z.size(); ++i)
    if (!std::isfinite(s.z[i])) return false;
  return true;
}

std::string describe_failure(Status status, const State& last, const State& tried,
                             const Names& names, const Counters& counters) {
  std::string text = "the step from t = " + rounded(last.t, 9) + " s ";
  switch (status) {
    case Status::not_finite: text += "would take " + where_it_went(tried, names); break;
    case Status::singular: text += "met a matrix that has no inverse"; break;
    case Status::not_converged: text += "did not converge"; break;
    case Status::late: text += "came too late"; break;
    case Status::interrupted: text += "was interrupted"; break;
    case Status::ok: return "";
  }
  // Passes that are never enough show first as drift, much later as a failure.
  if (counters.unconverged > 0)
    text += "; before it, " + std::to_string(counters.unconverged) +
            (counters.unconverged == 1 ? " step" : " steps") + " ended unconverged";
  return text;
}

}  // namespace takt
