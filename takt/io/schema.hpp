// The JSON Schema (draft-07) of model files, made from the catalogues: what `takt schema` prints
// and editors use to complete and to check. The reader itself is stricter: it also checks units,
// names and the whole.
#pragma once

#include <string>

namespace takt::io {

std::string model_schema();

}  // namespace takt::io
