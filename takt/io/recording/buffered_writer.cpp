#include "takt/io/recording/buffered_writer.hpp"

namespace takt::io {
namespace {

constexpr std::size_t write_at = std::size_t{1} << 16;  // bytes
constexpr std::chrono::milliseconds sync_after{500};

}  // namespace

void BufferedWriter::begin(const RecordingHeader& header) {
  append_start(header, waiting_);
  flush();
}

void BufferedWriter::write_some() {
  if (std::chrono::steady_clock::now() - synced_ >= sync_after)
    flush();
  else if (waiting_.size() >= write_at)
    write_out();
}

void BufferedWriter::flush() {
  write_out();
  sync();
  synced_ = std::chrono::steady_clock::now();
}

// What cannot be written is dropped: the stream may end within a block then, and nothing may follow.
void BufferedWriter::write_out() {
  if (waiting_.empty()) return;
  std::vector<std::byte> out;
  out.swap(waiting_);
  write(out);
  out.clear();
  out.swap(waiting_);  // keeps its memory
}

}  // namespace takt::io
