#include "takt/analyse/check_json.hpp"

#include "takt/io/results/force_meaning.hpp"
#include "takt/io/results/json.hpp"

namespace takt::analyse {
namespace {

using Json = nlohmann::ordered_json;
using io::by_name;
using io::number_or_null;
using io::units_by_name;

// Units of the values of the equilibrium.
Json units_of(const Checked& c) {
  const Names& names = c.system().names();
  std::vector<std::string> forces;
  for (const std::string& name : c.equilibrium->force_names)
    forces.push_back(io::meaning_of_force(c.mechanism->model(), name).unit);
  return {{"speed", "m/s"},
          {"q", units_by_name(names.q, names.q_units)},
          {"v", units_by_name(names.v, names.v_units)},
          {"out", units_by_name(names.outputs, names.output_units)},
          {"forces", units_by_name(c.equilibrium->force_names, forces)}};
}

void add_topology(const mechanism::Mechanism& m, Json& j) {
  const Model& model = m.model();
  const auto& topology = m.tree()->topology;
  const auto name_of = [&](int body) { return model.bodies[body].name; };
  j["tree"] = Json::array();
  for (std::size_t k = 1; k < topology.order.size(); ++k) {
    const int b = topology.order[k];
    const auto& to = topology.to[b];
    const Joint& joint = model.joints[to.joint];
    j["tree"].push_back({{"body", name_of(b)},
                         {"parent", name_of(to.parent)},
                         {"joint", joint.name},
                         {"type", joint.type->name}});
  }
  j["cuts"] = Json::array();
  for (int cut : topology.cut) {
    const Joint& joint = model.joints[cut];
    j["cuts"].push_back(
        {{"joint", joint.name}, {"type", joint.type->name}, {"rows", joint.type->cut.size()}});
  }
}

// In the order of frames to and from a controller.
void add_signals(const Names& names, Json& j) {
  j["inputs"] = Json::array();
  for (const Input& i : names.inputs)
    j["inputs"].push_back({{"name", i.name},
                           {"unit", i.unit},
                           {"value", i.standard},
                           {"least", i.least},
                           {"most", i.most},
                           {"between", i.interpolated ? "line" : "hold"}});
  j["outputs"] = names.outputs;
}

Json of_travel(const Checked& c, const Travel& t) {
  const Model& model = c.mechanism->model();
  Json points = Json::array();
  for (const TravelPoint& p : t.points) {
    Json elements = Json::object();
    for (const TravelElement& e : p.elements)
      elements[model.forces[e.force].name] = {{"length", number_or_null(e.s)},
                                              {"force", number_or_null(e.report)},
                                              {"ratio", number_or_null(e.ratio)}};
    points.push_back({{"travel", p.z},
                      {"camber", number_or_null(p.camber)},
                      {"toe", number_or_null(p.toe)},
                      {"track", number_or_null(p.track)},
                      {"load", number_or_null(p.load)},
                      {"stiffness", number_or_null(p.stiffness)},
                      {"elements", std::move(elements)}});
  }
  const auto maybe = [](const std::optional<double>& x) { return x ? Json(*x) : Json(nullptr); };
  return {{"wheel", t.wheel.name},
          {"hanging", maybe(t.hanging)},
          {"lowest", maybe(t.lowest)},
          {"highest", maybe(t.highest)},
          {"points", std::move(points)}};
}

}  // namespace

Json to_json(const Checked& c) {
  const Shape& shape = c.system().shape();
  Json j;
  j["model"] = c.open.name;
  if (c.mechanism != nullptr) {
    const Model& model = c.mechanism->model();
    const bool refused = !c.natural_refusal.empty();
    j["bodies"] = model.bodies.size() - 1;
    j["joints"] = model.joints.size();
    j["coordinates"] = {{"joint", shape.nv},
                        {"natural", refused ? Json(nullptr) : Json(c.natural_coordinates)}};
    j["constraints"] = {{"joint", shape.ng},
                        {"natural", refused ? Json(nullptr) : Json(c.natural_rows)}};
    if (refused) j["natural_refused"] = c.natural_refusal;
  } else {  // hand-written problems have coordinates of their own
    j["coordinates"] = {{"own", shape.nv}};
    j["constraints"] = {{"own", shape.ng}};
  }
  j["dof"] = {{"gruebler", c.gruebler}, {"true", c.inspection.freedoms}};
  j["switches"] = names_of_switches(c.system());
  j["redundant"] = Json::array();
  for (const Redundant& r : c.inspection.redundant) j["redundant"].push_back(r.name);
  j["singular"] = c.inspection.singular();
  if (c.mechanism != nullptr) {
    j["mass"] = number_or_null(c.mass.mass);
    j["com"] = {number_or_null(c.mass.centre[0]), number_or_null(c.mass.centre[1]),
                number_or_null(c.mass.centre[2])};
  }
  j["residual"] = {{"position", number_or_null(c.residual.position)},
                   {"velocity", number_or_null(c.residual.velocity)}};
  if (c.mechanism != nullptr) {
    add_topology(*c.mechanism, j);
    add_signals(c.system().names(), j);
  }
  if (c.equilibrium) {
    const Names& names = c.system().names();
    j["equilibrium"] = {{"speed", c.equilibrium->speed},
                        {"balanced", c.equilibrium->balance.holds},
                        {"q", by_name(names.q, c.equilibrium->state.q)},
                        {"v", by_name(names.v, c.equilibrium->state.v)},
                        {"out", by_name(names.outputs, c.equilibrium->out)},
                        {"forces", by_name(c.equilibrium->force_names, c.equilibrium->forces)}};
    j["units"] = units_of(c);
  }
  if (c.modes) {
    j["modes"] = Json::array();
    for (const Mode& m : c.modes->all)
      j["modes"].push_back({number_or_null(m.re), number_or_null(m.im)});
    j["balanced"] = c.modes->balance.holds;
  }
  for (const Travel& t : c.travels) j["travel"].push_back(of_travel(c, t));
  return j;
}

}  // namespace takt::analyse
