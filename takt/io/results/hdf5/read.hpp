// Reads existing result files. The caller must hold the lock of the library (enter() in
// handle.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "takt/io/results/hdf5/handle.hpp"

namespace takt::io::hdf5 {

FileHandle open_to_read(const std::string& path);  // works while it is being written, too
std::int64_t rows_in(const std::string& path);     // throws Failed

}  // namespace takt::io::hdf5
