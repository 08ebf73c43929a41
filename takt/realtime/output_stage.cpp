#include "takt/realtime/output_stage.hpp"

#include "takt/base/flush_to_zero.hpp"
#include "takt/simulate/monitor.hpp"

namespace takt::realtime {

OutputStage::OutputStage(const EquationsOfMotion& system, const Composition& c, const State& start)
    : system_(system), eval_(system), formulation_(make_observer(eval_, c, start)),
      outputs_(system.names().outputs.size(), 0.0) {
  const Shape& s = system.shape();
  rates_ = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
  at(start, eval_.inputs().first(eval_.inputs().size() / 2), {});  // touches every buffer
}

std::span<const double> OutputStage::at(const State& s, std::span<const double> inputs,
                                        std::span<const double> rates) noexcept {
  if (outputs_.empty()) return outputs_;
  const FlushToZero guard;
  const std::span<double> all = eval_.inputs();
  std::copy(inputs.begin(), inputs.end(), all.begin());
  std::copy(rates.begin(), rates.end(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2));
  if (formulation_) {
    formulation_->acceleration_form()->rates(Slot::start, s, rates_);
  } else {
    eval_.place(Slot::start, s);
    copy(s.a, rates_.dv);
    copy(s.lambda, rates_.lambda);
  }
  const Point p{s.q, s.v, rates_.dv, rates_.lambda, s.z, eval_.excitation(Slot::start)};
  system_.outputs(p, outputs_, eval_.scratch());
  return outputs_;
}

}  // namespace takt::realtime
