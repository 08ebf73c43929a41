// Writes and reads texts and numbers that describe a file or a dataset.
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

// Empty or 0 if there is no such attribute of this kind, or no such text.
std::string text_attribute(hid_t object, const char* name);
std::vector<std::string> texts_attribute(hid_t object, const char* name);
double number_attribute(hid_t object, const char* name);
std::string get_text(hid_t file, const char* name);

bool is_column(hid_t data);  // floating-point numbers in one dimension

}  // namespace takt::io::hdf5
