// Counts heap calls of this thread while armed. The program defines malloc and its relatives for it;
// not in builds with sanitizers, which do so themselves, nor without the C library of GNU.
#pragma once

#include "takt/certify/heap_probe.hpp"

namespace takt::app {

// Null where the heap cannot be watched.
const certify::HeapProbe* heap_watch() noexcept;

}  // namespace takt::app
