// Turns Ctrl-C, SIGTERM and SIGHUP into a flag, so that the step is completed and the results are
// kept. A second signal ends the program at once.
#pragma once

#include <atomic>

namespace takt::app {

const std::atomic<bool>& watch_for_interrupt();

}  // namespace takt::app
