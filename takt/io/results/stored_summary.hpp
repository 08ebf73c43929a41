// The summary of a run as result files keep it: the JSON object that --json prints, and under `more`
// what a report needs beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "takt/simulate/run.hpp"

namespace takt::io {

std::string stored(const Summary&);

// Without final_state, final_driven, outputs and names. Nothing: the text is no such summary.
std::optional<Summary> summary_from(std::string_view text);

}  // namespace takt::io
