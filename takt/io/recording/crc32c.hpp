// The checksum CRC-32C (Castagnoli), as iSCSI and ext4 use it: reflected polynomial 0x82F63B78,
// start and end inverted. "123456789" gives 0xE3069283.                     RFC 3720 appendix B.4
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace takt::io {

// Checksum of `bytes`. To continue a checksum, pass that of the earlier bytes as `before`.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before = 0) noexcept;

}  // namespace takt::io
