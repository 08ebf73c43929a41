// The truck of 000 (Burgermeister, Arnold, Esterl), section 4.3, with its trailer on a course, and
// the behaviour of its coupling.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_000 {

inline constexpr double truck_step = 1e-3, course = 60;  // s
// For a coupling by a spring.
inline constexpr const char* spring_method = "ode+linear_implicit_euler(vedyna)";

// 000 section 4.3: V = 2 alpha, P = beta.
std::string vedyna(double V, double P, std::string_view lambda = "mass");

Case truck(std::string_view hitch, std::string method, double h = truck_step,
           double until = course);

struct Coupling {
  std::string hitch, method;
  std::vector<double> t, defect, force, x, y;  // m, N; position of the tractor in m
  double largest = 0;                          // largest defect after any step
  double t_end = 0;
  bool lasted = true;
  double first_half() const { return half(0); }
  double second_half() const { return half(1); }

 private:
  double half(int which) const;  // largest defect of the samples in it
};

// Samples every 10 ms. For a constraint the largest defect is taken over all steps if `every_step`.
Coupling couple(const Case&, double every = 0.01, bool every_step = true);

// A measure of oscillation: root mean square of the rate of change of the force between samples, in
// N/s.
double unrest(const Coupling&);

}  // namespace takt::reproduce::paper_000
