// The result of an experiment: a text for the terminal, tables for files, and one sentence.
#pragma once

#include <string>
#include <vector>

namespace takt::reproduce {

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

}  // namespace takt::reproduce
