#include "study/run/log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "takt/base/text.hpp"

namespace takt::study {
namespace {

constexpr std::size_t flush_bytes = 8192;
constexpr std::string_view log_ending = ".times.csv";

}  // namespace

TimeLog::TimeLog(const std::string& shard, std::string worker) : worker_(std::move(worker)) {
  const std::string path = shard.substr(0, shard.rfind('.')) + std::string(log_ending);
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  buffer_ = "case,seconds,opening_seconds,worker\n";
}

TimeLog::~TimeLog() {
  flush();
  if (file_ >= 0) ::close(file_);
}

void TimeLog::add(std::int64_t index, const Outcome& o) noexcept {
  buffer_ += std::to_string(index) + "," + number(o.seconds) + "," + number(o.opening_seconds) +
             "," + worker_ + "\n";
  if (buffer_.size() >= flush_bytes) flush();
}

void TimeLog::flush() noexcept {
  if (file_ >= 0) (void)!::write(file_, buffer_.data(), buffer_.size());
  buffer_.clear();
}

Times read_times(const std::string& folder) {
  Times all;
  std::error_code none;
  const auto in = std::filesystem::path(folder) / "shards";
  for (const auto& e : std::filesystem::directory_iterator(in, none)) {
    if (!e.path().string().ends_with(log_ending)) continue;
    std::ifstream file(e.path());
    std::string line;
    std::vector<std::string_view> cells;
    while (std::getline(file, line)) {
      split_cells(line, ',', cells);
      double seconds = 0, opening = 0;
      if (cells.size() != 4 || !parse_number(cells[1], seconds) || !parse_number(cells[2], opening))
        continue;
      ++all.cases;
      all.seconds += seconds;
      all.opening_seconds += opening;
      all.longest = std::max(all.longest, seconds);
    }
  }
  return all;
}

}  // namespace takt::study
