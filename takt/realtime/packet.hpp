// Decides whether a packet from outside is accepted: its format, its fit to the model, its sender
// and its position in the sequence. Every packet is either accepted or counted under exactly one
// reason for refusal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "takt/realtime/channel.hpp"
#include "takt/realtime/takt_io.h"

namespace takt::realtime {

// The checksum of a list of names that frames contain.
std::uint32_t names_checksum(std::span<const Input> inputs) noexcept;
std::uint32_t names_checksum(std::span<const std::string> names) noexcept;

// A sender counts as gone after this time of silence. Then another one may take its place, and a
// sequence may continue anywhere.
inline constexpr std::int64_t sender_gone_ns = 250'000'000;
// The largest jump of a sequence within a session while the sender is not gone.
inline constexpr std::uint64_t furthest_jump = 1 << 20;
// How many past packets are remembered, to tell duplicates from late packets.
inline constexpr std::uint64_t window = 1024;

class PacketCheck {
 public:
  PacketCheck(std::uint32_t names, std::size_t count) : names_(names), count_(count) {}

  // True: use the values, `values.size()` of them. `known_sender`: it came from the same address as
  // the last accepted packet.
  bool take(std::span<const std::byte> packet, std::int64_t now_ns, bool known_sender,
            takt_frame& frame, std::span<double> values) noexcept;

  // True if a packet was accepted recently.
  bool occupied(std::int64_t now_ns) const noexcept {
    return known_ && now_ns - accepted_ns_ < sender_gone_ns;
  }
  ChannelCounts& counts() noexcept { return counts_; }

 private:
  bool fits(const takt_frame&) const noexcept;
  bool in_order(const takt_frame&, bool silent) noexcept;
  bool begin(const takt_frame&) noexcept;
  bool was_before(std::uint32_t session) const noexcept;
  bool seen(std::uint64_t sequence) const noexcept { return seen_[sequence % window] == sequence; }

  std::uint32_t names_;
  std::size_t count_;
  ChannelCounts counts_;
  bool known_ = false;
  std::int64_t accepted_ns_ = 0;
  std::uint32_t session_ = 0;
  std::array<std::uint32_t, 4> former_{};  // earlier sessions; their packets may still arrive late
  std::size_t formers_ = 0;
  std::uint64_t first_ = 0, last_ = 0;        // sequence
  std::array<std::uint64_t, window> seen_{};  // by sequence modulo window
};

}  // namespace takt::realtime
