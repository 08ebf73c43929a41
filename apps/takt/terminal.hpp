// Properties of the terminal, and the line that shows the progress of a run.
#pragma once

#include <chrono>
#include <string_view>

#include "takt/io/terminal/style.hpp"

namespace takt::app {

io::Style style_of_stdout();

// A line on standard error, on a terminal only. It is updated a few times a second and removed at
// the end.
class Progress {
 public:
  // Shown as `t = 2 of 10 s`, or with other texts than `t =` and `s`.
  Progress(double end, bool wanted, std::string_view what = "t =", std::string_view unit = " s");
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double at);
  void show(double at, double end, std::string_view note);  // another end, and words behind it
  void clear();

 private:
  double end_;
  std::string_view what_, unit_;
  bool on_, shown_ = false;
  std::chrono::steady_clock::time_point begin_, last_;
};

}  // namespace takt::app
