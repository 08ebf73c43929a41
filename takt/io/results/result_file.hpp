// Interface of result files: a sink that writes samples to a file.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "takt/io/recording/recording.hpp"
#include "takt/simulate/run.hpp"

namespace takt::io {

class ResultFile : public Sink {
 public:
  virtual const std::string& path() const noexcept = 0;
  virtual std::int64_t rows() const noexcept = 0;     // written so far
  virtual void add(std::span<const double> row) = 0;  // one number for each column
  virtual void flush() {}                             // to the disk; throws Error if it is full

  // Starts a recording inside this file; call it before the first sample. Null: the format cannot
  // hold one. Another thread may use the recording, and it may outlive the result file.
  virtual std::unique_ptr<RecordingWriter> record(const RecordingHeader&) { return nullptr; }
  // Continues the recording of an existing file after its first `bytes`.
  virtual std::unique_ptr<RecordingWriter> record_on(std::uint64_t /*bytes*/) { return nullptr; }
};

}  // namespace takt::io
