// What the screen can do, and the line that shows how far a run is.
#pragma once

#include <chrono>
#include <string>

#include "takt/io/style.hpp"

namespace takt::app {

io::Style style_of_stdout();

// A line on standard error, only on a terminal, a few times a second, gone at the end.
class Progress {
 public:
  Progress(double until, bool wanted);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double t);
  void clear();

 private:
  double until_;
  bool on_, shown_ = false;
  std::chrono::steady_clock::time_point begin_, last_;
};

}  // namespace takt::app
