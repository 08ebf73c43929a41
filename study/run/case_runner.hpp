// Runs one case of a study.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "study/design/case_table.hpp"
#include "study/run/models.hpp"

namespace takt::study {

struct Outcome {
  bool interrupted = false;  // nothing is to be recorded
  std::string status;        // ok, the status of a failed run, `limit`, or `refused`
  std::string error;         // of a case that is not ok, in one line
  double t_end = 0;
  std::vector<double> metrics;  // NaN where there is none
  double seconds = 0, opening_seconds = 0;  // the whole case; of that, until the model was there
};

class CaseRunner {
 public:
  // `folder`: where kept signals and results go. `workers`: how many threads use it.
  CaseRunner(const CaseTable&, std::string folder, int workers);

  // May be called from several threads at once. Throws Error if a file of the case cannot be written; whatever
  // else goes wrong is in the outcome.
  Outcome run(std::int64_t index, const std::atomic<bool>& stop);
  std::int64_t models_compiled() const noexcept { return models_.compiled(); }

 private:
  class Watch;
  class SignalFile;
  void simulate(const Case&, const std::atomic<bool>& stop, Outcome&);
  void finish_metrics(const Case&, const Summary&, std::vector<double> of_signals, Outcome&) const;

  const CaseTable& table_;
  std::string folder_;
  std::vector<std::size_t> signal_of_;  // of each metric of a signal: the number of the formula
  Models models_;
};

// The command that runs a case alone.
std::string command_of(const Study&, const Case&);

}  // namespace takt::study
