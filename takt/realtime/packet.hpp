// Whether a packet from outside counts: its form, its fit to the model, its sender and its place in
// the sequence. Every packet ends in exactly one count, whatever it holds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "takt/realtime/channel.hpp"
#include "takt/realtime/takt_io.h"

namespace takt::realtime {

// The checksum that stands in frames for a list of names.
std::uint32_t names_checksum(std::span<const Input> inputs) noexcept;
std::uint32_t names_checksum(std::span<const std::string> names) noexcept;

// A sender counts as gone after this silence: then another one may take its place, and a sequence
// may begin anywhere.
inline constexpr std::int64_t sender_gone_ns = 250'000'000;
// How far a sequence may jump within one session before that.
inline constexpr std::uint64_t furthest_jump = 1 << 20;
// How far back arrivals are remembered, to tell duplicates from late ones.
inline constexpr std::uint64_t window = 1024;

class PacketCheck {
 public:
  PacketCheck(std::uint32_t names, std::size_t count) : names_(names), count_(count) {}

  // True: take the values, `values.size()` of them. `known_sender`: it came from where the last one
  // that was accepted came from.
  bool take(std::span<const std::byte> packet, std::int64_t now_ns, bool known_sender,
            takt_frame& frame, std::span<double> values) noexcept;

  // Somebody was accepted, not long ago.
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
  std::array<std::uint32_t, 4> former_{};  // sessions: what is still under way of them comes late
  std::size_t formers_ = 0;
  std::uint64_t first_ = 0, last_ = 0;        // sequence
  std::array<std::uint64_t, window> seen_{};  // by sequence modulo window
};

}  // namespace takt::realtime
