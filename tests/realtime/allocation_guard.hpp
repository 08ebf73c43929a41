// Counts heap calls of this thread while armed. Linked into one executable only: it defines malloc.
#pragma once

namespace takt::test {

class AllocationGuard {
 public:
  AllocationGuard() noexcept;  // arms
  ~AllocationGuard();          // disarms
  AllocationGuard(const AllocationGuard&) = delete;
  AllocationGuard& operator=(const AllocationGuard&) = delete;
  long count() const noexcept;  // calls of malloc, calloc, realloc, free, aligned_alloc since
};

}  // namespace takt::test
