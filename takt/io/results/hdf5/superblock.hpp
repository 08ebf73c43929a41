// The first 48 bytes of an HDF5 file (superblock version 3), written so that a file whose writer
// was killed opens like any other:
//
//   0 signature   8 version   11 consistency flags   28 end of file u64   44 checksum u32 of 0..43
//
// The library itself marks the file as being written, and normal readers refuse a file with this
// mark. It also records the end of the file only when it flushes.
//                                                          HDF5 File Format Specification 3.0, II.A
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace takt::io::hdf5 {

inline constexpr std::size_t superblock_size = 48;

// True if the bytes are such a superblock, with a correct checksum.
bool is_superblock(std::span<const unsigned char>) noexcept;

// Clears the marks and sets the end of the file to `end`.
void put_right(std::span<unsigned char> superblock, std::uint64_t end) noexcept;

}  // namespace takt::io::hdf5
