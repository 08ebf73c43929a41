#include "takt/io/results/columns.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/force_meaning.hpp"
#include "takt/mechanism/mechanism.hpp"

namespace takt::io {

std::vector<Observe> Record::observed() const {
  std::vector<Observe> list;
  if (forces) list.push_back(Observe::forces);
  if (reactions) list.push_back(Observe::reactions);
  if (bodies) list.push_back(Observe::bodies);
  return list;
}

Record parse_record(std::string_view text, bool mechanism) {
  const std::vector<std::string> known{"lambda", "accelerations", "forces", "reactions", "bodies"};
  Record record;
  for (const std::string& word : split(text, ',')) {
    if (word == "lambda")
      record.lambda = true;
    else if (word == "accelerations")
      record.accelerations = true;
    else if (mechanism && word == "forces")
      record.forces = true;
    else if (mechanism && word == "reactions")
      record.reactions = true;
    else if (mechanism && word == "bodies")
      record.bodies = true;
    else if (word == "forces" || word == "reactions" || word == "bodies")
      throw Error("'" + word + "' can be recorded only for mechanisms", "record",
                  "problems written by hand have lambda and accelerations", Fault::usage);
    else
      throw Error("'" + word + "' cannot be recorded", "record",
                  did_you_mean(word, known, "write " + join(known, ", ")), Fault::usage);
  }
  return record;
}

namespace {

// The unit of the time derivative of a quantity.
std::string rate_of(const std::string& unit) {
  if (unit.empty()) return "";
  return unit.ends_with("/s") ? unit + "^2" : unit + "/s";
}

struct Suffix {
  std::string_view ends, unit, description;
};
constexpr Suffix of_reactions[] = {{"F", "N", "force"}, {"M", "N m", "moment"}};
constexpr Suffix of_bodies[] = {{"q", "1", "component of the unit quaternion"},
                                {"v", "m/s", "velocity of the centre of mass, world axes"},
                                {"w", "rad/s", "angular velocity, axes of the body"},
                                {"", "m", "position of the centre of mass, world axes"}};

}  // namespace

void Columns::add(const std::string& name, const std::string& unit,
                  const std::string& description) {
  names_.push_back(name);
  units_.push_back(unit);
  descriptions_.push_back(description);
}

// These columns begin with their kind (`force.`, `reaction.`, `body.`). Those of reactions and
// bodies end with the component.
void Columns::add_observed(const std::string& name, const mechanism::Mechanism* mechanism) {
  const std::string last = name.substr(name.rfind('.') + 1);
  const auto add_from = [&](std::span<const Suffix> known, const std::string& after) {
    for (const Suffix& s : known)
      if (last.starts_with(s.ends))
        return add(name, std::string(s.unit), std::string(s.description) + after);
  };
  if (name.starts_with("reaction."))
    add_from(of_reactions,
             " of the joint on its outboard body, at the origin of the outboard frame, axes of the "
             "inboard frame");
  else if (name.starts_with("body."))
    add_from(of_bodies, "");
  else if (mechanism != nullptr) {
    const ColumnMeaning m = meaning_of_force(mechanism->model(), name.substr(name.find('.') + 1));
    add(name, m.unit, m.description);
  } else {
    add(name, "", "tension or normal load positive");
  }
}

// The positive direction of a coordinate or its rate; empty if only the system knows it.
std::string direction_of(const mechanism::Mechanism* m, const std::string& name) {
  if (m == nullptr) return "";
  if (m->coordinates() == mechanism::Coordinates::natural) return ", world axes";
  const std::string last = name.substr(name.rfind('.') + 1);
  for (const char* part : {"qw", "qx", "qy", "qz"})
    if (last == part && last != name)
      return ": of the unit quaternion that turns axes of the outboard frame into those of the "
             "inboard one";
  for (const char* part : {"wx", "wy", "wz"})
    if (last == part && last != name)
      return ": of the outboard body relative to the inboard one, axes of the outboard frame";
  return ": of the outboard body relative to the inboard one, positive along and (right-hand rule) "
         "about the axes of the inboard frame";
}

Columns::Columns(const Names& n, const Record& record, const Observable* seen) : record_(record) {
  const auto add_all = [&](const std::string& kind, const std::vector<std::string>& names,
                           const std::vector<std::string>& units, const std::string& description,
                           const auto& direction, bool rate = false) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::string unit = k < units.size() ? units[k] : "";
      add(kind + names[k], rate ? rate_of(unit) : unit,
          description + names[k] + direction(names[k]));
    }
  };
  const auto* mechanism = dynamic_cast<const mechanism::Mechanism*>(seen);
  const auto counts = [&](const std::string& name) { return direction_of(mechanism, name); };
  const auto nothing_more = [](const std::string&) { return std::string(); };
  const auto of_multipliers = [](const std::string&) {
    return std::string(
        ", in M v' = f - G' lambda: a positive value acts towards smaller g of the row; for a rod "
        "in joint coordinates it is the tension");
  };
  const auto add_driven = [&](const std::string& kind, const std::string& description,
                              const auto& unit) {
    for (const DrivenCoordinate& d : n.driven)
      add(kind + d.name, unit(d), description + d.name + ", given by a signal" + counts(d.name));
  };
  add("t", "s", "time");
  add_all("q.", n.q, n.q_units, "coordinate ", counts);
  add_driven("q.", "coordinate ", [](const DrivenCoordinate& d) { return d.q_unit; });
  add_all("v.", n.v, n.v_units, "velocity ", counts);
  add_driven("v.", "velocity ", [](const DrivenCoordinate& d) { return d.v_unit; });
  add_all("z.", n.z, {}, "auxiliary state ", nothing_more);
  add_all("out.", n.outputs, n.output_units, "output ", nothing_more);
  add("energy.kinetic", "J", "kinetic energy");
  add("energy.potential", "J",
      "potential energy; of driven systems at the excitation of that time");
  add("energy.total", "J", "sum of kinetic and potential energy");
  add("drift.position", "", "maximum norm of g over the rows, each in its own unit");
  add("drift.velocity", "", "maximum norm of G v + gI");
  add("drift.acceleration", "", "maximum norm of G v' + gamma");
  if (record.lambda) add_all("lambda.", n.rows, {}, "multiplier of row ", of_multipliers);
  if (record.accelerations) {
    add_all("a.", n.v, n.v_units, "acceleration ", counts, true);
    add_driven("a.", "acceleration ", [](const DrivenCoordinate& d) { return rate_of(d.v_unit); });
  }
  for (const DrivenCoordinate& d : n.driven) driven_.push_back(d.signal);
  if (seen != nullptr)
    for (Observe what : record.observed())
      for (const std::string& name : seen->columns(what)) add_observed(name, mechanism);
}

Columns::Columns(std::span<const ResultColumn> columns) {
  for (const ResultColumn& c : columns) add(c.name, c.unit, c.description);
}

void Columns::fill(const Sample& sample, std::span<double> row) const noexcept {
  std::size_t k = 0;
  const auto add = [&](double x) { row[k++] = x; };
  const auto add_all = [&](const auto& values) {
    for (double x : values) add(x);
  };
  const State& s = sample.state;
  add(s.t);
  const Excitation& u = sample.monitor.excitation();
  add_all(s.q);
  for (const int signal : driven_) add(u.u[signal]);
  add_all(s.v);
  for (const int signal : driven_) add(u.du[signal]);
  add_all(s.z);
  add_all(sample.monitor.outputs());
  const Energy& e = sample.monitor.energy();
  add(e.kinetic);
  add(e.potential);
  add(e.total());
  const Drift& d = sample.monitor.drift();
  add(d.position);
  add(d.velocity);
  add(d.acceleration);
  if (record_.lambda) add_all(sample.monitor.lambda());
  if (record_.accelerations) {
    add_all(sample.monitor.acceleration());
    for (const int signal : driven_) add(u.ddu[signal]);
  }
  if (record_.forces) add_all(sample.monitor.observed(Observe::forces));
  if (record_.reactions) add_all(sample.monitor.observed(Observe::reactions));
  if (record_.bodies) add_all(sample.monitor.observed(Observe::bodies));
}

}  // namespace takt::io
