// A sink that keeps samples in a file.
#pragma once

#include <memory>
#include <string>

#include "takt/io/recording/recording.hpp"
#include "takt/simulate/run.hpp"

namespace takt::io {

class ResultFile : public Sink {
 public:
  virtual const std::string& path() const noexcept = 0;
  virtual std::int64_t rows() const noexcept = 0;  // kept so far
  virtual void flush() {}                          // to the disk; throws Error when it is full

  // A recording inside this file, before the first sample; null: the format has no place for one.
  // It may be used by another thread and may outlive the file of results.
  virtual std::unique_ptr<RecordingWriter> record(const RecordingHeader&) { return nullptr; }
  // One that is there already, after its first `bytes`.
  virtual std::unique_ptr<RecordingWriter> record_on(std::uint64_t /*bytes*/) { return nullptr; }
};

}  // namespace takt::io
