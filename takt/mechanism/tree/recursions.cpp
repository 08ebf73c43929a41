#include "takt/mechanism/tree/recursions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "takt/base/instruction_set.hpp"
#include "takt/linear/entries.hpp"
#include "takt/mechanism/tree/motion_points.hpp"
#include "takt/mechanism/tree/recursions_data.hpp"

namespace takt::mechanism {

namespace {

using kernel::LinkData;
using kernel::LinkExtra;

static_assert(static_cast<int>(LinkKind::Rz) == kernel::rz);
static_assert(static_cast<int>(LinkKind::Free) == kernel::free);
static_assert(static_cast<int>(LinkKind::General) == kernel::general);

kernel::Vec vec(const Vec3& a) { return {a[0], a[1], a[2]}; }
kernel::Mat mat(const Mat3& R) {
  return {R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)};
}
kernel::Sym sym(const Mat3& I) { return {I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)}; }

struct Turn {  // a rotation about z
  double c = 1, s = 0;
  Mat3 matrix() const {
    Mat3 R;
    R << c, -s, 0, s, c, 0, 0, 0, 1;
    return R;
  }
};

// place = Rz(first) Rx(alpha) Rz(second); `first` is zero if the axes are parallel.
struct Screws {
  Turn first;
  double ca = 1, sa = 0;
  explicit Screws(const Mat3& R) : ca(R(2, 2)), sa(std::hypot(R(0, 2), R(1, 2))) {
    if (sa > 0) first = {-R(1, 2) / sa, R(0, 2) / sa};
  }
  Mat3 Rx() const {
    Mat3 R;
    R << 1, 0, 0, 0, ca, -sa, 0, sa, ca;
    return R;
  }
};

}  // namespace

const kernel::Kernels& kernel::best_kernels() noexcept { return *TAKT_BEST_KERNELS(kernel); }

struct Recursions::Constants {
  int n = 0, nq = 0, nv = 0, generals = 0, slots = 0;
  int longest = 0;  // most columns on a path from ground
  List<LinkData> link;
  List<LinkExtra> extra;
  List<int> above, depth, end, v, entry, upper, lower;
  List<long> column, below;
  List<int> angle;
  List<double> theta;
  kernel::Tree tree{};
  kernel::MassPlaces places{};
  MotionPoints points;
  const kernel::Kernels* kernels = &kernel::best_kernels();

  void set_axes(const Tree&);
  void set_slots(const Tree&);
  void set_columns(const Tree&);
  void set_entries(const Tree&);
};

void Recursions::Constants::set_axes(const Tree& t) {
  List<Turn> gamma(t.links.size());  // from the link's axes to those used by the kernels
  List<bool> settled(t.links.size(), false);
  for (const Link& l : t.links) {
    if (l.parent < 0 || l.kind != LinkKind::Rz) continue;
    const int p = l.parent;
    if (settled[p] || t.links[p].kind != LinkKind::Rz) continue;
    gamma[p] = Screws(l.place.R).first;
    settled[p] = true;
  }
  for (int i = 0; i < t.links.count(); ++i) {
    const Link& l = t.links[i];
    const Turn g = gamma[i], gp = l.parent < 0 ? Turn{} : gamma[l.parent];
    LinkData& d = link[i];
    LinkExtra& x = extra[i];
    const Mat3 C = g.matrix(), Cp = gp.matrix();
    d.kind = static_cast<int>(l.kind);
    d.parent = l.parent, d.q = l.q, d.v = l.v;
    d.columns = nv_of(l);
    d.driven = l.driven;
    d.m = l.inertia.m;
    d.h = vec(C.transpose() * l.inertia.h);
    d.I = sym(C.transpose() * l.inertia.I * C);
    angle.push_back(l.q);
    theta.push_back(0);
    x = {1, 0, g.c, -g.s, {}, l.pitch_per_radian, -1, 0};
    if (l.kind == LinkKind::General) x.point = kernel::point_count * points.of_link(i);
    if (l.kind == LinkKind::Rz) {
      const Screws s(l.place.R);
      const Mat3 first = s.first.matrix(), turn = Cp.transpose() * first;
      const Mat3 second = s.Rx().transpose() * first.transpose() * l.place.R * C;
      d.p = vec(first.transpose() * l.place.p);
      d.ca = s.ca, d.sa = s.sa;
      d.caca = s.ca * s.ca, d.casa = s.ca * s.sa, d.sasa = s.sa * s.sa;
      theta[i] = std::atan2(second(1, 0), second(0, 0));
      d.turned = turn(1, 0) != 0 || turn(0, 0) < 0;
      x.ct = turn(0, 0), x.st = turn(1, 0);
    } else {
      d.p = vec(Cp.transpose() * l.place.p);
      d.ca = d.caca = 1;
      x.R0 = mat(Cp.transpose() * l.place.R);
      x.general = generals++;
    }
  }
}

// Assigns the slots. Going from the leaves to ground, a link needs its slot from the visit of its
// last child until its own visit. Then the slot is free again, so that a chain needs only one.
void Recursions::Constants::set_slots(const Tree& t) {
  List<int> slot_of(t.links.size(), -1), unused;
  for (int i = t.links.count(); i-- > 0;) {
    LinkData& d = link[i];
    d.slot = slot_of[i];
    d.has_child = d.slot >= 0;
    if (d.has_child) unused.push_back(d.slot);
    if (d.parent < 0) continue;
    int& above_slot = slot_of[d.parent];
    d.first_in_slot = above_slot < 0;
    if (d.first_in_slot) {
      if (unused.empty()) unused.push_back(slots++);
      above_slot = unused.back();
      unused.pop_back();
    }
    d.parent_slot = above_slot;
  }
}

void Recursions::Constants::set_columns(const Tree& t) {
  for (int i = 0; i < t.links.count(); ++i) {
    link[i].column = above.count();
    for (int k = 0; k < nv_of(t.links[i]); ++k) {
      const int here = above.count();
      int up = here - 1;
      if (k == 0) {
        const int p = t.links[i].parent;
        up = p < 0 ? -1 : link[p].column + nv_of(t.links[p]) - 1;
      }
      above.push_back(up);
      depth.push_back(up < 0 ? 0 : depth[up] + 1);
      longest = std::max(longest, depth.back() + 1);
    }
  }
  end.resize(above.size());
  for (int k = above.count(); k-- > 0;) {
    const int next = k + 1;
    const bool goes_on = next < above.count() && above[next] == k;
    end[k] = goes_on ? end[next] : next;
  }
}

// Finds the places of the entries. Avoids mass_pattern() if the velocities are in visiting order or
// the matrix is full: it is large for a long chain.
void Recursions::Constants::set_entries(const Tree& t) {
  bool in_order = true;
  for (const Link& l : t.links)
    for (int k = 0; k < nv_of(l); ++k) {
      in_order = in_order && l.v + k == v.count();
      v.push_back(l.v + k);
    }
  List<long> size(v.size(), 0);  // number of columns in the subtree of each column
  long entries = 0;
  for (int k = v.count(); k-- > 0;) {
    ++size[k];
    entries += 2 * depth[k] + 1;
    if (above[k] >= 0) size[above[k]] += size[k];
  }
  if (in_order) {
    long start = 0;
    for (int k = 0; k < v.count(); ++k) {
      column.push_back(start);
      below.push_back(start + depth[k] - k);
      start += size[k] + depth[k];
    }
    return;
  }
  if (entries == static_cast<long>(nv) * nv) return;
  const linear::SharedPattern pattern = mass_pattern(t);
  const auto place = [&](int i, int j) { return linear::place_of(*pattern, i, j); };
  for (int k = 0; k < v.count(); ++k) {
    entry.push_back(upper.count());
    upper.resize(upper.count() + depth[k] + 1);
    lower.resize(upper.size());
    for (int l = k; l >= 0; l = above[l]) {
      const int e = entry[k] + depth[l];
      upper[e] = place(v[l], v[k]);
      lower[e] = place(v[k], v[l]);
    }
  }
}

Recursions::Recursions(const Tree& all) {
  // A driven link that turns is a screw without advance here: the shortcuts of plain rotations
  // eliminate its acceleration.
  Tree t = all;
  for (Link& l : t.links)
    if (l.driven && l.kind == LinkKind::Rz) {
      l.kind = LinkKind::Hz;
      l.pitch_per_radian = 0;
    }
  auto c = std::make_shared<Constants>();
  c->n = t.links.count();
  c->nq = t.nq, c->nv = t.nv;
  c->link.resize(t.links.size());
  c->extra.resize(t.links.size());
  c->points = MotionPoints(t);
  c->set_axes(t);
  c->set_slots(t);
  c->set_columns(t);
  c->set_entries(t);
  c->tree = {c->n, c->nv, c->link.data(), c->extra.data(), c->angle.data(), c->theta.data()};
  const auto data = [](const auto& x) { return x.empty() ? nullptr : x.data(); };
  c->places = {data(c->above), data(c->depth), data(c->end),   data(c->column), data(c->below),
               data(c->v),     data(c->entry), data(c->upper), data(c->lower)};
  constants_ = std::move(c);
}

struct Recursions::Workspace::Memory {
  std::unique_ptr<std::byte[]> bytes;
  MotionPoints::Memory points;
  kernel::Memory m{};
};

Recursions::Workspace::Workspace(std::unique_ptr<Memory> m) : memory_(std::move(m)) {}
Recursions::Workspace::~Workspace() = default;

std::unique_ptr<Recursions::Workspace> Recursions::make_workspace() const {
  auto w = std::make_unique<Workspace::Memory>();
  constexpr std::size_t line = 64;
  const auto lay_out = [&](std::byte* base) {  // with null, only computes the size
    std::size_t used = 0;
    const auto take = [&]<class T>(T*& out, int count) {
      if (base) out = reinterpret_cast<T*>(base + used);
      used += (count * sizeof(T) + line - 1) / line * line;
    };
    const Constants& c = *constants_;
    kernel::Memory& m = w->m;
    take(m.cosine, c.n + 4);
    take(m.sine, c.n + 4);
    take(m.forward, c.n);
    take(m.slot, c.slots);
    take(m.inverse, c.n);
    take(m.general, c.generals);
    take(m.mass, c.n);
    take(m.forces, c.nv);
    for (kernel::Path* x : {&m.columns, &m.path})
      for (double** a : {&x->nx, &x->ny, &x->nz, &x->fx, &x->fy, &x->fz})
        take(*a, x == &m.path ? c.longest : c.nv);
    take(m.below, c.longest);
    take(m.row, c.longest);
    return used;
  };
  const std::size_t size = lay_out(nullptr) + line;
  w->bytes = std::make_unique<std::byte[]>(size);  // zeros
  const auto address = reinterpret_cast<std::uintptr_t>(w->bytes.get());
  lay_out(w->bytes.get() + (line - address % line) % line);
  w->points = constants_->points.make_memory();
  return std::unique_ptr<Workspace>(new Workspace(std::move(w)));
}

bool Recursions::forward_dynamics(const double* q, const double* v, const double* tau,
                                  const Vec6* external, const Vec3& g, double* a,
                                  Workspace& w) const noexcept {
  const Constants& c = *constants_;
  const kernel::Inputs in{q, v, tau, external ? external->data() : nullptr, g[0], g[1], g[2]};
  w.memory_->m.points = c.points.fill(q, false, w.memory_->points);
  return c.kernels->forward(c.tree, in, a, w.memory_->m);
}

void Recursions::inverse_dynamics(const double* q, const double* v, const double* a,
                                  const Vec6* external, const Vec3& g, double* tau,
                                  Workspace& w) const noexcept {
  const Constants& c = *constants_;
  const kernel::Inputs in{q, v, a, external ? external->data() : nullptr, g[0], g[1], g[2]};
  w.memory_->m.points = c.points.fill(q, false, w.memory_->points);
  c.kernels->inverse(c.tree, in, tau, w.memory_->m);
}

void Recursions::mass_matrix(const double* q, linear::Patterned& M, Workspace& w,
                             const double* points) const noexcept {
  const Constants& c = *constants_;
  w.memory_->m.points = points != nullptr ? points : c.points.fill(q, false, w.memory_->points);
  c.kernels->mass(c.tree, q, c.places, M.values().data(), w.memory_->m);
}

}  // namespace takt::mechanism
