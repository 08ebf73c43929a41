#include "takt/integrator/multi_step.hpp"

namespace takt {

MultiStep::MultiStep(const ResidualSystem& system, const MatrixChoice& choice, double enough,
                     double rtol, double atol)
    : system_(system), corrector_(system, choice, enough), norm_(system.form.counts(), rtol, atol),
      kept_y_(corrector_.y), kept_dy_(corrector_.y) {}

void MultiStep::make_ready(const State& start, double h, bool keep_pivots) {
  corrector_.excite(start.t);
  system_.form.pack(start, corrector_.y, corrector_.dy);
  corrector_.residual();
  const CorrectorPoint here{corrector_.y,
                            corrector_.dy,
                            corrector_.excitation(),
                            corrector_.F(),
                            norm_.weights(),
                            1 / h,
                            h};
  corrector_.matrix().prepare(here);
  lay_out();
  corrector_.matrix().choose_pivots(here, keep_pivots);
}

void MultiStep::divide_memory(std::size_t header, int highest_order) {
  const Index n = system_.form.size();
  const std::size_t past = BdfHistory::memory_size(n, highest_order),
                    matrix = corrector_.matrix().memory_size();
  memory_.assign(header + past + matrix, 0.0);
  const std::span<double> all = memory_;
  past_.use(n, highest_order, all.subspan(header, past));
  corrector_.matrix().use(all.subspan(header + past, matrix));
}

bool MultiStep::interpolate(double t, State& out) const noexcept {
  if (past_.first_step()) return false;
  past_.interpolate(t, kept_y_, kept_dy_);
  system_.form.unpack(kept_y_, kept_dy_, out);
  out.t = t;
  return true;
}

std::string MultiStep::failure() const {
  return failure_.text(system_.form,
                       system_.eval != nullptr ? &system_.eval->system().names().rows : nullptr);
}

Status MultiStep::stabilise(const State& from, State& next, double h,
                            Stabiliser& stabiliser) noexcept {
  if (!stabiliser.active()) return Status::ok;
  if (system_.eval != nullptr) system_.eval->place(Slot::start, from);
  stabiliser.begin(h);
  const Status status = stabiliser.correct(next, {true, true}, false);
  system_.form.pack(next, kept_y_, kept_dy_);
  for (Index i = 0; i < kept_y_.size(); ++i)
    if (system_.form.counts()[i] != 0) corrector_.e[i] += kept_y_[i] - corrector_.y[i];
  return status;
}

}  // namespace takt
