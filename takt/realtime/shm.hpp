// Inputs and outputs in POSIX shared memory (takt_io.h): two seqlocks, which the step thread reads and
// writes itself, in a bounded number of tries. Whatever a controller leaves in the segment is taken
// for values alone: sizes and places are our own.
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
  // The object, ours alone: made, or taken over from a process that is no more.
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
  std::uint64_t seen_ = 0;  // frame of inputs read last
  std::uint32_t sender_ = 0;
  std::uint64_t last_ = 0, sequence_ = 0;
  // The step thread writes these, anybody reads.
  std::atomic<std::int64_t> received_ = 0, accepted_ = 0, replaced_ = 0, duplicated_ = 0,
                            restarts_ = 0, torn_ = 0, sent_ = 0, not_sent_ = 0;
};

}  // namespace takt::realtime
