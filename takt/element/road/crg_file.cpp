#include "takt/element/road/crg_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::element {
namespace {

constexpr double same_heading = 1e-6;  // rad, within which a reference line is straight

std::string_view stripped(std::string_view s) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = s.find_first_not_of(blank);
  return first == s.npos ? std::string_view{}
                         : s.substr(first, s.find_last_not_of(blank) - first + 1);
}

// Names of sections, keys and channels are not case-sensitive.
std::string in_capitals(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

class CrgReader {
 public:
  CrgReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  GridFile read() {
    while (read_header_line()) {
    }
    check_header();
    GridFile grid;
    while (read_record(grid)) {
    }
    place(grid);
    return grid;
  }

 private:
  enum class Channel { height, phi };

  std::string where() const { return name_ + ":" + std::to_string(line_); }

  std::optional<std::string_view> next_line() {
    if (text_.empty()) return std::nullopt;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    std::string_view line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
    return line;
  }

  double number_of(std::string_view cell) const {
    double x = 0;
    if (!parse_number(cell, x))
      throw Error("'" + std::string(cell.substr(0, 40)) + "' is not a finite number", where(),
                  "write numbers in m");
    return x;
  }

  // False after the line of dollars that ends the header.
  bool read_header_line() {
    const auto line = next_line();
    if (!line)
      throw Error("the header of the OpenCRG file has no end", name_,
                  "a line $$$$ stands before the heights");
    std::string_view content = stripped(*line);
    if (content.starts_with("$$")) return false;
    if (content.starts_with('$')) {
      const std::size_t end = content.find_first_of(" \t!", 1);
      section_ = in_capitals(content.substr(1, end == content.npos ? end : end - 1));
      if (section_ == "ROAD_CRG_FILE")
        throw Error("the OpenCRG file takes its data from another file", where(),
                    "give the file with the data");
      return true;
    }
    if (section_ == "CT" || content.starts_with('*')) return true;  // comments
    content = stripped(content.substr(0, content.find('!')));
    if (content.empty()) return true;
    if (section_ == "ROAD_CRG") read_parameter(content);
    if (section_ == "ROAD_CRG_MODS")
      throw Error("modifiers of an OpenCRG file are not read", where(),
                  "write the road with its modifiers applied");
    if (section_ == "KD_DEFINITION") read_definition(content);
    return true;
  }

  void read_parameter(std::string_view content) {
    const std::size_t equals = content.find('=');
    if (equals == content.npos)
      throw Error("'" + std::string(content.substr(0, 40)) + "' is no parameter", where(),
                  "write KEY = NUMBER");
    const std::string key = in_capitals(stripped(content.substr(0, equals)));
    const double value = number_of(stripped(content.substr(equals + 1)));
    for (const char* level : {"REFERENCE_LINE_START_S", "REFERENCE_LINE_END_S",
                              "REFERENCE_LINE_START_B", "REFERENCE_LINE_END_B"})
      if (key == level && value != 0)
        throw Error("the reference line of the OpenCRG file slopes or banks: " + key + " is " +
                        number(value),
                    where(), "write the road with slope and banking in its heights");
    parameters_[key] = value;
  }

  void read_definition(std::string_view content) {
    if (content.starts_with("#:")) {
      const std::string format = in_capitals(stripped(content.substr(2)));
      if (format == "LRFI") width_ = 10;
      if (format == "LDFI") width_ = 20;
      if (width_ == 0)
        throw Error("data of the format '" + format.substr(0, 40) + "' are not read", where(),
                    "write the OpenCRG file as text: LRFI or LDFI");
    } else if (content.starts_with("D:") || content.starts_with("d:")) {
      read_channel(content.substr(2));
    }
  }

  void read_channel(std::string_view content) {
    const std::string label = in_capitals(stripped(content.substr(0, content.find(','))));
    constexpr std::string_view section = "LONG SECTION";
    if (label == "REFERENCE LINE PHI") {
      channels_.push_back(Channel::phi);
    } else if (label.starts_with(section)) {
      std::string_view rest = stripped(std::string_view(label).substr(section.size()));
      const bool placed = rest.starts_with("AT V");
      if (placed) {
        const std::size_t equals = rest.find('=');
        rest = equals == rest.npos ? "" : stripped(rest.substr(equals + 1));
      }
      const double at = number_of(rest);
      if (!v_.empty() && placed != placed_)
        throw Error("long sections have both numbers and positions", where(), "write one of them");
      if (!placed && at != static_cast<double>(v_.size() + 1))
        throw Error("long section " + number(at) + " is where number " +
                        std::to_string(v_.size() + 1) + " is expected",
                    where(), "write them in their order, from the right to the left");
      placed_ = placed;
      v_.push_back(at);
      channels_.push_back(Channel::height);
    } else {
      throw Error("the channel '" + std::string(stripped(content.substr(0, 40))) + "' is not read",
                  where(),
                  "known are long sections and the reference line phi; write the road with slope "
                  "and banking in its heights");
    }
  }

  double parameter(const char* key, double otherwise) const {
    const auto found = parameters_.find(key);
    return found == parameters_.end() ? otherwise : found->second;
  }
  bool has(const char* key) const { return parameters_.contains(key); }

  void check_header() {
    if (width_ == 0)
      throw Error("the OpenCRG file names no format of its data", where(),
                  "write #:LRFI or #:LDFI in $KD_DEFINITION; binary data are not read");
    if (v_.size() < 2)
      throw Error("the OpenCRG file has " + std::to_string(v_.size()) + " long sections", where(),
                  "a road needs two or more");
  }

  // The numbers of one u; false at the end of the file.
  bool read_record(GridFile& grid) {
    std::vector<double>& row = grid.heights.emplace_back();
    const std::size_t in_a_line = 80 / width_;
    for (std::size_t k = 0; k < channels_.size(); k += in_a_line) {
      const auto line = next_line();
      if (!line || stripped(*line).empty()) {  // the end, or empty lines before it
        grid.heights.pop_back();
        if (k > 0 || !stripped_all_of_the_rest())
          throw Error("the line has no heights", where(), "a row of long sections ends early");
        return false;
      }
      for (std::size_t j = 0; j < std::min(in_a_line, channels_.size() - k); ++j) {
        const std::size_t from = j * width_;
        const std::string_view cell =
            from < line->size() ? stripped(line->substr(from, width_)) : std::string_view{};
        if (channels_[k + j] == Channel::phi) {
          read_heading(cell, grid.heights.size());
        } else {
          if (cell.empty() || cell.starts_with('*') || in_capitals(cell) == "NAN")
            throw Error("a height is missing", where(), "fill the gaps of the measurement first");
          row.push_back(number_of(cell));
        }
      }
    }
    return true;
  }

  bool stripped_all_of_the_rest() const { return text_.find_first_not_of(" \t\r\n") == text_.npos; }

  // The heading of row n is that of the piece before it, so the first may be unset.
  void read_heading(std::string_view cell, std::size_t n) {
    if (n < 2) return;
    const double phi = number_of(cell);
    if (!heading_) heading_ = phi;
    if (std::abs(phi - *heading_) > same_heading)
      throw Error("the reference line of the OpenCRG file is curved: its heading goes from " +
                      number(*heading_) + " to " + number(phi) + " rad",
                  where(), "interpolate the road to a grid in x and y");
  }

  void place(GridFile& grid) const {
    const std::size_t rows = grid.heights.size(), sections = v_.size();
    if (rows < 2)
      throw Error("the OpenCRG file has " + std::to_string(rows) + " rows of heights", name_,
                  "a road needs two or more");
    const double pieces = static_cast<double>(rows - 1);
    grid.start_x = parameter("REFERENCE_LINE_START_U", 0);
    const double end = parameter("REFERENCE_LINE_END_U", 0);
    grid.step_x = parameter("REFERENCE_LINE_INCREMENT", (end - grid.start_x) / pieces);
    require_step(grid.step_x, "REFERENCE_LINE_INCREMENT");
    const double last = grid.start_x + pieces * grid.step_x;
    if (has("REFERENCE_LINE_END_U") && !(std::abs(end - last) <= 0.5 * grid.step_x))
      throw Error("the " + std::to_string(rows) + " rows of heights end at u = " + number(last) +
                      ", but REFERENCE_LINE_END_U is " + number(end),
                  name_, "see REFERENCE_LINE_INCREMENT, or whether rows are missing");
    if (placed_) {
      require_even(v_, "v", name_, grid.start_y, grid.step_y);
      return;
    }
    const double wide = static_cast<double>(sections - 1);
    const double right = parameter("LONG_SECTION_V_RIGHT", 0);
    const double left = parameter("LONG_SECTION_V_LEFT", 0);
    grid.step_y = parameter("LONG_SECTION_V_INCREMENT", (left - right) / wide);
    require_step(grid.step_y, "LONG_SECTION_V_INCREMENT");
    grid.start_y = has("LONG_SECTION_V_RIGHT")  ? right
                   : has("LONG_SECTION_V_LEFT") ? left - wide * grid.step_y
                                                : -wide * grid.step_y / 2;
    if (has("LONG_SECTION_V_LEFT") &&
        !(std::abs(left - grid.start_y - wide * grid.step_y) <= 0.5 * grid.step_y))
      throw Error("the " + std::to_string(sections) +
                      " long sections end at v = " + number(grid.start_y + wide * grid.step_y) +
                      ", but LONG_SECTION_V_LEFT is " + number(left),
                  name_, "see LONG_SECTION_V_INCREMENT");
  }
  void require_step(double step, const char* key) const {
    if (!(step > 0) || !std::isfinite(step))
      throw Error(std::string(key) + " is " + number(step) + " but must be positive", name_,
                  "write the distance in m");
  }

  std::string_view text_;
  const std::string& name_;
  int line_ = 0;
  std::string section_;
  std::map<std::string, double> parameters_;
  std::size_t width_ = 0;  // characters of a number
  std::vector<Channel> channels_;
  std::vector<double> v_;  // positions of the long sections, or their numbers
  bool placed_ = false;    // positions
  std::optional<double> heading_;
};

}  // namespace

GridFile parse_crg(std::string_view text, const std::string& name) {
  return CrgReader(text, name).read();
}

}  // namespace takt::element
