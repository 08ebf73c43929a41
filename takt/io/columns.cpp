#include "takt/io/columns.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::io {

Record parse_record(std::string_view text) {
  const std::vector<std::string> known{"lambda", "accelerations", "forces", "reactions", "bodies"};
  Record record;
  for (const std::string& word : split(text, ',')) {
    if (word == "lambda")
      record.lambda = true;
    else if (word == "accelerations")
      record.accelerations = true;
    else if (word == "forces" || word == "reactions" || word == "bodies")
      throw Error("'" + word + "' can be recorded only for mechanisms", "record",
                  "problems written by hand have lambda and accelerations", Fault::usage);
    else
      throw Error("'" + word + "' cannot be recorded", "record",
                  did_you_mean(word, known, "write " + join(known, ", ")), Fault::usage);
  }
  return record;
}

Columns::Columns(const Names& n, const Record& record) : names_{"t"}, record_(record) {
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
}

}  // namespace takt::io
