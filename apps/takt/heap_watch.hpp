// Counts the heap calls of this thread while armed. For this the program replaces malloc and its
// relatives; but not in builds with sanitizers, which replace them too, and only with glibc.
#pragma once

#include "takt/certify/heap_probe.hpp"

namespace takt::app {

// Null if heap calls cannot be counted.
const certify::HeapProbe* heap_watch() noexcept;

}  // namespace takt::app
