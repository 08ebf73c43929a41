// A recording in a file of its own.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "takt/base/error.hpp"
#include "takt/io/recording/buffered_writer.hpp"
#include "takt/io/results/catalogue.hpp"

namespace takt::io {
namespace {

class File {
 public:
  File(const std::string& path, int flags) : file_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() {
    if (file_ >= 0) ::close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  operator int() const noexcept { return file_; }

 private:
  int file_;
};

[[noreturn]] void cannot(const std::string& what, const std::string& path,
                         const std::string& hint) {
  throw Error("cannot " + what + " '" + path + "': " + std::strerror(errno), "recording", hint,
              Fault::other);
}

class RecordingFile final : public BufferedWriter {
 public:
  RecordingFile(std::string path, int flags) : path_(std::move(path)), file_(path_, flags) {
    if (file_ < 0)
      cannot("write", path_, "give a file in a folder that exists and may be written to");
  }
  RecordingFile(std::string path, const RecordingHeader& header)
      : RecordingFile(std::move(path), O_WRONLY | O_CREAT | O_TRUNC) {
    begin(header);
  }
  RecordingFile(std::string path, std::uint64_t bytes) : RecordingFile(std::move(path), O_WRONLY) {
    const auto end = static_cast<off_t>(bytes);
    if (::ftruncate(file_, end) != 0 || ::lseek(file_, end, SEEK_SET) != end)
      cannot("go on with", path_, "");
  }
  ~RecordingFile() override {
    try {
      if (!failed_) flush();
    } catch (const Error&) {  // an earlier error is being reported already
    }
  }

 private:
  void write(std::span<const std::byte> bytes) override {
    while (!bytes.empty() && !failed_) {
      const ssize_t n = ::write(file_, bytes.data(), bytes.size());
      if (n >= 0)
        bytes = bytes.subspan(n);
      else if (errno != EINTR)
        fail();
    }
  }
  void sync() override {
    // A pipe, for example, is not on a disk and cannot be synchronised.
    if (!failed_ && ::fdatasync(file_) != 0 && errno != EINVAL && errno != EROFS) fail();
  }
  [[noreturn]] void fail() {
    failed_ = true;
    throw Error("writing '" + path_ + "' failed: " + std::strerror(errno) +
                    "; what was recorded before is kept and readable",
                "recording", "make room, or write elsewhere", Fault::other);
  }

  std::string path_;
  File file_;
  bool failed_ = false;
};

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path) : file_(path, O_RDONLY) {
    struct stat about {};
    if (file_ < 0 || ::fstat(file_, &about) != 0)
      cannot("read", path, "give the file of an earlier run");
    left_ = S_ISREG(about.st_mode) ? static_cast<std::uint64_t>(about.st_size) : 0;
    buffer_.resize(std::size_t{1} << 16);
  }
  std::uint64_t left() const override { return left_; }
  bool read(std::span<std::byte> to) override {
    while (!to.empty()) {
      if (at_ == end_ && !fill()) return false;
      const std::size_t n = std::min(to.size(), end_ - at_);
      std::memcpy(to.data(), buffer_.data() + at_, n);
      to = to.subspan(n);
      at_ += n;
      left_ -= n;
    }
    return true;
  }

 private:
  bool fill() {
    ssize_t n = 0;
    do n = ::read(file_, buffer_.data(), std::min<std::uint64_t>(buffer_.size(), left_));
    while (n < 0 && errno == EINTR);
    at_ = 0;
    end_ = n > 0 ? static_cast<std::size_t>(n) : 0;
    return end_ > 0;
  }

  File file_;
  std::uint64_t left_ = 0;
  std::vector<std::byte> buffer_;
  std::size_t at_ = 0, end_ = 0;
};

}  // namespace

std::unique_ptr<RecordingWriter> write_recording(std::string path, const RecordingHeader& header) {
  return std::make_unique<RecordingFile>(std::move(path), header);
}

std::unique_ptr<RecordingWriter> continue_recording(std::string path, std::uint64_t bytes) {
  return std::make_unique<RecordingFile>(std::move(path), bytes);
}

Recording read_recording(const std::string& path) {
  if (const FormatEntry* f = format_with_recording(path)) return f->recordings->read(path);
  FileSource file(path);
  return read_blocks(file, path);
}

}  // namespace takt::io
