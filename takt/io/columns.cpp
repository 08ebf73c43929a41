#include "takt/io/columns.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

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

Columns::Columns(const Names& n, const Record& record, const Observable* seen)
    : names_{"t"}, record_(record) {
  const auto add = [&](std::string_view kind, const std::vector<std::string>& names) {
    for (const std::string& name : names) names_.push_back(std::string(kind) + name);
  };
  add("q.", n.q);
  add("v.", n.v);
  add("z.", n.z);
  add("out.", n.outputs);
  add("energy.", {"kinetic", "potential", "total"});
  add("drift.", {"position", "velocity", "acceleration"});
  if (record.lambda) add("lambda.", n.rows);
  if (record.accelerations) add("a.", n.v);
  if (seen != nullptr)
    for (Observe what : record.observed()) add("", seen->columns(what));
}

void Columns::fill(const Sample& sample, std::span<double> row) const noexcept {
  std::size_t k = 0;
  const auto add = [&](double x) { row[k++] = x; };
  const auto add_all = [&](const auto& values) {
    for (double x : values) add(x);
  };
  const State& s = sample.state;
  add(s.t);
  add_all(s.q);
  add_all(s.v);
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
  if (record_.accelerations) add_all(sample.monitor.acceleration());
  if (record_.forces) add_all(sample.monitor.observed(Observe::forces));
  if (record_.reactions) add_all(sample.monitor.observed(Observe::reactions));
  if (record_.bodies) add_all(sample.monitor.observed(Observe::bodies));
}

}  // namespace takt::io
