// A std::vector whose first element lies at the start of a cache line, for arrays that kernels read
// as SIMD vectors (base/simd.hpp).
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace takt {

template <class T> struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  CacheLineAllocator() = default;
  template <class U> explicit CacheLineAllocator(const CacheLineAllocator<U>&) noexcept {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
  void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, line); }
  template <class U> bool operator==(const CacheLineAllocator<U>&) const noexcept { return true; }
};

template <class T> using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace takt
