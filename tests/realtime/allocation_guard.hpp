// Counts the heap calls of this thread while armed, with the heap watch of the program `takt`. It
// defines malloc, so it is linked into some executables only.
#pragma once

namespace takt::test {

class AllocationGuard {
 public:
  AllocationGuard() noexcept;  // arms
  ~AllocationGuard();          // disarms
  AllocationGuard(const AllocationGuard&) = delete;
  AllocationGuard& operator=(const AllocationGuard&) = delete;
  // Calls of malloc, calloc, realloc, free and aligned_alloc since then; disarms.
  long count() const noexcept;
};

}  // namespace takt::test
