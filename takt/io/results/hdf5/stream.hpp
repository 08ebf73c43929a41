// A growing dataset of bytes: `/recording`, which holds the blocks of io/recording/block.hpp in
// sequence, and `/summary`, a text that is known at the end of the run only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "takt/io/results/hdf5/handle.hpp"

namespace takt::io::hdf5 {

class Stream {
 public:
  static constexpr const char *recording = "recording", *summary = "summary";

  Stream(hid_t file, const char* name, const std::string& description);  // a new one
  // Continues an existing one after `bytes`; the rest is cut off.
  Stream(hid_t file, const char* name, std::uint64_t bytes);
  static DataHandle find(hid_t file,
                         const char* name);  // for reading; throws Failed: there is none
  static std::uint64_t size(hid_t data);
  static void read(hid_t data, std::uint64_t at, std::span<std::byte>);

  void append(std::span<const std::byte>);

 private:
  DataHandle data_;
  hsize_t size_ = 0;
};

}  // namespace takt::io::hdf5
