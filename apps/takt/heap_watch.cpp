#include "heap_watch.hpp"

#include <cerrno>
#include <cstddef>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TAKT_WATCHES_HEAP 1
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#undef TAKT_WATCHES_HEAP
#endif
#endif
#endif

#if defined(TAKT_WATCHES_HEAP)

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace {
thread_local bool armed = false;
thread_local long calls = 0;
void note() noexcept {
  if (armed) ++calls;
}
}  // namespace

extern "C" {
void* malloc(std::size_t n) {
  note();
  return __libc_malloc(n);
}
void* calloc(std::size_t n, std::size_t size) {
  note();
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t n) {
  note();
  return __libc_realloc(p, n);
}
void* aligned_alloc(std::size_t align, std::size_t n) {
  note();
  return __libc_memalign(align, n);
}
void* memalign(std::size_t align, std::size_t n) {
  note();
  return __libc_memalign(align, n);
}
int posix_memalign(void** p, std::size_t align, std::size_t n) {
  note();
  *p = __libc_memalign(align, n);
  return *p == nullptr ? ENOMEM : 0;
}
void free(void* p) {
  note();
  __libc_free(p);
}
}

namespace takt::app {
namespace {

void arm() noexcept {
  calls = 0;
  armed = true;
}
long disarm() noexcept {
  armed = false;
  return calls;
}

}  // namespace

const certify::HeapProbe* heap_watch() noexcept {
  static constexpr certify::HeapProbe probe{arm, disarm};
  return &probe;
}

}  // namespace takt::app

#else

namespace takt::app {

const certify::HeapProbe* heap_watch() noexcept { return nullptr; }

}  // namespace takt::app

#endif
