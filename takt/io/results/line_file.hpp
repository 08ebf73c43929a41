// A text file that is written in whole lines: whatever happens, it is valid up to its last line.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace takt::io {

class LineFile {
 public:
  explicit LineFile(std::string path);  // throws Error if it cannot be written
  // Continues an existing file after its first `lines` lines, whose first line must be `first`.
  // Throws Error: another first line, or fewer lines.
  LineFile(std::string path, std::string_view first, std::int64_t lines);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  void add(std::string_view line);  // with its line end; throws Error if the disk is full
  void close();
  void sync();  // writes all lines so far to the disk

  const std::string& path() const noexcept { return path_; }
  std::int64_t lines() const noexcept { return flushed_ + waiting_; }

 private:
  void open(int flags);
  void flush();
  [[noreturn]] void fail(int why);

  std::string path_, buffer_;
  int file_ = -1;
  std::chrono::steady_clock::time_point written_;
  std::int64_t flushed_ = 0, waiting_ = 0;
  bool regular_ = false;  // can be truncated to its last complete line
};

// A cell of CSV, quoted if necessary.
std::string csv_cell(std::string_view text);

}  // namespace takt::io
