// Passes the newest value from one thread to another: a triple buffer. The writer fills one slot,
// the reader reads another, the third is in transit; both sides swap their slot with it in one
// atomic instruction and never wait. A value that the reader does not fetch in time is replaced.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace takt::realtime {

template <class T> class Mailbox {
 public:
  explicit Mailbox(const T& blank) : slots_{blank, blank, blank} {}

  // Writer: fill the slot, then post it. True if the value before was never fetched.
  T& slot() noexcept { return slots_[writing_]; }
  bool post() noexcept {
    const std::uint8_t before = on_its_way_.exchange(static_cast<std::uint8_t>(writing_ | fresh),
                                                     std::memory_order_acq_rel);
    writing_ = before & 3;
    return (before & fresh) != 0;
  }

  // Reader: the newest value, valid until the next call; null if there is no new one.
  const T* fetch() noexcept {
    if ((on_its_way_.load(std::memory_order_relaxed) & fresh) == 0) return nullptr;
    reading_ = on_its_way_.exchange(reading_, std::memory_order_acq_rel) & 3;
    return &slots_[reading_];
  }

 private:
  static constexpr std::uint8_t fresh = 4;
  std::array<T, 3> slots_;
  alignas(64) std::uint8_t writing_ = 0;
  alignas(64) std::atomic<std::uint8_t> on_its_way_ = 1;
  alignas(64) std::uint8_t reading_ = 2;
};

}  // namespace takt::realtime
