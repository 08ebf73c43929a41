// Keeps a program alive whose shared memory is cut off by somebody else: where the pages of a guarded
// mapping are gone, touching them would end it (SIGBUS). Pages of its own take their place instead.
#pragma once

#include <atomic>
#include <cstddef>

namespace takt::realtime {

class MappingGuard {
 public:
  MappingGuard() = default;
  ~MappingGuard() { release(); }
  MappingGuard(const MappingGuard&) = delete;
  MappingGuard& operator=(const MappingGuard&) = delete;

  // False: there is no place for another one, and it is not guarded.
  bool watch(void* begin, std::size_t size) noexcept;
  void release() noexcept;
  // Whether pages had to be replaced: what lies there is no longer anybody else's. No lock.
  bool cut_off() const noexcept;

 private:
  int place_ = -1;
};

}  // namespace takt::realtime
