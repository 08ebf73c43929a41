#include "study/design/case_table.hpp"

#include <algorithm>
#include <cmath>

#include "study/design/random.hpp"
#include "study/design/sobol.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::study {
namespace {

constexpr DesignEntry design_entries[] = {
    {"monte_carlo", "independent random numbers", Design::monte_carlo},
    {"latin_hypercube", "each parameter takes one value in each of `count` equally likely intervals",
     Design::latin_hypercube},
    {"sobol", "a Sobol sequence, shifted at random: fills space evenly; `count` is a power of two",
     Design::sobol},
    {"sensitivity",
     "`count` blocks of d + 2 cases for d random parameters, from which Sobol indices are computed; "
     "`count` is a power of two",
     Design::sensitivity},
};

std::string product_in_words(double count) {
  return count < 9e15 ? io::grouped(static_cast<long long>(count)) : io::short_number(count, 4);
}

}  // namespace

std::span<const DesignEntry> designs() noexcept { return design_entries; }

int Study::random_parameters() const noexcept {
  return static_cast<int>(std::count_if(parameters.begin(), parameters.end(),
                                        [](const Parameter& p) { return p.random(); }));
}

CaseTable::CaseTable(const Study& study) : study_(&study), dimensions_(study.random_parameters()) {
  double samples = dimensions_ > 0 ? static_cast<double>(study.samples) : 1, each = 1;
  if (study.design == Design::sensitivity) samples *= dimensions_ + 2;
  for (const Parameter& p : study.parameters) {
    columns_.push_back(p.path);
    if (!p.random()) each *= static_cast<double>(p.values.size());
  }
  const auto axis = [&](const char* name, std::size_t size) {
    if (size > 0) columns_.emplace_back(name), each *= static_cast<double>(size);
  };
  axis("inputs", study.inputs.size());
  axis("method", study.methods.size());
  axis("step", study.steps.size());
  if (samples * each > static_cast<double>(most_cases))
    throw Error("the study has " + product_in_words(samples * each) + " cases, at most " +
                    io::grouped(most_cases) + " are allowed",
                study.file,
                "take fewer samples, or coarser grids; latin_hypercube and sobol need fewer cases "
                "than grids of many parameters",
                Fault::model);
  samples_ = static_cast<std::int64_t>(samples);
  per_sample_ = static_cast<std::int64_t>(each);
  count_ = samples_ * per_sample_;
}

double CaseTable::share(std::int64_t sample, int dimension) const noexcept {
  const auto n = static_cast<std::uint64_t>(sample);
  const auto d = static_cast<std::uint32_t>(dimension);
  const Study& s = *study_;
  switch (s.design) {
    case Design::monte_carlo: return random_number(s.seed, Stream::monte_carlo, n, d);
    case Design::latin_hypercube: {
      const double within = random_number(s.seed, Stream::within_stratum, n, d);
      return (static_cast<double>(permuted(n, s.samples, s.seed, d)) + within) /
             static_cast<double>(s.samples);
    }
    case Design::sobol: return sobol_number(n, dimension, s.seed);
    case Design::sensitivity: {
      const auto block = n / (static_cast<std::uint64_t>(dimensions_) + 2);
      const auto place = static_cast<int>(n % (static_cast<std::uint64_t>(dimensions_) + 2));
      const bool of_b = place == 1 || place == dimension + 2;
      return sobol_number(block, of_b ? dimension + dimensions_ : dimension, s.seed);
    }
  }
  return 0.5;
}

Case CaseTable::at(std::int64_t index) const {
  const Study& s = *study_;
  Case c;
  c.index = index;
  std::int64_t rest = index % per_sample_;
  const auto digit = [&](std::size_t size) {
    const auto d = static_cast<std::size_t>(rest % static_cast<std::int64_t>(size));
    rest /= static_cast<std::int64_t>(size);
    return d;
  };
  if (!s.steps.empty()) c.step = s.steps[digit(s.steps.size())];
  if (!s.methods.empty()) c.method = s.methods[digit(s.methods.size())];
  if (!s.inputs.empty()) c.inputs = s.inputs[digit(s.inputs.size())];
  std::vector<std::string> values(s.parameters.size());
  c.cells.resize(s.parameters.size());
  for (std::size_t k = s.parameters.size(); k-- > 0;)
    if (const Parameter& p = s.parameters[k]; !p.random()) {
      const std::size_t chosen = digit(p.values.size());
      values[k] = p.values[chosen];
      c.cells[k] = p.cells[chosen];
    }
  int dimension = 0;
  for (std::size_t k = 0; k < s.parameters.size(); ++k)
    if (const Parameter& p = s.parameters[k]; p.random())
      values[k] = c.cells[k] = number(p.value_at(share(sample_of(index), dimension++)));
  c.set = s.set;
  for (std::size_t k = 0; k < s.parameters.size(); ++k)
    c.set.push_back(s.parameters[k].path + "=" + values[k]);
  if (!c.inputs.empty()) c.set.push_back("u=" + c.inputs);
  return c;
}

std::vector<std::string> CaseTable::cells(const Case& c) const {
  std::vector<std::string> cells = c.cells;
  if (!study_->inputs.empty()) cells.push_back(c.inputs);
  if (!study_->methods.empty()) cells.push_back(c.method);
  if (!study_->steps.empty()) cells.push_back(number(c.step));
  return cells;
}

}  // namespace takt::study
