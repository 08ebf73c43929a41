// The recording of a real-time run, period by period: enough to repeat the run bit by bit, and to
// continue it after a crash. A recording is a stream of blocks, each with its size and a checksum.
// After a power cut the reader uses all blocks up to the first incomplete one. The stream is a file
// of its own, or the dataset `/recording` of an HDF5 result file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "takt/io/results/provenance.hpp"

namespace takt::io {

struct RecordingHeader {
  Provenance from;
  std::string cheaper_method;  // for degraded periods; empty: none
  int steps_per_period = 1;
  std::vector<std::string> inputs, outputs;
};

// What happened in one period of the schedule.
struct PeriodEntry {
  enum Flags : std::uint8_t {
    skipped = 1,   // no step was made: simulated time lags behind
    degraded = 2,  // the steps were made with the cheaper method
    reset = 4,     // before the steps, the state was reset to the start
    changed = 8,   // before the steps, parameters were changed: see ChangeEntry
    caught_up = 16,
    late = 32,  // it ended after its deadline
  };
  std::int64_t period = 0;
  std::uint8_t flags = 0;
  std::uint16_t steps = 0;     // number of steps made
  std::uint64_t hash = 0;      // of the state at the end of the period
  std::vector<double> inputs;  // valid from this period on
};

struct ChangeEntry {  // change of parameters between two periods
  std::int64_t period = 0;
  std::vector<std::string> set;  // as --set
};

struct PacketEntry {  // every packet that arrived, valid or not
  std::int64_t arrived_ns = 0;
  std::uint8_t channel = 0;  // in the order of --io
  std::vector<std::byte> bytes;
};

struct CheckpointEntry {
  std::int64_t period = 0;        // the next period
  std::int64_t row = 0;           // number of result rows written before
  std::vector<std::byte> memory;  // state of the program that made the checkpoint
};

// To be used by the writing thread. All functions throw Error, for example if the disk is full.
// Blocks are on the disk half a second after they were added, provided that more blocks follow.
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
  bool whole = true;        // false: the stream ends inside a block, as after a crash
  std::uint64_t bytes = 0;  // length of the stream up to its last complete block
};

// Records to a file of its own; throws Error if it cannot be written.
std::unique_ptr<RecordingWriter> write_recording(std::string path, const RecordingHeader&);
// Continues a recording after `bytes`. Anything after that, as left by a crash, is cut off.
std::unique_ptr<RecordingWriter> continue_recording(std::string path, std::uint64_t bytes);

// Reads either kind. Throws Error: not a recording, or one of another version.
Recording read_recording(const std::string& path);

}  // namespace takt::io
