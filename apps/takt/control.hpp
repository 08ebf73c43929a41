// Commands to a running real-time session, one per line: reset, set path=value ..., stop.
#pragma once

#include <thread>

#include "takt/realtime/session.hpp"

namespace takt::app {

// Reads standard input until it ends; answers go to standard error.
class Control {
 public:
  Control(realtime::Session&, bool wanted);
  ~Control();
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

 private:
  void listen();
  void obey(const std::string& line);

  realtime::Session& session_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace takt::app
