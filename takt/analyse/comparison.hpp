// Compares methods and steps with an accurate reference: their cost and their error.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::analyse {

// The reference at all sample times: the centres of mass of the bodies of a mechanism in any
// coordinates, or the coordinates of a hand-written problem.
using Reference = std::map<double, Vector>;

struct Compared {
  Summary summary;
  double step = 0;
  bool adaptive = false;
  double error = 0;  // largest difference from the reference over the samples
};

class Comparison {
 public:
  // Uses `samples` times in the run; for fixed steps they are moved to the nearest step.
  Comparison(const io::OpenModel&, double until, std::vector<Method>, int samples = 200);

  // The same mechanism in other coordinates, for methods that request them.
  void also(const io::OpenModel& other) { other_ = &other; }

  // Throws Error if a method does not fit or the reference fails. Checks all methods before it runs
  // any.
  void prepare(const Method& reference);
  // `progress`: as that of RunOptions; may be empty.
  Compared compare(const Method&, const std::atomic<bool>* interrupt,
                   std::function<void(double t)> progress = {}) const;
  const std::vector<Method>& methods() const noexcept { return methods_; }

 private:
  std::vector<double> times(const Method&) const;
  const io::OpenModel& model_for(const Method&) const;

  const io::OpenModel& model_;
  const io::OpenModel* other_ = nullptr;
  double until_;
  std::vector<Method> methods_;
  int samples_;
  Reference reference_;
};

}  // namespace takt::analyse
