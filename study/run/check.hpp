// What can be wrong with a study is said before its first case.
#pragma once

#include "study/design/case_table.hpp"

namespace takt::study {

// Opens the model with the settings that all cases have, and holds names of parameters, signals and columns to it.
// Throws Error, with file and line of the study.
void check(const CaseTable&);

}  // namespace takt::study
