#include "tests/realtime/allocation_guard.hpp"

#include "apps/takt/heap_watch.hpp"

namespace takt::test {

AllocationGuard::AllocationGuard() noexcept { app::heap_watch()->arm(); }
AllocationGuard::~AllocationGuard() { app::heap_watch()->disarm(); }
long AllocationGuard::count() const noexcept { return app::heap_watch()->disarm(); }

}  // namespace takt::test
