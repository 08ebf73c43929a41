// Hands out the cases of a study in portions: large ones at first, small ones towards the end, so that all workers
// end together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "study/run/shard.hpp"

namespace takt::study {

class HandOut {
 public:
  static constexpr std::int64_t most = 64;  // cases at a time

  // `before`: cases that are there already.
  HandOut(const Shards& before, std::int64_t cases, int workers)
      : before_(before), cases_(cases), left_(cases - before.done), workers_(workers) {}

  std::vector<std::int64_t> next() {
    const std::lock_guard lock(mutex_);
    const std::int64_t count = std::clamp<std::int64_t>(left_ / (4 * workers_), 1, most);
    std::vector<std::int64_t> portion;
    for (; at_ < cases_ && static_cast<std::int64_t>(portion.size()) < count && !ended_; ++at_)
      if (!before_.has(at_)) portion.push_back(at_);
    left_ -= static_cast<std::int64_t>(portion.size());
    return portion;
  }
  void end() {  // there is nothing more
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }

 private:
  const Shards& before_;
  std::int64_t cases_, left_, at_ = 0;
  int workers_;
  bool ended_ = false;
  std::mutex mutex_;
};

}  // namespace takt::study
