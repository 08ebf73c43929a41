// The summary of a run as text for the terminal.
#pragma once

#include <string>
#include <vector>

#include "takt/io/terminal/style.hpp"
#include "takt/simulate/run.hpp"

namespace takt::io {

struct WrittenFile {
  std::string path;
  std::int64_t rows;
};

struct ReportContext {
  double step = 0;
  bool adaptive = false;
  std::vector<WrittenFile> files;
  std::string report{};       // a page that was written; or empty
  std::string try_next{};     // a command with another method, to suggest; or empty
  std::string method_from{};  // "default method"; empty: the user gave it
  std::string implicit{};     // what became of forces with `implicit: auto`; empty: there are none
};

std::string cost_text(const Cost&);  // 3 evaluations, 1 factorisation, ... (bounded)
// Discontinuities by name: "12 crossed by steps (force.stop 10, signal.u 2)".
std::string crossed_text(std::int64_t count, const std::vector<SwitchCount>&, bool located = false);
std::string report_text(const Summary&, const ReportContext&, const Style&);

}  // namespace takt::io
