// The residual form of a campaign's system, set up at its start: for what one evaluation costs, and
// for the structure of its matrix.
#pragma once

#include "apps/reproduce/paper_002/start_steps.hpp"

namespace takt::reproduce::paper_002 {

class FormAtStart {
 public:
  explicit FormAtStart(const Campaign&);
  FormAtStart(const FormAtStart&) = delete;
  FormAtStart& operator=(const FormAtStart&) = delete;

  ResidualForm& form() { return *formulation_->residual_form(); }
  Index velocities() const { return system_->shape().nv; }
  const State& state() const { return state_; }
  Excitation excitation();  // at the start

 private:
  std::shared_ptr<const EquationsOfMotion> system_;
  State state_;
  Evaluator evaluator_;
  std::unique_ptr<Formulation> formulation_;
};

}  // namespace takt::reproduce::paper_002
