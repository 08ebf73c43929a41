// Reads a study from a YAML file.
#pragma once

#include <string>

#include "study/design/study.hpp"

namespace takt::study {

// Both throw Error with file, line and element: not a study, unknown keys, distributions that no number has,
// formulas and methods that cannot be read. Files that it names are beside it.
Study read_study(const std::string& text, const std::string& file);
Study read_study_file(const std::string& path);

}  // namespace takt::study
