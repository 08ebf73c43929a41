// Runs the cases of a study on threads of this process.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "study/run/case_runner.hpp"
#include "study/run/shard.hpp"

namespace takt::study {

class TimeLog;

struct Progressed {
  std::int64_t done = 0, failed = 0, total = 0;  // of this run
};

struct ExecuteOptions {
  int jobs = 1;
  std::int64_t shard = 0, shards = 1;  // cases with index % shards == shard
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const Progressed&)> progress;  // by the calling thread, some times a second
};

// Writes the shards and logs of one worker: the row of a case, and beside it where and how long it took.
class Worker {
 public:
  Worker(const CaseTable&, CaseRunner&, const std::string& folder, const std::string& name,
         const StudyKey64&);
  ~Worker();
  // False: it was interrupted. Throws Error: the shard cannot be written.
  bool run(std::int64_t index, const std::atomic<bool>& stop, bool& failed);

 private:
  const CaseTable& table_;
  CaseRunner& runner_;
  ShardWriter shard_;
  std::unique_ptr<TimeLog> log_;
};

// "host-1234": for names of shards.
std::string name_of_process();

// Runs all cases that are not in `before`. Throws Error if a shard cannot be written; the cases before are kept.
Progressed execute(const CaseTable&, const StudyKey64&, const Shards& before, const std::string& folder,
                   const ExecuteOptions&);

}  // namespace takt::study
