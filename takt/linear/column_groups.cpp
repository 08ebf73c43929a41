#include "takt/linear/column_groups.hpp"

#include <algorithm>
#include <numeric>

#include "takt/linear/entries.hpp"

namespace takt::linear {
namespace {

struct Graph {
  List<int> nodes;          // columns that are not left out
  List<List<int>> meeting;  // for each column: the columns with a common row

  int degree(int j) const noexcept { return at(j).count(); }
  const List<int>& at(int j) const noexcept { return meeting[j]; }
};

Graph graph_of(const Pattern& p, std::span<const int> left_out) {
  const int n = static_cast<int>(p.cols);
  List<char> out(n, 0);
  for (int j : left_out) out[j] = 1;
  List<List<int>> in_row(p.rows);
  each_entry(p, [&](int i, int j, int) {
    if (out[j] == 0) in_row[i].push_back(j);
  });
  Graph g;
  g.meeting.resize(n);
  List<List<char>> joined(n, List<char>(n, 0));
  for (const List<int>& row : in_row)
    for (int a : row)
      for (int b : row)
        if (a != b) joined[a][b] = 1;
  for (int a = 0; a < n; ++a) {
    if (out[a] == 0) g.nodes.push_back(a);
    for (int b = 0; b < n; ++b)
      if (joined[a][b] != 0) g.meeting[a].push_back(b);
  }
  return g;
}

using Order = List<int>;

Order largest_first(const Graph& g) {
  Order order = g.nodes;
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return g.degree(a) > g.degree(b); });
  return order;
}

// Fills the order from its end; each time takes the node with the fewest neighbours among those
// left.
Order smallest_last(const Graph& g) {
  List<int> left(g.meeting.size());
  for (int j : g.nodes) left[j] = g.degree(j);
  Order rest = g.nodes, order;
  while (!rest.empty()) {
    const auto least =
        std::min_element(rest.begin(), rest.end(), [&](int a, int b) { return left[a] < left[b]; });
    for (int b : g.at(*least)) --left[b];
    order.push_back(*least);
    rest.erase(least);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// Each time takes the node with the most neighbours that are already in the order.
Order incidence_degree(const Graph& g) {
  List<int> done(g.meeting.size(), 0);
  Order rest = largest_first(g), order;
  while (!rest.empty()) {
    const auto most =
        std::max_element(rest.begin(), rest.end(), [&](int a, int b) { return done[a] < done[b]; });
    for (int b : g.at(*most)) ++done[b];
    order.push_back(*most);
    rest.erase(most);
  }
  return order;
}

// Each column gets the first group that holds none of its neighbours. Returns the number of groups.
int colour(const Graph& g, const Order& order, List<int>& group) {
  std::fill(group.begin(), group.end(), -1);
  List<int> taken_for(order.size() + 1, -1);
  int count = 0;
  for (int j : order) {
    for (int b : g.at(j))
      if (const int k = group[b]; k >= 0) taken_for[k] = j;
    int k = 0;
    while (taken_for[k] == j) ++k;
    group[j] = k;
    count = std::max(count, k + 1);
  }
  return count;
}

}  // namespace

ColumnGroups group_columns(const Pattern& p, std::span<const int> left_out) {
  const Graph g = graph_of(p, left_out);
  ColumnGroups best;
  int fewest = -1;
  List<int> group(p.cols);
  for (const Order& order : {largest_first(g), smallest_last(g), incidence_degree(g)}) {
    const int count = colour(g, order, group);
    if (fewest >= 0 && count >= fewest) continue;
    fewest = count;
    best.group = group;
  }
  best.start.assign(fewest + 1, 0);
  for (int j : g.nodes) ++best.start[best.group[j] + 1];
  std::partial_sum(best.start.begin(), best.start.end(), best.start.begin());
  best.column.resize(g.nodes.size());
  List<int> next = best.start;
  for (int j : g.nodes) best.column[next[best.group[j]]++] = j;
  return best;
}

}  // namespace takt::linear
