#include "terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace takt::app {
namespace {

bool plain() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return (no_color != nullptr && *no_color != '\0') ||
         (term != nullptr && std::string_view(term) == "dumb");
}

}  // namespace

io::Style style_of_stdout() { return {::isatty(STDOUT_FILENO) != 0 && !plain()}; }

Progress::Progress(double end, bool wanted, std::string_view what, std::string_view unit)
    : end_(end), what_(what), unit_(unit), on_(wanted && ::isatty(STDERR_FILENO) != 0),
      begin_(std::chrono::steady_clock::now()), last_(begin_) {}

void Progress::show(double at) { show(at, end_, ""); }

void Progress::show(double at, double end, std::string_view note) {
  end_ = end;
  if (!on_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  const double share = std::clamp(at / end_, 0.0, 1.0);
  const double spent = std::chrono::duration<double>(now - begin_).count();
  constexpr int cells = 30;
  const int full = static_cast<int>(share * cells);
  std::string bar;
  for (int i = 0; i < cells; ++i) bar += i < full ? "━" : "╌";
  const std::string line = fmt::format(
      "\r  {} {:3.0f} %  {} {:.6g} of {:.6g}{}{}, about {:.0f} s left\033[K", bar, 100 * share,
      what_, at, end_, unit_, note, share > 0 ? spent * (1 - share) / share : 0);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace takt::app
