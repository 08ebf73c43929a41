#include "takt/certify/advice_reason.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "takt/io/terminal/style.hpp"

namespace takt::certify {
namespace {

std::string n(double x) { return io::short_number(x, 2); }

std::string of_the_period(const Advice& a, double seconds) {
  return n(100 * seconds / a.period) + " % of the period";
}

std::string rest_of(const Advice& a) {
  if (a.interrupted)
    return fmt::format(" The search was interrupted after {} trials of {} methods.", a.screened,
                       a.considered);
  if (a.all_screened && a.not_run > 0)
    return fmt::format(
        " The search had {} s; {} trials that looked good enough were not run from start to end: a "
        "longer --budget runs them.",
        n(a.seconds), a.not_run);
  if (a.all_screened) return "";
  return fmt::format(
      " The search had {} s and looked at {} trials of {} methods before they were over: a longer "
      "--budget looks at more.",
      n(a.seconds), a.screened, a.considered);
}

// Of the trials that meet all requirements. Trials are sorted by time, fastest first.
const Trial& fastest(const Advice& a) {
  for (const Trial& t : a.trials)
    if (t.meets) return t;
  return a.trials[a.recommended];
}

const Trial* best_of(const Advice& a) {  // The smallest error, whatever time it takes.
  const Trial* best = nullptr;
  for (const Trial& t : a.trials)
    if (t.status == Status::ok && (best == nullptr || t.error < best->error)) best = &t;
  return best;
}

std::string of_the_nearest(const Advice& a) {
  const Trial& t = a.trials[a.nearest];
  if (t.error <= a.accuracy && !t.red.empty())
    return fmt::format(
        "It meets time and accuracy (error {}), but takt certify marks it red: {}. All others that "
        "were certified are red, too.",
        n(t.error), t.red.front());
  if (t.error <= a.accuracy && !t.grows && t.unsure)
    return fmt::format(
        "The limit is stability: within time and accuracy (error {}), but it is not known whether "
        "it is stable: near a contact or a kink the spectral radius ({:.6f}) depends on the size "
        "of the differences.",
        n(t.error), t.radius);
  if (t.error <= a.accuracy)
    return fmt::format(
        "The limit is stability: within time and accuracy (error {}), but changes of the state "
        "grow in it faster than in the motion itself, or nothing repairs violated constraints: "
        "spectral radius {:.6f}.",
        n(t.error), t.radius);
  const std::string nearest =
      fmt::format("this one comes nearest: error {}, {}.", n(t.error), of_the_period(a, t.usual));
  const Trial* best = best_of(a);
  if (best != nullptr && best->error <= a.accuracy)
    return fmt::format(
        "The limit is time: {} with a step of {} computes this motion to {}, but takes {}; {}",
        best->method, io::seconds_in_words(best->step), n(best->error),
        of_the_period(a, best->usual), nearest);
  return fmt::format(
      "The limit is the error: no bounded method computes this motion to {} within {} % of the "
      "period; {}",
      n(a.accuracy), n(100 * a.share), nearest);
}

}  // namespace

std::string reason(const Advice& a) {
  if (a.recommended >= 0) {
    const Trial& t = a.trials[a.recommended];
    return fmt::format(
               "Rule: only methods count that stay within {} of the reference, need less than {} % "
               "of the period and have no red finding of takt certify. The fastest of them takes "
               "{}. Methods that take at most {} % of the period more, or a quarter more than the "
               "fastest, count as equally cheap. The most accurate of these is chosen (if two "
               "errors differ by less than a factor of two, the faster one). This method: error "
               "{}{}, {}; {}{}.",
               n(a.accuracy), n(100 * a.share), of_the_period(a, fastest(a).usual),
               n(100 * a.nothing), n(t.error), t.most_off.empty() ? "" : " (" + t.most_off + ")",
               of_the_period(a, t.usual),
               t.radius > 0 ? "small changes of the state grow no faster than in the motion itself"
                            : "no step failed; a spectral radius of its steps is not known",
               t.certified ? "" : "; it was not certified") +
           (a.interrupted ? rest_of(a) : "");
  }
  if (a.nearest >= 0) return of_the_nearest(a) + rest_of(a);
  if (a.interrupted)
    return fmt::format(
        "Nothing is said about any method: the search was interrupted after {} trials of {} "
        "methods, before a run from start to end.",
        a.screened, a.considered);
  if (a.trials.empty() && (a.screened == 0 || a.screened > a.failed + a.too_slow))
    return fmt::format(
        "The limit is the time of the search: no run from start to end fits into its {} s. Give it "
        "a longer --budget, or a shorter --until.",
        n(a.seconds));
  const bool slow = a.trials.empty()
                        ? a.too_slow >= a.failed
                        : std::any_of(a.trials.begin(), a.trials.end(),
                                      [](const Trial& t) { return t.status == Status::ok; });
  if (slow)
    return fmt::format("The limit is time: no bounded method takes less than {} % of the period.",
                       n(100 * a.share)) +
           rest_of(a);
  return "The limit is stability: every bounded method that is fast enough fails on the way." +
         rest_of(a);
}

}  // namespace takt::certify
