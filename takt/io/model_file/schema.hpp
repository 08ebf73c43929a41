// The JSON Schema (draft-07) of model files, generated from the catalogues. `takt schema` prints
// it, and editors use it for completion and checks. The reader itself is stricter: it also checks
// units, names and consistency.
#pragma once

#include <string>

namespace takt::io {

std::string model_schema();

}  // namespace takt::io
