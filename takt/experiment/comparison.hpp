// Methods and steps against a tight reference: what each costs and how well it follows.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "takt/io/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::experiment {

// What is compared of the reference, at every time some run will be looked at: the coordinates of a
// hand-written problem, the centres of mass of the bodies of a mechanism in whichever coordinates.
using Reference = std::map<double, Vector>;

struct Compared {
  Summary summary;
  double step = 0;
  bool adaptive = false;
  double error = 0;  // largest difference from the reference over the samples
};

class Comparison {
 public:
  // `samples` times over the run; those of a fixed step are moved to the nearest step.
  Comparison(const io::OpenModel&, double until, std::vector<Method>, int samples = 200);

  // The same mechanism in other coordinates, for methods that name them.
  void also(const io::OpenModel& other) { other_ = &other; }

  // Throws Error when a method does not fit or the reference fails; runs nothing before all fit.
  void prepare(const Method& reference);
  Compared compare(const Method&, const std::atomic<bool>* interrupt) const;
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

}  // namespace takt::experiment
