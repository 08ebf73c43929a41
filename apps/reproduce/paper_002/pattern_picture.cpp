#include "apps/reproduce/paper_002/pattern_picture.hpp"

namespace takt::reproduce::paper_002 {
namespace {

// A braille character: U+2800 plus one bit for each dot.
std::string dots(unsigned bits) {
  const unsigned code = 0x2800 + bits;
  return {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3f)),
          static_cast<char>(0x80 | (code & 0x3f))};
}

unsigned bit(int row, int col) {
  constexpr unsigned bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  return bits[row % 4][col % 2];
}

}  // namespace

Table pattern_picture(std::string title, int rows, int cols,
                      const std::vector<std::pair<int, int>>& entries) {
  const int lines = (rows + 3) / 4, across = (cols + 1) / 2;
  std::vector<std::vector<unsigned>> cells(lines, std::vector<unsigned>(across, 0));
  for (const auto& [i, j] : entries) cells[i / 4][j / 2] |= bit(i, j);
  Table t{"", {"row", std::move(title)}, {}};
  for (int i = 0; i < lines; ++i) {
    std::string line;
    for (const unsigned cell : cells[i]) line += dots(cell);
    t.rows.push_back({std::to_string(4 * i + 1), line});
  }
  return t;
}

}  // namespace takt::reproduce::paper_002
