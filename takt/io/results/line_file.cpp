#include "takt/io/results/line_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "takt/base/error.hpp"

namespace takt::io {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t flush_at = std::size_t{1} << 16;
// at most so much is lost if the program is killed.
constexpr std::chrono::milliseconds write_after{500};

}  // namespace

LineFile::LineFile(std::string path) : path_(std::move(path)) {
  open(O_WRONLY | O_CREAT | O_TRUNC);
}

LineFile::LineFile(std::string path, std::string_view first, std::int64_t lines)
    : path_(std::move(path)) {
  open(O_RDWR);
  std::string text(flush_at, '\0');
  off_t at = 0, end = 0;
  bool same = true;
  std::int64_t found = 0;
  for (ssize_t n = 1; n > 0 && found < lines; at += n) {
    n = ::pread(file_, text.data(), text.size(), at);
    for (ssize_t k = 0; k < n && found < lines; ++k) {
      const auto i = static_cast<std::size_t>(at + k);
      if (i < first.size() && text[k] != first[i]) same = false;
      if (text[k] == '\n') ++found, end = at + k + 1;
    }
  }
  if (!same || found < lines)
    throw Error(same ? "'" + path_ + "' has " +
                           std::to_string(std::max<std::int64_t>(found - 1, 0)) +
                           " rows, too few to go on after row " + std::to_string(lines - 1)
                     : "'" + path_ + "' has other columns",
                "output", "give the file of the run that is resumed, or a new one", Fault::other);
  if (::ftruncate(file_, end) != 0 || ::lseek(file_, end, SEEK_SET) != end) fail(errno);
  flushed_ = lines;
}

void LineFile::open(int flags) {
  file_ = ::open(path_.c_str(), flags | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw Error("cannot write '" + path_ + "': " + std::strerror(errno), "output",
                "give a file in a folder that exists and may be written to", Fault::other);
  struct stat about {};
  regular_ = ::fstat(file_, &about) == 0 && S_ISREG(about.st_mode);
  buffer_.reserve(flush_at + 4096);
  written_ = Clock::now();
}

LineFile::~LineFile() {
  if (file_ < 0) return;
  try {
    close();
  } catch (const Error&) {  // an earlier error is being reported already
  }
}

void LineFile::add(std::string_view line) {
  buffer_ += line;
  ++waiting_;
  if (buffer_.size() >= flush_at || Clock::now() - written_ >= write_after) flush();
}

void LineFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t n = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (n >= 0) {
      done += n;
      continue;
    }
    if (errno == EINTR) continue;
    const int why = errno;
    // Keep the lines that were written completely, and cut off the incomplete one.
    const std::string_view out(buffer_.data(), done);
    const std::size_t whole = out.rfind('\n') + 1;  // npos + 1 is 0
    for (char c : out.substr(0, whole)) flushed_ += c == '\n';
    waiting_ = 0;
    if (regular_) {
      const off_t end = ::lseek(file_, 0, SEEK_CUR);
      if (end >= 0) (void)!::ftruncate(file_, end - static_cast<off_t>(done - whole));
    }
    fail(why);
  }
  flushed_ += waiting_;
  waiting_ = 0;
  buffer_.clear();
  written_ = Clock::now();
}

void LineFile::sync() {
  flush();
  if (regular_ && ::fdatasync(file_) != 0) fail(errno);
}

void LineFile::fail(int why) {
  buffer_.clear();
  ::close(file_);
  file_ = -1;
  const std::int64_t rows = flushed_ > 0 ? flushed_ - 1 : 0;
  throw Error("writing '" + path_ + "' failed: " + std::strerror(why) + "; " +
                  std::to_string(rows) + (rows == 1 ? " row is kept" : " rows are kept"),
              "output", "make room, write elsewhere, or write less with --every", Fault::other);
}

void LineFile::close() {
  if (file_ < 0) return;
  flush();
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0 && errno != EINTR)
    throw Error("closing '" + path_ + "' failed: " + std::strerror(errno), "output", "",
                Fault::other);
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

}  // namespace takt::io
