#include "web/report/poses.hpp"

#include <algorithm>

#include "takt/base/error.hpp"
#include "web/report/collector.hpp"

namespace takt::web {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

std::size_t find(std::span<const io::ResultColumn> columns, const std::string& name) {
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].name == name) return k;
  return nowhere;
}

[[noreturn]] void no_fit(const mechanism::Mechanism& m, const std::string& why) {
  const bool natural = m.coordinates() == mechanism::Coordinates::natural;
  throw Error("the results do not fit the model '" + m.model().name + "' in " +
                  (natural ? "natural" : "joint") + " coordinates: " + why,
              "--model",
              "name the model of the run, its --set, and its coordinates if they are others "
              "(--method natural:, --method joint:)",
              Fault::model);
}

}  // namespace

Poses::Poses(std::shared_ptr<const mechanism::Mechanism> mechanism, const State& start,
             std::span<const io::ResultColumn> columns)
    : mechanism_(std::move(mechanism)), scratch_(mechanism_->make_scratch()), state_(start) {
  const mechanism::Mechanism& m = *mechanism_;
  const Names& names = m.names();
  for (const std::string& q : names.q) {
    q_.push_back(find(columns, "q." + q));
    if (q_.back() == nowhere) no_fit(m, "there is no column q." + q);
  }
  for (const DrivenCoordinate& d : names.driven)
    if (const std::size_t k = find(columns, "q." + d.name); k != nowhere)
      driven_.push_back({d.signal, k});
  const auto known = [&](const std::string& name) {
    return std::any_of(names.q.begin(), names.q.end(),
                       [&](const std::string& q) { return "q." + q == name; }) ||
           std::any_of(names.driven.begin(), names.driven.end(),
                       [&](const DrivenCoordinate& d) { return "q." + d.name == name; });
  };
  for (const io::ResultColumn& c : columns)
    if (c.name.starts_with("q.") && !known(c.name)) no_fit(m, "it has no coordinate " + c.name);
  for (const std::string& v : names.v) v_.push_back(find(columns, "v." + v));
  for (const std::string& z : names.z) z_.push_back(find(columns, "z." + z));

  inputs_.resize(static_cast<std::size_t>(2 * m.shape().inputs + m.shape().kept));
  m.standard_inputs(inputs_);
  u_ = m.excitation_at(start.t);
  io::Record record;
  record.bodies = true;
  const io::Columns all(names, record, m.observable());
  const std::vector<std::string> bodies = m.columns(Observe::bodies);
  bodies_.resize(bodies.size());
  const std::size_t before = all.names().size() - bodies.size();
  for (const std::size_t k : columns_of_poses(all.names())) {
    columns_.push_back({all.names()[k], all.units()[k], all.descriptions()[k]});
    if (k >= before) pose_.push_back(k - before);
  }
}

void Poses::at(std::span<const double> row, std::span<double> poses) {
  const auto take = [&](const std::vector<std::size_t>& from, Vector& to) {
    for (std::size_t i = 0; i < from.size(); ++i)
      if (from[i] != nowhere) to[static_cast<Index>(i)] = row[from[i]];
  };
  state_.t = row[0];
  take(q_, state_.q);
  take(v_, state_.v);
  take(z_, state_.z);
  mechanism_->excite(state_.t, inputs_, u_);
  for (const Driven& d : driven_) u_.u[d.signal] = row[d.column];
  scratch_->moved();
  const Point p{state_.q, state_.v, state_.a, state_.lambda, state_.z, u_};
  mechanism_->observe(Observe::bodies, p, bodies_, *scratch_);
  poses[0] = state_.t;
  for (std::size_t i = 0; i < pose_.size(); ++i) poses[i + 1] = bodies_[pose_[i]];
}

double Poses::potential() {
  return mechanism_->potential({state_.q, state_.v, state_.a, state_.lambda, state_.z, u_},
                               *scratch_);
}

}  // namespace takt::web
