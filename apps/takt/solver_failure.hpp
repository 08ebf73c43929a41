// What to say when a run stopped before its end.
#pragma once

#include <vector>

#include "takt/base/error.hpp"
#include "takt/io/report_text.hpp"
#include "takt/simulate/method.hpp"

namespace takt::app {

Error stopped(const Summary&, const Method&, const EquationsOfMotion&,
              const std::vector<io::WrittenFile>&);

}  // namespace takt::app
