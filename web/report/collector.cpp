#include "web/report/collector.hpp"

#include <algorithm>
#include <array>

namespace takt::web {
namespace {

// Bytes before compression, which with base64 takes about as much. Then a report stays below 5 MB.
constexpr std::size_t bytes_of_series = 2'200'000, bytes_of_frames = 1'500'000;

io::Record all_but_bodies(const EquationsOfMotion& system) {
  io::Record record;
  record.forces = record.reactions = system.observable() != nullptr;
  return record;
}

io::Record only_bodies() {
  io::Record record;
  record.bodies = true;
  return record;
}

struct Counted {
  const char *name, *unit, *description;
  double (*value)(const Sample&);
};

template <std::int64_t Counters::*counter> double count(const Sample& s) {
  return s.counters == nullptr ? 0 : static_cast<double>(s.counters->*counter);
}
template <std::int64_t linear::Counters::*counter> double count_linear(const Sample& s) {
  return s.counters == nullptr ? 0 : static_cast<double>(s.counters->*counter);
}
template <double EnergyParts::*part> double energy(const Sample& s) {
  return s.account == nullptr ? 0 : s.account->parts().*part;
}

// Since the start of the run.
constexpr Counted counted[] = {
    {"account.inputs", "J", "energy that inputs and drives supplied since the start",
     energy<&EnergyParts::inputs>},
    {"account.elements", "J",
     "energy that elements supplied since the start; negative if they dissipated it",
     energy<&EnergyParts::dissipated>},
    {"account.method", "J", "energy that the method added since the start, or removed",
     energy<&EnergyParts::method>},
    {"solver.iterations", "1", "iterations since the start", count<&Counters::iterations>},
    {"solver.evaluations", "1", "evaluations of the equations of motion since the start",
     count<&Counters::evaluations>},
    {"solver.factorisations", "1", "factorisations of matrices since the start",
     count_linear<&linear::Counters::factorisations>},
    {"solver.unconverged", "1", "steps since the start whose iteration did not converge",
     count<&Counters::unconverged>},
    {"solver.rejected", "1", "steps since the start that the error test refused",
     count<&Counters::rejected>},
    {"solver.switches", "1", "discontinuities since the start, located or crossed by steps",
     [](const Sample& s) { return count<&Counters::events>(s) + count<&Counters::crossings>(s); }},
};

}  // namespace

std::vector<std::size_t> columns_of_poses(const std::vector<std::string>& names) {
  constexpr std::array<std::string_view, 7> parts{"x", "y", "z", "qw", "qx", "qy", "qz"};
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string& name = names[k];
    const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
    if (name == "t" ||
        (name.starts_with("body.") && std::find(parts.begin(), parts.end(), last) != parts.end()))
      found.push_back(k);
  }
  return found;
}

std::size_t most_series_rows(std::size_t columns) { return bytes_of_series / (4 * (columns + 1)); }
std::size_t most_frames(std::size_t columns) { return bytes_of_frames / (4 * (columns + 1)); }

Collector::Collector(const EquationsOfMotion& system)
    : columns_(system.names(), all_but_bodies(system), system.observable()),
      bodies_(system.names(), only_bodies(), system.observable()),
      pose_(columns_of_poses(bodies_.names())), row_(columns_.names().size() + std::size(counted)),
      frame_(pose_.size()), all_(bodies_.names().size()),
      series_(row_.size(), most_series_rows(row_.size())),
      frames_(frame_.size(), most_frames(frame_.size())) {}

std::vector<Observe> Collector::observed() {
  return {Observe::forces, Observe::reactions, Observe::bodies};
}

void Collector::take(const Sample& sample) {
  columns_.fill(sample, row_);
  std::size_t k = columns_.names().size();
  for (const Counted& c : counted) row_[k++] = c.value(sample);
  series_.add(row_);
  if (frame_.size() <= 1) return;
  bodies_.fill(sample, all_);
  for (std::size_t i = 0; i < pose_.size(); ++i) frame_[i] = all_[pose_[i]];
  frames_.add(frame_);
}

DataTable Collector::series() const {
  DataTable table{"series", {}, std::nullopt};
  if (series_.thinned()) table.thinned = series_.seen();
  const std::size_t recorded = columns_.names().size();
  for (std::size_t k = 0; k < recorded; ++k)
    table.columns.push_back(
        {columns_.names()[k], columns_.units()[k], columns_.descriptions()[k], series_.column(k)});
  for (std::size_t k = 0; k < std::size(counted); ++k)
    table.columns.push_back(
        {counted[k].name, counted[k].unit, counted[k].description, series_.column(recorded + k)});
  return table;
}

DataTable Collector::frames() const {
  DataTable table{"frames", {}, std::nullopt};
  if (frame_.size() <= 1) return table;
  for (std::size_t i = 0; i < pose_.size(); ++i)
    table.columns.push_back({bodies_.names()[pose_[i]], bodies_.units()[pose_[i]],
                             bodies_.descriptions()[pose_[i]], frames_.column(i)});
  return table;
}

}  // namespace takt::web
