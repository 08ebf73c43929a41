#include "takt/simulate/step_failure.hpp"

#include <cstdio>

namespace takt {
namespace {

std::string rounded(double x, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

bool stays(double v) noexcept { return std::abs(v) <= blow_up; }  // false for NaN
bool within(double x) noexcept { return in_range(x); }

// "v.A to 3.1e+13 rad/s"
std::string runaway(const std::string& what, Index i, const Vector& x,
                    const std::vector<std::string>& names, const std::vector<std::string>* units,
                    const char* per = "") {
  const auto k = static_cast<std::size_t>(i);
  const std::string name =
      what + (k < names.size() ? "." + names[k] : "[" + std::to_string(k) + "]");
  const bool known = units != nullptr && k < units->size() && !(*units)[k].empty();
  return takt::runaway(name, x[i], known ? (*units)[k] + per : "");
}

// The first component out of range; -1 if there is none.
Index first_bad(const Vector& x, bool (*good)(double)) noexcept {
  for (Index i = 0; i < x.size(); ++i)
    if (!good(x[i])) return i;
  return -1;
}

std::string where_it_went(const State& tried, const Names& names) {
  // Velocities first: they leave their range before the positions do.
  if (const Index i = first_bad(tried.v, stays); i >= 0)
    return runaway("v", i, tried.v, names.v, &names.v_units);
  if (const Index i = first_bad(tried.q, within); i >= 0)
    return runaway("q", i, tried.q, names.q, &names.q_units);
  if (const Index i = first_bad(tried.z, within); i >= 0)
    return runaway("z", i, tried.z, names.z, nullptr);
  if (const Index i = first_bad(tried.a, within); i >= 0)
    return runaway_acceleration(i, tried.a, names);
  if (const Index i = first_bad(tried.lambda, within); i >= 0)
    return runaway_multiplier(i, tried.lambda, names);
  return "a value within it to no finite one";
}

}  // namespace

bool in_range(const Vector& x) noexcept {
  for (Index i = 0; i < x.size(); ++i)
    if (!in_range(x[i])) return false;
  return true;
}

bool is_motion(const State& s) noexcept {
  for (Index i = 0; i < s.v.size(); ++i)
    if (!stays(s.v[i])) return false;
  return in_range(s.q) && in_range(s.z) && in_range(s.a) && in_range(s.lambda);
}

std::string runaway(const std::string& name, double value, const std::string& unit) {
  if (!std::isfinite(value)) return name + " to no finite value";
  return name + " to " + rounded(value, 1) + (unit.empty() ? "" : " " + unit);
}

std::string runaway_acceleration(Index i, const Vector& a, const Names& names) {
  return runaway("a", i, a, names.v, &names.v_units, "^2");
}

std::string runaway_multiplier(Index i, const Vector& lambda, const Names& names) {
  return runaway("lambda", i, lambda, names.rows, nullptr);
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
    case Status::no_answer: text += "got no answer"; break;
    case Status::ok: return "";
  }
  // Too few passes show first as drift, much later as a failure.
  if (counters.unconverged > 0)
    text += "; before it, " + std::to_string(counters.unconverged) +
            (counters.unconverged == 1 ? " step" : " steps") + " ended unconverged";
  return text;
}

std::string describe_excess(double t, const std::string& out_of_range) {
  return "the step from t = " + rounded(t, 9) + " s would take " + out_of_range;
}

}  // namespace takt
