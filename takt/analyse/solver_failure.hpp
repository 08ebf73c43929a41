// The error message for a run that stopped before its end.
#pragma once

#include <vector>

#include "takt/base/error.hpp"
#include "takt/io/terminal/report_text.hpp"
#include "takt/method/method.hpp"

namespace takt::analyse {

// `report`: the page that was written; empty: none.
Error stopped(const Summary&, const Method&, const EquationsOfMotion&,
              const std::vector<io::WrittenFile>&, const std::string& report);

}  // namespace takt::analyse
