#include "takt/mechanism/tree/batched_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>

#include "takt/mechanism/tree/offset_rows.hpp"
#include "takt/mechanism/tree/recursions_data.hpp"

namespace takt::mechanism {
namespace {

using element::MotionPoint;
static_assert(kernel::most_coordinates == element::max_motion_coordinates);
static_assert(sizeof(MotionPoint) == kernel::point_count * sizeof(double));
static_assert(offsetof(MotionPoint, p) == kernel::m_p * sizeof(double) &&
              offsetof(MotionPoint, S) == kernel::m_S * sizeof(double) &&
              offsetof(MotionPoint, dS) == kernel::m_dS * sizeof(double) &&
              offsetof(MotionPoint, ddS) == kernel::m_ddS * sizeof(double));

int kind_of(const Link& link, const Group& group) {
  if (link.kind != LinkKind::Free) return static_cast<int>(link.kind);
  return group.last ? kernel::quaternion : kernel::t3;
}

}  // namespace

struct BatchedTree::Builder {
  const Tree& tree;
  const Groups& groups;
  std::span<const int> loads;
  BatchedTree& out;
  int lanes;
  List<List<int>> children;  // by group, sorted by likeness; the last: of ground
  List<int> likeness;        // equal numbers: the subtrees have the same structure

  void compare() {
    const int n = groups.all.count();
    children.resize(n + 1);
    likeness.resize(n);
    std::map<std::vector<int>, int> known;
    for (int g = n; g-- > 0;) {
      sort(children[g]);
      std::vector<int> key{kind_of(tree.links[groups.all[g].link], groups.all[g]),
                           groups.all[g].count};
      for (int child : children[g]) key.push_back(likeness[child]);
      likeness[g] = known.emplace(key, static_cast<int>(known.size())).first->second;
      const int parent = groups.all[g].parent;
      children[parent < 0 ? n : parent].push_back(g);
    }
    sort(children[n]);
  }
  void sort(List<int>& some) const {
    std::sort(some.begin(), some.end(),
              [&](int a, int b) { return std::pair(likeness[a], a) < std::pair(likeness[b], b); });
  }

  // Adds the children of one node; those with equal likeness share batches.
  void add_children(const List<int>& some, int parent) {
    for (int i = 0; i < some.count();) {
      List<int> side_by_side;
      const int like = likeness[some[i]];
      while (i < some.count() && likeness[some[i]] == like && side_by_side.count() < lanes)
        side_by_side.push_back(some[i++]);
      add(side_by_side, parent, side_by_side.size() > 1);
    }
  }

  void add(const List<int>& nodes, int parent, bool spread) {
    const Group& first = groups.all[nodes[0]];
    kernel::Batch p{};
    p.kind = kind_of(tree.links[first.link], first);
    p.columns = first.count;
    p.parent = parent;
    p.count = nodes.count();
    p.first = out.columns_;
    p.spread = spread;
    const bool general = p.kind == kernel::general;
    p.wide = lanes > 3 && p.count == 1 && p.columns == 3 && !general;
    p.plain = p.kind == kernel::t3 && parent == 0;
    p.bend = out.bends_;
    out.columns_ += p.columns;
    if (general) out.bends_ += p.columns * p.columns + p.columns;
    const int index = out.batches_.count();
    const std::size_t base = out.constants_.size();
    out.constants_.resize(base + kernel::constant_count * lanes);
    for (int l = 0; l < kernel::most_lanes; ++l) {
      const bool used = l < p.count;
      const int g = nodes[used ? l : 0];
      const Group& group = groups.all[g];
      const Link& link = tree.links[group.link];
      const bool second_half = link.kind == LinkKind::Free && group.last;
      p.q[l] = link.q + (second_half ? 3 : 0);
      p.v[l] = group.first;
      p.pose[l] = group.last ? group.link : -1;
      p.group[l] = g;
      p.point[l] = general ? kernel::point_count * out.points_.of_link(group.link) : 0;
      p.shown_bend[l] = group.bends;
      if (used) {
        // in a batch with others its position is computed like theirs, and is o up to round-off
        p.floating = p.count == 1 && !second_half && group.link == groups.floating;
      }
      if (l >= lanes) continue;
      const auto put = [&](int what, double x) { out.constants_[base + what * lanes + l] = x; };
      const Frame place = second_half ? Frame{} : link.place;
      for (int k = 0; k < 9; ++k) put(kernel::c_R + k, place.R.data()[k]);
      for (int k = 0; k < 3; ++k) put(kernel::c_p + k, place.p[k]);
      put(kernel::c_pitch, link.pitch_per_radian);
      const LinkInertia& in = link.inertia;
      if (!group.last || !(used || p.count == 1)) continue;
      const Mat3 E = 0.5 * in.I.trace() * Mat3::Identity() - in.I;
      put(kernel::c_m, in.m);
      for (int k = 0; k < 3; ++k) put(kernel::c_h + k, in.h[k]);
      int k = kernel::c_E;
      for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) put(k++, E(i, j));
      p.heavy |= in.m != 0 || !in.h.isZero(0) || !in.I.isZero(0);
    }
    out.batches_.push_back(p);
    if (p.count == 1) {
      add_children(children[nodes[0]], index + 1);
      return;
    }
    for (int c = 0; c < children[nodes[0]].count(); ++c) {
      List<int> below;
      for (int node : nodes) below.push_back(children[node][c]);
      add(below, index + 1, false);
    }
  }

  // A batch gets as many slots as its most loaded node has loads. Loads are passed to the parents
  // from the last batch to the first.
  void add_loads() {
    List<LoadSlot> of_load(loads.size());
    for (kernel::Batch& p : out.batches_) {
      p.slot = out.slots_;
      for (int l = 0; l < p.count; ++l) {
        int used = 0;
        for (std::size_t i = 0; i < loads.size(); ++i)
          if (loads[i] == p.group[l]) of_load[i] = {p.slot + used++, p.count == 1 ? -1 : l};
        p.slots = std::max(p.slots, used);
      }
      out.slots_ += p.slots;
      p.loaded = p.slots > 0;
    }
    out.load_slots_ = std::move(of_load);
    List<bool> handed(out.batches_.count() + 1, false);
    for (int i = out.batches_.count(); i-- > 0;) {
      kernel::Batch& p = out.batches_[i];
      if (!p.loaded || p.parent == 0) continue;
      kernel::Batch& parent = out.batches_[p.parent - 1];
      p.first_load = parent.slots == 0 && !handed[p.parent];
      handed[p.parent] = true;
      parent.loaded = true;
    }
  }
};

BatchedTree::BatchedTree(const Tree& tree, const Groups& groups, std::span<const int> loads)
    : kernels_(&kernel::best_kernels()), nq_(tree.nq), points_(tree) {
  if (groups.floating >= 0) {
    floating_ = tree.links[groups.floating].place;
    floating_q_ = tree.links[groups.floating].q;
  }
  Builder b{tree, groups, loads, *this, kernels_->lanes, {}, {}};
  b.compare();
  b.add_children(b.children.back(), 0);
  b.add_loads();
}

BatchedTree::Workspace::Workspace(const BatchedTree& p)
    : q_(p.nq_), points_(p.points_.make_memory()) {
  constexpr std::size_t line = 64;
  const std::size_t size = p.kernels_->batch_memory(p.tree()) + line;
  bytes_ = std::make_unique<std::byte[]>(size);  // zeros
  const auto address = reinterpret_cast<std::uintptr_t>(bytes_.get());
  memory_ = bytes_.get() + (line - address % line) % line;
}

void BatchedTree::motions(const double* q, const double* v, const double* a, bool rates,
                          Shown shown, WorldMotion& w, Workspace& work) const noexcept {
  const std::size_t bytes = nq_ * sizeof(double);
  // A tree of welds has no coordinates, and then there is no memory to compare or copy.
  if (work.placed_ && (bytes == 0 || std::memcmp(q, work.q_.data(), bytes) == 0)) {
    q = nullptr;
  } else {
    if (bytes > 0) std::memcpy(work.q_.data(), q, bytes);
    work.placed_ = true;
    work.poses_shown_ = work.columns_shown_ = false;
  }
  const bool poses = shown.places && !work.poses_shown_;
  const bool columns =
      shown.columns && ((shown.places && !work.columns_shown_) || (shown.rates && rates));
  work.poses_shown_ |= poses;
  work.columns_shown_ |= columns;
  if (q || (shown.curvature && !work.curved_)) {
    points_.fill(q ? q : work.q_.data(), shown.curvature, work.points_);
    work.curved_ = shown.curvature;
  }
  if (q) w.o.setZero();
  if (q && floating_q_ >= 0)
    w.o = floating_ * Vec3(q[floating_q_], q[floating_q_ + 1], q[floating_q_ + 2]);
  static_assert(sizeof(Frame) == 12 * sizeof(double));
  static_assert(sizeof(WorldMotion::Column) == sizeof(Frame) &&
                sizeof(WorldMotion::Move) == sizeof(Frame));
  const kernel::Motion out{w.o.data(), poses ? reinterpret_cast<double*>(w.pose.data()) : nullptr,
                           columns ? reinterpret_cast<double*>(w.column.data()) : nullptr,
                           columns ? reinterpret_cast<double*>(w.bend.data()) : nullptr,
                           shown.rates ? reinterpret_cast<double*>(w.move.data()) : nullptr};
  const kernel::MotionInputs in{q, v, a, rates, shown.columns, MotionPoints::numbers(work.points_)};
  kernels_->motions(tree(), in, out, work.memory_);
}

const double* BatchedTree::points_at(const double* q, const Workspace& work) const noexcept {
  const bool here = !work.points_.empty() && work.placed_ &&
                    std::memcmp(q, work.q_.data(), nq_ * sizeof(double)) == 0;
  return here ? MotionPoints::numbers(work.points_) : nullptr;
}

void BatchedTree::begin(const double* v, const Wanted& want, Workspace& work) const noexcept {
  kernels_->own_inertia(tree(), {nullptr, v, nullptr, true}, want, work.memory_);
}

void BatchedTree::put(int load, const kernel::Load* what, Workspace& work) const noexcept {
  const LoadSlot& s = load_slots_[load];
  if (s.slot >= 0) kernels_->put_load(tree(), s.slot, s.lane, what, work.memory_);
}

void BatchedTree::gather(const Wanted& want, Workspace& work) const noexcept {
  kernels_->inertia(tree(), want, work.memory_);
}

void BatchedTree::rows(const OffsetRows& offsets, const kernel::OffsetRowsWanted& want,
                       Workspace& work) const noexcept {
  kernels_->offset_rows(tree(), offsets.data(), want, work.memory_);
}

void BatchedTree::set_wrench_groups(std::span<const int> some) {
  int groups = 0;
  for (const kernel::Batch& p : batches_) groups += p.count;
  for (kernel::Batch& p : batches_) {
    p.has_wrench = false;
    for (int l = 0; l < kernel::most_lanes; ++l) {
      const bool used = l < p.count || p.count == 1;
      p.wrench[l] = 6 * (used ? p.group[l] : groups);
      p.has_wrench |= used && std::find(some.begin(), some.end(), p.group[l]) != some.end();
    }
  }
}

void BatchedTree::project(const double* wrench, bool inertia, Vector& f,
                          Workspace& work) const noexcept {
  kernels_->project(tree(), wrench, inertia, f.data(), work.memory_);
}

double BatchedTree::filling() const noexcept {
  double nodes = 0;
  for (const kernel::Batch& p : batches_) nodes += p.count;
  return batches_.empty() ? 0 : nodes / batches_.count();
}

int BatchedTree::lanes() const noexcept { return kernels_->lanes; }

BatchedTree::Lane BatchedTree::node_of(int group) const {
  for (int i = 0; i < batches_.count(); ++i)
    for (int l = 0; l < batches_[i].count; ++l)
      if (batches_[i].group[l] == group) return {i + 1, l};
  return {0, 0};
}

BatchedTree::Lane BatchedTree::column_of(int column) const {
  for (const kernel::Batch& p : batches_)
    for (int l = 0; l < p.count; ++l)
      if (p.v[l] <= column && column < p.v[l] + p.columns) return {p.first + column - p.v[l], l};
  return {0, 0};
}

std::vector<std::pair<int, int>> BatchedTree::entries() const {
  std::vector<std::pair<int, int>> e;
  for (int i = batches_.count(); i-- > 0;) {
    const kernel::Batch& p = batches_[i];
    const int lanes = p.wide ? p.columns : p.count;
    for (int k = 0; k < (p.wide ? 1 : p.columns); ++k) {
      const auto column = [&](int l) { return p.wide ? p.v[0] + l : p.v[l] + k; };
      for (int j = 0; j < p.columns; ++j)
        for (int l = 0; l < lanes; ++l) e.emplace_back(p.v[p.wide ? 0 : l] + j, column(l));
      for (int a = p.parent; a > 0; a = batches_[a - 1].parent) {
        const kernel::Batch& above = batches_[a - 1];
        for (int j = 0; j < above.columns; ++j) {
          for (int l = 0; l < lanes; ++l) e.emplace_back(above.v[l] + j, column(l));
          for (int l = 0; l < lanes; ++l) e.emplace_back(column(l), above.v[l] + j);
        }
      }
    }
  }
  return e;
}

}  // namespace takt::mechanism
