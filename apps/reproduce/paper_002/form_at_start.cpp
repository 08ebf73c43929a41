#include "apps/reproduce/paper_002/form_at_start.hpp"

#include "takt/start/consistent_state.hpp"

namespace takt::reproduce::paper_002 {

FormAtStart::FormAtStart(const Campaign& c)
    : system_(system_of(c)), state_(system_->initial()), evaluator_(*system_) {
  const Composition composition = compose(parse_method(method(c, "dense", c.first_step)));
  complete(*system_, state_);
  formulation_ = composition.formulation->make(evaluator_, composition.formulation_settings, {});
  formulation_->prepare(state_);
}

Excitation FormAtStart::excitation() {
  Excitation u = evaluator_.excitation(Slot::start);
  form().excite(state_.t, u);
  return u;
}

}  // namespace takt::reproduce::paper_002
