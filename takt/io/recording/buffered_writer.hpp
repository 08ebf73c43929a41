// Collects blocks of a recording in memory before they are written, to a file or an HDF5 dataset.
#pragma once

#include <chrono>

#include "takt/io/recording/block.hpp"

namespace takt::io {

class BufferedWriter : public RecordingWriter {
 public:
  void add(const PeriodEntry& e) final { append(e); }
  void add(const ChangeEntry& e) final { append(e); }
  void add(const PacketEntry& e) final { append(e); }
  void add(const CheckpointEntry& e) final { append(e); }
  void flush() final;

 protected:
  void begin(const RecordingHeader&);  // starts a new stream; it is on the disk when this returns
  // Appends to the stream; throws Error.
  virtual void write(std::span<const std::byte>) = 0;
  virtual void sync() = 0;

 private:
  void append(const auto& entry) {
    append_block(entry, waiting_);
    write_some();
  }
  void write_some();
  void write_out();

  std::vector<std::byte> waiting_;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace takt::io
