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

// If writing fails, the waiting bytes are dropped: the stream may then end inside a block, and
// nothing may be written after that.
void BufferedWriter::write_out() {
  if (waiting_.empty()) return;
  std::vector<std::byte> out;
  out.swap(waiting_);
  write(out);
  out.clear();
  out.swap(waiting_);  // reuses the memory
}

}  // namespace takt::io
