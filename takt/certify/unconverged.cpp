#include "takt/certify/unconverged.hpp"

#include <algorithm>

#include "takt/base/error.hpp"
#include "takt/certify/wall.hpp"

namespace takt::certify {
namespace {

constexpr const char* passes = "10";

Method with_more_passes(Method m) {
  auto& options = m.integrator.options;
  const auto given = std::find_if(options.begin(), options.end(),
                                  [](const auto& o) { return o.first == "passes"; });
  if (given != options.end())
    given->second = passes;
  else
    options.emplace_back("passes", passes);
  return m;
}

}  // namespace

Unconverged::Unconverged(const io::OpenModel& model, const Method& method, double until,
                         double seconds)
    : seconds_(seconds) {
  const Composition c = compose(method);
  if (c.adaptive() || !c.integrator_settings.knows("passes")) {
    why_not_ = "the method has no number of passes";
    return;
  }
  try {
    more_.emplace(model.system, with_more_passes(method), model.start, SetUp{.until = until});
  } catch (const Error& e) {
    why_not_ = e.what();
  }
}

void Unconverged::before(const Engine& s) {
  if (!why_not_.empty()) return;
  saved_.resize(s.memory_size());
  s.save(saved_);
  counted_ = s.counters().unconverged;
}

void Unconverged::after(const Engine& s, EnergyMeter& meter) {
  if (!why_not_.empty() || s.counters().unconverged == counted_) return;
  if (saved_.size() != more_->memory_size()) {
    why_not_ = "with more passes the method keeps other data, so its steps cannot be compared";
    return;
  }
  const double begin = wall();
  more_->restore(saved_);
  const std::int64_t not_even = more_->counters().unconverged;
  const StepReport report = more_->step();
  if (report.status != Status::ok || more_->counters().unconverged > not_even)
    why_not_ = std::string("some of them do not converge with ") + passes + " passes either";
  else
    sum_ += meter.of(s.state()) - meter.of(more_->state());
  seconds_ -= wall() - begin;
  if (seconds_ < 0) why_not_ = "that would take too long to compute";
}

std::optional<double> Unconverged::energy() const {
  if (!why_not_.empty()) return std::nullopt;
  return sum_;
}

}  // namespace takt::certify
