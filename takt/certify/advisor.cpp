#include "takt/certify/advisor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>

#include "takt/base/error.hpp"
#include "takt/base/thread_seconds.hpp"
#include "takt/certify/advice_reason.hpp"
#include "takt/certify/candidates.hpp"
#include "takt/certify/choice.hpp"
#include "takt/certify/screening.hpp"
#include "takt/certify/step_map.hpp"
#include "takt/certify/wall.hpp"
#include "takt/start/consistent_state.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::certify {
namespace {

constexpr int divisors[] = {1, 2, 4, 8, 16, 32};
constexpr std::size_t moments = 4;  // times of the manoeuvre at which screening starts
// Length of a screening run from each of these times.
constexpr int periods_each = 8;
constexpr int most_certified = 6;  // at most so many of those that meet everything else

// Processor time of this thread in ns: other programs on the machine do not count.
std::int64_t computed() { return std::llround(1e9 * thread_seconds()); }

class Advisor {
 public:
  Advisor(const Opener& open, const TuneOptions& o)
      : open_(open), o_(o), clock_(o.clock ? o.clock : computed), begin_(wall()) {
    a_.period = o.period;
    a_.accuracy = o.accuracy;
    a_.share = o.share;
    a_.nothing = o.nothing;
    a_.until = o.until;
    a_.seconds = o.seconds;
    a_.set = o.set;
  }

  Advice go() {
    all_ = candidates(open_, o_.methods);
    a_.considered = all_.all.size();
    if (!all_.systems.empty()) {
      const io::OpenModel& model = all_.systems.front();
      a_.model = model.name;
      a_.source = model.source;
      a_.in_a_file = model.mechanism != nullptr;
      a_.usual_until = model.until;
    }
    if (all_.all.empty())
      throw Error("no bounded method fits this model", "tune",
                  "takt list methods shows what there is", Fault::model);
    find_reference();
    if (ref_.states.size() >= 2) {
      find_moments();
      screen();
      run_the_best();
    }
    a_.interrupted = stopped();
    judge();
    return std::move(a_);
  }

 private:
  bool stopped() const { return o_.interrupt != nullptr && o_.interrupt->load(); }
  double used() const { return (wall() - begin_) / o_.seconds; }  // 1: the time budget is spent
  void tell() const {
    if (o_.progress) o_.progress(std::min(1.0, used()));
  }

  void find_reference() {
    ReferenceOptions r;
    r.period = o_.period;
    r.until = o_.until;
    r.accuracy = o_.accuracy;
    r.seconds = 0.3 * o_.seconds;
    r.interrupt = o_.interrupt;
    r.progress = [this](double) { tell(); };
    ref_ = tight_reference(open_, r);
    a_.reference = ref_.method;
    a_.horizon = ref_.horizon();
    a_.agreement = ref_.agreement;
    // Outputs and forces cannot be judged more strictly than the reference knows them.
    a_.shown_accuracy = std::max(o_.accuracy, 3 * ref_.shown_agreement);
  }

  // Where the velocities change most, and three times spread evenly over the manoeuvre.
  void find_moments() {
    const std::size_t n = ref_.states.size();
    const double each = ref_.spacing / o_.period;
    length_ = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(periods_each / each)));
    length_ = std::min(length_, n - 1);
    const std::size_t last = n - 1 - length_;
    std::size_t liveliest = 0;
    double most = -1;
    for (std::size_t k = 0; k <= last; ++k) {
      const double change = max_norm(Vector(ref_.states[k + length_].v - ref_.states[k].v));
      if (change > most) most = change, liveliest = k;
    }
    for (std::size_t at : {liveliest, std::size_t{0}, last / 3, 2 * last / 3})
      if (std::find(moments_.begin(), moments_.end(), at) == moments_.end() &&
          moments_.size() < moments)
        moments_.push_back(at);
  }

  // The state of the reference at one of these times, in the coordinates of a system.
  const State& start_at(std::size_t system, std::size_t moment) {
    const auto key = std::make_pair(system, moment);
    if (const auto found = starts_.find(key); found != starts_.end()) return found->second;
    const io::OpenModel& to = all_.systems[system];
    State s = ref_.states[moments_[moment]];
    if (to.mechanism != nullptr && ref_.model.mechanism != nullptr)
      s = carry_over(*ref_.model.mechanism, s, *to.mechanism);
    s = assemble(*to.system, s);
    complete(*to.system, s);
    return starts_.emplace(key, std::move(s)).first->second;
  }

  // The error of outputs and forces, scaled so that it can be compared with the same accuracy as
  // the error of places.
  double of_shown(const ShownError& e) const { return e.value() * o_.accuracy / a_.shown_accuracy; }

  Method stepped(const Candidate& c, int divisor) const {
    Method m = c.method;
    m.step = o_.period / divisor;
    return m;
  }
  static Method stepped(const Candidate& c, const Trial& t) {
    Method m = c.method;
    m.step = t.step;
    return m;
  }

  // Short runs from some times of the manoeuvre: how long a period takes to compute, and how large
  // the error is at the end.
  std::optional<Screened> screened(std::size_t index, int divisor) {
    const Candidate& c = all_.all[index];
    const io::OpenModel& model = all_.systems[c.system];
    Screened s{index, divisor, 0, 0};
    try {
      Engine sim(model.system, stepped(c, divisor), model.start);
      View view(*model.system, sim.composition(), sim.state());
      ShownError shown;
      Histogram times;
      const auto periods =
          static_cast<int>(std::lround(static_cast<double>(length_) * ref_.spacing / o_.period));
      for (std::size_t m = 0; m < moments_.size(); ++m) {
        const State& start = start_at(c.system, m);
        sim.adopt(start, std::llround((start.t - model.start.t) / sim.composition().method.step));
        for (int p = 0; p < periods; ++p) {
          const std::int64_t from = clock_();
          for (int k = 0; k < divisor; ++k)
            if (sim.step().status != Status::ok) return std::nullopt;
          times.add(clock_() - from);
          // Much too slow: no need to go on.
          if (p == 3 && times.quantile(0.3) * 1e-9 > 2 * o_.period) break;
        }
        s.share = times.quantile(0.5) * 1e-9 / o_.period;
        if (s.share > o_.share) return s;
        const std::size_t end = moments_[m] + length_;
        s.error =
            std::max(s.error, difference(view.places(sim.state()), ref_.seen[end], ref_.size));
        view.look(sim.state());
        shown.add(view.shown(), ref_.shown[end], ref_.shown_size);
      }
      s.error = std::max(s.error, of_shown(shown));
    } catch (const Error&) {
      return std::nullopt;  // the set-up refused it for a reason that the catalogues do not know
    }
    return s;
  }

  // Every step size gets its part of the time, so that a short search does not try the longest
  // steps only. The order of the methods is such that some of each family come early.
  void screen() {
    constexpr double until = 0.6;  // share of the time budget
    std::vector<bool> out(all_.all.size(), false);
    const std::vector<std::size_t> order = spread(all_.all.size());
    std::size_t left = std::size(divisors);
    for (int divisor : divisors) {
      const double end = used() + (until - used()) / static_cast<double>(left--);
      for (std::size_t i : order) {
        if (out[i]) continue;
        if (stopped() || used() > end) {
          a_.all_screened = false;
          break;
        }
        tell();
        out[i] = !screen_one(i, divisor);
      }
    }
  }

  // False: smaller steps of this method need not be tried.
  bool screen_one(std::size_t i, int divisor) {
    const std::optional<Screened> s = screened(i, divisor);
    ++a_.screened;
    if (!s) {
      ++a_.failed;
      return true;
    }
    if (s->share > o_.share) {
      ++a_.too_slow;
      return false;
    }
    if (!std::isfinite(s->error)) return true;
    screened_.push_back(*s);
    // Half the step takes twice as long; and a method that is exact enough needs no smaller step.
    return 2 * s->share <= o_.share && s->error >= 1e-3 * o_.accuracy;
  }

  Trial run_through(const Screened& s) {
    const Candidate& c = all_.all[s.candidate];
    const io::OpenModel& model = all_.systems[c.system];
    const Method m = stepped(c, s.divisor);
    Trial t;
    t.candidate = s.candidate;
    t.method = to_string(m);
    t.step = m.step;
    Engine sim(model.system, m, model.start);
    View view(*model.system, sim.composition(), sim.state());
    ShownError shown;
    Histogram times;
    const auto periods = static_cast<int>(std::lround(ref_.spacing / o_.period));
    std::vector<std::vector<std::byte>> saved;
    const std::size_t n = ref_.states.size();
    for (std::size_t k = 1; k < n && t.status == Status::ok && !stopped(); ++k) {
      for (int p = 0; p < periods && t.status == Status::ok; ++p) {
        const std::int64_t from = clock_();
        for (int i = 0; i < s.divisor && t.status == Status::ok; ++i) t.status = sim.step().status;
        times.add(clock_() - from);
      }
      if (t.status != Status::ok) break;
      view.look(sim.state());
      t.drift.position = std::max(t.drift.position, view.drift().position);
      t.drift.velocity = std::max(t.drift.velocity, view.drift().velocity);
      t.error = std::max(t.error, difference(view.places(sim.state()), ref_.seen[k], ref_.size));
      shown.add(view.shown(), ref_.shown[k], ref_.shown_size);
      if (k % std::max<std::size_t>(1, n / 4) == 1) {
        saved.emplace_back(sim.memory_size());
        sim.save(saved.back());
      }
      tell();
      if (used() > 1.2)
        throw Error("the time for the search is up", "tune", "give it a longer --budget",
                    Fault::other);
      if (!std::isfinite(t.error)) t.status = Status::not_finite;
    }
    if (stopped())
      // a run that was cut short has no row in the table
      throw Error("interrupted", "tune", "", Fault::other);
    t.usual = times.quantile(0.999) * 1e-9;
    t.worst = times.max() * 1e-9;
    if (const double e = of_shown(shown); !(e <= t.error)) {
      t.error = e;
      t.most_off = names_of_shown(*model.system)[shown.worst()];
    }
    if (t.status != Status::ok) t.error = std::numeric_limits<double>::infinity();
    if (t.status == Status::ok && t.error <= 10 * o_.accuracy)
      look_at_stability(model, m, saved, t);
    t.meets = t.status == Status::ok && t.error <= o_.accuracy && t.usual <= o_.share * o_.period &&
              !t.grows && !t.unsure;
    if (stopped())
      throw Error("interrupted", "tune", "", Fault::other);  // because its stability is not known
    return t;
  }

  void look_at_stability(const io::OpenModel& model, const Method& m,
                         const std::vector<std::vector<std::byte>>& saved, Trial& t) {
    StepMap map(model.system, m, model.start);
    for (const auto& bytes : saved) {
      if (stopped()) return;
      const Radius r = map.radius(bytes);
      if (!r.known()) continue;
      t.radius = std::max(t.radius, r.along);
      t.unsure = t.unsure || r.grows_along() == Answer::not_known;
      t.grows = t.grows || r.grows_along() == Answer::yes || !r.repairs(m.step);
      tell();
    }
  }

  // If the manoeuvre is so long that the time is not enough for three runs of it, it is shortened
  // for all methods.
  void cut_to_time(const Screened& first) {
    constexpr double runs = 3;
    const double time = (1.1 - used()) * o_.seconds, needs = run_of(first);
    if (!(runs * needs > time)) return;
    const auto n = static_cast<double>(ref_.states.size());
    const auto kept = static_cast<std::size_t>(std::max(0.0, n * time / (runs * needs)));
    const std::size_t least = std::min(ref_.states.size(), 2 * length_ + 1);
    ref_.states.resize(std::max(least, kept));
    ref_.seen.resize(ref_.states.size());
    ref_.shown.resize(ref_.states.size());
    a_.horizon = ref_.horizon();
  }
  // Seconds that a run from start to end takes. The factor 2 allows for the comparison with the
  // reference between the steps.
  double run_of(const Screened& s) const { return 2 * s.share * ref_.horizon(); }

  void run_the_best() {
    int runs = 0;
    bool found = false;
    const std::vector<Screened> order = in_fronts(screened_, o_.accuracy);
    if (!order.empty()) cut_to_time(order.front());
    for (const Screened& s : order) {
      if (stopped() || (runs >= o_.full_runs && found)) break;
      // A run that cannot end in time is not started.
      if (used() > 1 || used() + run_of(s) / o_.seconds > 1.2) {
        a_.not_run += s.error <= o_.accuracy ? 1 : 0;
        continue;
      }
      try {
        a_.trials.push_back(run_through(s));
        found = found || a_.trials.back().meets;
        ++runs;
      } catch (const Error&) {
        // No row in the table: time is up, the user stopped the search, or the set-up refused the
        // method for a reason that the catalogues do not know.
      }
    }
  }

  void judge() {
    List<Trial>& all = a_.trials;
    std::stable_sort(all.begin(), all.end(),
                     [](const Trial& a, const Trial& b) { return a.usual < b.usual; });
    mark_frontier(all);
    for (int tried = 0; tried < most_certified; ++tried) {
      a_.recommended = take(all, o_.nothing * o_.period);
      if (a_.recommended < 0 || stopped()) break;
      Trial& t = all[a_.recommended];
      if (t.certified) break;
      certify_trial(t);
    }
    if (a_.recommended >= 0 && !all[a_.recommended].certified && !stopped())
      a_.recommended = -1;  // all that were certified have a red finding
    a_.nearest = nearest(all, o_.share * o_.period);
    a_.why = reason(a_);
  }

  // What `takt certify` finds for this trial. Deadlines are measured with the same clock as here:
  // processor time.
  void certify_trial(Trial& t) {
    CertifyOptions c;
    c.until = o_.until;
    c.period = o_.period;
    c.run_seconds = std::max(1.0, 0.05 * o_.seconds);
    c.clock = clock_;
    c.interrupt = o_.interrupt;
    std::vector<std::string> red = what_is_red(all_.systems[all_.all[t.candidate].system],
                                               stepped(all_.all[t.candidate], t), c);
    tell();
    if (stopped()) return;
    t.certified = true;
    t.red = std::move(red);
    t.meets = t.red.empty();
  }

  const Opener& open_;
  const TuneOptions& o_;
  std::function<std::int64_t()> clock_;
  double begin_;
  Advice a_;
  Candidates all_;
  TightReference ref_;
  std::size_t length_ = 1;            // of a screening run, in samples of the reference
  std::vector<std::size_t> moments_;  // samples of the reference at which they start
  std::map<std::pair<std::size_t, std::size_t>, State> starts_;
  std::vector<Screened> screened_;
};

}  // namespace

Advice tune(const Opener& open, const TuneOptions& o) {
  if (!(o.until >= 2 * o.period))
    throw Error("the manoeuvre is shorter than two periods", "period",
                "choose a shorter --period or a longer --until", Fault::usage);
  return Advisor(open, o).go();
}

}  // namespace takt::certify
