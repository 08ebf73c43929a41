// For formulations in independent coordinates: corrects the dependent coordinates at the end of a
// step.
#include "takt/base/stage_clock.hpp"
#include "takt/stabilise/projection.hpp"
#include "takt/stabilise/violation.hpp"

namespace takt {
namespace {

class DependentCoordinates final : public RecordingStabiliser {
 public:
  DependentCoordinates(Evaluator& eval, Formulation& formulation)
      : RecordingStabiliser(eval), formulation_(formulation) {}

  void begin(double) noexcept override { forget_moves(); }

  Status correct(State& s, Levels fresh, bool) noexcept override {
    const StageScope timed(Stage::project);
    if (!fresh.v) return Status::ok;
    copy(s.v, moved_v_);
    const Status status = formulation_.close(s, dq_);
    for (Index i = 0; i < dq_.size(); ++i) {
      moved_q_[i] = -dq_[i];
      moved_v_[i] -= s.v[i];
    }
    return status;
  }

 private:
  Formulation& formulation_;
};

}  // namespace

std::unique_ptr<Stabiliser> make_dependent_coordinates(Evaluator& eval, Formulation& formulation) {
  return std::make_unique<DependentCoordinates>(eval, formulation);
}

}  // namespace takt
