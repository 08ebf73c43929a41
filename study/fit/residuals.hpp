// How far runs with given parameters are from measured ones.
//
// A residual is (simulated - measured) / deviation at a time of the data; between two steps the simulated signal is
// a straight line. Signals whose deviation is not known are divided by that of the measured values themselves, so
// that all of them count alike.
#pragma once

#include <Eigen/Core>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "study/design/study.hpp"
#include "study/run/models.hpp"

namespace takt::study {

struct MeasuredSignal {
  std::string run, signal;     // the file, the formula
  std::size_t first = 0;       // its first residual
  std::vector<double> times, values;  // SI
  double scale = 1;            // residuals are divided by it
  bool known_noise = false;    // it is the deviation of the noise
};

class Residuals {
 public:
  // Reads the data. Throws Error, with file and line: no such column, signals that are no columns of results.
  Residuals(const Study&, int jobs);
  Residuals(const Study&, std::vector<MeasuredSignal>);  // of data at hand, to describe a result

  int parameters() const noexcept { return static_cast<int>(fit_->parameters.size()); }
  Eigen::Index count() const noexcept { return count_; }
  const std::vector<MeasuredSignal>& signals() const noexcept { return signals_; }
  std::int64_t simulations() const noexcept { return simulations_; }

  // Parameters are scaled to [0, 1] between their bounds. False: a run failed; `why` says how.
  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& r, std::string& why) const;
  // By differences, central where the bounds allow it; the runs are on several threads.
  bool jacobian(const Eigen::VectorXd& x, Eigen::MatrixXd& J, std::string& why) const;
  double value(int parameter, double x) const;  // in SI
  double scaled(int parameter, double value) const;
  std::vector<std::string> settings(const Eigen::VectorXd& x) const;

 private:
  std::shared_ptr<const Prepared> open(const std::vector<std::string>& set,
                                       const std::vector<std::string>& formulas,
                                       const std::vector<std::string>& at) const;
  bool simulate(std::size_t run, const Eigen::VectorXd& x, Eigen::VectorXd& r, std::string& why) const;

  const Study* study_;
  const Fit* fit_;
  int jobs_;
  std::vector<MeasuredSignal> signals_;
  std::vector<std::vector<std::size_t>> of_run_;  // the numbers of its signals
  Eigen::Index count_ = 0;
  mutable std::atomic<std::int64_t> simulations_ = 0;
};

}  // namespace takt::study
