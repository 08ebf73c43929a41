#include "web/report/model_scene.hpp"

#include "takt/model/doubts.hpp"
#include "takt/scene/describe.hpp"
#include "takt/scene/rails.hpp"
#include "takt/scene/surfaces.hpp"
#include "takt/simulate/coarse_steps.hpp"
#include "web/report/run_findings.hpp"

namespace takt::web {

namespace {

// Where a body goes; empty without frames.
std::vector<Vec3> path_of(const std::string& body, const DataTable& frames) {
  std::vector<Vec3> path;
  for (int axis = 0; axis < 3; ++axis)
    for (const DataTable::Column& c : frames.columns) {
      if (c.name != "body." + body + "." + "xyz"[axis]) continue;
      path.resize(c.values.size(), Vec3::Zero());
      for (std::size_t i = 0; i < path.size(); ++i) path[i][axis] = c.values[i];
    }
  std::erase_if(path, [](const Vec3& p) { return !p.allFinite(); });
  return path;
}

// A railway vehicle counts x in a frame that moves along the track; in the picture the track stands still.
void stop_the_track(const mechanism::Mechanism& m, DataTable& frames) {
  const int way = scene::way_of_frame(m.model());
  if (way < 0 || frames.columns.empty()) return;
  std::vector<double> passed;
  for (const double t : frames.columns.front().values) passed.push_back(m.excitation_at(t).u[way]);
  for (DataTable::Column& c : frames.columns)
    if (c.name.starts_with("body.") && c.name.ends_with(".x")) {
      for (std::size_t i = 0; i < passed.size(); ++i) c.values[i] += passed[i];
      c.description += ", and how far the frame has come along the track";
    }
}

}  // namespace

scene::Scene scene_of(const mechanism::Mechanism& m, const State& start, DataTable& frames) {
  stop_the_track(m, frames);
  scene::Scene s = scene::describe(m, start);
  const std::vector<Vec3> path =
      path_of(s.bodies.at(static_cast<std::size_t>(s.main)).name, frames);
  if (path.empty())
    scene::add_surfaces(s, m.model());
  else
    scene::add_surfaces(s, m.model(), path);
  return s;
}

std::vector<std::string> warnings_of(const mechanism::Mechanism& m, double step, const State& start,
                                     const State& end) {
  std::vector<std::string> list;
  for (const Doubt& d : doubts(m.model(), step))
    list.push_back(capitalised(d.what) + (d.where.empty() ? "" : " (" + d.where + ")") +
                   (d.hint.empty() ? "" : "; try: " + d.hint));
  if (step > 0)
    for (const CoarseStep& c : coarse_steps(m, step, start, end))
      list.push_back(capitalised(sentence(c, step)));
  return list;
}

}  // namespace takt::web
