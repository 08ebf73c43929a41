#include "takt/formulation/stiff_states.hpp"

#include <algorithm>

namespace takt {
namespace {

// Where (i, j) stands in the values of a pattern; -1 when it does not.
int place_of(const linear::Pattern& p, int i, int j) {
  if (p.full) return static_cast<int>(p.rows) * j + i;
  const auto begin = p.row.begin() + p.col_start[static_cast<std::size_t>(j)];
  const auto end = p.row.begin() + p.col_start[static_cast<std::size_t>(j) + 1];
  const auto found = std::lower_bound(begin, end, i);
  return found != end && *found == i ? static_cast<int>(found - p.row.begin()) : -1;
}

double value_at(const double* A, int place) noexcept { return place < 0 ? 0 : A[place]; }
double value_at(const linear::Patterned& A, int place) noexcept {
  return value_at(A.values().data(), place);
}

}  // namespace

StiffStates::StiffStates(Evaluator& eval) : eval_(eval) {
  const Shape& s = eval.shape();
  if (s.stiff_states.empty()) return;
  const Terms t = make_terms(s);
  std::vector<std::pair<int, int>> entries;
  for (const StateBlock& states : s.stiff_states) {
    Block b{};
    b.first = static_cast<int>(states.first);
    b.count = static_cast<int>(states.count);
    for (int i = 0; i < b.count; ++i)
      for (int j = 0; j < b.count; ++j)
        b.e_z[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
            place_of(t.e_z.pattern(), b.first + i, b.first + j);
    for (int v = 0; v < s.nv; ++v) {
      Column c{v, {-1, -1}, {-1, -1}, {-1, -1}};
      bool any = false;
      for (int i = 0; i < b.count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        c.f_z[k] = place_of(t.f_z.pattern(), v, b.first + i);
        c.e_q[k] = place_of(t.e_q.pattern(), b.first + i, v);
        c.e_v[k] = place_of(t.e_v.pattern(), b.first + i, v);
        any = any || c.f_z[k] >= 0 || c.e_q[k] >= 0 || c.e_v[k] >= 0;
      }
      if (any) b.columns.push_back(c);
    }
    for (const Column& j : b.columns)
      for (const Column& i : b.columns) entries.emplace_back(i.v, j.v);
    for (int k = 0; k < static_cast<int>(b.columns.size()); ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (k == 0 || b.columns[at].v != b.columns[at - 1].v + 1) b.runs.push_back({k, 0});
      ++b.runs.back().count;
    }
    for (std::vector<double>& f : f_z_) f.resize(std::max(f.size(), b.columns.size()));
    blocks_.push_back(std::move(b));
  }
  pattern_ = linear::pattern_of(s.nv, s.nv, entries);
}

void StiffStates::place_in(const linear::Pattern& A) {
  for (Block& b : blocks_)
    for (const Column& j : b.columns)
      for (const Block::Run& r : b.runs)
        b.place.push_back(place_of(A, b.columns[static_cast<std::size_t>(r.first)].v, j.v));
}

void StiffStates::solve_blocks(double h, Blocks rows) noexcept {
  const Terms& t = eval_.at(Slot::start, Term::f_z | Term::e | Term::e_qvz);
  const Vector& v = eval_.point(Slot::start).v;
  for (Block& b : blocks_) {
    // I - h e_z, with 1 for a state that is not there.
    const double a = 1 - h * value_at(t.e_z, b.e_z[0][0]);
    const bool two = b.count == 2;
    const double c = two ? -h * value_at(t.e_z, b.e_z[0][1]) : 0;
    const double d = two ? -h * value_at(t.e_z, b.e_z[1][0]) : 0;
    const double f = two ? 1 - h * value_at(t.e_z, b.e_z[1][1]) : 1;
    const double per = h / (a * f - c * d);
    b.N = {{{per * f, -per * c}, {-per * d, per * a}}};
    std::array<double, most> e{t.e[b.first], two ? t.e[b.first + 1] : 0};
    if (rows.drift)
      for (const Column& k : b.columns)
        for (std::size_t z = 0; z < most; ++z) e[z] += h * value_at(t.e_q, k.e_q[z]) * v[k.v];
    for (std::size_t z = 0; z < most; ++z) b.free[z] = b.N[z][0] * e[0] + b.N[z][1] * e[1];
  }
}

void StiffStates::add_product(double h, Blocks rows, linear::Patterned& A) noexcept {
  solve_blocks(h, rows);
  const Terms& t = eval_.at(Slot::start, Term::f_z | Term::e_qvz);
  const double *f_z = t.f_z.values().data(), *e_v = t.e_v.values().data();
  const double* e_q = t.e_q.values().data();
  double* to = A.values().data();
  for (const Block& b : blocks_) {
    const int* place = b.place.data();
    double *f_x = f_z_[0].data(), *f_y = f_z_[1].data();
    for (std::size_t i = 0; i < b.columns.size(); ++i) {
      f_x[i] = value_at(f_z, b.columns[i].f_z[0]);
      f_y[i] = value_at(f_z, b.columns[i].f_z[1]);
    }
    for (const Column& j : b.columns) {
      std::array<double, most> E{};
      for (std::size_t z = 0; z < most; ++z) {
        E[z] = value_at(e_v, j.e_v[z]);
        if (rows.stiffness) E[z] += h * value_at(e_q, j.e_q[z]);
      }
      const double x = -h * (b.N[0][0] * E[0] + b.N[0][1] * E[1]);
      const double y = -h * (b.N[1][0] * E[0] + b.N[1][1] * E[1]);
      for (const Block::Run& r : b.runs) {
        using Two = Eigen::Vector2d;
        double* const column = to + *place++;
        const double *from_x = f_x + r.first, *from_y = f_y + r.first;
        int i = 0;
        for (; i + 2 <= r.count; i += 2)
          Eigen::Map<Two>(column + i) +=
              x * Eigen::Map<const Two>(from_x + i) + y * Eigen::Map<const Two>(from_y + i);
        if (i < r.count) column[i] += from_x[i] * x + from_y[i] * y;
      }
    }
  }
}

void StiffStates::add_to_right_side(double h, Blocks rows, Vector& r) noexcept {
  solve_blocks(h, rows);
  const Terms& t = eval_.at(Slot::start, Term::f_z | Term::e_qvz);
  for (const Block& b : blocks_)
    for (const Column& i : b.columns)
      for (std::size_t z = 0; z < most; ++z) r[i.v] += h * value_at(t.f_z, i.f_z[z]) * b.free[z];
}

void StiffStates::rates(double h, Blocks rows, const Vector& dv, Vector& dz) noexcept {
  const Terms& t = eval_.at(Slot::start, Term::e_qvz | Term::f_z);
  for (const Block& b : blocks_) {
    std::array<double, most> E{};
    for (const Column& j : b.columns)
      for (std::size_t z = 0; z < most; ++z) {
        double by = value_at(t.e_v, j.e_v[z]);
        if (rows.stiffness) by += h * value_at(t.e_q, j.e_q[z]);
        E[z] += by * dv[j.v];
      }
    for (int z = 0; z < b.count; ++z) {
      const auto& N = b.N[static_cast<std::size_t>(z)];
      dz[b.first + z] = (b.free[static_cast<std::size_t>(z)] + N[0] * E[0] + N[1] * E[1]) / h;
    }
  }
}

}  // namespace takt
