// Channel for inputs and outputs in POSIX shared memory (takt_io.h): two seqlocks, which the step
// thread reads and writes itself, with a limited number of tries. What a controller writes to the
// segment is used as values only; sizes and offsets are the channel's own.
#pragma once

#include <array>
#include <atomic>

#include "takt/realtime/channel.hpp"
#include "takt/realtime/mapping_guard.hpp"
#include "takt/realtime/takt_io.h"

namespace takt::realtime {

class ShmChannel final : public Channel {
 public:
  ShmChannel(const std::string& name, const std::string& where, std::span<const Input> inputs,
             std::span<const std::string> outputs);
  ~ShmChannel() override;
  ShmChannel(const ShmChannel&) = delete;
  ShmChannel& operator=(const ShmChannel&) = delete;

  bool latest(std::span<double> inputs, Arrival&) noexcept override;
  void give(std::int64_t period, double t, std::span<const double> outputs) noexcept override;
  ChannelCounts counts() const noexcept override;
  std::string describe() const override {
    return "shm " + name_ + (guard_.cut_off() ? " (cut off by somebody else)" : "");
  }

 private:
  // Opens the object for this process alone: a new one, or one of a process that has ended.
  void open(const std::string& where, std::uint64_t size, std::uint32_t in, std::uint32_t out);
  bool take_over(std::uint64_t size, std::uint32_t in, std::uint32_t out, const std::string& where);
  void close() noexcept;

  std::string name_;
  int file_ = -1;
  takt_shm_header* header_ = nullptr;
  takt_shm_area *in_ = nullptr, *out_ = nullptr;
  std::size_t size_ = 0;
  MappingGuard guard_;
  std::uint32_t inputs_, outputs_, session_;
  std::vector<double> scratch_;

  bool heard_ = false;
  std::uint64_t seen_ = 0;  // number of the input frame that was read last
  std::uint32_t sender_ = 0;
  std::uint64_t last_ = 0, sequence_ = 0;
  // Written by the step thread, read by any thread.
  std::atomic<std::int64_t> received_ = 0, accepted_ = 0, replaced_ = 0, duplicated_ = 0,
                            restarts_ = 0, torn_ = 0, sent_ = 0, not_sent_ = 0;
};

}  // namespace takt::realtime
