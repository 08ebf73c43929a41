#include "takt/method/all_compositions.hpp"

#include "takt/method/composition.hpp"

namespace takt {
namespace {

template <class Entry> Settings standard_settings(const Entry& e) {
  return Settings(Choice{std::string(e.name), {}}, e.options, "");
}

bool corrects_something(const StabilisationEntry& s) {
  return !s.make(standard_settings(s), false).none();
}

}  // namespace

std::vector<std::string> all_compositions(bool constrained) {
  std::vector<std::string> texts;
  for (const FormulationEntry& f : formulations()) {
    if (constrained != f.constrained) continue;
    for (const IntegratorEntry& i : integrators()) {
      std::vector<std::string> rows{""};
      const bool of_rows = !i.lone_rows.empty(), counts = standard_settings(i).knows("passes");
      if (of_rows) rows = split(i.lone_rows, '|');
      if (of_rows && counts) {  // every row bounded, and the standard one to a tolerance
        for (std::string& row : rows) row += ",passes=2";
        rows.emplace_back("");
      } else if (counts) {
        rows.emplace_back("passes=2");
      }
      for (const std::string& row : rows)
        for (const StabilisationEntry& s : stabilisations()) {
          const bool corrects = corrects_something(s);
          if (!constrained && corrects) continue;
          std::string text = std::string(f.name) + "+" + std::string(i.name);
          if (!row.empty()) text += "(" + row + ")";
          if (corrects) text += "+" + std::string(s.name);
          texts.push_back(std::move(text));
        }
    }
  }
  return texts;
}

}  // namespace takt
