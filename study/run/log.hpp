// Beside each shard: how long its cases took, and where. Results do not depend on it.
//
//   case,seconds,opening_seconds,worker
#pragma once

#include <cstdint>
#include <string>

#include "study/run/case_runner.hpp"

namespace takt::study {

class TimeLog {
 public:
  TimeLog(const std::string& shard, std::string worker);  // SHARD.times.csv
  ~TimeLog();
  TimeLog(const TimeLog&) = delete;
  TimeLog& operator=(const TimeLog&) = delete;
  void add(std::int64_t index, const Outcome&) noexcept;

 private:
  void flush() noexcept;  // what cannot be written is left out: a log must not stop a study
  std::string worker_, buffer_;
  int file_ = -1;
};

struct Times {
  std::int64_t cases = 0;
  double seconds = 0, opening_seconds = 0, longest = 0;
};
Times read_times(const std::string& folder);  // of all logs

}  // namespace takt::study
