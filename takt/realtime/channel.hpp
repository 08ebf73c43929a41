// Interface of the channels that bring inputs from a controller and send outputs to it: UDP, shared
// memory. The two functions for the step thread never wait, allocate, or enter the kernel for
// longer than a wake-up.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::realtime {

struct Arrival {                // the newest frame of inputs
  std::int64_t sequence = 0;    // counted by the sender
  std::int64_t arrived_ns = 0;  // monotonic clock
  std::int64_t answers = -1;    // period of the outputs that the sender had received; -1: unknown
};

struct ChannelCounts {
  std::int64_t received = 0, accepted = 0;  // frames
  std::int64_t lost = 0;                    // gaps in the sequence
  std::int64_t duplicated = 0, reordered = 0, truncated = 0, corrupt = 0;
  std::int64_t foreign = 0;  // not from the controller
  std::int64_t misfit = 0;   // complete, but of another version or for another model
  // the sender began to count from the start, or another one took its place
  std::int64_t restarts = 0;
  std::int64_t replaced = 0;   // accepted, but a newer one came before a period used it
  std::int64_t overflown = 0;  // discarded by the kernel before they were read
  std::int64_t unkept = 0;     // not recorded: too many refused ones, or the recorder was too slow
  std::int64_t sent = 0, not_sent = 0;

  ChannelCounts& operator+=(const ChannelCounts&) noexcept;
};

struct Packet {  // as it arrived, for the recording
  std::int64_t arrived_ns = 0;
  std::uint16_t size = 0;  // of the stored part: longer packets are cut
  std::byte bytes[1472];
};

class Channel {
 public:
  virtual ~Channel() = default;
  // Gets the newest valid frame; false if there is none newer than last time. Step thread.
  virtual bool latest(std::span<double> inputs, Arrival&) noexcept = 0;
  // Sends the outputs at the end of a period. Step thread.
  virtual void give(std::int64_t period, double t, std::span<const double> outputs) noexcept = 0;
  // Gets the next packet that arrived, valid or not; false if there is none. Recorder thread.
  virtual bool packet(Packet&) noexcept { return false; }
  virtual ChannelCounts counts() const noexcept = 0;
  virtual std::string describe() const = 0;  // "udp 127.0.0.1:5005"
};

// `udp:PORT` (on 127.0.0.1), `udp:HOST:PORT`, with `,to=HOST:PORT` for a controller that listens at
// a known address; `shm:NAME`. takt_io.h has the layouts. Throws Error if it cannot be opened or
// its kind is unknown.
std::unique_ptr<Channel> open_channel(const std::string& address, std::span<const Input> inputs,
                                      std::span<const std::string> outputs);

}  // namespace takt::realtime
