// The first 48 bytes of an HDF5 file (superblock version 3), as they must be on the disk so that a
// file whose writer was killed opens like any other:
//
//   0 signature   8 version   11 consistency flags   28 end of file u64   44 checksum u32 of 0..43
//
// The library marks the file as being written to and refuses it to plain readers as long as the mark
// is there, and it says where the file ends only when it flushes.
//                                                          HDF5 File Format Specification 3.0, II.A
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace takt::io::hdf5 {

inline constexpr std::size_t superblock_size = 48;

// True when the bytes are such a superblock, with a checksum that is right.
bool is_superblock(std::span<const unsigned char>) noexcept;

// Takes the marks away and lets the file end at `end`.
void put_right(std::span<unsigned char> superblock, std::uint64_t end) noexcept;

}  // namespace takt::io::hdf5
