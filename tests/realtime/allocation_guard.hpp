// Counts heap calls of this thread while armed, with the watch of the program `takt`. Linked into one
// executable only: it defines malloc.
#pragma once

namespace takt::test {

class AllocationGuard {
 public:
  AllocationGuard() noexcept;  // arms
  ~AllocationGuard();          // disarms
  AllocationGuard(const AllocationGuard&) = delete;
  AllocationGuard& operator=(const AllocationGuard&) = delete;
  // Calls of malloc, calloc, realloc, free, aligned_alloc since; disarms.
  long count() const noexcept;
};

}  // namespace takt::test
