#include "takt/realtime/mapping_guard.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

namespace takt::realtime {
namespace {

// Everything that the signal handler reads; a signal may come at any time, in any thread.
struct Watched {
  std::atomic<bool> taken = false;
  std::atomic<std::uintptr_t> begin = 0, size = 0;  // size 0: not watched
  std::atomic<bool> cut_off = false;
};
Watched all[16];
struct sigaction before;

void replace(int signal, siginfo_t* about, void*) {
  const int error = errno;
  const auto at = reinterpret_cast<std::uintptr_t>(about->si_addr);
  for (Watched& w : all) {
    const std::uintptr_t begin = w.begin.load(), size = w.size.load();
    if (at < begin || at - begin >= size) continue;
    void* const place = reinterpret_cast<void*>(begin);  // NOLINT(performance-no-int-to-ptr)
    w.cut_off.store(true);
    if (mmap(place, size, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
        place)
      break;
    errno = error;
    return;
  }
  // not our mapping: the signal comes again, to the previous handler
  sigaction(signal, &before, nullptr);
}

void listen() {
  struct sigaction now {};
  now.sa_sigaction = replace;
  now.sa_flags = SA_SIGINFO;
  sigemptyset(&now.sa_mask);
  sigaction(SIGBUS, &now, &before);
}

}  // namespace

bool MappingGuard::watch(void* begin, std::size_t size) noexcept {
  static const bool listening = (listen(), true);
  static_cast<void>(listening);
  release();
  for (int i = 0; i < static_cast<int>(std::size(all)) && place_ < 0; ++i)
    if (!all[i].taken.exchange(true)) place_ = i;
  if (place_ < 0) return false;
  Watched& w = all[place_];
  w.cut_off.store(false);
  w.begin.store(reinterpret_cast<std::uintptr_t>(begin));
  w.size.store(size);
  return true;
}

void MappingGuard::release() noexcept {
  if (place_ < 0) return;
  all[place_].size.store(0);
  all[place_].taken.store(false);
  place_ = -1;
}

bool MappingGuard::cut_off() const noexcept {
  return place_ >= 0 && all[place_].cut_off.load(std::memory_order_relaxed);
}

}  // namespace takt::realtime
