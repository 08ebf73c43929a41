// The values that a parameter of a study takes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace takt::study {

enum class Spread { list, grid, uniform, normal, tolerance };

struct SpreadEntry {
  std::string_view name, form, meaning;
  Spread spread;
  bool random;  // its values come from the samples of the study
};
std::span<const SpreadEntry> spreads() noexcept;  // as study files name them

struct Parameter {
  std::string path;  // what --set calls it
  std::string at;    // file:line
  Spread spread = Spread::list;
  std::vector<std::string> values;  // of list and grid: as --set takes them
  std::vector<std::string> cells;   // the same for tables: quantities as numbers in SI
  // In SI: least and most of uniform; mean and deviation of normal; nominal value and half width of
  // tolerance. normal is cut off at `least` and `most`.
  double first = 0, second = 0, least = 0, most = 0;

  bool random() const noexcept { return spread > Spread::grid; }
  double value_at(double share) const noexcept;  // inverse of the distribution function; random ones only
};

// The inverse of the standard normal distribution function, to 1e-15.
//   M. J. Wichura, Algorithm AS 241, Appl. Statist. 37 (1988)
double normal_quantile(double share) noexcept;
double normal_share(double x) noexcept;  // the distribution function

}  // namespace takt::study
