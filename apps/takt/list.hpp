// What the lists hold, of whatever kind: read by `takt list` and by the reference page.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace takt::app {

struct ItemOption {
  std::string name, standard, meaning, allowed;
};

struct Item {  // a line of a list
  std::string name, source, summary;
  std::vector<std::string> facts;  // "order 2", "bounded"
  std::vector<ItemOption> options;
};

struct Kind {
  std::string_view name, title;
  std::vector<Item> (*items)();
  std::string_view none;  // what to say when there is nothing
};

std::span<const Kind> kinds() noexcept;

}  // namespace takt::app
