// Ctrl-C and SIGTERM as a flag: the step is finished and the results are kept. Asked a second time,
// the program ends at once.
#pragma once

#include <atomic>

namespace takt::app {

const std::atomic<bool>& watch_for_interrupt();

}  // namespace takt::app
