// Writes texts and numbers that describe a file or a dataset.
#pragma once

#include <string>
#include <vector>

#include "takt/io/results/hdf5/handle.hpp"

namespace takt::io::hdf5 {

// Texts are UTF-8 with variable length: h5py reads them as str.
void put_attribute(hid_t object, const char* name, const std::string& text);
void put_attribute(hid_t object, const char* name, const std::vector<std::string>& texts);
void put_attribute(hid_t object, const char* name, double x);
// A dataset with one text, because attributes are limited to 64 kB.
void put_text(hid_t file, const char* name, const std::string& text);

}  // namespace takt::io::hdf5
