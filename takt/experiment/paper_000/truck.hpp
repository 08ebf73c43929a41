// The truck of 000 section 4.3 with its trailer on the course, and what the coupling does there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "takt/experiment/runs.hpp"

namespace takt::experiment::paper_000 {

inline constexpr double truck_step = 1e-3, course = 60;                            // s
inline constexpr const char* spring_method = "ode+linear_implicit_euler(vedyna)";  // of a hitch

// 000 section 4.3: V = 2 alpha, P = beta.
std::string vedyna(double V, double P, std::string_view lambda = "mass");

Case truck(std::string_view hitch, std::string method, double h = truck_step,
           double until = course);

struct Coupling {
  std::string hitch, method;
  std::vector<double> t, defect, force, x, y;  // m, N; place of the tractor
  double largest = 0;                          // defect at any step
  double t_end = 0;
  bool lasted = true;
  double first_half() const { return half(0); }
  double second_half() const { return half(1); }

 private:
  double half(int which) const;  // largest defect sampled there
};

// Samples every 10 ms; of constraints the largest defect is that of all steps, where they are looked at.
Coupling couple(const Case&, double every = 0.01, bool every_step = true);

// The root mean square of the force's rate of change between samples, in N/s.
double unrest(const Coupling&);

}  // namespace takt::experiment::paper_000
