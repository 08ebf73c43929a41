// The keys of `takt realtime --json` and their meaning.
#include "keys_of_runs.hpp"
#include "takt/realtime/report.hpp"

namespace takt::app {
namespace {

constexpr JsonKey realtime_keys[] = {
    {"model", "its name"},
    {"method", "as it was understood"},
    {"cheaper_method", "of `--policy degrade`; null: there is none"},
    {"step", "s"},
    {"period", "s"},
    {"steps_per_period", "of the method"},
    {"policy", "`skip`, `catch-up`, `degrade` or `stop`"},
    {"max_burst", "of `catch-up` and `degrade`: periods run in a row"},
    {"stop_after", "of `stop`: overruns in a row"},
    {"grace", "s in which overruns do not count"},
    {"awake", "s before each release in which the thread does not sleep"},
    {"t_end", "the last good time of the model in s"},
    {"wall_s", "duration of the run on the clock in s"},
    {"steps", "taken"},
    {"cycles", "periods that were run"},
    {"skipped", "periods that were left out"},
    {"caught_up", "periods run late, without waiting"},
    {"degraded", "periods with the cheaper method"},
    {"rehearsed", "trial periods computed before the release to warm the caches"},
    {"resets", "to the initial state"},
    {"changes", "of parameters"},
    {"execution_us", "what the periods took in µs, from wake-up to outputs"},
    {"execution_us.min", "the fastest"},
    {"execution_us.mean", "mean"},
    {"execution_us.p50", "median"},
    {"execution_us.p99", "99 % are below"},
    {"execution_us.p9999", "99.99 % are below"},
    {"execution_us.max", "the slowest"},
    {"execution_us.histogram", "list of classes that are not empty"},
    {"execution_us.histogram[].up_to", "upper end of the class in µs"},
    {"execution_us.histogram[].count", "periods in it"},
    {"wake_up_us", "how late the thread woke, in µs"},
    {"wake_up_us.min", "the earliest"},
    {"wake_up_us.mean", "mean"},
    {"wake_up_us.p50", "median"},
    {"wake_up_us.p99", "99 % are below"},
    {"wake_up_us.p9999", "99.99 % are below"},
    {"wake_up_us.max", "the latest"},
    {"wake_up_us.histogram", "list of classes that are not empty"},
    {"wake_up_us.histogram[].up_to", "upper end of the class in µs"},
    {"wake_up_us.histogram[].count", "wake-ups in it"},
    {"stages_us", "parts of a period, in µs, by name"},
    {"stages_us.<stage>", "wake-up, inputs, the parts of a step, outputs"},
    {"stages_us.<stage>.mean", "mean"},
    {"stages_us.<stage>.max", "the longest"},
    {"overruns", "periods that ended after their deadline"},
    {"overruns.total", "all of them"},
    {"overruns.in_grace", "of those, before `--grace` was over"},
    {"overruns.most_consecutive", "in a row"},
    {"overruns.first", "number of the period; null: none"},
    {"overruns.last", "number of the period; null: none"},
    {"overruns.worst_us", "how late the latest was, in µs"},
    {"overruns.stage", "by name: in which part of the period the deadline passed"},
    {"overruns.stage.<stage>", "how many"},
    {"budget_violated", "whether a deadline was missed after the grace; the exit code is then 5"},
    {"inputs", "what came from controllers; of all channels together"},
    {"inputs.received", "frames"},
    {"inputs.accepted", "frames that were whole, new and for this model"},
    {"inputs.lost", "gaps in the senders' sequences"},
    {"inputs.duplicated", "frames that came twice"},
    {"inputs.reordered", "older than one before"},
    {"inputs.truncated", "shorter than they say"},
    {"inputs.corrupt", "whose checksum is wrong"},
    {"inputs.foreign", "not from the controller"},
    {"inputs.misfit", "of another version, or for another model"},
    {"inputs.restarts", "a sender began to count anew, or another took its place"},
    {"inputs.replaced", "accepted, but a newer one came before a period took it"},
    {"inputs.overflown", "thrown away by the kernel"},
    {"inputs.unkept",
     "not in the recording: it was too slow, or more than 100 a second were refused"},
    {"inputs.sent", "frames of outputs"},
    {"inputs.not_sent",
     "frames of outputs that were not sent: nobody to send them to, or replaced by newer ones"},
    {"inputs.waiting", "periods before the first frame"},
    {"inputs.fresh", "periods with new values, of all channels together"},
    {"inputs.held", "periods with the last ones"},
    {"inputs.extrapolated", "periods with inputs extrapolated from the last two frames"},
    {"inputs.clamped", "values put back into their range"},
    {"inputs.not_finite", "values that were no numbers"},
    {"inputs.longest_silence", "periods without a frame"},
    {"inputs.channels", "the same counts of frames for each channel"},
    {"inputs.channels[].channel", "where from"},
    {"inputs.channels[].received", "as above"},
    {"inputs.channels[].accepted", "as above"},
    {"inputs.channels[].lost", "as above"},
    {"inputs.channels[].duplicated", "as above"},
    {"inputs.channels[].reordered", "as above"},
    {"inputs.channels[].truncated", "as above"},
    {"inputs.channels[].corrupt", "as above"},
    {"inputs.channels[].foreign", "as above"},
    {"inputs.channels[].misfit", "as above"},
    {"inputs.channels[].restarts", "as above"},
    {"inputs.channels[].replaced", "as above"},
    {"inputs.channels[].overflown", "as above"},
    {"inputs.channels[].unkept", "as above"},
    {"inputs.channels[].sent", "as above"},
    {"inputs.channels[].not_sent", "as above"},
    {"latency_steps", "from an output to its answer, in steps; null: no answers"},
    {"latency_steps.mean", "mean"},
    {"latency_steps.max", "the longest"},
    {"latency_steps.last", "of the last answer"},
    {"recorder", "results, written by a thread of their own"},
    {"recorder.rows", "of results"},
    {"recorder.lost_samples", "states it was too slow for"},
    {"recorder.lost_entries", "periods missing in the recording"},
    {"recorder.checkpoints", "in the recording"},
    {"recorder.packets", "in the recording"},
    {"recorder.unwritten", "rows and entries that a file did not take after it had failed"},
    {"recorder.error", "why a file failed first; empty: none did"},
    {"machine", "what the run got"},
    {"machine.scheduler", "`SCHED_FIFO` or `SCHED_OTHER`"},
    {"machine.priority", "of SCHED_FIFO"},
    {"machine.cpu", "processor it stayed on; null: any"},
    {"machine.memory_locked", "whether"},
    {"machine.missing", "list of what was wanted and not granted"},
    {"machine.missing[].what", "in words"},
    {"machine.missing[].remedy", "how to get it"},
    {"machine.page_faults", "of the thread that steps"},
    {"machine.major_page_faults", "of those, the ones that waited for a disk"},
    {"machine.involuntary_context_switches", "times the thread was pushed from its processor"},
    {"machine.kernel", "name and version"},
    {"machine.preemption", "its model"},
    {"machine.processor", "its name"},
    {"cost", "of one step, known before the first"},
    {"cost.evaluations", "calls of the equations of motion"},
    {"cost.factorisations", "of matrices"},
    {"cost.solves", "with factorised matrices"},
    {"cost.bounded", "true"},
    {"cheaper_cost", "of a step of the cheaper method; null: there is none"},
    {"cheaper_cost.<count>", "as of `cost`"},
    {"crossings", "discontinuities that steps ran over, counted from period to period"},
    {"switches", "of `crossings`: how often each changed its sign", true},
};

constexpr JsonKey realtime_end[] = {
    {"state_hash", "16 hexadecimal digits: equal when the final states agree in every bit"},
    {"ended", "`time`, `asked`, `interrupted`, `late`, `silent` or `failed`"},
    {"status",
     "`ok`, `late`, `interrupted`, why a step failed, or `failed`: no inputs, or a file that "
     "failed"},
};

// Together they have every key.
std::vector<JsonPage::Json> realtime_samples() {
  realtime::Report r;
  r.cheaper_method = "-";
  r.channels.emplace_back();
  r.statistics.execution.add(1000);
  r.statistics.wake_up.add(1000);
  r.inputs.latencies = 1;
  r.obtained.missing.push_back({"", ""});
  return {to_json(r)};
}

}  // namespace

JsonPage realtime_json() {
  static const std::vector<JsonKey> keys =
      together({realtime_keys, drift_and_energy_keys, final_state_keys, realtime_end});
  return {"takt realtime", "One object, with exit codes 0, 1, 4, 5 and 130.", keys,
          realtime_samples};
}

}  // namespace takt::app
