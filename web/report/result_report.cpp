#include "web/report/result_report.hpp"

#include <cmath>
#include <map>

#include "takt/base/choice.hpp"
#include "takt/base/error.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/terminal/style.hpp"
#include "takt/method/composition.hpp"
#include "takt/problem/catalogue.hpp"
#include "web/page/frames.hpp"
#include "web/page/series.hpp"
#include "web/report/collector.hpp"
#include "web/report/model_scene.hpp"
#include "web/report/poses.hpp"

namespace takt::web {
namespace {

// The model as it was typed. Files of older versions have it in their command only.
std::string source_of(const io::Provenance& from) {
  if (!from.source.empty()) return from.source;
  const std::vector<std::string> words = split(from.command, ' ');
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if ((words[i] == "run" || words[i] == "realtime") && !words[i + 1].starts_with("-")) {
      std::string word = words[i + 1];
      std::erase(word, '\'');
      return word;
    }
  return from.model;
}

// Reads rows into what a page shows.
class Rows {
 public:
  Rows(io::ResultReader& reader, Poses* poses)
      : reader_(reader), poses_(poses), row_(reader.columns().size()) {
    const std::vector<io::ResultColumn>& columns = reader.columns();
    std::vector<std::string> names;
    for (const io::ResultColumn& c : columns) names.push_back(c.name);
    recorded_ = columns_of_poses(names);
    if (poses != nullptr && recorded_.size() > 1) {
      for (const std::size_t k : recorded_) frame_columns_.push_back(columns[k]);
    } else if (poses != nullptr) {
      recorded_.clear();
      frame_columns_.assign(poses->columns().begin(), poses->columns().end());
    } else {
      recorded_ = {0};  // they are signals as all others
    }
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (k == 0 || std::find(recorded_.begin(), recorded_.end(), k) == recorded_.end())
        signals_.push_back(k);
    series_.emplace(signals_.size(), most_series_rows(signals_.size()));
    if (!frame_columns_.empty())
      frames_.emplace(frame_columns_.size(), most_frames(frame_columns_.size()));
  }

  void read() {
    std::vector<double> signals(signals_.size()), frame(frame_columns_.size());
    while (reader_.next(row_)) {
      if (!std::isfinite(row_[0])) {
        ++without_time_;
        continue;
      }
      for (std::size_t i = 0; i < signals.size(); ++i) {
        signals[i] = row_[signals_[i]];
        if (!std::isfinite(signals[i])) ++not_finite_;
      }
      series_->add(signals);
      last_ = row_;
      if (!frames_) continue;
      if (recorded_.empty()) {
        poses_->at(row_, frame);
        compare_energy();
      } else {
        for (std::size_t i = 0; i < frame.size(); ++i) frame[i] = row_[recorded_[i]];
      }
      frames_->add(frame);
    }
    if (series_->seen() == 0)
      throw Error("the file has no rows", "", "a run writes its first row when it has started",
                  Fault::other);
    if (poses_ != nullptr && !recorded_.empty()) {
      frame.resize(poses_->columns().size());
      poses_->at(last_, frame);  // for the state at the end
    }
  }

  DataTable series() const {
    DataTable table{"series", {}, std::nullopt};
    if (series_->thinned()) table.thinned = series_->seen();
    for (std::size_t i = 0; i < signals_.size(); ++i) {
      const io::ResultColumn& c = reader_.columns()[signals_[i]];
      table.columns.push_back({c.name, c.unit, c.description, series_->column(i)});
    }
    return table;
  }
  DataTable frames() const {
    DataTable table{"frames", {}, std::nullopt};
    for (std::size_t i = 0; i < frame_columns_.size(); ++i) {
      const io::ResultColumn& c = frame_columns_[i];
      table.columns.push_back({c.name, c.unit, c.description, frames_->column(i)});
    }
    return table;
  }
  std::vector<std::string> remarks() const {
    std::vector<std::string> list = reader_.remarks();
    if (other_energy_)
      list.push_back(
          "The mechanism may be shown with other settings than it ran with: its potential "
          "energy at the first row is " +
          io::short_number(other_energy_->first) + " J, in the file it is " +
          io::short_number(other_energy_->second) + " J. Give the --set of the run.");
    if (without_time_ > 0)
      list.push_back(io::grouped(without_time_) + (without_time_ == 1 ? " row has" : " rows have") +
                     " no time, and " + (without_time_ == 1 ? "is" : "are") + " left out.");
    if (not_finite_ > 0)
      list.push_back(io::grouped(not_finite_) + (not_finite_ == 1 ? " value is" : " values are") +
                     " not finite.");
    return list;
  }

 private:
  // CSV files do not say with which settings the model ran; its energy tells.
  void compare_energy() {
    if (series_->seen() != 1) return;
    const std::vector<io::ResultColumn>& columns = reader_.columns();
    const auto found = std::find_if(columns.begin(), columns.end(), [](const io::ResultColumn& c) {
      return c.name == "energy.potential";
    });
    if (found == columns.end()) return;
    const double here = poses_->potential(),
                 there = row_[static_cast<std::size_t>(found - columns.begin())];
    if (std::abs(here - there) > 1e-6 * std::max({1.0, std::abs(here), std::abs(there)}))
      other_energy_.emplace(here, there);
  }

  io::ResultReader& reader_;
  Poses* poses_;
  std::vector<double> row_, last_;
  std::vector<std::size_t> signals_;   // columns of the file that become signals
  std::vector<std::size_t> recorded_;  // columns of poses in the file; empty: they are computed
  std::vector<io::ResultColumn> frame_columns_;
  std::optional<Series> series_;
  std::optional<Frames> frames_;
  std::optional<std::pair<double, double>> other_energy_;  // J, of the model and of the file
  std::int64_t without_time_ = 0, not_finite_ = 0;
};

// CSV files say neither unit nor description; those of a model are known.
void describe(DataTable& table, const EquationsOfMotion& system) {
  io::Record all;
  all.lambda = all.accelerations = true;
  all.forces = all.reactions = all.bodies = system.observable() != nullptr;
  const io::Columns known(system.names(), all, system.observable());
  for (DataTable::Column& c : table.columns) {
    if (!c.unit.empty() || !c.description.empty()) continue;
    const auto found = std::find(known.names().begin(), known.names().end(), c.name);
    if (found == known.names().end()) continue;
    const auto k = static_cast<std::size_t>(found - known.names().begin());
    c.unit = known.units()[k];
    c.description = known.descriptions()[k];
  }
}

}  // namespace

std::string description_of(const io::OpenModel& model) {
  if (model.mechanism != nullptr) return model.mechanism->model().description;
  const problem::ProblemEntry* p = problem::find_problem(model.name);
  return p == nullptr ? "" : std::string(p->summary);
}

std::optional<io::OpenModel> model_in(const io::Provenance& from) {
  const io::StatedMethod method(from.method);
  if (from.model_text.empty()) {
    if (problem::find_problem(from.model) == nullptr) return std::nullopt;
    return io::open_model(from.model, from.set, method);
  }
  std::string source = source_of(from);
  if (!source.ends_with(".yaml") && !source.ends_with(".yml")) source += ".yaml";
  const io::SortedSettings sorted = io::sorted_settings(from.set);
  std::map<std::string, std::string> parameters;
  for (const std::string& s : sorted.parameters)
    parameters[s.substr(0, s.find('='))] = s.substr(s.find('=') + 1);
  return io::open_model(io::read_model(from.model_text, source, parameters), sorted.others, method,
                        from.assembled);
}

RunReport report_of(io::ResultReader& reader, const io::OpenModel* model) {
  RunReport report;
  report.from = reader.from();
  report.summary = reader.summary();
  std::optional<Poses> poses;
  if (model != nullptr && model->mechanism != nullptr)
    poses.emplace(model->mechanism, model->start, reader.columns());
  Rows rows(reader, poses ? &*poses : nullptr);
  rows.read();
  report.series = rows.series();
  report.frames = rows.frames();
  report.warnings = rows.remarks();
  if (model == nullptr) return report;
  report.description = description_of(*model);
  describe(report.series, *model->system);
  describe(report.frames, *model->system);
  if (!poses) return report;
  report.scene = scene_of(*model->mechanism, model->start, report.frames);
  const bool known = report.from.step > 0 && !report.from.method.empty();
  if (known && !compose(io::read_method(report.from.method)).adaptive())
    for (std::string& w :
         warnings_of(*model->mechanism, report.from.step, model->start, poses->state()))
      report.warnings.push_back(std::move(w));
  return report;
}

}  // namespace takt::web
