// The report of a real-time run as text, for people.
#include <fmt/format.h>

#include <cmath>

#include "takt/base/text.hpp"
#include "takt/realtime/distribution.hpp"
#include "takt/realtime/report.hpp"

namespace takt::realtime {
namespace {

constexpr std::size_t label_width = 16, columns = 78;

class Lines {
 public:
  explicit Lines(const io::Style& style) : style_(style) {}
  void add(std::string_view label, const std::string& text) {
    out += "  " + style_.faint(io::padded(std::string(label), label_width)) +
           io::wrapped(text, columns - 2 - label_width, 2 + label_width) + "\n";
  }
  void blank() { out += "\n"; }
  std::string out;

 private:
  const io::Style& style_;
};

std::string counted(std::int64_t n, std::string_view what) {
  return fmt::format("{} {}{}", io::grouped(n), what, n == 1 ? "" : "s");
}

std::string schedule_line(const Report& r) {
  std::string text = fmt::format("{} of {}", counted(r.schedule.end - r.schedule.first, "period"),
                                 io::seconds_in_words(r.schedule.period));
  text += r.steps_per_period == 1 ? ", a step each"
                                  : fmt::format(", {} steps of {} each", r.steps_per_period,
                                                io::seconds_in_words(r.step));
  if (r.schedule.awake > 0)
    text += fmt::format(", awake {} before it", io::seconds_in_words(r.schedule.awake));
  text += fmt::format("; policy {}", to_string(r.schedule.policy));
  if (r.schedule.policy == Policy::catch_up || r.schedule.policy == Policy::degrade)
    text += fmt::format(", at most {} in a row", r.schedule.max_burst);
  if (r.schedule.policy == Policy::stop)
    text += fmt::format(", after {} in a row", r.schedule.stop_after);
  return text;
}

std::string ended(const Report& r) {
  switch (r.end) {
    case End::time:
    case End::running: break;
    case End::asked: return "when asked to";
    case End::interrupted: return "interrupted";
    case End::late: return fmt::format("{} in a row", counted(r.overruns.in_a_row, "overrun"));
    case End::silent: return "no inputs came";
    case End::failed:
      return std::string(to_string(r.step_status)) + (r.failure.empty() ? "" : ": " + r.failure);
  }
  return "";
}

std::string deadline_line(const Report& r, const io::Style& style) {
  const OverrunCounts& o = r.overruns;
  if (o.total == 0) return style.good("kept in every period");
  std::string text = fmt::format(
      "missed {} {}", o.total == 1 ? "once, by" : io::grouped(o.total) + " times, in the worst by",
      io::seconds_in_words(static_cast<double>(o.worst) * 1e-9));
  if (o.in_grace > 0)
    text += fmt::format("; {} of them within the first {}", io::grouped(o.in_grace),
                        io::seconds_in_words(r.schedule.grace));
  return r.violated ? style.bad(text) : text;
}

std::string overruns_line(const Report& r) {
  const OverrunCounts& o = r.overruns;
  std::string text =
      o.first == o.last
          ? fmt::format("period {}", io::grouped(o.first))
          : fmt::format("first in period {}, last in {}, at most {} in a row", io::grouped(o.first),
                        io::grouped(o.last), std::max<std::int64_t>(o.most_in_a_row, 1));
  return text;
}

std::string simulated(const Report& r) {
  const Statistics& s = r.statistics;
  std::string text =
      fmt::format("{} in {} steps, {} on the clock", io::seconds_in_words(r.t_end),
                  io::grouped(s.steps), io::seconds_in_words(std::round(r.wall_s * 1e3) * 1e-3));
  if (s.skipped > 0) text += "; " + counted(s.skipped, "period") + " left out";
  if (s.caught_up > 0) text += "; " + counted(s.caught_up, "period") + " caught up";
  if (s.rehearsed > 0) text += "; " + counted(s.rehearsed, "period") + " rehearsed";
  if (s.resets > 0) text += "; " + counted(s.resets, "reset");
  if (s.changes > 0) text += "; " + counted(s.changes, "change") + " of parameters";
  return text;
}

std::string parts_text(const Report& r, const io::Style& style) {
  io::Table table({"where", "mean µs", "max µs", "overruns"});
  for (std::size_t i = 1; i <= 3; ++i) table.right(i);
  const Statistics& s = r.statistics;
  for (std::size_t i = 0; i < part_count; ++i) {
    const auto part = static_cast<PeriodPart>(i);
    if (s.parts.most(part) <= 0 && s.overruns_in[i] == 0) continue;
    table.add({io::padded(std::string(part_names[i]), 14), microseconds(s.parts.mean(part)),
               microseconds(s.parts.most(part)),
               s.overruns_in[i] > 0 ? io::grouped(s.overruns_in[i]) : ""});
  }
  return table.text(style, "  ");
}

std::string channel_line(const Report::Line& line) {
  const ChannelCounts& n = line.counts;
  std::string text = fmt::format("{}, {} received, {} lost", line.name, io::grouped(n.received),
                                 io::grouped(n.lost));
  const std::int64_t refused =
      n.duplicated + n.reordered + n.truncated + n.corrupt + n.foreign + n.misfit;
  if (refused == 0) return text;
  const std::pair<std::int64_t, const char*> reasons[] = {
      {n.duplicated, "doubled"}, {n.reordered, "reordered"}, {n.truncated, "truncated"},
      {n.corrupt, "corrupt"},    {n.foreign, "foreign"},     {n.misfit, "misfit"}};
  std::vector<std::string> why;
  for (const auto& [count, reason] : reasons)
    if (count > 0) why.push_back(io::grouped(count) + " " + reason);
  return text + fmt::format(", {} refused ({})", io::grouped(refused), join(why, ", "));
}

std::string inputs_line(const Report& r) {
  const InputCounts& c = r.inputs;
  std::string text =
      fmt::format("new values in {}, held in {}", counted(c.fresh, "period"), io::grouped(c.held));
  if (r.channels.size() > 1) text += " (periods of all channels together)";
  if (c.extrapolated > 0) text += ", extrapolated in " + io::grouped(c.extrapolated);
  if (c.waiting > 0) text += ", none yet in " + io::grouped(c.waiting);
  if (c.clamped > 0) text += "; " + counted(c.clamped, "value") + " clamped to the range";
  if (c.not_finite > 0) text += "; " + counted(c.not_finite, "value") + " not finite";
  return text;
}

std::string latency_line(const Report& r) {
  const InputCounts& c = r.inputs;
  const int n = r.steps_per_period;
  return fmt::format("an output was answered after {} steps on average, at most {}",
                     io::short_number(n * c.latency_sum / static_cast<double>(c.latencies)),
                     n * c.latency_max);
}

void add_losses(const Report& r, const io::Style& style, Lines& lines) {
  if (r.lost_samples > 0 || r.lost_entries > 0) {
    std::string text = counted(r.lost_samples, "sample");
    if (r.lost_entries > 0)
      text += " and " + counted(r.lost_entries, "period") + " of the recording";
    lines.add("lost", style.bad(text + ": the recorder was too slow"));
  }
  if (!r.recorded.error.empty())
    lines.add("not written",
              style.bad(fmt::format("{}; after it {} rows and entries had no file",
                                    r.recorded.error, io::grouped(r.recorded.unwritten))));
}

void add_machine(const Report& r, const io::Style& style, Lines& lines) {
  const Obtained& o = r.obtained;
  std::string scheduler = o.scheduler;
  if (o.priority > 0) scheduler += fmt::format(", priority {}", o.priority);
  scheduler += o.cpu >= 0 ? fmt::format(", on processor {}", o.cpu) : ", on any processor";
  lines.add("scheduler", scheduler);
  lines.add("memory", fmt::format("{}; {} in the loop", o.memory_locked ? "locked" : "not locked",
                                  counted(r.disturbances.page_faults + r.disturbances.major_faults,
                                          "page fault")));
  lines.add("interruptions", fmt::format("{} involuntary context switch{}",
                                         io::grouped(r.disturbances.involuntary_switches),
                                         r.disturbances.involuntary_switches == 1 ? "" : "es"));
  lines.add("machine",
            fmt::format("{}, {}, {}", r.host.kernel, r.host.preemption, r.host.processor));
  for (const Missing& m : o.missing) {
    lines.add("not obtained", style.bad(m.what));
    lines.add("", style.faint(m.remedy));
  }
}

}  // namespace

std::string report_text(const Report& r, const io::Style& style) {
  Lines lines(style);
  lines.out = style.strong(r.model) + "  " + r.method + "\n\n";
  if (const std::string why = ended(r); !why.empty())
    lines.add("stopped",
              style.bad(why) + fmt::format(" at t = {} s", io::short_number(r.t_end, 9)));
  lines.add("schedule", schedule_line(r));
  lines.add("simulated", simulated(r));
  lines.add("deadline", deadline_line(r, style));
  if (r.overruns.total > 0) lines.add("overruns", overruns_line(r));
  if (!r.cheaper_method.empty())
    lines.add("degraded", counted(r.statistics.degraded, "period") + " with " + r.cheaper_method);
  lines.add("cost of a step", io::cost_text(r.cost));
  const Distribution execution{"execution", &r.statistics.execution},
      wake_up{"wake-up", &r.statistics.wake_up};
  lines.blank();
  lines.out += quantiles_text({execution, wake_up}, style) + "\n" +
               distribution_text({execution, wake_up}, style) + "\n" + parts_text(r, style);
  lines.blank();
  for (const Report::Line& line : r.channels) lines.add("channel", channel_line(line));
  if (!r.channels.empty()) lines.add("inputs", inputs_line(r));
  if (r.inputs.latencies > 0) lines.add("round trip", latency_line(r));
  if (r.final_state.lambda.size() > 0)
    lines.add("largest drift", fmt::format("position {}, velocity {}",
                                           io::short_number(r.recorded.max_drift.position),
                                           io::short_number(r.recorded.max_drift.velocity)));
  if (r.recorded.crossings > 0)
    lines.add("switches", io::crossed_text(r.recorded.crossings, r.recorded.switches));
  for (const auto& [label, text] : io::energy_lines(energy_of(r.recorded), style))
    lines.add(label, text);
  add_machine(r, style, lines);
  for (const io::WrittenFile& f : r.files)
    lines.add("results",
              fmt::format("{}, {} {}", f.path, io::grouped(f.rows), f.rows == 1 ? "row" : "rows"));
  if (!r.recording.empty())
    lines.add("recording",
              fmt::format("{}, {}", r.recording, counted(r.recorded.checkpoints, "checkpoint")));
  add_losses(r, style, lines);
  return lines.out;
}

}  // namespace takt::realtime
