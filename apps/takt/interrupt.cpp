#include "interrupt.hpp"

#include <csignal>

namespace takt::app {
namespace {

std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int) { asked_to_stop.store(true, std::memory_order_relaxed); }

}  // namespace

const std::atomic<bool>& watch_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its size limit gives a write error, like a full disk
  return asked_to_stop;
}

}  // namespace takt::app
