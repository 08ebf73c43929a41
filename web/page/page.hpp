// What is on a page: cards, charts, tables, a mechanism that moves. Commands fill it; html.hpp makes
// the file. The same as web/src/page.ts, which explains every part.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "takt/scene/scene.hpp"

namespace takt::web {

enum class Tone { neutral, good, warn, bad };

struct Card {
  std::string label, value, note;
  Tone tone = Tone::neutral;
};

struct SceneSection {
  std::string id, title, note;
  scene::Scene scene;
  std::string table;  // with the poses over time; empty: nothing moves
};

struct SignalsSection {
  struct Mark {
    double y;
    std::string text;
  };
  struct Plot {
    std::string title;
    std::vector<std::string> columns;
    bool log = false;
    bool upper = false;  // sizes: of a thinned interval the largest counts
    std::vector<Mark> marks = {};
  };
  std::string id, title, note;
  std::vector<std::string> tables;
  std::vector<Plot> plots;
};

struct Axis {
  std::string label, unit;
  bool log = false;
};

struct Curve {
  enum class Style { line, points, both, bars, area };
  std::string name;
  std::vector<double> x, y;  // y that is not finite: nothing there
  Style style = Style::line;
  bool dashed = false;  // of another source: the paper, a bound, a fitted slope
  std::vector<std::string> labels = {};
};

struct ChartSection {
  struct Mark {
    std::optional<double> x, y;
    std::string text;
  };
  std::string id, title, note;
  Axis x, y;
  std::vector<Curve> curves;
  std::vector<Mark> marks = {};
  bool equal = false;  // the same scale on both axes
};

// The cases of a study: any of its columns over any other, one case can be picked.
struct CasesSection {
  struct Column {
    std::string name;
    bool metric = false;             // else a parameter, method or step
    std::vector<std::string> words;  // then values are their indices
    std::vector<double> values;      // not finite: nothing there
  };
  std::string id, title, note;
  std::vector<Column> columns;
  std::vector<std::int64_t> cases;
  std::vector<bool> failed;
  std::vector<std::string> commands;  // that run each alone
};

struct TableSection {
  std::string id, title, note;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<int> best = {};  // rows to point out
};

struct StatementsSection {
  struct Row {
    std::string from, statement, measured, why;
    bool holds = false;
  };
  std::string id, title, note;
  std::vector<Row> rows;
};

struct TextSection {
  std::string id, title, note, text;
};

struct SourceSection {
  std::string id, title, note, text, name;
  std::vector<std::string> settings;
};

struct LinksSection {
  struct Row {
    std::string href, title, text;
    Tone tone = Tone::neutral;
  };
  std::string id, title, note;
  std::vector<Row> rows;
};

using Section = std::variant<SceneSection, SignalsSection, ChartSection, CasesSection, TableSection,
                             StatementsSection, TextSection, SourceSection, LinksSection>;

// Columns of numbers that belong to the page. The first column is the time.
struct DataTable {
  struct Column {
    std::string name, unit, description;
    std::vector<double> values;  // stored with 4 bytes each; times and far positions with 8
  };
  std::string name;
  std::vector<Column> columns;
  std::optional<std::int64_t> thinned;  // the number of rows before it was made shorter
};

struct Page {
  std::string kind;  // "run", "show", "compare", "tune", "certify", "reproduce", "sweep", "index"
  std::string title, subtitle;
  std::string method, method_explained;  // may be empty
  std::vector<std::string> warnings;
  std::vector<Card> cards;
  std::optional<double> opens_at;  // s, the time it shows at first; nothing: the start
  std::vector<Section> sections;
  std::string version, command;
  std::string run_command;  // where `command` read results: the one that made them
  std::vector<DataTable> tables;
};

}  // namespace takt::web
