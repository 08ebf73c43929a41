#include "takt/io/line_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "takt/base/error.hpp"

namespace takt::io {

constexpr std::size_t flush_at = std::size_t{1} << 16;

LineFile::LineFile(std::string path) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw Error("cannot write '" + path_ + "': " + std::strerror(errno), "output",
                "give a file in a folder that exists and may be written to", Fault::other);
  struct stat about {};
  regular_ = ::fstat(file_, &about) == 0 && S_ISREG(about.st_mode);
  buffer_.reserve(flush_at + 4096);
}

LineFile::~LineFile() {
  if (file_ < 0) return;
  try {
    close();
  } catch (const Error&) {  // already on the way out for another reason
  }
}

void LineFile::add(std::string_view line) {
  buffer_ += line;
  ++waiting_;
  if (buffer_.size() >= flush_at) flush();
}

void LineFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t n = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
      continue;
    }
    if (errno == EINTR) continue;
    const int why = errno;
    // Keep the lines that went out whole, and cut the torn one off.
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
