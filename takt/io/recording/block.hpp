// The binary format of a recording, little-endian:
//
//   "TaktRec\n"   8 bytes
//   version       u32
//   blocks        type u32, size u32, `size` bytes, CRC-32C u32 of all of the block before it
//
// The first block is the header. Blocks of unknown types are skipped. A text is its size u32 and
// its bytes (UTF-8), a list its count u32 and its items; numbers are i64, u64, u16, u8 and IEEE
// doubles. The functions `fields` in block.cpp give the contents of each type of block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "takt/io/recording/recording.hpp"

namespace takt::io {

inline constexpr std::uint32_t recording_version = 2;
inline constexpr std::string_view recording_mark = "TaktRec\n";

void append_start(const RecordingHeader&, std::vector<std::byte>&);  // throws Error: too large
void append_block(const PeriodEntry&, std::vector<std::byte>&);
void append_block(const ChangeEntry&, std::vector<std::byte>&);
void append_block(const PacketEntry&, std::vector<std::byte>&);
void append_block(const CheckpointEntry&, std::vector<std::byte>&);

// The bytes of a recording: a file, or memory.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t left() const = 0;       // bytes
  virtual bool read(std::span<std::byte>) = 0;  // fills the whole span, or returns false
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) noexcept : left_(bytes) {}
  std::uint64_t left() const override { return left_.size(); }
  bool read(std::span<std::byte> to) override {
    if (to.size() > left_.size()) return false;
    std::copy_n(left_.begin(), to.size(), to.begin());
    left_ = left_.subspan(to.size());
    return true;
  }

 private:
  std::span<const std::byte> left_;
};

// Throws Error, with `path` in its text: not a recording, or one of another version.
Recording read_blocks(ByteSource&, const std::string& path);

}  // namespace takt::io
