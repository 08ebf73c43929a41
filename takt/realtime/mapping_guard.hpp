// Keeps a program alive when another process truncates its shared memory. An access to the missing
// pages would end the program (SIGBUS); the guard replaces them by private pages.
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

  // False: all places are taken, and the mapping is not guarded.
  bool watch(void* begin, std::size_t size) noexcept;
  void release() noexcept;
  // True if pages were replaced, so that the memory is no longer shared. No lock.
  bool cut_off() const noexcept;

 private:
  int place_ = -1;
};

}  // namespace takt::realtime
