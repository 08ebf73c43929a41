#include "replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "complaint.hpp"
#include "results.hpp"
#include "rows.hpp"
#include "takt/io/results/catalogue.hpp"
#include "takt/io/results/on_grid.hpp"
#include "takt/realtime/replay.hpp"
#include "takt/simulate/run.hpp"

namespace takt::app {
namespace {

using realtime::Replayed;

class Files {  // result files with one row per period
 public:
  Files(const ReplayWords& w, const realtime::Plant& plant, const io::Provenance& from) {
    if (!w.record.empty()) record_ = io::parse_record(w.record, plant.model.mechanism != nullptr);
    for (const std::string& path : w.out)
      files_.push_back(io::format_of(path).open(
          path, io::Columns(plant.model.system->names(), record_, plant.model.system->observable()),
          from));
    take(plant, plant.simulation->state(), {}, {}, plant.simulation->kept());
  }
  void take(const realtime::Plant& plant, const State& state, std::span<const double> inputs,
            std::span<const double> rates, std::span<const double> kept) {
    if (files_.empty()) return;
    if (plant_ != &plant) {  // the first time, and after parameters have changed
      monitor_.emplace(*plant.model.system, plant.simulation->composition(), state);
      for (const Observe what : record_.observed()) monitor_->observe(what);
      plant_ = &plant;
    }
    monitor_->set_inputs(inputs, rates, kept);
    monitor_->evaluate(state);
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

std::string text(const Replayed& r, bool whole, const State& state, const io::Style& style) {
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
  if (!whole)
    out += line("recording",
                "broken off within a block, as after a crash, or damaged there: replayed up to it");
  out += line("state hash", fmt::format("{:016x}", state_hash(state)));
  return out;
}

nlohmann::ordered_json json(const Replayed& r, bool whole, const State& state) {
  const auto period = [](std::int64_t k) {
    return k >= 0 ? nlohmann::ordered_json(k) : nlohmann::ordered_json(nullptr);
  };
  return {{"periods", r.next - r.first},
          {"run", r.run},
          {"verified", r.verified},
          {"mismatches", r.mismatches},
          {"first_mismatch", period(r.first_mismatch)},
          {"gap", period(r.gap)},
          {"whole", whole},
          {"t_end", state.t},
          {"state_hash", fmt::format("{:016x}", state_hash(state))},
          {"status", to_string(r.status)}};
}

int end(const Replayed& r) {
  if (r.mismatches > 0) {
    complain(Error(
        fmt::format(
            "the replay of period {} differs from the recording\n  recorded {:016x}, now {:016x}",
            r.first_mismatch, r.recorded_hash, r.hash),
        "--replay",
        "results are bit-identical only with the same program on the same kind of machine "
        "(TAKT_ISA)",
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
  require_others(w.out, w.file);
  io::Recording recording = io::read_recording(w.file);
  if (recording.periods.empty())
    throw Error("'" + w.file + "' contains no periods to replay", "--replay",
                "takt realtime records them; a run with checkpoints alone goes on by --resume",
                Fault::usage);
  io::Provenance& from = recording.header.from;
  if (!w.model.empty()) {
    require_same_model(from, w.model, w.file);
    from.model = w.model;
  } else {
    require_same_model(from, from.model, w.file);
  }
  realtime::Replay replay(recording);
  replay.from_start();
  Files files(w, replay.stepper().plant(), from);
  const double period = recording.header.steps_per_period * from.step;
  io::require_on_grid(w.every, period, "period");
  const std::int64_t every = w.every > 0 ? std::max(1ll, std::llround(w.every / period)) : 1;
  const std::int64_t last = recording.periods.back().period;
  const Replayed r = replay.go([&](const io::PeriodEntry& e, realtime::Stepper& s) {
    if ((e.period + 1) % every == 0 || e.period == last)
      files.take(s.plant(), s.state(), e.inputs, s.input_rates(), s.kept());
  });
  files.close();
  const State& state = replay.stepper().state();
  if (w.json)
    std::puts(json(r, recording.whole, state).dump(2).c_str());
  else if (!w.quiet)
    std::fputs(text(r, recording.whole, state, style).c_str(), stdout);
  return end(r);
}

}  // namespace takt::app
