// The recorder thread, which has no deadlines: empties the journal, evaluates samples, writes
// results and the recording.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <thread>

#include "takt/io/recording/recording.hpp"
#include "takt/io/terminal/energy_report.hpp"
#include "takt/realtime/channel.hpp"
#include "takt/realtime/journal.hpp"
#include "takt/realtime/plant.hpp"
#include "takt/simulate/run.hpp"

namespace takt::realtime {

struct RecorderOptions {
  std::int64_t every = 1;  // periods between two rows of results
  std::int64_t rows = 0;   // rows that exist already; the start is written only if there are none
  std::vector<Observe> observe;  // additional quantities of a mechanism in samples
  double flush_after = 0.5;      // s between two flushes of the recording
};

struct Recorded {
  Drift max_drift;
  double energy_initial = 0, energy_final = 0, energy_max_change = 0;
  EnergyParts energy;  // parts of its change, from the samples, one per period
  std::int64_t rows = 0, packets = 0, checkpoints = 0;
  std::vector<double> outputs;
  DrivenValues driven;
  // Discontinuities that the steps ran over, counted from sample to sample, and by name.
  std::int64_t crossings = 0;
  std::vector<SwitchCount> switches;
  std::uint64_t state_hash = 0;  // of the last sample
  std::string error;             // the first thing that could not be written
  std::int64_t unwritten = 0;    // rows and entries refused by files that had failed
};

io::EnergyOfRun energy_of(const Recorded&);

class Recorder {
 public:
  // `writer` may be null. Sinks, writer and channels must outlive the recorder.
  Recorder(Journal&, const Plant&, const State& start, std::span<Sink* const> sinks,
           io::RecordingWriter* writer, std::vector<Channel*> from, const RecorderOptions&);
  ~Recorder();

  void start();            // starts the thread
  const Recorded& stop();  // processes the rest, closes the sinks and ends the thread
  void drain();  // processes all that is there now; called by the thread, or without a thread

 private:
  void go();
  void take(Entry&);
  void look(const Entry&);
  void account(const State&, bool jumped);
  bool inputs_jumped(const Entry&);
  void record(const Entry&, std::uint64_t hash);
  void change(const Entry&);
  void packets();
  void see(std::shared_ptr<const EquationsOfMotion>, const Composition&, const State&);
  void write_row(const State&);
  void note_switches();  // by name, of the present system
  template <class Write> bool attempt(bool& failed, Write) noexcept;
  template <class Write> bool keep(Write) noexcept;  // in the recording

  Journal& journal_;
  struct File {
    Sink* sink;
    bool failed = false;
  };
  std::vector<File> files_;
  io::RecordingWriter* writer_;
  bool writer_failed_ = false;
  std::vector<Channel*> channels_;
  RecorderOptions o_;
  std::shared_ptr<const EquationsOfMotion> system_;
  std::unique_ptr<Monitor> monitor_;
  std::optional<Crossings> crossings_;
  EnergyAccount account_;
  std::vector<double> inputs_;  // of the last sample
  State last_;                  // the last sample
  bool unwritten_ = false;      // the last sample came between two rows
  Recorded r_;
  Packet packet_;
  io::PeriodEntry entry_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace takt::realtime
