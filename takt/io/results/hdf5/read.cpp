#include "takt/io/results/hdf5/read.hpp"

#include <algorithm>
#include <fstream>

#include "takt/base/error.hpp"
#include "takt/io/recording/block.hpp"
#include "takt/io/results/hdf5.hpp"
#include "takt/io/results/hdf5/stream.hpp"

namespace takt::io {

hdf5::FileHandle hdf5::open_to_read(const std::string& path) {
  return FileHandle(H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, H5P_DEFAULT));
}

std::int64_t hdf5::rows_in(const std::string& path) {
  const FileHandle file = open_to_read(path);
  const DataHandle t(H5Dopen2(file, "t", H5P_DEFAULT));
  return static_cast<std::int64_t>(Stream::size(t));
}

namespace {

constexpr char signature[] = "\x89HDF\r\n\x1a\n";

class StreamSource final : public ByteSource {
 public:
  explicit StreamSource(hid_t file)
      : data_(hdf5::Stream::find(file, hdf5::Stream::recording)), size_(hdf5::Stream::size(data_)) {
  }

  std::uint64_t left() const override { return size_ - at_; }
  bool read(std::span<std::byte> to) override {
    while (!to.empty()) {
      if (at_ == size_) return false;
      if (at_ < first_ || at_ >= first_ + buffer_.size()) fill();
      const auto n = std::min<std::uint64_t>(to.size(), first_ + buffer_.size() - at_);
      std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at_ - first_), n, to.begin());
      to = to.subspan(n);
      at_ += n;
    }
    return true;
  }

 private:
  void fill() {
    first_ = at_;
    buffer_.resize(std::min<std::uint64_t>(std::uint64_t{1} << 18, size_ - at_));
    hdf5::Stream::read(data_, first_, buffer_);
  }

  hdf5::DataHandle data_;
  std::uint64_t size_ = 0, at_ = 0, first_ = 0;
  std::vector<std::byte> buffer_;
};

[[noreturn]] void no_result(const std::string& path) {
  throw Error("'" + path + "' cannot be read as a result in HDF5", "recording",
              "give a file that --out FILE.h5 wrote", Fault::other);
}

}  // namespace

bool is_hdf5(const std::string& path) noexcept {
  std::ifstream in(path, std::ios::binary);
  char first[8] = {};
  return in.read(first, 8) && std::equal(first, first + 8, signature);
}

Recording read_hdf5_recording(const std::string& path) {
  const auto lock = hdf5::enter();
  try {
    const hdf5::FileHandle file = hdf5::open_to_read(path);
    if (H5Lexists(file, hdf5::Stream::recording, H5P_DEFAULT) <= 0)
      throw Error("'" + path + "' has results, but no recording inside", "recording",
                  "record with --checkpoint, or with takt realtime", Fault::other);
    StreamSource source(file);
    return read_blocks(source, path);
  } catch (const hdf5::Failed&) {
    no_result(path);
  }
}

std::int64_t rows_of_hdf5(const std::string& path) {
  const auto lock = hdf5::enter();
  try {
    return hdf5::rows_in(path);
  } catch (const hdf5::Failed&) {
    no_result(path);
  }
}

}  // namespace takt::io
