// Results that are there, for whoever holds the lock of the library already.
#pragma once

#include <cstdint>
#include <string>

#include "takt/io/hdf5/handle.hpp"

namespace takt::io::hdf5 {

FileHandle open_to_read(const std::string& path);  // while it is being written, too
std::int64_t rows_in(const std::string& path);     // throws Failed

}  // namespace takt::io::hdf5
