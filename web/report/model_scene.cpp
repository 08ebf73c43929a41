#include "web/report/model_scene.hpp"

#include "takt/eom/evaluator.hpp"
#include "takt/model/doubts.hpp"
#include "takt/simulate/coarse_steps.hpp"

namespace takt::web {

scene::Scene scene_of(const mechanism::Mechanism& m, const State& start) {
  scene::Scene s;
  Evaluator eval(m);
  eval.place(Slot::start, start);
  std::vector<Motion> motions(m.model().bodies.size());
  m.motions(eval.point(Slot::start), motions, eval.scratch());
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const auto& body = m.model().bodies[k];
    scene::Body b;
    b.name = body.name;
    b.pose = {motions[k].R, motions[k].p};
    b.shapes.push_back({scene::Shape::Kind::sphere, {0.1}, {}, {}, scene::Shape::Part::own});
    b.automatic = true;
    s.bodies.push_back(std::move(b));
  }
  s.main = s.bodies.size() > 1 ? 1 : 0;
  return s;
}

std::vector<std::string> warnings_of(const mechanism::Mechanism& m, double step, const State& start,
                                     const State& end) {
  std::vector<std::string> list;
  for (const Doubt& d : doubts(m.model(), step))
    list.push_back(d.what + (d.where.empty() ? "" : " (" + d.where + ")") +
                   (d.hint.empty() ? "" : "; try: " + d.hint));
  if (step > 0)
    for (const CoarseStep& c : coarse_steps(m, step, start, end)) list.push_back(sentence(c, step));
  return list;
}

}  // namespace takt::web
