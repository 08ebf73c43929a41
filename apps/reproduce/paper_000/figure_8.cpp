#include "apps/reproduce/paper_000/figure_8.hpp"

#include <algorithm>
#include <cmath>

#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/paper_000/car_axle.hpp"

namespace takt::reproduce::paper_000 {
namespace {

constexpr double tenfold_low = 5, tenfold_high = 20;  // limits for "a factor of 10"

Vector exact(double until) {
  return simulate({"car-axle", "index1+dopri5(rtol=1e-11)+s_both2", 1e-4, until}, {.drift = false})
      .final_state.q;
}

double error(const AxleMethod& m, double h, double until, const Vector& q,
             std::string_view integrator = J1) {
  const Summary s = simulate(axle(m, integrator, h, until), {.drift = false});
  return max_norm(s.final_state.q - q);
}

}  // namespace

std::vector<Figure8Curve> figure_8() {
  const Vector at_3 = exact(3), at_30 = exact(30);
  std::vector<Figure8Curve> curves;
  for (const AxleMethod& m : axle_methods) {
    Figure8Curve c{m.name, {}, {}, {}};
    for (const double ms : milliseconds) {
      c.steps.push_back(ms * 1e-3);
      c.error.push_back(error(m, ms * 1e-3, 3, at_3));
      c.longer.push_back(ms >= 0.5 ? error(m, ms * 1e-3, 30, at_30) : NAN);
    }
    curves.push_back(c);
  }
  return curves;
}

Report report_figure_8() {
  const auto curves = figure_8();
  Writer w("Largest error of q at 3 s against DOPRI5 with rtol 1e-11; linear-implicit Euler (J1).");
  Table shown{"", {"h in ms"}, {}};
  for (const double ms : milliseconds) shown.columns.push_back(rounded(ms, 1));
  Table filed{"000-figure-8", {"h", "method", "error_3s", "error_30s"}, {}};
  for (const Figure8Curve& c : curves) {
    shown.rows.push_back({std::string(c.method)});
    for (std::size_t i = 0; i < c.steps.size(); ++i) {
      shown.rows.back().push_back(scientific(c.error[i]));
      filed.rows.push_back(
          {csv(c.steps[i]), std::string(c.method), csv(c.error[i]), csv(c.longer[i])});
    }
  }
  // Error without stabilisation divided by error with projection, for index 1 and 2 and each step.
  std::vector<double> gain, longer;
  for (const std::size_t k : {0, 1}) {
    shown.rows.push_back({std::string(curves[k].method) + ": gain"});
    for (std::size_t i = 0; i < curves[k].steps.size(); ++i) {
      gain.push_back(curves[k].error[i] / curves[k + 4].error[i]);
      shown.rows.back().push_back(rounded(gain.back(), 2));
      const double later = curves[k].longer[i] / curves[k + 4].longer[i];
      if (std::isfinite(later)) longer.push_back(later);
    }
  }
  w.table(shown);
  w.file(filed);
  const Vector at_3 = exact(3);
  Table in_time{"", {"h in ms", "1", "10"}, {}};
  for (const AxleMethod& m : axle_methods)
    in_time.rows.push_back({std::string(m.name), scientific(error(m, 1e-3, 3, at_3, J1_in_time)),
                            scientific(error(m, 1e-2, 3, at_3, J1_in_time))});
  w.paragraph(beside);
  w.table(in_time);
  const auto [least, most] = std::minmax_element(gain.begin(), gain.end());
  const double middle = median(gain), later = median(longer);
  w.check(
      {"The global error is sensitive to the error in the constraints: projection improves it at "
       "every step size.",
       "by factors from " + rounded(*least, 2) + " to " + rounded(*most, 2) + ".", *least > 1,
       "projection always improves the global error"});
  w.check({"\"Projection improves the global error by a factor of 10.\"",
           "the median over step sizes is " + rounded(middle, 3) + ".",
           middle >= tenfold_low && middle <= tenfold_high, "by a factor of about 10"});
  w.check({"For longer time intervals this difference grows considerably.",
           "at 30 s (h from 0.5 ms on) the median is " + rounded(later, 3) + ".",
           later > 2 * middle, "the difference grows with time"});
  return w.finish(
      "Global error of the car axle",
      "measured gain " + rounded(middle, 3) + " at 3 s and " + rounded(later, 3) + " at 30 s");
}

}  // namespace takt::reproduce::paper_000
