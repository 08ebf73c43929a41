#include "takt/io/model_file/input_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/element/signal/samples.hpp"
#include "takt/io/units/quantity.hpp"

namespace takt::io {
namespace {

constexpr std::uintmax_t most_input_bytes = 512'000'000;
constexpr std::string_view sample_head = "write a first line like t,steer,brake [N m]";

std::string quoted(std::string_view cell) {
  constexpr std::size_t longest = 40;
  return "'" + std::string(cell.substr(0, longest)) + (cell.size() > longest ? "..." : "") + "'";
}

class InputReader {
 public:
  InputReader(std::string_view text, const std::string& name) : rest_(text) {
    file_.name = name;
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);  // a byte order mark
  }

  InputFile read() {
    std::string_view line;
    if (!next(line)) throw Error("the file of inputs is empty", at(), std::string(sample_head));
    separator_ = cell_separator(line);
    read_head(line);
    while (next(line)) read_row(line);
    if (file_.times.empty())
      throw Error("the file of inputs has no rows", at(),
                  "write a line for each time below the names");
    return std::move(file_);
  }

 private:
  // The next line with content.
  bool next(std::string_view& line) {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      line = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
      const std::string_view content = trimmed_cell(line);
      if (!content.empty() && !content.starts_with('#')) return true;
    }
    return false;
  }

  void read_head(std::string_view line) {
    split_cells(line, separator_, cells_);
    if (trimmed_cell(cells_[0].substr(0, cells_[0].find('['))) != "t")
      throw Error("the first column is " + quoted(cells_[0]) + ", not t", at(),
                  std::string(sample_head));
    for (std::size_t k = 0; k < cells_.size(); ++k) read_name(cells_[k], k == 0);
    if (file_.columns.empty())
      throw Error("the file has no column besides t", at(), std::string(sample_head));
  }

  void read_name(std::string_view cell, bool time) {
    InputColumn c;
    const std::size_t bracket = cell.find('[');
    c.name = trimmed_cell(cell.substr(0, bracket));
    if (bracket != cell.npos) {
      const std::size_t end = cell.find(']', bracket);
      if (end == cell.npos || !trimmed_cell(cell.substr(end + 1)).empty())
        throw Error("the unit in " + quoted(cell) + " is not closed", at(), "write name [unit]");
      c.unit = trimmed_cell(cell.substr(bracket + 1, end - bracket - 1));
    }
    if (c.name.empty()) throw Error("a column has no name", at(), std::string(sample_head));
    if (!c.unit.empty()) c.factor = parse_quantity("1 " + c.unit, at()).value;
    if (time) {
      if (!c.unit.empty()) (void)parse_quantity_in("s", "1 " + c.unit, at());
      time_factor_ = c.factor;
      return;
    }
    if (c.name.starts_with("u.")) c.name.erase(0, 2);
    for (const InputColumn& other : file_.columns)
      if (other.name == c.name)
        throw Error("the column '" + c.name + "' stands there twice", at(), "keep one of them");
    file_.columns.push_back(std::move(c));
  }

  double value(std::size_t k) const {
    double x = 0;
    if (!parse_number(cells_[k], x))
      throw Error(quoted(cells_[k]) + " in column " + column(k) + " is not a finite number", at(),
                  "write numbers only; units stand in the first line");
    return x;
  }

  void read_row(std::string_view line) {
    split_cells(line, separator_, cells_);
    if (cells_.size() != file_.columns.size() + 1)
      throw Error("the line has " + std::to_string(cells_.size()) + " cells, the first line " +
                      std::to_string(file_.columns.size() + 1),
                  at(), "write a value for each column");
    const double t = value(0) * time_factor_;
    if (!file_.times.empty() && !(t > file_.times.back()))
      throw Error(
          "the times must ascend: " + number(t) + " s follows " + number(file_.times.back()) + " s",
          at(), "sort the lines and write each time once");
    file_.times.push_back(t);
    for (std::size_t k = 1; k < cells_.size(); ++k)
      file_.columns[k - 1].values.push_back(value(k) * file_.columns[k - 1].factor);
  }

  std::string column(std::size_t k) const { return k == 0 ? "t" : file_.columns[k - 1].name; }
  std::string at() const { return file_.name + ":" + std::to_string(std::max(line_, 1)); }

  InputFile file_;
  std::string_view rest_;
  std::vector<std::string_view> cells_;
  char separator_ = ',';
  double time_factor_ = 1;
  int line_ = 0;
};

void require_unit(const Signal& s, const InputColumn& c, const std::string& where) {
  if (c.unit.empty() || s.unit.empty()) return;
  Quantity own;
  try {
    own = parse_quantity("1 " + s.unit, where);
  } catch (const Error&) {
    return;  // the unit of this input is free text and cannot be checked
  }
  if (!fits(parse_quantity("1 " + c.unit, where).dimension, own.dimension))
    throw Error(
        "the column '" + c.name + "' is in " + c.unit + ", but the unit of the input is " + s.unit,
        where, "give it in " + s.unit);
}

}  // namespace

InputFile parse_inputs(std::string_view text, const std::string& name) {
  return InputReader(text, name).read();
}

InputFile read_inputs(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code none;
  if (!fs::is_regular_file(path, none))
    throw Error("there is no file '" + path + "'", "inputs",
                "name a CSV file with a column t and columns named after inputs");
  if (fs::file_size(path, none) > most_input_bytes)
    throw Error("the file '" + path + "' is larger than 512 MB", "inputs", "use fewer rows");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in)
    throw Error("the file '" + path + "' cannot be read", "inputs", "see whether you may read it");
  return parse_inputs(text.str(), path);
}

void follow(Model& model, const InputFile& file) {
  const std::string where = file.name + ":1";
  for (const InputColumn& c : file.columns) {
    std::vector<std::string> known;
    Signal* found = nullptr;
    for (Signal& s : model.signals) {
      if (s.function != nullptr) continue;
      known.push_back(s.name);
      if (s.name == c.name) found = &s;
    }
    if (found == nullptr)
      throw Error("model '" + model.name + "' has no input '" + c.name + "'", where,
                  known.empty()
                      ? "it has none: a signal `type: input` makes one"
                      : did_you_mean(c.name, known, "its inputs are " + join(known, ", ")));
    require_unit(*found, c, where);
    for (std::size_t k = 0; k < c.values.size(); ++k)
      if (c.values[k] < found->least || c.values[k] > found->most)
        throw Error("the value " + number(c.values[k]) + " of '" + c.name +
                        "' at t = " + number(file.times[k]) + " s is beyond the range of the input",
                    file.name, "write " + number(found->least) + " to " + number(found->most));
    found->input = c.values.front();
    found->function =
        std::make_shared<element::SampledSignal>(file.times, c.values, found->interpolated);
  }
}

}  // namespace takt::io
