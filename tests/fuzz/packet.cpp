// Packets from outside: each ends in exactly one count, an accepted one is what it says, and no
// sequence of them makes a count negative.
#include "takt/realtime/packet.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>

using takt::realtime::ChannelCounts;
using takt::realtime::PacketCheck;

// The input is a list of packets: a byte of flags, a byte of size, the bytes. Flags: bits 0-1 time
// that passes, bit 2 sender, bit 3 a valid packet made of the bytes, so that sequences are reached.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::uint32_t names = takt_names(0, "rack");
  PacketCheck check(names, 1);
  std::int64_t now = 0;
  const std::int64_t waits[4] = {0, 1'000'000, 100'000'000, 300'000'000};
  while (size >= 2) {
    const unsigned flags = data[0];
    const std::size_t n = data[1] < size - 2 ? data[1] : size - 2;
    const std::uint8_t* bytes = data + 2;
    now += waits[flags & 3];
    std::byte packet[256];
    std::size_t length = n;
    std::memcpy(packet, bytes, n);
    if ((flags & 8) != 0 && n >= 10) {
      takt_frame f{};
      f.kind = TAKT_INPUTS;
      f.count = 1;
      f.names = names;
      f.session = bytes[0];
      std::memcpy(&f.sequence, bytes + 1, 8);
      if ((bytes[9] & 1) != 0) f.sequence %= 2048;
      const double value = 1;
      length = takt_pack(packet, sizeof packet, &f, &value);
    }
    takt_frame read{};
    double value = 0;
    const bool taken =
        check.take({packet, length}, now, (flags & 4) == 0, read, std::span(&value, 1));
    if (taken && (length != TAKT_HEADER + 8 || read.names != names || read.count != 1))
      std::abort();
    const ChannelCounts& c = check.counts();
    if (c.received !=
        c.accepted + c.duplicated + c.reordered + c.truncated + c.corrupt + c.foreign + c.misfit)
      std::abort();
    if (c.lost < 0 || c.restarts < 0 || c.restarts > c.accepted) std::abort();
    data += 2 + n;
    size -= 2 + n;
  }
  return 0;
}
