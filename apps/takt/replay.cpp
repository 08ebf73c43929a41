#include "replay.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "complaint.hpp"
#include "takt/io/catalogue.hpp"
#include "takt/realtime/replay.hpp"
#include "takt/simulate/run.hpp"

namespace takt::app {
namespace {

using realtime::Replayed;

class Files {  // of results, a row a period
 public:
  Files(const ReplayWords& w, const realtime::Plant& plant, const io::Provenance& from) {
    if (!w.record.empty()) record_ = io::parse_record(w.record, plant.model.mechanism != nullptr);
    for (const std::string& path : w.out)
      files_.push_back(io::format_of(path).open(
          path, io::Columns(plant.model.system->names(), record_, plant.model.system->observable()),
          from));
    take(plant, plant.simulation->state(), {});
  }
  void take(const realtime::Plant& plant, const State& state, std::span<const double> inputs) {
    if (files_.empty()) return;
    if (plant_ != &plant) {  // at first, and when parameters have changed
      monitor_.emplace(*plant.model.system, plant.simulation->composition(), state);
      for (const Observe what : record_.observed()) monitor_->observe(what);
      plant_ = &plant;
    }
    std::copy(inputs.begin(), inputs.end(), monitor_->inputs().begin());
    monitor_->look(state);
    for (const auto& f : files_) f->take({state, *monitor_});
  }
  void close() {
    for (const auto& f : files_) f->close();
  }

 private:
  io::Record record_;
  const realtime::Plant* plant_ = nullptr;
  std::optional<Monitor> monitor_;
  std::vector<std::unique_ptr<io::ResultFile>> files_;
};

std::string text(const Replayed& r, const State& state, const io::Style& style) {
  const auto line = [&](const char* label, const std::string& what) {
    return "  " + style.faint(io::padded(label, 16)) + what + "\n";
  };
  std::string out = line("replayed", fmt::format("{} periods, {} of them run, to t = {} s",
                                                 io::grouped(r.next - r.first), io::grouped(r.run),
                                                 io::short_number(state.t, 9)));
  const std::string of = io::grouped(r.verified) + " recorded states";
  out +=
      line("bits", r.mismatches == 0
                       ? style.good("equal to all " + of)
                       : style.bad(fmt::format("{} of {} differ", io::grouped(r.mismatches), of)));
  out += line("state hash", fmt::format("{:016x}", state_hash(state)));
  return out;
}

nlohmann::ordered_json json(const Replayed& r, const State& state) {
  const auto period = [](std::int64_t k) {
    return k >= 0 ? nlohmann::ordered_json(k) : nlohmann::ordered_json(nullptr);
  };
  return {{"periods", r.next - r.first},
          {"run", r.run},
          {"verified", r.verified},
          {"mismatches", r.mismatches},
          {"first_mismatch", period(r.first_mismatch)},
          {"gap", period(r.gap)},
          {"t_end", state.t},
          {"state_hash", fmt::format("{:016x}", state_hash(state))},
          {"status", to_string(r.status)}};
}

int end(const Replayed& r) {
  if (r.mismatches > 0) {
    complain(
        Error(fmt::format("period {} does not come out as it was recorded\n  recorded {:016x}, "
                          "now {:016x}",
                          r.first_mismatch, r.recorded_hash, r.hash),
              "--replay",
              "bits repeat with the same program on the same kind of machine (TAKT_ISA) alone",
              Fault::other));
    return failed;
  }
  if (r.gap >= 0) {
    complain(Error(fmt::format("the recorder had lost period {}: replayed up to there", r.gap),
                   "--replay", "", Fault::other));
    return failed;
  }
  return r.status == Status::ok ? done : solver_failed;
}

}  // namespace

int replay(const ReplayWords& w, const io::Style& style) {
  io::Recording recording = io::read_recording(w.file);
  recording.header.from.model = w.model;
  realtime::Replay replay(recording);
  replay.from_start();
  Files files(w, replay.stepper().plant(), recording.header.from);
  const Replayed r =
      replay.go([&](const io::PeriodEntry&, realtime::Stepper& s, realtime::InputStage& inputs) {
        files.take(s.plant(), s.state(), inputs.values());
      });
  files.close();
  const State& state = replay.stepper().state();
  if (w.json)
    std::puts(json(r, state).dump(2).c_str());
  else if (!w.quiet)
    std::fputs(text(r, state, style).c_str(), stdout);
  return end(r);
}

}  // namespace takt::app
