#include "takt/mechanism/tree/offset_rows.hpp"

#include <algorithm>

namespace takt::mechanism {
namespace {

bool alike(const OffsetRows::OffsetPair& a, const OffsetRows::OffsetPair& b) {
  const auto same_side = [](const Ends::Column& x, const Ends::Column& y) {
    return x.side == y.side;
  };
  return a.rows.size() == b.rows.size() &&
         std::ranges::equal(a.ends->columns, b.ends->columns, same_side);
}

// The batch (or column) and lane that each lane reads from; unused lanes repeat the first.
template <class Find>
kernel::OffsetEnd end_of(std::span<const OffsetRows::OffsetPair> some, int lanes, Find find) {
  kernel::OffsetEnd e{};
  e.together = true;
  for (int l = 0; l < kernel::most_lanes; ++l) {
    const bool used = l < std::ssize(some);
    const BatchedTree::Lane x = find(*some[used ? l : 0].ends);
    e.index[l] = x.index;
    e.lane[l] = x.lane;
    if (used && l < lanes) e.together &= x.index == e.index[0] && x.lane == l;
  }
  return e;
}

}  // namespace

OffsetRows::OffsetRows(std::span<const OffsetPair> pairs, const BatchedTree& batches) {
  for (std::size_t first = 0; first < pairs.size();) {
    int count = 1;
    while (count < batches.lanes() && first + count < pairs.size() &&
           alike(pairs[first], pairs[first + count]))
      ++count;
    add(pairs.subspan(first, count), batches);
    first += count;
  }
}

void OffsetRows::add(std::span<const OffsetPair> some, const BatchedTree& batches) {
  const int lanes = batches.lanes();
  const OffsetPair& first = some[0];
  kernel::OffsetBatch p{};
  p.rows = static_cast<int>(first.rows.size());
  p.columns = static_cast<int>(first.ends->columns.size());
  p.count = static_cast<int>(some.size());
  for (int side = 0; side < 2; ++side)
    p.end[side] =
        end_of(some, lanes, [&](const Ends& e) { return batches.node_of(e.group[side]); });
  const std::size_t base = constants_.size();
  constants_.resize(base + kernel::offset_constant_count * lanes);
  for (int l = 0; l < lanes; ++l) {
    const OffsetPair& pair = some[l < p.count ? l : 0];
    const auto put = [&](int what, double x) { constants_[base + what * lanes + l] = x; };
    for (int k = 0; k < 6; ++k) put(kernel::w_point + k, pair.ends->frame[k / 3].p[k % 3]);
    for (int i = 0; i < p.rows; ++i) {
      const Row& row = pair.rows[i];
      for (int k = 0; k < 3; ++k)
        put(kernel::w_axis + 3 * i + k, pair.ends->frame[0].R(k, row.axis));
      put(kernel::w_offset + i, row.offset);
      p.row[i][l] = row.row;
    }
  }
  batches_.push_back(p);
  for (std::size_t k = 0; k < first.ends->columns.size(); ++k) {
    kernel::OffsetColumn c{};
    c.of =
        end_of(some, lanes, [&](const Ends& e) { return batches.column_of(e.columns[k].column); });
    c.against = first.ends->columns[k].side == 0;
    for (std::size_t l = 0; l < some.size(); ++l)
      for (int i = 0; i < p.rows; ++i) c.place[i][l] = some[l].rows[i].G_place[k];
    columns_.push_back(c);
  }
}

}  // namespace takt::mechanism
