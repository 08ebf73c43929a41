#include "takt/formulation/ggl.hpp"

#include "takt/formulation/residual_equations.hpp"

namespace takt {
namespace {

class Ggl final : public Formulation {
 public:
  Ggl(Evaluator& eval, Formalism formalism, bool mass_metric) {
    ResidualOptions o;
    o.formalism = formalism;
    o.closed_at = ClosedAt::velocity;
    o.positions = true;
    o.mass_metric = mass_metric;
    equations_ = make_residual_equations(eval, o);
  }

  ResidualForm* residual_form() noexcept override { return equations_.get(); }
  void prepare(const State& start) override { equations_->prepare(start); }

 private:
  std::unique_ptr<ResidualEquations> equations_;
};

}  // namespace

std::unique_ptr<Formulation> make_ggl(Evaluator& eval, Formalism formalism, bool mass_metric) {
  return std::make_unique<Ggl>(eval, formalism, mass_metric);
}

}  // namespace takt
