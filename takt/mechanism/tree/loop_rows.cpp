#include "takt/mechanism/tree/loop_rows.hpp"

#include <algorithm>
#include <cmath>

#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

void LoopRows::sort_rows() {
  idle_rows_.clear();
  only_offset_rows_ = true;
  for (RowBlock& b : blocks_) {
    b.sort_rows();
    for (int r = 0; r < b.count; ++r)
      if (b.idle(r)) idle_rows_.push_back(b.first + r);
    only_offset_rows_ &= b.others.empty();
  }
}

void LoopRows::add_stiffness_entries(Entries& all) const {
  for (const RowBlock& b : blocks_) append(all, pairs_of(b.ends));
  for (const WheelRailRow& c : wheel_rails_) append(all, pairs_of(c.columns()));
}

void LoopRows::find_places(Shape& shape, const BatchedTree& batches) {
  Entries entries;
  for (const RowBlock& b : blocks_)
    for (int r = 0; r < b.count; ++r)
      for (const Ends::Column& c : b.ends.columns)
        if (!b.idle(r)) entries.emplace_back(b.first + r, c.column);
  for (const CoordinateRow& c : coordinate_rows_)
    for (const auto& part : c.parts) entries.emplace_back(c.row, part.v);
  for (const WheelRailRow& c : wheel_rails_)
    for (int v : c.v) entries.emplace_back(c.row, v);
  shape.G = shape.Gv_q = pattern_for(shape.ng, shape.nv, entries);
  if (shape.G->full) shape.G_structure = linear::pattern_of(shape.ng, shape.nv, entries);

  const List<int> places = places_in(*shape.G, entries);
  const int* next = places.data();
  for (RowBlock& b : blocks_) {
    b.K_place = places_in(*shape.K, pairs_of(b.ends));
    b.G_place.clear();
    for (int r = 0; r < b.count; ++r)
      for (int c = 0; c < b.ends.columns.count(); ++c)
        b.G_place.push_back(b.idle(r) ? -1 : *next++);
  }
  for (CoordinateRow& c : coordinate_rows_)
    for (auto& part : c.parts) part.G_place = *next++;
  for (WheelRailRow& c : wheel_rails_) {
    c.K_place = places_in(*shape.K, pairs_of(c.columns()));
    for (int& place : c.G_place) place = *next++;
  }
  make_offset_rows(batches);
}

void LoopRows::make_offset_rows(const BatchedTree& batches) {
  std::vector<OffsetRows::OffsetPair> pairs;
  for (const RowBlock& b : blocks_) {
    OffsetRows::OffsetPair pair{&b.ends, {}};
    for (int r : b.along)
      pair.rows.push_back({b.rows[r].i, b.first + r, b.rows[r].offset, b.G_places(r)});
    if (!pair.rows.empty()) pairs.push_back(std::move(pair));
  }
  offset_rows_ = OffsetRows(pairs, batches);
}

void LoopRows::note_size(const Terms& t, Vector& largest) const {
  for (const RowBlock& b : blocks_)
    for (int r = 0; r < b.count; ++r) {
      double& most = largest[b.first + r];
      most = std::max(most, std::abs(t.g[b.first + r]));
      const int* place = b.G_places(r);
      for (int c = 0; c < b.ends.columns.count(); ++c)
        most = std::max(most, std::abs(t.G.values()[place[c]]));
    }
}

void LoopRows::leave_out(const Vector& largest) {
  constexpr double nothing_seen = 1e-11;
  for (RowBlock& b : blocks_)
    for (int r = 0; r < b.count && !b.rolling; ++r)
      b.rows[r].idle = b.rows[r].signal < 0 && largest[b.first + r] < nothing_seen;
  sort_rows();
}

int LoopRows::most_columns() const noexcept {
  int most = 0;
  for (const RowBlock& b : blocks_) most = std::max(most, b.ends.columns.count());
  return most;
}

bool LoopRows::by_batches(Need need) const noexcept {
  return only_offset_rows_ && (need.bits & second_order.bits) == 0;
}

void LoopRows::evaluate(const Point& p, Need need, const double* given, Terms& out,
                        const BatchedTree& batches, TreeWork& w) const noexcept {
  const kernel::OffsetRowsWanted first_order{(need & Term::g) ? out.g.data() : nullptr,
                                             (need & Term::gI) ? out.gI.data() : nullptr,
                                             (need & Term::gamma) ? out.gamma.data() : nullptr,
                                             (need & Term::G) ? out.G.values().data() : nullptr};
  const bool curved = (need.bits & second_order.bits) != 0;
  if (!curved) batches.rows(offset_rows_, first_order, w.batches);
  if (!by_batches(need))
    for (const RowBlock& b : blocks_) b.evaluate(p, need, out, w);
  for (double* x : {first_order.g, first_order.gI, first_order.gamma})
    if (x)
      for (int row : idle_rows_) x[row] = 0;
  for (const WheelRailRow& c : wheel_rails_) c.evaluate(p, need, out, w.tracks);
  for (const CoordinateRow& c : coordinate_rows_) c.evaluate(p, need, given, out);
}

void LoopRows::add_to_K_full(const Point& p, Terms& out, TreeWork& w) const noexcept {
  for (const RowBlock& b : blocks_) b.evaluate(p, Term::K_full, out, w);
  for (const WheelRailRow& c : wheel_rails_) c.evaluate(p, Term::K_full, out, w.tracks);
}

}  // namespace takt::mechanism
