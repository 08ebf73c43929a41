// Text written in whole lines: what the file holds is valid up to its last line, whatever happens.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace takt::io {

class LineFile {
 public:
  explicit LineFile(std::string path);  // throws Error when it cannot be written
  // Goes on with a file that is there after its first `lines`, of which `first` must be the first;
  // throws Error: it has another, or fewer lines.
  LineFile(std::string path, std::string_view first, std::int64_t lines);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  void add(std::string_view line);  // with its line end; throws Error when the disk is full
  void close();
  void sync();  // all lines so far to the disk

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
  bool regular_ = false;  // can be cut back to its last whole line
};

// A cell of CSV, quoted where it must be.
std::string csv_cell(std::string_view text);

}  // namespace takt::io
