#include "takt/linear/column_groups.hpp"

#include <algorithm>
#include <numeric>

#include "takt/linear/entries.hpp"

namespace takt::linear {
namespace {

struct Graph {
  std::vector<int> nodes;                 // columns that are not left out
  std::vector<std::vector<int>> meeting;  // for each column: the columns with a common row

  int degree(int j) const noexcept { return static_cast<int>(at(j).size()); }
  const std::vector<int>& at(int j) const noexcept { return meeting[static_cast<std::size_t>(j)]; }
};

Graph graph_of(const Pattern& p, std::span<const int> left_out) {
  const auto n = static_cast<std::size_t>(p.cols);
  std::vector<char> out(n, 0);
  for (int j : left_out) out[static_cast<std::size_t>(j)] = 1;
  std::vector<std::vector<int>> in_row(static_cast<std::size_t>(p.rows));
  each_entry(p, [&](int i, int j, int) {
    if (out[static_cast<std::size_t>(j)] == 0) in_row[static_cast<std::size_t>(i)].push_back(j);
  });
  Graph g;
  g.meeting.resize(n);
  std::vector<std::vector<char>> joined(n, std::vector<char>(n, 0));
  for (const std::vector<int>& row : in_row)
    for (int a : row)
      for (int b : row)
        if (a != b) joined[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = 1;
  for (std::size_t a = 0; a < n; ++a) {
    if (out[a] == 0) g.nodes.push_back(static_cast<int>(a));
    for (std::size_t b = 0; b < n; ++b)
      if (joined[a][b] != 0) g.meeting[a].push_back(static_cast<int>(b));
  }
  return g;
}

using Order = std::vector<int>;

Order largest_first(const Graph& g) {
  Order order = g.nodes;
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return g.degree(a) > g.degree(b); });
  return order;
}

// Fills the order from its end; each time takes the node with the fewest neighbours among those
// left.
Order smallest_last(const Graph& g) {
  std::vector<int> left(g.meeting.size());
  for (int j : g.nodes) left[static_cast<std::size_t>(j)] = g.degree(j);
  Order rest = g.nodes, order;
  while (!rest.empty()) {
    const auto least = std::min_element(rest.begin(), rest.end(), [&](int a, int b) {
      return left[static_cast<std::size_t>(a)] < left[static_cast<std::size_t>(b)];
    });
    for (int b : g.at(*least)) --left[static_cast<std::size_t>(b)];
    order.push_back(*least);
    rest.erase(least);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// Each time takes the node with the most neighbours that are already in the order.
Order incidence_degree(const Graph& g) {
  std::vector<int> done(g.meeting.size(), 0);
  Order rest = largest_first(g), order;
  while (!rest.empty()) {
    const auto most = std::max_element(rest.begin(), rest.end(), [&](int a, int b) {
      return done[static_cast<std::size_t>(a)] < done[static_cast<std::size_t>(b)];
    });
    for (int b : g.at(*most)) ++done[static_cast<std::size_t>(b)];
    order.push_back(*most);
    rest.erase(most);
  }
  return order;
}

// Each column gets the first group that holds none of its neighbours. Returns the number of groups.
int colour(const Graph& g, const Order& order, std::vector<int>& group) {
  std::fill(group.begin(), group.end(), -1);
  std::vector<int> taken_for(order.size() + 1, -1);
  int count = 0;
  for (int j : order) {
    for (int b : g.at(j))
      if (const int k = group[static_cast<std::size_t>(b)]; k >= 0)
        taken_for[static_cast<std::size_t>(k)] = j;
    int k = 0;
    while (taken_for[static_cast<std::size_t>(k)] == j) ++k;
    group[static_cast<std::size_t>(j)] = k;
    count = std::max(count, k + 1);
  }
  return count;
}

}  // namespace

ColumnGroups group_columns(const Pattern& p, std::span<const int> left_out) {
  const Graph g = graph_of(p, left_out);
  ColumnGroups best;
  int fewest = -1;
  std::vector<int> group(static_cast<std::size_t>(p.cols));
  for (const Order& order : {largest_first(g), smallest_last(g), incidence_degree(g)}) {
    const int count = colour(g, order, group);
    if (fewest >= 0 && count >= fewest) continue;
    fewest = count;
    best.group = group;
  }
  best.start.assign(static_cast<std::size_t>(fewest) + 1, 0);
  for (int j : g.nodes)
    ++best.start[static_cast<std::size_t>(best.group[static_cast<std::size_t>(j)]) + 1];
  std::partial_sum(best.start.begin(), best.start.end(), best.start.begin());
  best.column.resize(g.nodes.size());
  std::vector<int> next = best.start;
  for (int j : g.nodes)
    best.column[static_cast<std::size_t>(
        next[static_cast<std::size_t>(best.group[static_cast<std::size_t>(j)])]++)] = j;
  return best;
}

}  // namespace takt::linear
