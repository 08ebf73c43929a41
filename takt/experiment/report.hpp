// What an experiment hands back: a text for the terminal, tables for files, one sentence.
#pragma once

#include <string>
#include <vector>

namespace takt::experiment {

struct Table {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Report {
  std::string text;
  std::vector<Table> tables;
  std::string sentence;
  bool agrees = true;
};

}  // namespace takt::experiment
