// A growing dataset of bytes: `/recording`, the blocks of io/recording/block.hpp one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "takt/io/hdf5/handle.hpp"

namespace takt::io::hdf5 {

class Stream {
 public:
  static constexpr const char* name = "recording";

  explicit Stream(hid_t file);              // a new one
  Stream(hid_t file, std::uint64_t bytes);  // goes on with one that is there; the rest is cut off
  static DataHandle find(hid_t file);       // for reading; throws Failed: there is none
  static std::uint64_t size(hid_t data);
  static void read(hid_t data, std::uint64_t at, std::span<std::byte>);

  void append(std::span<const std::byte>);

 private:
  DataHandle data_;
  hsize_t size_ = 0;
};

}  // namespace takt::io::hdf5
