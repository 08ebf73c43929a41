// What the sections of a study file are read with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/design/study.hpp"
#include "takt/io/model_file/fields.hpp"

namespace takt::study {

io::model_file::Item item_of(const std::string& kind, const std::string& name, const io::Mark&,
                             const io::YamlPtr&);
// The entries of a map, each an element of its own with its name in messages.
std::vector<io::model_file::Item> elements(const io::model_file::Field& map, const std::string& kind);
double positive(const io::model_file::Field&);  // a time
std::uint64_t whole(const io::model_file::Field&, double least, double most);
std::vector<std::string> settings(const io::model_file::Field& map);  // path=value
// A path as the study in `folder` means it.
std::string beside(const std::string& folder, const std::string& name);

Fit read_fit(const io::model_file::Field&, const std::string& folder);

}  // namespace takt::study
