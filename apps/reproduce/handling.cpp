#include "apps/reproduce/handling.hpp"

#include <algorithm>
#include <cmath>

#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/runs.hpp"

namespace takt::reproduce {
namespace {

constexpr double every = 0.01;  // s

struct Vehicle {
  const char *name, *model, *method;
  std::vector<std::string> with;
  const char* steering;            // name of the parameter
  double steered;                  // its value
  std::size_t x, y, yaw;           // indices of outputs
  double wheelbase, speed, creep;  // m, m/s
  double step_middle, ramp_end;    // s: middle of the step steer, end of the slow steering ramp
};

// Yaw rate and speed over the time of a run.
struct Turning {
  std::vector<double> t, rate, speed;
};

Turning turn(const Vehicle& v, const char* manoeuvre, double speed, double until) {
  Case c{v.model, v.method, 1e-3, until, {}, v.with};
  c.with.push_back("manoeuvre=" + std::string(manoeuvre));
  c.with.push_back("speed=" + std::to_string(speed));
  c.with.push_back(std::string(v.steering) + "=" + std::to_string(v.steered));
  Trace trace;
  simulate(c, {.every = every, .drift = false, .trace = &trace});
  Turning out;
  for (std::size_t i = 1; i < trace.t.size(); ++i) {
    const auto &a = trace.outputs[i - 1], &b = trace.outputs[i];
    const double dt = trace.t[i] - trace.t[i - 1];
    out.t.push_back((trace.t[i] + trace.t[i - 1]) / 2);
    out.rate.push_back(std::remainder(b[v.yaw] - a[v.yaw], 2 * M_PI) / dt);
    out.speed.push_back(std::hypot(b[v.x] - a[v.x], b[v.y] - a[v.y]) / dt);
  }
  return out;
}

double mean_of_end(const std::vector<double>& x) {
  const std::size_t n = std::min<std::size_t>(x.size(), 50);
  double sum = 0;
  for (std::size_t i = x.size() - n; i < x.size(); ++i) sum += x[i];
  return sum / static_cast<double>(n);
}

Handling drive(const Vehicle& v) {
  const Turning slow = turn(v, "step_steer", v.creep, 2 + 30 / v.creep);
  const double kappa_0 = mean_of_end(slow.rate) / mean_of_end(slow.speed);
  Handling h{v.name,
             v.with.empty() ? "" : v.with.front(),
             v.speed,
             v.wheelbase,
             v.wheelbase * kappa_0,
             0,
             0,
             0,
             0,
             0,
             0};
  const Turning step = turn(v, "step_steer", v.speed, 14);
  const double rate = mean_of_end(step.rate), speed = mean_of_end(step.speed);
  h.lateral = rate * speed;
  h.gain = rate / h.delta;
  h.understeer = (h.delta - v.wheelbase * rate / speed) / h.lateral;
  double most = 0;
  for (std::size_t i = 0; i < step.t.size(); ++i) {
    const double part = step.rate[i] / rate;
    most = std::max(most, part);
    if (h.response == 0 && part >= 0.9) h.response = step.t[i] - v.step_middle;
  }
  h.overshoot = most - 1;
  const Turning ramp = turn(v, "steady_cornering", v.speed, v.ramp_end);
  for (std::size_t i = 0; i < ramp.t.size(); ++i) {  // the steering angle grows linearly after 2 s
    const double lateral = ramp.rate[i] * ramp.speed[i];
    if (std::abs(lateral) < std::abs(h.lateral) / 2) continue;
    const double delta = h.delta * (ramp.t[i] - 2) / (v.ramp_end - 2);
    h.steady_understeer = (delta - v.wheelbase * ramp.rate[i] / ramp.speed[i]) / lateral;
    break;
  }
  return h;
}

}  // namespace

std::vector<Handling> handling() {
  constexpr const char* whole = "index2+linear_implicit_euler(J2)+one_step";
  constexpr const char* vedyna = "index1(baumgarte=200;1e4)+linear_implicit_euler(vedyna)";
  return {
      drive(
          {"Iltis", "iltis", whole, {"road=flat"}, "rack", 0.004, 0, 1, 5, 2.017, 20, 3, 2.05, 42}),
      drive({"truck with trailer",
             "truck-trailer",
             vedyna,
             {"hitch=joint"},
             "steer",
             0.03,
             2,
             3,
             4,
             4.78,
             15,
             3,
             2.1,
             52})};
}

Report report_handling() {
  const std::vector<Handling> all = handling();
  Writer w(
      "Step steer (ISO 7401) and slowly increasing steering at constant speed (ISO 4138). The "
      "steering is counted as the angle of the wheels that gives the same curve at 3 m/s.");
  Table shown{"",
              {"", "speed in m/s", "steering in deg", "a_y in m/s^2", "yaw-rate gain in 1/s",
               "understeer in deg/g", "the same, slowly", "response in s", "overshoot in %"},
              {}};
  constexpr double degree = 180 / M_PI;
  for (const Handling& h : all)
    shown.rows.push_back({h.vehicle, rounded(h.speed), rounded(degree * h.delta),
                          rounded(h.lateral), rounded(h.gain),
                          rounded(degree * 9.81 * h.understeer),
                          rounded(degree * 9.81 * h.steady_understeer), rounded(h.response),
                          rounded(100 * h.overshoot)});
  w.table(shown);
  w.file({"handling", shown.columns, shown.rows});
  const auto each = [&](auto&& holds) { return std::all_of(all.begin(), all.end(), holds); };
  w.check({by_us, "Both vehicles understeer: they turn less at speed than when they creep.",
           rounded(degree * 9.81 * all[0].understeer) + " and " +
               rounded(degree * 9.81 * all[1].understeer) + " deg/g.",
           each([](const Handling& h) { return h.understeer > 0; }), "both understeer"});
  w.check({by_us, "The two manoeuvres find the same gradient, the tyres being nearly linear there.",
           "slowly " + rounded(degree * 9.81 * all[0].steady_understeer) + " and " +
               rounded(degree * 9.81 * all[1].steady_understeer) + " deg/g.",
           each([](const Handling& h) {
             return std::abs(h.steady_understeer - h.understeer) <
                    0.5 * std::abs(h.understeer) + 0.002 / 9.81;
           }),
           "both manoeuvres agree"});
  w.check({by_us, "A car answers within some tenths of a second, a heavy truck later.",
           rounded(all[0].response) + " s and " + rounded(all[1].response) + " s.",
           all[0].response > 0.05 && all[0].response < 0.6 && all[1].response > all[0].response &&
               all[1].response < 1.5,
           "the truck answers later"});
  return w.finish("Handling");
}

}  // namespace takt::reproduce
