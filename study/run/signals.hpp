// Formulas of the columns of a result, evaluated at each sample: what metrics are computed from.
#pragma once

#include <string>
#include <vector>

#include "takt/element/signal/expression.hpp"
#include "takt/io/results/columns.hpp"

namespace takt::study {

// Which groups of columns must be recorded so that these formulas can be evaluated.
io::Record record_for(const std::vector<std::string>& formulas);

class Signals {
 public:
  // Throws Error: a formula that cannot be read, or names what is no column. `at`: of each, for errors.
  Signals(const std::vector<std::string>& formulas, const std::vector<std::string>& at,
          const io::Columns&);
  void evaluate(std::span<const double> row, std::span<double> values,
                std::vector<double>& work) const noexcept;
  std::size_t count() const noexcept { return all_.size(); }

 private:
  struct One {
    std::vector<std::size_t> columns;
    element::Expression formula;
    bool plain = false;  // a column by itself
  };
  std::vector<One> all_;
};

}  // namespace takt::study
