// A recording of any bytes: it is read up to its last whole block, or refused; what was read is what
// a writer would have written.
#include <cstdint>
#include <cstdlib>

#include "takt/base/error.hpp"
#include "takt/io/recording/block.hpp"
#include "takt/io/recording/crc32c.hpp"

namespace {

using Bytes = std::vector<std::byte>;

void require(bool held) {
  if (!held) std::abort();
}

// What the reader took, written again and read again, is the same.
void write_again(const takt::io::Recording& r) {
  Bytes out;
  takt::io::append_start(r.header, out);
  for (const auto& e : r.periods) takt::io::append_block(e, out);
  for (const auto& e : r.changes) takt::io::append_block(e, out);
  for (const auto& e : r.packets) takt::io::append_block(e, out);
  for (const auto& e : r.checkpoints) takt::io::append_block(e, out);
  takt::io::MemorySource source(out);
  const takt::io::Recording again = takt::io::read_blocks(source, "again");
  require(again.whole && again.bytes == out.size());
  require(again.periods.size() == r.periods.size() && again.changes.size() == r.changes.size());
  require(again.packets.size() == r.packets.size());
  require(again.checkpoints.size() == r.checkpoints.size());
}

// Puts the checksums right, block by block, so that what lies behind them is reached.
void make_honest(Bytes& b) {
  for (std::size_t at = 12; at + 12 <= b.size();) {
    std::uint32_t size = 0;
    for (std::size_t k = 0; k < 4; ++k)
      size |= std::to_integer<std::uint32_t>(b[at + 4 + k]) << (8 * k);
    if (size > b.size() - at - 12) return;
    const std::uint32_t sum = takt::io::crc32c(std::span(b).subspan(at, 8 + size));
    for (std::size_t k = 0; k < 4; ++k)
      b[at + 8 + size + k] = static_cast<std::byte>(sum >> (8 * k));
    at += 12 + std::size_t{size};
  }
}

void read(const Bytes& b) {
  try {
    takt::io::MemorySource source(b);
    const takt::io::Recording r = takt::io::read_blocks(source, "fuzz");
    require(r.bytes <= b.size() && (!r.whole || r.bytes == b.size()));
    write_again(r);
  } catch (const takt::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  Bytes b(bytes, bytes + size);
  read(b);
  make_honest(b);
  read(b);
  return 0;
}
