#include "takt/analyse/check_json.hpp"

#include <cmath>

#include "takt/io/results/force_meaning.hpp"

namespace takt::analyse {
namespace {

using Json = nlohmann::ordered_json;

Json finite(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

template <class Values> Json named(const std::vector<std::string>& names, const Values& values) {
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size() && i < static_cast<std::size_t>(values.size()); ++i)
    object[names[i]] = finite(values[static_cast<Index>(i)]);
  return object;
}

Json named(const std::vector<std::string>& names, const std::vector<double>& values) {
  return named(names, Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size())));
}

Json units(const std::vector<std::string>& names, const std::vector<std::string>& known) {
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i)
    object[names[i]] = i < known.size() && !known[i].empty() ? Json(known[i]) : Json(nullptr);
  return object;
}

// Units of the values of the equilibrium.
Json units_of(const Checked& c) {
  const Names& names = c.system().names();
  std::vector<std::string> forces;
  for (const std::string& name : c.equilibrium->force_names)
    forces.push_back(io::meaning_of_force(c.mechanism->model(), name).unit);
  return {{"speed", "m/s"},
          {"q", units(names.q, names.q_units)},
          {"v", units(names.v, names.v_units)},
          {"out", units(names.outputs, names.output_units)},
          {"forces", units(c.equilibrium->force_names, forces)}};
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
      elements[model.forces[e.force].name] = {
          {"length", finite(e.s)}, {"force", finite(e.report)}, {"ratio", finite(e.ratio)}};
    points.push_back({{"travel", p.z},
                      {"camber", finite(p.camber)},
                      {"toe", finite(p.toe)},
                      {"track", finite(p.track)},
                      {"load", finite(p.load)},
                      {"stiffness", finite(p.stiffness)},
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
  j["redundant"] = Json::array();
  for (const Redundant& r : c.inspection.redundant) j["redundant"].push_back(r.name);
  j["singular"] = c.inspection.singular();
  if (c.mechanism != nullptr) {
    j["mass"] = finite(c.mass.mass);
    j["com"] = {finite(c.mass.centre[0]), finite(c.mass.centre[1]), finite(c.mass.centre[2])};
  }
  j["residual"] = {{"position", finite(c.residual.position)},
                   {"velocity", finite(c.residual.velocity)}};
  if (c.mechanism != nullptr) {
    add_topology(*c.mechanism, j);
    add_signals(c.system().names(), j);
  }
  if (c.equilibrium) {
    const Names& names = c.system().names();
    j["equilibrium"] = {{"speed", c.equilibrium->speed},
                        {"balanced", c.equilibrium->balance.holds},
                        {"q", named(names.q, c.equilibrium->state.q)},
                        {"v", named(names.v, c.equilibrium->state.v)},
                        {"out", named(names.outputs, c.equilibrium->out)},
                        {"forces", named(c.equilibrium->force_names, c.equilibrium->forces)}};
    j["units"] = units_of(c);
  }
  if (c.modes) {
    j["modes"] = Json::array();
    for (const Mode& m : c.modes->all) j["modes"].push_back({finite(m.re), finite(m.im)});
    j["balanced"] = c.modes->balance.holds;
  }
  for (const Travel& t : c.travels) j["travel"].push_back(of_travel(c, t));
  return j;
}

}  // namespace takt::analyse
