#include "takt/certify/advice_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "takt/base/text.hpp"
#include "takt/io/results/json.hpp"
#include "takt/io/results/line_file.hpp"

namespace takt::certify {
namespace {

using io::short_number;
using Json = nlohmann::ordered_json;
using io::number_or_null;

std::string percent(double x) { return short_number(100 * x, 2) + " %"; }

constexpr std::size_t longest_method = 36;

// A method text that is too long for its column is split at a `+` and continued in the next row.
std::vector<std::string> in_rows(const std::string& method) {
  if (io::width(method) <= longest_method) return {method};
  const std::size_t cut = method.rfind('+', longest_method);
  if (cut == std::string::npos || cut == 0) return {method};
  return {method.substr(0, cut), "  " + method.substr(cut)};
}

// True where it is not known whether small changes of the state grow in the steps of this trial.
bool not_known(const Trial& t) { return !t.grows && (t.unsure || !(t.radius > 0)); }

// Outputs and forces are judged by a looser accuracy where the reference itself is less exact.
std::string loosened(const Advice& a) {
  if (!(a.shown_accuracy > a.accuracy)) return "";
  return fmt::format(" (the reference is exact to {} only, so an error of {} in them counts as {})",
                     short_number(a.shown_accuracy / 3, 1), short_number(a.shown_accuracy, 2),
                     short_number(a.accuracy, 2));
}

constexpr std::size_t most_others = 10;

// How far a trial is from period and accuracy; above 1 it misses one of them.
double distance_from_good(const Advice& a, const Trial& t) {
  if (t.status != Status::ok || !std::isfinite(t.error)) return 1e300;
  return std::max(t.error / a.accuracy, t.usual / (a.share * a.period));
}

// Of a long list the frontier, what is recommended or comes nearest, and the next ten.
std::vector<bool> trials_to_show(const Advice& a) {
  std::vector<bool> all(a.trials.size(), false);
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < a.trials.size(); ++i) {
    const int k = static_cast<int>(i);
    all[i] = a.trials[i].frontier || k == a.recommended || k == a.nearest;
    if (!all[i]) others.push_back(i);
  }
  std::stable_sort(others.begin(), others.end(), [&](std::size_t i, std::size_t j) {
    return distance_from_good(a, a.trials[i]) < distance_from_good(a, a.trials[j]);
  });
  if (others.size() > most_others) others.resize(most_others);
  for (const std::size_t i : others) all[i] = true;
  return all;
}

std::string trials_left_out(const Advice& a) {
  const std::vector<bool> rows = trials_to_show(a);
  const auto n = std::count(rows.begin(), rows.end(), false);
  if (n == 0) return "";
  return fmt::format("{} more {} not shown: --out FILE.csv or --json has all of them\n", n,
                     n == 1 ? "trial is" : "trials are");
}

std::string table(const Advice& a, const io::Style& style) {
  io::Table t({"", "step", "time", "error", "drift", "radius", "method"});
  for (std::size_t k = 1; k < 6; ++k) t.right(k);
  const std::vector<bool> rows_shown = trials_to_show(a);
  for (std::size_t i = 0; i < a.trials.size(); ++i) {
    if (!rows_shown[i]) continue;
    const Trial& x = a.trials[i];
    const bool chosen = static_cast<int>(i) == a.recommended;
    const bool ok = x.status == Status::ok;
    std::string error = ok ? short_number(x.error, 2) : "failed";
    std::string radius = x.radius > 0 ? fmt::format("{:.4f}", x.radius) : "-";
    std::string time =
        short_number(100 * x.usual / a.period, 2) + "/" + short_number(100 * x.worst / a.period, 2);
    if (!(x.error <= a.accuracy)) error = style.bad(error);
    if (!x.red.empty()) error += style.bad("✗");
    if (x.grows)
      radius = style.bad(radius + "!");
    else if (x.unsure)
      radius = style.bad(radius + "?");
    if (x.usual > a.share * a.period) time = style.bad(time);
    const std::vector<std::string> rows = in_rows(x.method);
    const auto name = [&](const std::string& s) { return chosen ? style.strong(s) : s; };
    t.add({chosen       ? style.good("▶")
           : x.frontier ? "•"
                        : " ",
           io::seconds_in_words(x.step), time, error, ok ? short_number(x.drift.position, 1) : "-",
           radius, name(rows[0])});
    if (rows.size() > 1) t.add({"", "", "", "", "", "", name(rows[1])});
  }
  return t.text(style, "");
}

}  // namespace

std::string page(const Advice& a, const io::Style& style) {
  std::string out = style.strong("Advice  " + a.model) + "\n";
  out += fmt::format("  period {}, accuracy {}, at most {} of the period\n",
                     io::seconds_in_words(a.period), short_number(a.accuracy), percent(a.share));
  out +=
      "  " +
      io::wrapped(fmt::format("{} bounded methods fit; {} trials of them with steps of the period "
                              "and its parts: {} failed, {} too slow{}; {} run from start to end",
                              a.considered, a.screened, a.failed, a.too_slow,
                              a.all_screened  ? ""
                              : a.interrupted ? ", then it was interrupted"
                                              : ", then time was up",
                              a.trials.size()),
                  78, 2) +
      "\n";
  out += "  " +
         io::wrapped(
             fmt::format(
                 "errors relative to {} (exact to {}), over {} of {}: the largest position error "
                 "of any body, divided by the distance that bodies move in that direction; for "
                 "outputs and forces the root mean square over time, divided by their range{}",
                 a.reference, short_number(a.agreement, 1), io::seconds_in_words(a.horizon),
                 io::seconds_in_words(a.until), loosened(a)),
             78, 2) +
         "\n\n";
  if (!a.trials.empty()) {
    const bool unsure = std::any_of(a.trials.begin(), a.trials.end(),
                                    [](const Trial& t) { return t.unsure && !t.grows; });
    const bool unseen = std::any_of(a.trials.begin(), a.trials.end(),
                                    [](const Trial& t) { return !(t.radius > 0); });
    const bool red = std::any_of(a.trials.begin(), a.trials.end(),
                                 [](const Trial& t) { return !t.red.empty(); });
    out += table(a, style) + trials_left_out(a);
    out += "\n" +
           style.faint("time: % of the period that 99.9 % of the periods take, and the worst") +
           "\n" + style.faint("•     nothing here is both faster and more accurate") + "\n" +
           style.faint(
               "!     changes grow faster than in the motion itself, or drift is not repaired") +
           "\n" + (red ? style.faint("✗     takt certify marks it red") + "\n" : "") +
           (unsure ? style.faint(
                         "?     whether changes grow is not known: a contact or a kink is there") +
                         "\n"
                   : "") +
           (unseen ? style.faint("-     no spectral radius: the error is too large, or the step "
                                 "was not linearised") +
                         "\n"
                   : "") +
           "\n";
  }
  const int best = a.recommended >= 0 ? a.recommended : a.nearest;
  if (best < 0) return out + style.bad(io::wrapped(a.why, 80, 0)) + "\n";
  const Trial& t = a.trials[best];
  const std::string head = a.recommended >= 0 ? "Take" : "Nearest";
  out += (a.recommended >= 0 ? style.good(head) : style.bad(head)) + " " + style.strong(t.method) +
         fmt::format(" with a step of {}.\n", io::seconds_in_words(t.step));
  out += io::wrapped(a.why, 80, 0) + "\n\n    " + command_of(a, t) + "\n";
  const std::string lines = a.recommended >= 0 ? lines_to_paste(a, t) : std::string();
  if (!lines.empty()) out += "\nIn place of `experiment:` in the model file:\n\n";
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    out += "    " + lines.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

std::string csv(const Advice& a) {
  std::string out =
      "method,step,usual_s,worst_s,error,drift_position,drift_velocity,radius,grows,frontier,meets,"
      "recommended,status,most_off,red\n";
  for (std::size_t i = 0; i < a.trials.size(); ++i) {
    const Trial& t = a.trials[i];
    out += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", io::csv_cell(t.method), t.step, t.usual,
        t.worst, std::isfinite(t.error) ? fmt::format("{}", t.error) : "", t.drift.position,
        t.drift.velocity, t.radius > 0 ? fmt::format("{}", t.radius) : "",
        t.grows        ? "1"
        : not_known(t) ? ""
                       : "0",
        t.frontier ? 1 : 0, t.meets ? 1 : 0, static_cast<int>(i) == a.recommended ? 1 : 0,
        to_string(t.status), io::csv_cell(t.most_off), io::csv_cell(join(t.red, "; ")));
  }
  return out;
}

Json to_json(const Advice& a) {
  Json j;
  j["model"] = a.model;
  j["period"] = a.period;
  j["accuracy"] = a.accuracy;
  j["shown_accuracy"] = number_or_null(a.shown_accuracy);
  j["hardly_matters"] = a.nothing;
  j["share"] = a.share;
  j["reference"] = {{"method", a.reference},
                    {"agreement", number_or_null(a.agreement)},
                    {"horizon", a.horizon},
                    {"until", a.until}};
  j["considered"] = a.considered;
  j["screened"] = a.screened;
  j["failed"] = a.failed;
  j["too_slow"] = a.too_slow;
  j["all_screened"] = a.all_screened;
  j["status"] = to_string(a.interrupted ? Status::interrupted : Status::ok);
  Json list = Json::array();
  for (const Trial& t : a.trials)
    list.push_back({{"method", t.method},
                    {"step", t.step},
                    {"usual_s", t.usual},
                    {"worst_s", t.worst},
                    {"error", number_or_null(t.error)},
                    {"most_off", t.most_off.empty() ? Json(nullptr) : Json(t.most_off)},
                    {"drift",
                     {{"position", number_or_null(t.drift.position)},
                      {"velocity", number_or_null(t.drift.velocity)}}},
                    {"radius", t.radius > 0 ? number_or_null(t.radius) : Json(nullptr)},
                    {"grows", not_known(t) ? Json(nullptr) : Json(t.grows)},
                    {"frontier", t.frontier},
                    {"meets", t.meets},
                    {"certified", t.certified},
                    {"red", t.red},
                    {"status", to_string(t.status)}});
  j["trials"] = std::move(list);
  j["recommended"] = a.recommended >= 0 ? Json(a.recommended) : Json(nullptr);
  j["nearest"] = a.nearest >= 0 ? Json(a.nearest) : Json(nullptr);
  j["why"] = a.why;
  const int best = a.recommended >= 0 ? a.recommended : a.nearest;
  if (best >= 0) {
    const Trial& t = a.trials[best];
    const std::string lines = a.recommended >= 0 ? lines_to_paste(a, t) : std::string();
    j["run"] = command_of(a, t);
    j["paste"] = lines.empty() ? Json(nullptr) : Json(lines);
  }
  return j;
}

}  // namespace takt::certify
