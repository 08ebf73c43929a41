// The result of an experiment: a text for the terminal, tables for files, charts, its statements with what
// our runs say to them, and one sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "web/page/page.hpp"

namespace takt::reproduce {

struct Table {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

// Who says what a check looks at. A sentence or a printed number of a paper has its place there. All
// others are marked, so that nobody takes them for the paper's.
struct Source {
  enum class By {
    paper,
    us,             // the paper does not say it
    other_program,  // a value that an independent program computed (reference/benchmarks.md)
    regression      // a limit that was set with our result in view: it guards, it proves nothing
  };
  By by;
  std::string_view place;  // in the paper: "section 4.2", "table 2"
};
constexpr Source said_in(std::string_view place) { return {Source::By::paper, place}; }
inline constexpr Source by_us{Source::By::us, {}}, by_other_program{Source::By::other_program, {}},
    against_regression{Source::By::regression, {}};
std::string name(const Source&);  // "section 4.2", "ours"

struct Check {
  Source from;
  std::string statement, measured;
  bool holds;
  std::string brief;     // the statement in a few words, for the concluding sentence
  std::string why = {};  // where it does not hold: the reason, as far as it is known
};

struct Report {
  std::string text;
  std::vector<Table> tables;
  std::vector<Check> checks;
  std::vector<web::ChartSection> charts;  // for its page
  std::string sentence;
  bool agrees = true;  // all checks hold
};

}  // namespace takt::reproduce
