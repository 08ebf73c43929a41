#include "apps/reproduce/paper_004/unequal_masses.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_004 {
namespace {

constexpr double inertias[] = {1, 1e-2, 1e-4, 1e-6};                 // kg m^2; the slider has 1 kg
constexpr double crank_steps[] = {50e-3, 20e-3, 10e-3, 5e-3, 1e-3};  // s, falling
constexpr double heavy_masses[] = {1, 10, 100, 1000};                // kg; the light ones have 1 kg
constexpr double turns = 20, motor = 20, flight_step = 0.01, samples = 0.1;  // s; N m s; s; s
constexpr double good_angle = 0.05;  // rad: 3 degrees over three turns

std::string projection(std::string_view metric, std::string_view at) {
  return "+projection(levels=qv,metric=" + std::string(metric) + ",at=" + std::string(at) +
         ",sequential=true)";
}

Trace traced(const Case& c) {
  Trace trace;
  simulate(c, {.every = samples, .drift = false, .trace = &trace});
  return trace;
}

Case cranked(double inertia, std::string method, double step) {
  return {"light-crank", std::move(method), step, turns, {{"J", inertia}, {"D", motor}}};
}

const Trace& exact_crank(double inertia) {
  static std::map<double, Trace> traces;
  const auto [at, is_new] = traces.try_emplace(inertia);
  if (is_new) at->second = traced(cranked(inertia, "ggl+bdf(rtol=1e-9,atol=1e-10)", 1e-4));
  return at->second;
}

// The largest error of the crank's angle; infinite if the run ended early.
double angle_error(const Trace& ours, const Trace& exact) {
  if (ours.q.size() != exact.q.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < ours.q.size(); ++i)
    largest = std::max(largest, std::abs(ours.q[i][1] - exact.q[i][1]));
  return largest;
}

const CrankRun& find(const std::vector<CrankRun>& runs, std::string_view metric, double inertia,
                     double step) {
  return *std::find_if(runs.begin(), runs.end(), [&](const CrankRun& r) {
    return r.metric == metric && r.inertia == inertia && r.step == step;
  });
}

// The largest step from which on, downwards, the angle is good; 0 if there is none.
double largest_good(const std::vector<CrankRun>& runs, std::string_view metric, double inertia) {
  double largest = 0;
  for (auto h = std::rbegin(crank_steps); h != std::rend(crank_steps); ++h) {
    if (!(find(runs, metric, inertia, *h).error <= good_angle)) break;
    largest = *h;
  }
  return largest;
}

void check_crank(Writer& w, const std::vector<CrankRun>& runs) {
  constexpr double light = 1e-6, h = 10e-3;
  const double by_M = largest_good(runs, "mass", light),
               by_I = largest_good(runs, "identity", light);
  w.check({said_in("section 3.2"),
           "When the mass matrix M involves different scales, it can be important to project using "
           "G', not M^-1 G', in order to allow a reasonably large discretization time step (here: "
           "crank of 1e-6 kg m^2, angle within 0.05 rad).",
           "up to " + rounded(1e3 * by_I, 2) + " ms with G', up to " + rounded(1e3 * by_M, 2) +
               " ms with M^-1 G'.",
           by_I > by_M, "G' allows larger steps on the light crank"});
  const auto drift = [&](std::string_view metric, double inertia) {
    return find(runs, metric, inertia, h).drift;
  };
  const double M_grows = drift("mass", light) / drift("mass", 1),
               I_grows = drift("identity", light) / drift("identity", 1);
  w.check({by_us,
           "With G' the drift does not depend on the masses, with M^-1 G' it grows with their "
           "ratio (here: at 10 ms from 1 to 1e-6 kg m^2, by less than 2 and by more than 100 "
           "times).",
           "by " + rounded(I_grows, 3) + " and " + rounded(M_grows, 3) + " times.",
           I_grows < 2 && M_grows > 100, "with G' the drift is independent of the masses"});
}

void check_flight(Writer& w, const std::vector<FlightRun>& runs) {
  double kept = 0, lost = INFINITY;
  for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {  // mass, identity
    kept = std::max(kept, runs[i].momentum);
    if (runs[i].heavy == 1) continue;
    lost = std::min(lost, runs[i + 1].momentum);
  }
  w.check({by_us,
           "In free flight it is the other way round: M^-1 G' keeps the momentum of unequal masses "
           "to round-off, G' does not.",
           "with M^-1 G' it changes by " + scientific(kept, 1) + " at most, with G' by " +
               scientific(lost, 1) + " at least.",
           kept < 1e-12 && lost > 1e-6, "M^-1 G' keeps the momentum in flight"});
}

}  // namespace

CrankRun crank(std::string_view metric, double inertia, double step) {
  const Case c =
      cranked(inertia, "index2+linear_implicit_euler(J2)" + projection(metric, "start"), step);
  const Summary s = simulate(c);
  return {metric, inertia, step, blew_up(s) ? INFINITY : s.max_drift.position,
          angle_error(traced(c), exact_crank(inertia))};
}

FlightRun flight(std::string_view metric, double heavy) {
  const Case c{"flying-chain",
               "index1+heun" + projection(metric, "end"),
               flight_step,
               turns,
               {{"m1", heavy}}};
  const Trace ours = traced(c);
  double momentum = 0;  // the centre of mass is at rest
  for (const Vector& v : ours.v)
    momentum = std::max(momentum, (heavy * v.head(2) + v.segment(2, 2) + v.tail(2)).norm());
  return {metric, heavy, momentum};
}

Report report_unequal_masses() {
  std::vector<CrankRun> cranks;
  for (const double J : inertias)
    for (const double h : crank_steps)
      for (const std::string_view metric : metrics) cranks.push_back(crank(metric, J, h));
  std::vector<FlightRun> flights;
  for (const double heavy : heavy_masses)
    for (const std::string_view metric : metrics) flights.push_back(flight(metric, heavy));

  Writer w(
      "Problems of ours. A slider of 1 kg on a crank of 1 m that a stiff motor turns at 1 rad/s "
      "past its dead centres, linear-implicit Euler with one Newton step at the start of the step, "
      "20 s. And three masses on two rods in free flight, one of them heavy, Heun with a "
      "projection of q and v, h = 10 ms, 20 s. "
      "Errors are against BDF with rtol 1e-9; * blew up.");
  Table shown{"", {"J, kg m^2", "h, ms", "|g|: M^-1 G'", "G'", "angle off by: M^-1 G'", "G'"}, {}};
  Table filed{"004-unequal-masses", {"J", "h", "metric", "drift", "error"}, {}};
  for (std::size_t i = 0; i + 1 < cranks.size(); i += 2) {
    const CrankRun &M = cranks[i], &I = cranks[i + 1];
    shown.rows.push_back({rounded(M.inertia, 1), rounded(1e3 * M.step, 2), scientific(M.drift),
                          scientific(I.drift), scientific(M.error), scientific(I.error)});
  }
  for (const CrankRun& r : cranks)
    filed.rows.push_back(
        {csv(r.inertia), csv(r.step), std::string(r.metric), csv(r.drift), csv(r.error)});
  w.table(shown);
  w.file(filed);
  for (const auto& [column, title, axis] :
       {std::tuple{"drift", "Drift of the crank", logarithmic_axis("largest |g|", "m")},
        std::tuple{"error", "Error of the crank's angle", logarithmic_axis("error", "rad")}})
    w.chart(chart(title, "Curves: inertia of the crank in kg m², and the metric of the projection.",
                  step_axis(), axis, filed, {{"h", column, {"J", "metric"}, "", as_both}}));
  Table flying{"", {"heavy, kg", "momentum changes by, kg m/s: M^-1 G'", "G'"}, {}};
  for (std::size_t i = 0; i + 1 < flights.size(); i += 2) {
    const FlightRun &M = flights[i], &I = flights[i + 1];
    flying.rows.push_back({rounded(M.heavy, 1), scientific(M.momentum), scientific(I.momentum)});
  }
  w.table(flying);
  w.paragraph(
      "So: G' where a light part is held by its own drive and the constraint hardly feels it; M^-1 "
      "G' where nothing holds the parts and momentum or energy must be kept.");
  check_crank(w, cranks);
  check_flight(w, flights);
  return w.finish("Unequal masses");
}

}  // namespace takt::reproduce::paper_004
