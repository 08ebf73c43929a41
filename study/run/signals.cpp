#include "study/run/signals.hpp"

#include <algorithm>

#include "takt/base/text.hpp"

namespace takt::study {

io::Record record_for(const std::vector<std::string>& formulas) {
  io::Record r;
  for (const std::string& formula : formulas)
    for (const std::string& name : element::Expression::names_in(formula)) {
      r.lambda = r.lambda || name.starts_with("lambda.");
      r.accelerations = r.accelerations || name.starts_with("a.");
      r.forces = r.forces || name.starts_with("force.");
      r.reactions = r.reactions || name.starts_with("reaction.");
      r.bodies = r.bodies || name.starts_with("body.");
    }
  return r;
}

Signals::Signals(const std::vector<std::string>& formulas, const std::vector<std::string>& at,
                 const io::Columns& columns) {
  const std::vector<std::string>& known = columns.names();
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    One one;
    // The names of some columns are no names in formulas, as `lambda.rod.1`.
    if (const auto found = std::find(known.begin(), known.end(), formulas[k]);
        found != known.end()) {
      one.plain = true;
      one.columns.push_back(static_cast<std::size_t>(found - known.begin()));
      all_.push_back(std::move(one));
      continue;
    }
    std::vector<std::string> names;
    for (const std::string& name : element::Expression::names_in(formulas[k]))
      if (const auto found = std::find(known.begin(), known.end(), name); found != known.end()) {
        names.push_back(name);
        one.columns.push_back(static_cast<std::size_t>(found - known.begin()));
      }
    try {
      one.formula = element::Expression::compile(formulas[k], names);
    } catch (const element::ExpressionError& e) {
      if (e.unknown.empty())
        throw Error("in '" + formulas[k] + "', character " + std::to_string(e.column) + ": " +
                        e.what(),
                    at[k], e.hint);
      throw Error("there is no column '" + e.unknown + "'", at[k],
                  did_you_mean(e.unknown, known, "the columns are " + join(known, ", ")));
    }
    all_.push_back(std::move(one));
  }
}

void Signals::evaluate(std::span<const double> row, std::span<double> values,
                       std::vector<double>& work) const noexcept {
  for (std::size_t k = 0; k < all_.size(); ++k) {
    const One& one = all_[k];
    if (one.plain) {
      values[k] = row[one.columns[0]];
      continue;
    }
    work.resize(one.columns.size());
    for (std::size_t i = 0; i < work.size(); ++i) work[i] = row[one.columns[i]];
    values[k] = one.formula(work);
  }
}

}  // namespace takt::study
