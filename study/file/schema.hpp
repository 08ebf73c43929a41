// The JSON Schema of study files, for editors.
#pragma once

#include <string>

namespace takt::study {

std::string study_schema();

}  // namespace takt::study
