// What the screen can do, and the line that shows how far a run is.
#pragma once

#include <chrono>
#include <string_view>

#include "takt/io/style.hpp"

namespace takt::app {

io::Style style_of_stdout();

// A line on standard error, only on a terminal, a few times a second, gone at the end.
class Progress {
 public:
  // Shown as `t = 2 of 10 s`, or with other words than `t =` and `s`.
  Progress(double end, bool wanted, std::string_view what = "t =", std::string_view unit = " s");
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double at);
  void clear();

 private:
  double end_;
  std::string_view what_, unit_;
  bool on_, shown_ = false;
  std::chrono::steady_clock::time_point begin_, last_;
};

}  // namespace takt::app
