#include "takt/formulation/ali3.hpp"

namespace takt {
namespace {

class Positions final : public Formulation {
 public:
  explicit Positions(std::unique_ptr<PenalisedPosition> form) : form_(std::move(form)) {}
  PositionForm* position_form() noexcept override { return form_.get(); }
  const Vector* penalties() const noexcept override { return &form_->penalties(); }
  std::span<double> memory() noexcept override { return form_->memory(); }

 private:
  std::unique_ptr<PenalisedPosition> form_;
};

}  // namespace

std::unique_ptr<Formulation> make_ali3(Evaluator& eval, const PenalisedOptions& options) {
  return std::make_unique<Positions>(make_penalised_position(eval, options));
}

std::unique_ptr<Formulation> make_conserving(Evaluator& eval, const PenalisedOptions& options,
                                             const DiscreteOptions& discrete) {
  return std::make_unique<Positions>(make_discrete_position(eval, options, discrete));
}

}  // namespace takt
