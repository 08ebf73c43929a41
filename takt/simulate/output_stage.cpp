#include "takt/simulate/output_stage.hpp"

#include <algorithm>

#include "takt/base/flush_to_zero.hpp"
#include "takt/simulate/monitor.hpp"

namespace takt {

OutputStage::OutputStage(const EquationsOfMotion& system, const Composition& c, const State& start)
    : system_(system), eval_(system), formulation_(make_observer(eval_, c, start)),
      outputs_(system.names().outputs.size(), 0.0) {
  const Shape& s = system.shape();
  rates_ = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
  const std::span<double> all = eval_.inputs();  // the standard values
  const auto n = static_cast<std::size_t>(s.inputs), kept = static_cast<std::size_t>(s.kept);
  at(start, all.first(n), all.subspan(n, n), all.last(kept));  // touches every buffer
}

void OutputStage::set(std::span<const double> inputs, std::span<const double> rates,
                      std::span<const double> kept) noexcept {
  double* to = eval_.inputs().data();
  for (const std::span<const double> part : {inputs, rates, kept})
    to = std::copy(part.begin(), part.end(), to);
}

std::span<const double> OutputStage::at(const State& s, std::span<const double> inputs,
                                        std::span<const double> rates,
                                        std::span<const double> kept) noexcept {
  if (outputs_.empty() && kept.empty()) return outputs_;
  const FlushToZero guard;
  set(inputs, rates, kept);
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

void OutputStage::rates_of_integrals(const State& s, std::span<const double> inputs,
                                     std::span<const double> rates, std::span<const double> kept,
                                     std::span<double> out) noexcept {
  set(inputs, rates, kept);
  eval_.place(Slot::start, s);
  system_.keeping()->rates_of_integrals(eval_.point(Slot::start), out, eval_.scratch());
}

}  // namespace takt
