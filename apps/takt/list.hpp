// The contents of all lists, for `takt list` and for the reference page.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace takt::app {

struct ItemOption {
  std::string name, standard, meaning, allowed;
};

struct Item {  // one line of a list
  std::string name, source, summary;
  std::vector<std::string> facts;  // "order 2", "bounded"
  std::vector<ItemOption> options;
};

struct Kind {
  std::string_view name, title;
  std::vector<Item> (*items)();
  std::string_view none = {};    // text to print if the list is empty
  bool counted = false;          // too long for the overview, which says how many there are
  std::string_view before = {};  // name of the list that is printed before this one
};

std::span<const Kind> kinds() noexcept;

}  // namespace takt::app
