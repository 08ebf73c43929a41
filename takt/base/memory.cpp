#include "takt/base/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <limits>

#include "takt/base/error.hpp"

namespace takt {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

// The number that a file contains; `unlimited` if there is none.
double number_in(const char* path) {
  std::ifstream file(path);
  double x = 0;
  return file >> x ? x : unlimited;
}

double left_on_machine() {
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  for (double kilobytes = 0; file >> key >> kilobytes; std::getline(file, unit))
    if (key == "MemAvailable:") return 1024 * kilobytes;
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? static_cast<double>(pages) * static_cast<double>(size) : unlimited;
}

double left_in_container() {
  const double most = number_in("/sys/fs/cgroup/memory.max");
  const double used = number_in("/sys/fs/cgroup/memory.current");
  return most < unlimited && used < unlimited ? most - used : unlimited;
}

double left_in_process() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  const double pages = number_in("/proc/self/statm");
  const double used = pages < unlimited ? pages * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
  return static_cast<double>(limit.rlim_cur) - used;
}

}  // namespace

double memory_left() {
  return std::max(0.0, std::min({left_on_machine(), left_in_container(), left_in_process()}));
}

std::string bytes_in_words(double bytes) {
  constexpr std::array<const char*, 5> units{"bytes", "kB", "MB", "GB", "TB"};
  std::size_t k = 0;
  for (; bytes >= 1000 && k + 1 < units.size(); ++k) bytes /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %s", bytes, units[k]);
  return text;
}

void require_memory(std::string_view matrix, std::string_view size, double bytes,
                    std::string_view instead) {
  // bytes; smaller matrices are not checked, reading the files costs more
  constexpr double small = 64e6;
  if (bytes < small) return;
  const double left = memory_left();
  if (bytes <= left) return;
  throw Error(std::string(matrix) + ", " + std::string(size) + ", needs about " +
                  bytes_in_words(bytes) + " of memory, and " + bytes_in_words(left) + " are left",
              "set-up", std::string(instead), Fault::other);
}

}  // namespace takt
