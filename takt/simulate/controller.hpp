// What answers the outputs of a run with inputs, once a period: a program over a channel in lockstep,
// or a function of the caller.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace takt {

class Controller {
 public:
  virtual ~Controller() = default;
  // `inputs` holds the present values; what is written there is valid from t on. Returns false if
  // there is no answer: the run then ends with Status::no_answer.
  virtual bool answer(std::int64_t period, double t, std::span<const double> outputs,
                      std::span<double> inputs) = 0;
  virtual std::string failure() const { return ""; }  // a sentence about the missing answer
};

}  // namespace takt
