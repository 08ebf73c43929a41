#include "takt/io/model_file/inputs.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/terminal/style.hpp"
#include "takt/io/units/quantity.hpp"

namespace takt::io {
namespace {

constexpr std::string_view prefix = "u.";

// A number without unit is in the unit of the input, which is SI; a unit must have its dimension.
double value_of(const Signal& s, const std::string& text, const std::string& where) {
  const Quantity q = parse_quantity(text, where);
  if (q.bare || s.unit.empty()) return q.value;
  Quantity own;
  try {
    own = parse_quantity("1 " + s.unit, where);
  } catch (const Error&) {
    return q.value;  // the unit of this input is free text and cannot be checked
  }
  if (!fits(q.dimension, own.dimension))
    throw Error("'" + text + "' is no value of input '" + s.name + "', whose unit is " + s.unit,
                where, "write a number in " + s.unit, Fault::usage);
  return q.value;
}

}  // namespace

bool names_input(const std::string& path) noexcept { return path.starts_with(prefix); }

void set_input(Model& model, const std::string& path, const std::string& text) {
  const std::string name = path.substr(prefix.size()), where = "set " + path;
  std::vector<std::string> known;
  for (Signal& s : model.signals) {
    if (s.function != nullptr) continue;
    known.push_back(std::string(prefix) + s.name);
    if (s.name != name) continue;
    const double value = value_of(s, text, where);
    if (value < s.least || value > s.most)
      throw Error("'" + text + "' is beyond the range of input '" + name + "'", where,
                  "write " + number(s.least) + " to " + number(s.most), Fault::usage);
    s.input = value;
    return;
  }
  throw Error("model '" + model.name + "' has no input '" + name + "'", where,
              known.empty() ? "it has none: a signal `type: input` makes one"
                            : did_you_mean(path, known, "its inputs are " + join(known, ", ")));
}

std::string inputs_in_words(std::span<const Input> inputs) {
  std::vector<std::string> all;
  for (const Input& i : inputs)
    all.push_back(i.name + " " + short_number(i.standard, 6) +
                  (i.unit.empty() || i.unit == "1" ? "" : " " + i.unit));
  return join(all, ", ");
}

}  // namespace takt::io
