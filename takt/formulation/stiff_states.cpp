#include "takt/formulation/stiff_states.hpp"

#include <algorithm>

#include "takt/base/instruction_set.hpp"

namespace takt {
namespace {

std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

// Where (i, j) stands in the values of a pattern; -1 when it does not.
int place_of(const linear::Pattern& p, int i, int j) {
  if (p.full) return static_cast<int>(p.rows) * j + i;
  const auto begin = p.row.begin() + p.col_start[static_cast<std::size_t>(j)];
  const auto end = p.row.begin() + p.col_start[static_cast<std::size_t>(j) + 1];
  const auto found = std::lower_bound(begin, end, i);
  return found != end && *found == i ? static_cast<int>(found - p.row.begin()) : -1;
}

double value_at(const double* A, int place) noexcept { return place < 0 ? 0 : A[place]; }

}  // namespace

StiffStates::StiffStates(Evaluator& eval)
    : eval_(eval), kernels_(TAKT_BEST_KERNELS(stiff_product)) {
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
        b.e_z[at(i)][at(j)] = place_of(t.e_z.pattern(), b.first + i, b.first + j);
    std::vector<int> moving;
    for (int v = 0; v < s.nv; ++v) {
      Column c{v, {-1, -1}, {-1, -1}, {-1, -1}, -1};
      bool any = false;
      for (int i = 0; i < b.count; ++i) {
        c.f_z[at(i)] = place_of(t.f_z.pattern(), v, b.first + i);
        c.e_q[at(i)] = place_of(t.e_q.pattern(), b.first + i, v);
        c.e_v[at(i)] = place_of(t.e_v.pattern(), b.first + i, v);
        any = any || c.f_z[at(i)] >= 0 || c.e_q[at(i)] >= 0 || c.e_v[at(i)] >= 0;
      }
      if (c.e_q == c.e_v && c.e_q[0] >= 0 && c.e_q[1] == c.e_q[0] + 1) c.pair = c.e_q[0];
      if (!any) continue;
      b.columns.push_back(c);
      moving.push_back(v);
    }
    for (int j : moving)
      for (int i : moving) entries.emplace_back(i, j);
    for (std::size_t z = 0; z < most; ++z) {
      const int from = moving.empty() ? -1 : b.columns[0].f_z[z];
      b.f_z[z] = from;
      for (std::size_t k = 0; k < moving.size(); ++k)
        if (b.columns[k].f_z[z] != from + static_cast<int>(k)) b.f_z[z] = -1;
      b.gathered[z].resize(moving.size());
    }
    const auto beside = std::find_if(teams_.begin(), teams_.end(), [&](const Team& other) {
      return other.blocks.size() < side_by_side && other.v == moving;
    });
    Team& team = beside != teams_.end() ? *beside : teams_.emplace_back();
    team.v = std::move(moving);
    team.blocks.push_back(std::move(b));
    team.NE.resize(team.v.size() * team.blocks.size() * most);
  }
  pattern_ = linear::pattern_of(s.nv, s.nv, entries);
}

void StiffStates::place_in(const linear::Pattern& A) {
  for (Team& team : teams_)
    for (int j : team.v) {
      for (int i = 0; i < static_cast<int>(team.v.size()); ++i) {
        const int shift = place_of(A, team.v[at(i)], j) - i;
        const bool follows = i > 0 && shift == team.runs.back().shift;
        if (!follows) team.runs.push_back({i, i, shift, false});
        ++team.runs.back().end;
      }
      team.runs.back().last = true;
    }
}

void StiffStates::solve(double h, Blocks rows, const Terms& t, Team& team) noexcept {
  const Vector& v = eval_.point(Slot::start).v;
  const double *f_z = t.f_z.values().data(), *e_v = t.e_v.values().data();
  const double* e_q = t.e_q.values().data();
  const double by_q = rows.stiffness ? h : 0;
  const std::size_t states = team.blocks.size() * most;
  for (std::size_t k = 0; k < team.blocks.size(); ++k) {
    Block& b = team.blocks[k];
    for (std::size_t z = 0; z < most; ++z) {
      if (b.f_z[z] < 0)
        for (std::size_t i = 0; i < b.columns.size(); ++i)
          b.gathered[z][i] = value_at(f_z, b.columns[i].f_z[z]);
      team.f_z[k * most + z] = b.f_z[z] < 0 ? b.gathered[z].data() : f_z + b.f_z[z];
    }
    // I - h e_z, with 1 for a state that is not there.
    const double* e_z = t.e_z.values().data();
    const double a = 1 - h * value_at(e_z, b.e_z[0][0]);
    const bool two = b.count == 2;
    const double c = two ? -h * value_at(e_z, b.e_z[0][1]) : 0;
    const double d = two ? -h * value_at(e_z, b.e_z[1][0]) : 0;
    const double f = two ? 1 - h * value_at(e_z, b.e_z[1][1]) : 1;
    const double per = h / (a * f - c * d);
    const Two N_x(per * f, -per * d), N_y(-per * c, per * a);
    Two e(t.e[b.first], two ? t.e[b.first + 1] : 0);
    double* NE = team.NE.data() + k * most;
    for (const Column& j : b.columns) {
      Two E, E_q;
      if (j.pair >= 0) {
        E_q = Eigen::Map<const Two>(e_q + j.pair);
        E = Eigen::Map<const Two>(e_v + j.pair);
      } else {
        E_q = Two(value_at(e_q, j.e_q[0]), value_at(e_q, j.e_q[1]));
        E = Two(value_at(e_v, j.e_v[0]), value_at(e_v, j.e_v[1]));
      }
      if (rows.drift) e += h * v[j.v] * E_q;
      E += by_q * E_q;
      Eigen::Map<Two>{NE} = E[0] * N_x + E[1] * N_y;
      NE += states;
    }
    b.free = e[0] * N_x + e[1] * N_y;
  }
}

void StiffStates::add_product(double h, Blocks rows, linear::Patterned& A) noexcept {
  const Terms& terms = eval_.at(Slot::start, Term::f_z | Term::e | Term::e_qvz);
  for (Team& t : teams_) {
    solve(h, rows, terms, t);
    const stiff_product::Run* runs = t.runs.data();
    const stiff_product::Product product{
        {t.f_z[0], t.f_z[1], t.f_z[2], t.f_z[3]}, t.NE.data(), runs, runs + t.runs.size()};
    const bool alone = t.blocks.size() == 1;
    (alone ? kernels_->add_two : kernels_->add_four)(product, -h, A.values().data());
  }
}

void StiffStates::add_to_right_side(double h, Vector& r) const noexcept {
  for (const Team& team : teams_)
    for (std::size_t k = 0; k < team.blocks.size(); ++k) {
      const double *f_x = team.f_z[k * most], *f_y = team.f_z[k * most + 1];
      const Two free = h * team.blocks[k].free;
      for (std::size_t i = 0; i < team.v.size(); ++i)
        r[team.v[i]] += f_x[i] * free[0] + f_y[i] * free[1];
    }
}

void StiffStates::rates(double h, const Vector& dv, Vector& dz) const noexcept {
  for (const Team& team : teams_) {
    const std::size_t states = team.blocks.size() * most;
    for (std::size_t k = 0; k < team.blocks.size(); ++k) {
      const Block& b = team.blocks[k];
      const double* NE = team.NE.data() + k * most;
      Two sum = b.free;
      for (int v : team.v) {
        sum += dv[v] * Eigen::Map<const Two>(NE);
        NE += states;
      }
      for (int z = 0; z < b.count; ++z) dz[b.first + z] = sum[z] / h;
    }
  }
}

}  // namespace takt
