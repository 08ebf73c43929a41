// What a run in a loop lived through, period by period: enough to live it again bit by bit, and to go
// on after a crash. A recording is a stream of blocks, each with its size and a checksum, so that
// whatever was written before a power cut can be read: the reader stops at the first block that is
// not whole. The stream is a file of its own, or lies in an HDF5 result as `/recording`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "takt/io/provenance.hpp"

namespace takt::io {

struct RecordingHeader {
  Provenance from;
  std::string cheaper_method;  // of degraded periods; empty: none
  int steps_per_period = 1;
  std::vector<std::string> inputs, outputs;
};

// What happened in one period of the schedule, in this order.
struct PeriodEntry {
  enum Flags : std::uint8_t {
    skipped = 1,   // no step was taken: simulated time lags behind
    degraded = 2,  // steps were taken with the cheaper method
    reset = 4,     // first the state went back to the start
    changed = 8,   // first the parameters changed: see ChangeEntry
    caught_up = 16,
    late = 32,  // it ended after its deadline
  };
  std::int64_t period = 0;
  std::uint8_t flags = 0;
  std::uint16_t steps = 0;     // taken
  std::uint64_t hash = 0;      // of the state at its end
  std::vector<double> inputs;  // valid from this period on
};

struct ChangeEntry {  // parameters, between two periods
  std::int64_t period = 0;
  std::vector<std::string> set;  // as --set
};

struct PacketEntry {  // whatever arrived, valid or not
  std::int64_t arrived_ns = 0;
  std::uint8_t channel = 0;  // in the order of --io
  std::vector<std::byte> bytes;
};

struct CheckpointEntry {
  std::int64_t period = 0;        // the next one to come
  std::int64_t row = 0;           // rows of results written before
  std::vector<std::byte> memory;  // of whoever made it
};

// For the thread that writes. Everything throws Error: a full disk, for example. What is added goes to
// the disk half a second later at the latest, as long as more is added.
class RecordingWriter {
 public:
  virtual ~RecordingWriter() = default;
  virtual void add(const PeriodEntry&) = 0;
  virtual void add(const ChangeEntry&) = 0;
  virtual void add(const PacketEntry&) = 0;
  virtual void add(const CheckpointEntry&) = 0;
  virtual void flush() = 0;  // to the disk: what was added before survives a power cut
};

struct Recording {
  RecordingHeader header;
  std::vector<PeriodEntry> periods;
  std::vector<ChangeEntry> changes;
  std::vector<PacketEntry> packets;
  std::vector<CheckpointEntry> checkpoints;
  bool whole = true;        // false: it ends within a block, as after a crash
  std::uint64_t bytes = 0;  // of the stream up to its last whole block
};

// A file of its own; throws Error when it cannot be written.
std::unique_ptr<RecordingWriter> write_recording(std::string path, const RecordingHeader&);
// Goes on with one of these after `bytes`; what follows there, as after a crash, is cut off.
std::unique_ptr<RecordingWriter> continue_recording(std::string path, std::uint64_t bytes);

// Of either kind. Throws Error: no recording, or not one of this version.
Recording read_recording(const std::string& path);

}  // namespace takt::io
