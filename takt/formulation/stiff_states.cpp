#include "takt/formulation/stiff_states.hpp"

#include "takt/base/instruction_set.hpp"
#include "takt/linear/entries.hpp"

namespace takt {
namespace {

using linear::place_of;

double value_at(const double* A, int place) noexcept { return place < 0 ? 0 : A[place]; }

}  // namespace

StiffStates::StiffStates(Evaluator& eval) : kernels_(TAKT_BEST_KERNELS(stiff_product)) {
  const Shape& s = eval.shape();
  if (s.stiff_states.empty()) return;
  const Terms t = make_terms(s);
  List<std::pair<int, int>> entries;
  for (const StateBlock& states : s.stiff_states) {
    Block b{};
    b.first = static_cast<int>(states.first);
    b.count = static_cast<int>(states.count);
    for (int i = 0; i < b.count; ++i)
      for (int j = 0; j < b.count; ++j)
        b.e_z[i][j] = place_of(t.e_z.pattern(), b.first + i, b.first + j);
    List<int> moving;
    for (int v = 0; v < s.nv; ++v) {
      Column c{v, {-1, -1}, {-1, -1}, {-1, -1}, -1};
      bool any = false;
      for (int i = 0; i < b.count; ++i) {
        c.f_z[i] = place_of(t.f_z.pattern(), v, b.first + i);
        c.e_q[i] = place_of(t.e_q.pattern(), b.first + i, v);
        c.e_v[i] = place_of(t.e_v.pattern(), b.first + i, v);
        any = any || c.f_z[i] >= 0 || c.e_q[i] >= 0 || c.e_v[i] >= 0;
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
      for (int k = 0; k < moving.count(); ++k)
        if (b.columns[k].f_z[z] != from + k) b.f_z[z] = -1;
      b.gathered[z].resize(moving.size());
    }
    const auto beside =
        std::find_if(groups_.begin(), groups_.end(), [&](const VelocityGroup& other) {
          return other.blocks.size() < side_by_side && other.v == moving;
        });
    VelocityGroup& group = beside != groups_.end() ? *beside : groups_.emplace_back();
    group.v = std::move(moving);
    group.blocks.push_back(std::move(b));
    group.NE.resize(group.v.size() * group.blocks.size() * most);
  }
  pattern_ = linear::pattern_of(s.nv, s.nv, entries);
  product_ = linear::Patterned(pattern_);
  place_in(*pattern_);
  rho_ = dz_ = Vector::Zero(s.nz);
  dx_ = Vector::Zero(s.nv);
}

void StiffStates::place_in(const linear::Pattern& A) {
  for (VelocityGroup& group : groups_) {
    group.runs.clear();
    for (int j : group.v) {
      for (int i = 0; i < group.v.count(); ++i) {
        const int shift = place_of(A, group.v[i], j) - i;
        const bool follows = i > 0 && shift == group.runs.back().shift;
        if (!follows) group.runs.push_back({i, i, shift, false});
        ++group.runs.back().end;
      }
      group.runs.back().last = true;
    }
  }
}

void StiffStates::eliminate(const Terms& forces, const Terms& rates, double w, double cq,
                            double cv) noexcept {
  const double *f_z = forces.f_z.values().data(), *e_z = rates.e_z.values().data();
  const double *e_q = rates.e_q.values().data(), *e_v = rates.e_v.values().data();
  for (VelocityGroup& group : groups_) {
    const std::size_t states = group.blocks.size() * most;
    for (int k = 0; k < group.blocks.count(); ++k) {
      Block& b = group.blocks[k];
      for (std::size_t z = 0; z < most; ++z) {
        if (b.f_z[z] < 0)
          for (int i = 0; i < b.columns.count(); ++i)
            b.gathered[z][i] = value_at(f_z, b.columns[i].f_z[z]);
        group.f_z[k * most + z] = b.f_z[z] < 0 ? b.gathered[z].data() : f_z + b.f_z[z];
      }
      // I - w e_z; the diagonal entry of a missing second state is 1.
      const double a = 1 - w * value_at(e_z, b.e_z[0][0]);
      const bool two = b.count == 2;
      const double c = two ? -w * value_at(e_z, b.e_z[0][1]) : 0;
      const double d = two ? -w * value_at(e_z, b.e_z[1][0]) : 0;
      const double f = two ? 1 - w * value_at(e_z, b.e_z[1][1]) : 1;
      const double per = w / (a * f - c * d);
      b.N_x = Two(per * f, -per * d);
      b.N_y = Two(-per * c, per * a);
      double* NE = group.NE.data() + k * most;
      for (const Column& j : b.columns) {
        Two E, E_q;
        if (j.pair >= 0) {
          E_q = Eigen::Map<const Two>(e_q + j.pair);
          E = Eigen::Map<const Two>(e_v + j.pair);
        } else {
          E_q = Two(value_at(e_q, j.e_q[0]), value_at(e_q, j.e_q[1]));
          E = Two(value_at(e_v, j.e_v[0]), value_at(e_v, j.e_v[1]));
        }
        E = cv * E + cq * E_q;
        Eigen::Map<Two>{NE} = E[0] * b.N_x + E[1] * b.N_y;
        NE += states;
      }
    }
  }
}

void StiffStates::add_product(double c, linear::Patterned& A) noexcept {
  for (VelocityGroup& t : groups_) {
    const stiff_product::Run* runs = t.runs.data();
    const stiff_product::Product product{
        {t.f_z[0], t.f_z[1], t.f_z[2], t.f_z[3]}, t.NE.data(), runs, runs + t.runs.size()};
    const bool alone = t.blocks.size() == 1;
    (alone ? kernels_->add_two : kernels_->add_four)(product, c, A.values().data());
  }
}

const linear::Patterned& StiffStates::product() noexcept {
  product_.set_zero();
  add_product(1, product_);
  return product_;
}

void StiffStates::eliminate_trial(const Terms& forces, const Terms& rates, const Sensitivity& s,
                                  const Vector& z) noexcept {
  const StateRule& rule = *s.states;
  eliminate(forces, rates, rule.w, 1, s.v);
  for (Index i = 0; i < z.size(); ++i) rho_[i] = rates.e[i] + (rule.reached[i] - z[i]) / rule.w;
  set_free(rho_);
}

void StiffStates::follow(const Vector& x, Vector& z) noexcept {
  for (Index i = 0; i < x.size(); ++i) dx_[i] = -x[i];
  dz_.setZero();
  change(dx_, dz_);
  for (Index i = 0; i < z.size(); ++i) z[i] += dz_[i];
}

void StiffStates::add_stage(const Terms& at, double gh, const StageResidual& r,
                            Vector& dv) noexcept {
  if (!any()) return;
  copy(r.rho_z, rho_);
  at.e_q.multiply_add(1, r.xq, rho_);
  at.e_v.multiply_add(1, r.xv, rho_);
  at.e_z.multiply_add(1, r.xz, rho_);
  for (Index i = 0; i < rho_.size(); ++i) rho_[i] /= gh;
  set_free(rho_);
  add_force(gh, dv);
  at.f_z.multiply_add(1, r.xz, dv);
}

void StiffStates::set_free(const Vector& rho) noexcept {
  for (VelocityGroup& group : groups_)
    for (Block& b : group.blocks)
      b.free = rho[b.first] * b.N_x + (b.count == 2 ? rho[b.first + 1] : 0) * b.N_y;
}

void StiffStates::add_force(double c, Vector& r) const noexcept {
  for (const VelocityGroup& group : groups_)
    for (int k = 0; k < group.blocks.count(); ++k) {
      const double *f_x = group.f_z[k * most], *f_y = group.f_z[k * most + 1];
      const Two free = c * group.blocks[k].free;
      for (int i = 0; i < group.v.count(); ++i)
        r[group.v[i]] += f_x[i] * free[0] + f_y[i] * free[1];
    }
}

void StiffStates::change(const Vector& du, Vector& dz) const noexcept {
  for (const VelocityGroup& group : groups_) {
    const std::size_t states = group.blocks.size() * most;
    for (int k = 0; k < group.blocks.count(); ++k) {
      const Block& b = group.blocks[k];
      const double* NE = group.NE.data() + k * most;
      Two sum = b.free;
      for (int v : group.v) {
        sum += du[v] * Eigen::Map<const Two>(NE);
        NE += states;
      }
      for (int z = 0; z < b.count; ++z) dz[b.first + z] = sum[z];
    }
  }
}

}  // namespace takt
