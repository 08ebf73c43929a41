// The result of a real-time run, as data, text and JSON: deadlines kept and missed, losses,
// machine.
#pragma once

#include <nlohmann/json.hpp>

#include "takt/io/terminal/report_text.hpp"
#include "takt/realtime/input_stage.hpp"
#include "takt/realtime/loop.hpp"
#include "takt/realtime/privileges.hpp"
#include "takt/realtime/recorder.hpp"

namespace takt::realtime {

struct Report {
  std::string model, method, cheaper_method;
  double step = 0;
  int steps_per_period = 1;
  Cost cost, cheaper_cost;
  ScheduleOptions schedule;
  End end = End::time;
  Status step_status = Status::ok;
  std::string failure;
  double t_end = 0, wall_s = 0;  // simulated time; time on the clock
  OverrunCounts overruns;
  bool violated = false;  // the limit for overruns was exceeded
  Statistics statistics;
  struct Line {
    std::string name;  // "udp 127.0.0.1:5005"
    ChannelCounts counts;
  };
  std::vector<Line> channels;
  InputCounts inputs;
  Recorded recorded;
  std::int64_t lost_samples = 0, lost_entries = 0;
  std::vector<io::WrittenFile> files;
  std::string recording;  // its file; empty: none
  Host host;
  Obtained obtained;
  Disturbances disturbances;
  State final_state;
  Names names;

  ChannelCounts all_channels() const noexcept;
  // The `status` in the JSON summary. It is also "failed" if the run ended because inputs were
  // missing or its files could not be written.
  std::string_view status() const noexcept;
};

std::string_view to_string(End) noexcept;
std::string_view to_string(Policy) noexcept;  // catch-up

std::string report_text(const Report&, const io::Style&);
nlohmann::ordered_json to_json(const Report&);

}  // namespace takt::realtime
