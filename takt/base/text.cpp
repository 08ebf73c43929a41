#include "takt/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace takt {
namespace {

// Edit distance with transpositions (optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  const std::size_t n = b.size() + 1;
  std::vector<std::size_t> before(n), last(n), now(n);
  for (std::size_t j = 0; j < n; ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j < n; ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(now);
  }
  return last[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  std::vector<std::pair<std::size_t, std::string>> near, alike;
  for (const std::string& c : candidates) {
    const std::size_t d = distance(word, c);
    if (d >= std::max(word.size(), c.size())) continue;  // nothing in common, as 'k' and 'u'
    const bool part = word.size() >= 3 && c.find(word) != std::string::npos;
    if (d <= std::max<std::size_t>(1, word.size() / 3) || part) near.emplace_back(d, c);
    // Words with the same beginning and another ending, as singular and plural: body, bodys and
    // bodies.
    const bool ending = d <= 3 && 2 * d <= std::max(word.size(), c.size()) && word.size() >= 4 &&
                        c.substr(0, 3) == word.substr(0, 3);
    if (ending) alike.emplace_back(d, c);
  }
  if (near.empty()) near = std::move(alike);
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (near.size() > 3) near.resize(3);
  std::vector<std::string> names;
  for (auto& [d, c] : near) names.push_back(std::move(c));
  return names;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                         std::string_view otherwise) {
  const auto near = nearest(word, candidates);
  if (near.empty()) return std::string(otherwise);
  std::string text = "did you mean ";
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (i > 0) text += i + 1 == near.size() ? " or " : ", ";
    text += "'" + near[i] + "'";
  }
  return text + "?";
}

std::string join(std::span<const std::string> words, std::string_view between) {
  std::string text;
  for (const std::string& w : words) {
    if (!text.empty()) text += between;
    text += w;
  }
  return text;
}

std::string number(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end.ptr};
}

std::string_view trimmed_cell(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == text.npos) return {};
  text = text.substr(first, text.find_last_not_of(blank) - first + 1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return text;
}

char cell_separator(std::string_view first_line) {
  return first_line.find(',') == first_line.npos && first_line.find(';') != first_line.npos ? ';'
                                                                                            : ',';
}

void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells) {
  cells.clear();
  for (;;) {
    const std::size_t end = line.find(separator);
    cells.push_back(trimmed_cell(line.substr(0, end)));
    if (end == line.npos) return;
    line.remove_prefix(end + 1);
  }
}

bool parse_number(std::string_view text, double& value) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

}  // namespace takt
