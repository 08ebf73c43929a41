#include "results.hpp"

#include <algorithm>
#include <filesystem>

#include "command.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/catalogue.hpp"

namespace takt::app {
namespace {

bool is_there(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_regular_file(path, none);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return a == b || std::filesystem::equivalent(a, b, none);
}

}  // namespace

void add_result_files(CLI::App& app, std::vector<std::string>& out) {
  add_repeated(app, "--out", io::file_names(), out,
               "write results to " + io::file_names_in_words());
}

void require_destinations(const Destinations& to) {
  bool place = !to.recording.empty();
  for (std::size_t i = 0; i < to.out.size(); ++i) {
    if (io::format_of(to.out[i]).recordings != nullptr) place = true;
    for (std::size_t k = 0; k < i; ++k)
      if (to.out[k] == to.out[i])
        throw Error("--out '" + to.out[i] + "' is given twice", "output", "keep one of them",
                    Fault::usage);
  }
  if (!to.recording.empty() && !to.recording.ends_with(".rec"))
    throw Error("'" + to.recording + "' has no ending that is known for recordings", "recording",
                "recordings end in .rec", Fault::usage);
  if (to.checkpoints && !place)
    throw Error("no file is given for the checkpoints", "checkpoint",
                "add --out " + io::recording_file_names() + ", or --recording FILE.rec",
                Fault::usage);
}

void require_others(const std::vector<std::string>& out, const std::string& read) {
  for (const std::string& path : out)
    if (same_file(path, read))
      throw Error("--out '" + path + "' is the file that is read", "output", "choose another one",
                  Fault::usage);
}

Earlier::Earlier(const std::string& path, Maker maker, Destinations& to)
    : path_(path), recording_(io::read_recording(path)) {
  const auto has_period = [](const io::CheckpointEntry& c) { return c.period > 0; };
  const bool clocked =
      !recording_.periods.empty() ||
      std::any_of(recording_.checkpoints.begin(), recording_.checkpoints.end(), has_period);
  if (!recording_.checkpoints.empty() && clocked != (maker == Maker::realtime))
    throw Error("'" + path + "' is of takt " + (clocked ? "realtime" : "run"), "resume",
                std::string("go on with takt ") + (clocked ? "realtime" : "run") + " in place of " +
                    (clocked ? "run" : "realtime"),
                Fault::usage);
  if (io::format_with_recording(path) !=
      nullptr) {  // the results of that run continue in the same file
    if (std::none_of(to.out.begin(), to.out.end(), [&](auto& o) { return same_file(o, path); }))
      to.out.insert(to.out.begin(), path);
  } else {
    to.recording = path;
  }
  std::int64_t reached = std::numeric_limits<std::int64_t>::max();
  for (const std::string& out : to.out)
    if (is_there(out)) reached = std::min(reached, io::format_of(out).rows(out));
  auto& all = recording_.checkpoints;
  while (!all.empty() && all.back().row > reached) all.pop_back();
  if (all.empty())
    throw Error("'" + path + "' has no checkpoint to go on from", "resume",
                "run again with --checkpoint, and give the result files of that run", Fault::other);
  checkpoint_ = std::move(all.back());
  all.clear();
  for (const std::string& out : to.out)
    if (!is_there(out) && checkpoint_.row > 0)
      throw Error("'" + out + "' does not exist, but the run to be resumed has already written " +
                      std::to_string(checkpoint_.row) + " rows",
                  "resume", "give the result files of that run, or none", Fault::usage);
}

void Earlier::require_same(const io::Provenance& now) const {
  const std::vector<std::string> list = io::differences(from(), now);
  if (list.empty()) return;
  throw Error("the run in '" + path_ + "' was made with other settings:\n  " + join(list, "\n  "),
              "resume", "omit options that should stay unchanged; only --until may change",
              Fault::usage);
}

void require_same_model(const io::Provenance& then, const std::string& model,
                        const std::string& path) {
  const std::string text = io::text_of_model(model);
  if (text == then.model_text && (!text.empty() || then.model == model)) return;
  throw Error(
      "'" + path + "' was made with another model: " +
          (then.model == model ? "the file of " + model + " has changed since"
                               : "it is of '" + then.model + "', and this is '" + model + "'"),
      path, then.model == model ? "bring the file back as it was" : "write " + then.model,
      Fault::model);
}

Results::Results(const Destinations& to, const io::Columns& columns,
                 const io::RecordingHeader& header, const Earlier* earlier) {
  if (earlier != nullptr) rows_.count = earlier->checkpoint().row;
  for (const std::string& path : to.out) {
    const io::FormatEntry& format = io::format_of(path);
    const bool goes_on = earlier != nullptr && is_there(path);
    files_.push_back(goes_on ? format.go_on(path, columns, earlier->checkpoint().row)
                             : format.open(path, columns, header.from));
    if (earlier != nullptr && same_file(path, earlier->path()))
      recording_ = files_.back()->record_on(earlier->bytes());
    else if (earlier == nullptr && to.checkpoints && to.recording.empty() && !recording_)
      recording_ = files_.back()->record(header);
  }
  if (to.recording.empty()) return;
  recording_ = earlier != nullptr && to.recording == earlier->path()
                   ? io::continue_recording(to.recording, earlier->bytes())
                   : io::write_recording(to.recording, header);
}

std::vector<Sink*> Results::sinks() const {
  std::vector<Sink*> list;
  for (const auto& f : files_) list.push_back(f.get());
  return list;
}

std::vector<io::WrittenFile> Results::written() const {
  std::vector<io::WrittenFile> list;
  for (const auto& f : files_) list.push_back({f->path(), f->rows()});
  return list;
}

// The checkpoint reaches the disk with the next rows. If it gets there before the rows that precede
// it, a continued run uses an earlier checkpoint.
void Results::keep(std::span<const std::byte> checkpoint) {
  if (!recording_) return;
  io::CheckpointEntry entry;
  entry.row = rows_.count;
  entry.memory.assign(checkpoint.begin(), checkpoint.end());
  recording_->add(entry);
}

}  // namespace takt::app
