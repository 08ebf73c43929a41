#include "apps/reproduce/paper_002/discontinuities.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/runs.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt::reproduce::paper_002 {
namespace {

constexpr double mass_until = 5, bars_until = 5;  // s
constexpr double mass_gravity = 10, mass_stiffness = 1e4;
constexpr int timed_runs = 5;
constexpr double event_tolerances[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
constexpr std::string_view mass_name = "bouncing mass", bars_name = "four-bar";

constexpr const char* mass_file =
    "takt: 1\n"
    "gravity: [0, 0, -10]\n"
    "bodies: {ball: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
    "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: z}}\n"
    "forces: {stop: {type: joint_limit, joint: Z, lower: 0 m, stiffness: 1e4 N/m}}\n"
    "initial: {q: {Z: 1 m}}\n";

// The linkage of the shipped model four-bar, with a hard stop on both sides of its crank.
constexpr const char* bars_file =
    "takt: 1\n"
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  crank:   {mass: 1 kg, uniform: {rod: [[0, 0, 0], [0, 1, 0]]}}\n"
    "  coupler: {mass: 1 kg, uniform: {rod: [[0, 1, 0], [1, 1, 0]]}}\n"
    "  rocker:  {mass: 1 kg, uniform: {rod: [[1, 1, 0], [1, 0, 0]]}}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank],   at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank, coupler],  at: [0, 1, 0], axis: z}\n"
    "  C: {type: revolute, between: [coupler, rocker], at: [1, 1, 0], axis: z}\n"
    "  D: {type: revolute, between: [ground, rocker],  at: [1, 0, 0], axis: z, cut: true}\n"
    "forces: {stop: {type: joint_limit, joint: A, lower: -0.6 rad, upper: 0.8 rad,\n"
    "                stiffness: 2e4 N m/rad}}\n"
    "initial: {v: {A: -1 rad/s}}\n";

io::OpenModel open_study(std::string_view model) {
  const bool mass = model == mass_name;
  return io::open_model(io::read_model(mass ? mass_file : bars_file, "002-discontinuities.yaml"));
}

std::string method_of(const EventRun& r) {
  const bool mass = r.model == mass_name, bdf = r.integrator == "bdf";
  return std::string(mass  ? "ode+"
                     : bdf ? "ggl+"
                           : "index1+") +
         r.integrator + "(rtol=" + number(r.rtol) + (r.located ? ")" : ",events=false)") +
         (mass || bdf ? "" : "+s_both2");
}

Engine engine_of(const io::OpenModel& open, const std::string& method, double step, double until) {
  Method m = parse_method(method);
  m.step = step;
  return Engine(open.system, m, open.start, {.until = until});
}

double end_of(Engine& e) {
  while (!e.done() && e.step().status == Status::ok) {
  }
  return e.done() ? e.state().q[0] : std::numeric_limits<double>::quiet_NaN();
}

void run_it(const io::OpenModel& open, double until, double exact, EventRun& r) {
  std::vector<double> times;
  for (int k = 0; k < timed_runs; ++k) {
    Engine e = engine_of(open, method_of(r), 1e-3, until);
    const std::clock_t begin = std::clock();
    const double q = end_of(e);
    times.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    const Counters& c = e.counters();
    r.error = std::abs(q - exact);
    r.steps = e.steps();
    r.refused = c.rejected;
    r.calls = c.residuals > 0 ? c.residuals + c.residuals_for_jacobian : c.evaluations;
    r.events = c.events;
  }
  r.cpu = *std::min_element(times.begin(), times.end());
}

// The straight line through log(work) over log(error).
struct WorkLine {
  std::vector<double> error, work;

  explicit WorkLine(const std::vector<const EventRun*>& of) {
    for (const EventRun* r : of) {
      error.push_back(r->error);
      work.push_back(static_cast<double>(r->calls));
    }
  }
  double at(double wanted) const {
    double mean_error = 0, mean_work = 0;
    for (std::size_t i = 0; i < error.size(); ++i) {
      mean_error += std::log(error[i]) / double(error.size());
      mean_work += std::log(work[i]) / double(error.size());
    }
    return std::exp(mean_work + order(error, work) * (std::log(wanted) - mean_error));
  }
};

struct Series {
  std::vector<const EventRun*> located, blind;
};
Series series_of(const EventStudy& s, std::string_view model, std::string_view integrator) {
  Series all;
  for (const EventRun& r : s.runs)
    if (r.model == model && r.integrator == integrator)
      (r.located ? all.located : all.blind).push_back(&r);
  return all;
}

constexpr std::pair<std::string_view, std::string_view> study_cases[] = {
    {mass_name, "dopri5"}, {bars_name, "dopri5"}, {mass_name, "bdf"}, {bars_name, "bdf"}};
constexpr double same_errors[] = {1e-4, 1e-6};  // m, rad

// The calls that the same error needs with located stops, as a share of those without.
std::vector<double> shares(const EventStudy& s, std::string_view model, std::string_view method) {
  const Series of = series_of(s, model, method);
  const WorkLine located(of.located), blind(of.blind);
  std::vector<double> all;
  for (const double error : same_errors) all.push_back(located.at(error) / blind.at(error));
  return all;
}

// How many times smaller the error is at the same tolerance: the median over tolerances.
double gain(const EventStudy& s, std::string_view model, std::string_view method) {
  const Series of = series_of(s, model, method);
  std::vector<double> all;
  for (std::size_t i = 0; i < of.located.size(); ++i)
    all.push_back(of.blind[i]->error / of.located[i]->error);
  return median(all);
}

double refused_of(const std::vector<const EventRun*>& runs) {
  double sum = 0;
  for (const EventRun* r : runs) sum += static_cast<double>(r->refused);
  return sum;
}

std::string percent(double x) { return rounded(100 * x, 2) + " %"; }

// The largest share of a method, and both of each model as text.
struct Share {
  double worst = 0;
  std::string text;
};
Share share_of_calls(const EventStudy& s, std::string_view method) {
  Share share;
  for (const auto& [model, of] : study_cases) {
    if (of != method) continue;
    const std::vector<double> all = shares(s, model, of);
    share.text += (share.text.empty() ? "" : "; ") + std::string(model) + " " + percent(all[0]) +
                  " and " + percent(all[1]);
    share.worst = std::max(share.worst, maximum(all));
  }
  return share;
}

void check_work(Writer& w, const EventStudy& s) {
  const Share dopri5 = share_of_calls(s, "dopri5"), bdf = share_of_calls(s, "bdf");
  w.check({by_us,
           "At the same error (1e-4 and 1e-6) both methods need fewer function calls with located "
           "stops.",
           "dopri5: " + dopri5.text + " of the calls without. bdf: " + bdf.text + ".",
           std::max(dopri5.worst, bdf.worst) < 1, "fewer calls"});
  w.check(
      {against_regression,
       "dopri5 needs at most 75 % of the calls, bdf, which starts at order 1 behind each stop, at "
       "most 95 %.",
       percent(dopri5.worst) + " and " + percent(bdf.worst) + " at most.",
       dopri5.worst <= 0.75 && bdf.worst <= 0.95,
       "calls: dopri5 " + percent(dopri5.worst) + ", bdf " + percent(bdf.worst)});
}

// How much the error falls from one tolerance to the next, ten times tighter: least and most.
std::pair<double, double> falls(const std::vector<const EventRun*>& runs) {
  double least = HUGE_VAL, most = 0;
  for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
    const double ratio = runs[i]->error / runs[i + 1]->error;
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  return {least, most};
}

void check_order(Writer& w, const EventStudy& s) {
  bool even = true, uneven = true;
  std::string text;
  for (const std::string_view model : {mass_name, bars_name}) {
    const Series of = series_of(s, model, "dopri5");
    const auto [low, high] = falls(of.located);
    const auto [blind_low, blind_high] = falls(of.blind);
    even = even && low >= 3 && high <= 30;
    uneven = uneven && (blind_low < 3 || blind_high > 30);
    text += (text.empty() ? "" : "; ") + std::string(model) + ": by " + rounded(low, 2) + " to " +
            rounded(high, 2) + ", without by " + rounded(blind_low, 2) + " to " +
            rounded(blind_high, 2);
  }
  w.check(
      {by_us,
       "With located stops the error of dopri5 follows the tolerance: ten times tighter, it falls "
       "by a factor between 3 and 30. Without it does not.",
       text + ".", even && uneven, "the error follows the tolerance"});
}

void check_study(Writer& w, const EventStudy& s) {
  const EventReference& ref = s.reference;
  const double blind = std::abs(ref.blind - ref.located), fixed = std::abs(ref.fixed - ref.located);
  double least = 1e300;
  for (const EventRun& r : s.runs)
    if (r.model == bars_name) least = std::min(least, r.error);
  w.check(
      {by_us,
       "The reference of the four-bar, dopri5 with located stops at 1e-13, is right to a quarter "
       "of the smallest error here: dopri5 that runs over them agrees to that, rk4 at 0.02 ms to "
       "1e-6 rad.",
       scientific(blind) + " and " + scientific(fixed) + " rad apart, smallest error " +
           scientific(least) + " rad.",
       blind < least / 4 && fixed < 1e-6, "references agree"});
  bool all_located = true;
  for (const EventRun& r : s.runs) all_located = all_located && r.events == (r.located ? 10 : 0);
  w.check({by_us, "Every impact and every release is located, at each tolerance: 10 in 5 s.",
           all_located ? "10 in all runs." : "not in all runs.", all_located, "all located"});
  const double mass = gain(s, mass_name, "dopri5"), bars = gain(s, bars_name, "dopri5");
  w.check(
      {by_us,
       "At the same tolerance the error of dopri5 is at least 5 times smaller with located stops "
       "(median over tolerances).",
       "bouncing mass " + rounded(mass, 2) + " times, four-bar " + rounded(bars, 2) + " times.",
       std::min(mass, bars) >= 5, "dopri5: error " + rounded(mass, 2) + " times smaller"});
  check_order(w, s);
  check_work(w, s);
  double most_refused = 0;
  for (const auto& [model, method] : study_cases) {
    const Series of = series_of(s, model, method);
    most_refused = std::max(most_refused, refused_of(of.located) / refused_of(of.blind));
  }
  w.check({by_us,
           "With located stops at most a third as many steps are refused, summed over tolerances.",
           "at most " + percent(most_refused) + ".", most_refused <= 1.0 / 3,
           "refused steps: " + percent(most_refused)});
}

}  // namespace

double bouncing_mass(double t) {
  const double w = std::sqrt(mass_stiffness), fall = std::sqrt(2 / mass_gravity);
  const double speed = mass_gravity * fall;
  const double contact = 2 * (std::numbers::pi - std::atan(speed * w / mass_gravity)) / w;
  const double period = 2 * fall + contact, x = std::fmod(t, period);
  if (x <= fall) return 1 - 0.5 * mass_gravity * x * x;
  const double in = x - fall, out = x - period;  // out: before the top is reached again
  if (in < contact) {
    const double sag = mass_gravity / (w * w);
    return sag * (std::cos(w * in) - 1) - speed / w * std::sin(w * in);
  }
  return 1 - 0.5 * mass_gravity * out * out;
}

EventStudy event_study() {
  EventStudy study;
  const io::OpenModel bars = open_study(bars_name), mass = open_study(mass_name);
  const auto angle = [&](const std::string& integrator, double step) {
    Engine e = engine_of(bars, "index1+" + integrator + "+s_both2", step, bars_until);
    return end_of(e);
  };
  study.reference = {angle("dopri5(rtol=1e-13,atol=1e-13)", 1e-4),
                     angle("dopri5(rtol=1e-13,atol=1e-13,events=false)", 1e-4), angle("rk4", 2e-5)};
  for (const std::string_view model : {mass_name, bars_name})
    for (const char* integrator : {"dopri5", "bdf"})
      for (const bool located : {true, false})
        for (const double rtol : event_tolerances) {
          EventRun r{std::string(model), integrator, located, rtol};
          const bool of_mass = model == mass_name;
          run_it(of_mass ? mass : bars, of_mass ? mass_until : bars_until,
                 of_mass ? bouncing_mass(mass_until) : study.reference.located, r);
          study.runs.push_back(std::move(r));
        }
  return study;
}

Report report_discontinuities() {
  const EventStudy study = event_study();
  Writer w(
      "A mass that falls 1 m on a spring of 1e4 N/m without loss, whose motion is known exactly, "
      "and "
      "the linkage of four-bar between two hard stops of its crank; 5 s each, 10 changes between "
      "free and in contact. With `events=true` a step ends at each; with `events=false` the error "
      "control alone deals with them. Errors are of the only free coordinate at the end, in m and "
      "rad; the fastest of 5 runs.");
  Table shown{
      "", {"model", "method", "stops", "rtol", "error", "steps", "refused", "#fc", "CPU ms"}, {}};
  Table filed{"002-discontinuities",
              {"model", "integrator", "located", "rtol", "error", "steps", "refused", "events",
               "fc", "cpu"},
              {}};
  for (const EventRun& r : study.runs) {
    shown.rows.push_back({r.model, r.integrator, r.located ? "located" : "run over",
                          scientific(r.rtol, 0), scientific(r.error), std::to_string(r.steps),
                          std::to_string(r.refused), std::to_string(r.calls),
                          rounded(1e3 * r.cpu, 2)});
    filed.rows.push_back({r.model, r.integrator, r.located ? "1" : "0", csv(r.rtol), csv(r.error),
                          std::to_string(r.steps), std::to_string(r.refused),
                          std::to_string(r.events), std::to_string(r.calls), csv(r.cpu)});
  }
  w.table(shown);
  for (const char* model : {"bouncing mass", "four-bar"}) {
    Drawn d{"fc", "error", {"integrator", "located"}, "", as_both, false, "rtol"};
    d.only = {"model", model};
    web::ChartSection c = chart(std::string("Work and precision: ") + model,
                                "located: steps end at the stops; labels are tolerances.",
                                logarithmic_axis("calls of the right-hand side"),
                                logarithmic_axis("error at the end"), filed, {d});
    for (web::Curve& curve : c.curves)
      curve.name.replace(curve.name.size() - 1, 1,
                         curve.name.ends_with('1') ? "located" : "run over");
    w.chart(std::move(c));
  }
  w.file(std::move(filed));
  check_study(w, study);
  return w.finish("Steps that end at stops");
}

}  // namespace takt::reproduce::paper_002
