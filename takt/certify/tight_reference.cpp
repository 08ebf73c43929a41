#include "takt/certify/tight_reference.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/certify/wall.hpp"

namespace takt::certify {
namespace {

constexpr std::int64_t most_samples = 500;

struct Pair {
  std::string loose, tight;
  double loose_step = 0, tight_step = 0;  // as a share of the period; 0: adaptive
};

// Tried in this order.
std::vector<Pair> pairs(const Shape& shape) {
  // Only this method solves modules separately. It is of first order: with a quarter of the step
  // the error is a third of the difference of the two runs.
  if (!shape.module.empty()) {
    const std::string modular = "index1(baumgarte=auto)+linear_implicit_euler(vedyna)";
    return {{modular, modular, 1.0 / 8, 1.0 / 32}};
  }
  if (shape.loaded()) return {{"ggl+bdf(rtol=1e-6)", "ggl+bdf(rtol=1e-8)"}};
  if (shape.ng == 0)
    return {{"ode+dopri5(rtol=1e-7)", "ode+dopri5(rtol=1e-9)"},
            {"ode+bdf(rtol=1e-6)", "ode+bdf(rtol=1e-8)"},
            {"ode+rk4", "ode+rk4", 1.0 / 8, 1.0 / 32}};
  return {{"index1+dopri5(rtol=1e-7)+s_both2", "index1+dopri5(rtol=1e-9)+s_both2"},
          {"ggl+bdf(rtol=1e-6)", "ggl+bdf(rtol=1e-8)"},
          {"ali3+trapezoidal+tangent", "ali3+trapezoidal+tangent", 1.0 / 8, 1.0 / 32}};
}

class Attempt {
 public:
  Attempt(const Opener& open, const ReferenceOptions& o, double seconds)
      : open_(open), o_(o), until_(wall() + seconds) {
    const auto periods = static_cast<std::int64_t>(std::floor(o.until / o.period * (1 + 1e-9)));
    const std::int64_t each =
        std::max<std::int64_t>(1, (periods + most_samples - 1) / most_samples);
    spacing_ = static_cast<double>(each) * o.period;
    samples_ = periods / each;
  }

  TightReference of(const Pair& p) {
    TightReference out;
    out.method = p.tight;
    out.spacing = spacing_;
    out.model = open_(p.tight);
    const std::vector<State> loose = follow(p.loose, p.loose_step, out.model, 0.0);
    out.states = follow(p.tight, p.tight_step, out.model, 0.5);
    const std::size_t n = std::min(loose.size(), out.states.size());
    const EquationsOfMotion& system = *out.model.system;
    BodyPlaces places(system);
    View tight_view(system, compose(parse_method(p.tight)), out.model.start);
    View loose_view(system, compose(parse_method(p.loose)), out.model.start);
    std::vector<Vector> other, other_shown;
    for (std::size_t k = 0; k < n; ++k) {
      out.seen.push_back(places.of(out.states[k]));
      other.push_back(places.of(loose[k]));
      tight_view.look(out.states[k]);
      loose_view.look(loose[k]);
      out.shown.push_back(tight_view.shown());
      other_shown.push_back(loose_view.shown());
    }
    out.size = places.size(out.seen);
    // Only as long as the two runs agree: there the tight one is far more exact than required.
    std::size_t kept = 0;
    for (; kept < n; ++kept) {
      const double d = difference(out.seen[kept], other[kept], out.size);
      if (!(d <= 0.3 * o_.accuracy)) break;
      out.agreement = std::max(out.agreement, d);
    }
    out.states.resize(kept);
    out.seen.resize(kept);
    out.shown.resize(kept);
    out.shown_size = size_of_shown(system, out.shown);
    ShownError apart;
    for (std::size_t k = 0; k < kept; ++k) apart.add(other_shown[k], out.shown[k], out.shown_size);
    out.shown_agreement = apart.value();
    return out;
  }

 private:
  std::vector<State> follow(const std::string& text, double part, const io::OpenModel& model,
                            double done) {
    Method m = parse_method(text);
    m.step = part > 0 ? part * o_.period : std::min(o_.period, 1e-3 * o_.until);
    const double end = spacing_ * static_cast<double>(samples_);
    Engine sim(model.system, m, model.start, {.until = end});
    std::vector<State> states{sim.state()};
    State at = sim.state();
    const double half = done == 0 ? until_ - 0.6 * (until_ - wall()) : until_;
    for (std::int64_t k = 1; k <= samples_; ++k) {
      const double t = model.start.t + static_cast<double>(k) * spacing_;
      while (sim.state().t < t - 1e-9 * spacing_ && !sim.done()) {
        if (sim.step().status != Status::ok) return states;
        if (wall() > half || (o_.interrupt != nullptr && o_.interrupt->load())) return states;
      }
      if (std::abs(sim.state().t - t) <= 1e-9 * spacing_)
        at = sim.state();
      else if (!sim.interpolate(t, at))
        return states;
      states.push_back(at);
      if (o_.progress)
        o_.progress(done + 0.5 * static_cast<double>(k) / static_cast<double>(samples_));
    }
    return states;
  }

  const Opener& open_;
  const ReferenceOptions& o_;
  double until_, spacing_ = 0;
  std::int64_t samples_ = 0;
};

}  // namespace

TightReference tight_reference(const Opener& open, const ReferenceOptions& o) {
  const io::OpenModel model = open("index1+heun");
  const std::vector<Pair> all = pairs(model.system->shape());
  TightReference best;
  std::string why = "no method fits";
  for (const Pair& p : all) {
    try {
      TightReference r = Attempt(open, o, o.seconds / static_cast<double>(all.size())).of(p);
      if (r.states.size() < 2)
        why =
            "a loose and a tight run differ from the first period on, or time was up before its "
            "end";
      if (r.horizon() > best.horizon()) best = std::move(r);
    } catch (const Error& e) {
      why = e.what();
    }
    if (best.horizon() > 0.5 * o.until) break;
    if (o.interrupt != nullptr && o.interrupt->load()) return best;
  }
  if (best.states.size() < 2)
    throw Error(
        "no reference can be computed: " + why, "reference",
        "a longer --budget, a longer --period or a larger --accuracy, or look at the model with "
        "takt run",
        Fault::other);
  return best;
}

}  // namespace takt::certify
