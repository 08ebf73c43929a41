#include "takt/certify/stability_domain.hpp"

#include <cmath>
#include <limits>

#include "takt/base/error.hpp"
#include "takt/certify/step_map.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::certify {
namespace {

constexpr double tolerance = 1e-7;  // of differences of a step

// The integrator on an equation without constraints, steps of length one.
Method of_test_equation(const Method& m) {
  Method alone;
  alone.formulation = {"ode", {}};
  alone.integrator = m.integrator;
  alone.step = 1;
  return alone;
}

class Grid {
 public:
  Grid(const Method& m, double width) : across_(50), up_(40), left_(-width), h_(width * 1.25 / 50) {
    // Between two lines of the grid, because there the domains of many methods end at both axes.
    left_ += 0.3 * h_;
    for (int j = 0; j <= up_; ++j)
      for (int i = 0; i <= across_; ++i) value_.push_back(amplification(m, at(i, j)) - 1);
  }

  PlanePoint at(int i, int j) const { return {left_ + i * h_, (j + 0.01) * h_}; }
  double value(int i, int j) const {
    return value_[static_cast<std::size_t>(j * (across_ + 1) + i)];
  }

  std::vector<PlanePoint> stable() const {
    std::vector<PlanePoint> found;
    for (int j = 0; j <= up_; ++j)
      for (int i = 0; i <= across_; ++i)
        if (value(i, j) <= tolerance) found.push_back(at(i, j));
    return found;
  }

  // Where the value changes its sign along the edges of each triangle of the grid.
  void boundary(std::vector<std::pair<PlanePoint, PlanePoint>>& pieces) const {
    for (int j = 0; j < up_; ++j)
      for (int i = 0; i < across_; ++i) {
        const int lower[3][2] = {{i, j}, {i + 1, j}, {i + 1, j + 1}};
        const int upper[3][2] = {{i, j}, {i + 1, j + 1}, {i, j + 1}};
        triangle(lower, pieces);
        triangle(upper, pieces);
      }
  }

 private:
  void triangle(const int (&corner)[3][2],
                std::vector<std::pair<PlanePoint, PlanePoint>>& pieces) const {
    PlanePoint crossing[3];
    int n = 0;
    for (int k = 0; k < 3; ++k) {
      const int *a = corner[k], *b = corner[(k + 1) % 3];
      const double u = value(a[0], a[1]) - tolerance, w = value(b[0], b[1]) - tolerance;
      if (!std::isfinite(u) || !std::isfinite(w) || (u <= 0) == (w <= 0)) continue;
      crossing[n++] = at(a[0], a[1]) + u / (u - w) * (at(b[0], b[1]) - at(a[0], a[1]));
    }
    if (n == 2) pieces.emplace_back(crossing[0], crossing[1]);
  }

  int across_, up_;
  double left_, h_;
  std::vector<double> value_;
};

}  // namespace

double amplification(const Method& method, PlanePoint z) {
  const auto system = problem::make_problem(
      "linear-oscillator", {{"a", std::norm(z)}, {"b", -2 * z.real()}, {"x0", 1}, {"v0", 0}});
  const Method alone = of_test_equation(method);
  const State start = system->initial();
  Engine engine(system, alone, start);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (engine.step().status != Status::ok) return none;  // fills the memory of the method
  std::vector<std::byte> saved(engine.memory_size());
  engine.save(saved);
  const Radius r = StepMap(system, alone, start).radius(saved);
  return r.known() ? r.along : none;
}

StabilityDomain stability_domain(const Method& method, double width) {
  StabilityDomain d;
  try {
    if (compose(of_test_equation(method)).adaptive()) {
      d.why_not = "it chooses its steps";
      return d;
    }
    const Grid grid(method, width);
    grid.boundary(d.boundary);
    d.stable = grid.stable();
  } catch (const Error& e) {
    d.why_not = e.what();
  }
  if (d.why_not.empty() && d.stable.empty()) d.why_not = "no step of the test equation is known";
  return d;
}

}  // namespace takt::certify
