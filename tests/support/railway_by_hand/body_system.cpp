#include "tests/support/railway_by_hand/body_system.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "takt/linear/entries.hpp"

namespace takt::by_hand {
namespace {

constexpr int square = LocalForce::most * LocalForce::most;

double at(const Vector& x, int column) noexcept { return column >= 0 ? x[column] : 0; }

template <class T> std::array<T, 3> angles(const CardanBody& b, const Vector& x) noexcept {
  return {T(at(x, b.column[3])), T(at(x, b.column[4])), T(at(x, b.column[5]))};
}

void scatter(const std::vector<int>& place, double factor, const double* values,
             linear::Patterned& A) noexcept {
  for (std::size_t k = 0; k < place.size(); ++k)
    if (place[k] >= 0) A.values()[place[k]] += factor * values[k];
}

}  // namespace

int BodySystem::place_of(const linear::Pattern& p, int row, int col) {
  return row < 0 || col < 0 ? -1 : linear::place_of(p, row, col);
}

CardanBody BodySystem::add(CardanBody body, Motion motion) {
  constexpr const char* component[6] = {".x", ".y", ".z", ".yaw", ".roll", ".pitch"};
  for (std::size_t k = motion == Motion::without_x ? 1 : 0; k < 6; ++k) {
    body.column[k] = static_cast<int>(names_.q.size());
    names_.q.push_back(body.name + component[k]);
  }
  bodies_.push_back(body);
  return body;
}

int BodySystem::add_coordinate(const std::string& name, double inertia) {
  const int column = static_cast<int>(names_.q.size());
  names_.q.push_back(name);
  singles_.push_back({column, inertia, 0});
  return column;
}

void BodySystem::finish(const std::vector<std::vector<int>>& rows) {
  using Entries = std::vector<std::pair<int, int>>;
  const Index n = std::ssize(names_.q), ng = std::ssize(rows);
  names_.v = names_.q;
  shape_.nq = shape_.nv = n;
  shape_.ng = ng;
  shape_.outputs = std::ssize(names_.outputs);
  shape_.row_level.assign(rows.size(), RowLevel::position);
  shape_.analytic = Need(all_terms.bits & ~(Term::f_t | Term::lambda_t).bits);

  const auto block = [](const auto& row, const auto& col, Entries& entries) {
    for (const int i : row)
      for (const int j : col)
        if (i >= 0 && j >= 0) entries.emplace_back(i, j);
  };
  const auto pattern = [](Index r, Index c, const Entries& entries) {
    linear::SharedPattern p = linear::pattern_of(r, c, entries);
    return p->size() == r * c && r * c > 0 ? linear::full_pattern(r, c) : p;
  };
  Entries M, K, G, curvature, f_lambda;
  for (const CardanBody& b : bodies_) block(b.column, b.column, M);
  for (const Single& s : singles_) M.emplace_back(s.column, s.column);
  K = M;
  for (const auto& force : forces_) {
    block(force->columns(), force->columns(), K);
    block(force->columns(), force->rows(), f_lambda);
  }
  for (int i = 0; i < ng; ++i) {
    const std::vector<int>& columns = rows[static_cast<std::size_t>(i)];
    block(std::array{i}, columns, G);
    block(columns, columns, curvature);
  }
  shape_.M = pattern(n, n, M);
  shape_.K = shape_.C = shape_.K_full = pattern(n, n, K);
  shape_.G = shape_.Gv_q = pattern(ng, n, G);
  shape_.K_lambda = pattern(n, n, curvature);
  shape_.f_lambda = pattern(n, ng, f_lambda);

  const auto places = [](const linear::Pattern& p, const auto& row, const auto& col, auto& to) {
    std::size_t k = 0;
    for (const int j : col)
      for (const int i : row) to[k++] = place_of(p, i, j);
  };
  for (const CardanBody& b : bodies_) {
    PlacedBody& placed = placed_bodies_.emplace_back();
    places(*shape_.M, b.column, b.column, placed.M);
    places(*shape_.K, b.column, b.column, placed.K);
  }
  for (Single& s : singles_) s.M = place_of(*shape_.M, s.column, s.column);
  for (const auto& force : forces_) {
    const std::size_t size = force->columns().size();
    PlacedForce& placed = placed_forces_.emplace_back();
    placed.K.resize(size * size);
    placed.f_lambda.resize(size * force->rows().size());
    places(*shape_.K, force->columns(), force->columns(), placed.K);
    places(*shape_.f_lambda, force->columns(), force->rows(), placed.f_lambda);
  }
}

State BodySystem::initial() const {
  State s;
  s.q = s.v = s.a = Vector::Zero(shape_.nv);
  s.lambda = Vector::Zero(shape_.ng);
  s.z = Vector::Zero(0);
  return s;
}

void BodySystem::evaluate(const Point& p, Need need, Terms& out, Scratch&) const noexcept {
  if (need & Term::M) mass(p, out.M);
  if (need & Term::f) force(p, out.f);
  if (need & Term::K) stiffness(p, false, out.K);
  if (need & Term::K_full) stiffness(p, true, out.K_full);
  if (need & Term::K_v) stiffness_product(p, out.K_v);
  if (need & Term::C) damping(p, out.C);
  if (need & Term::f_lambda) by_multipliers(p, out.f_lambda);
  if (need & Term::K_lambda) out.K_lambda.set_zero();
  if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
  evaluate_rows(p, need, out);
}

void BodySystem::force(const Point& p, Vector& f) const noexcept {
  f.setZero();
  for (const CardanBody& b : bodies_) {
    f[b.column[2]] -= b.mass * gravity;
    const std::array<double, 3> inertia =
        rotational_inertia<double>(b, angles<double>(b, p.q), angles<double>(b, p.v), {0, 0, 0});
    for (std::size_t k = 0; k < 3; ++k) f[b.column[3 + k]] -= inertia[k];
  }
  double Q[LocalForce::most];
  for (const auto& local : forces_) {
    local->force(p, Q);
    const std::vector<int>& columns = local->columns();
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k] >= 0) f[columns[k]] += Q[k];
  }
}

void BodySystem::mass(const Point& p, linear::Patterned& M) const noexcept {
  M.set_zero();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const CardanBody& b = bodies_[i];
    const std::array<int, 36>& place = placed_bodies_[i].M;
    for (std::size_t k = 0; k < 3; ++k)
      if (place[7 * k] >= 0) M.values()[place[7 * k]] = b.mass;
    const Eigen::Matrix3d J = rotational_mass(b, p.q[b.column[4]], p.q[b.column[5]]);
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t r = 0; r < 3; ++r)
        M.values()[place[6 * (c + 3) + r + 3]] = J(static_cast<Index>(r), static_cast<Index>(c));
  }
  for (const Single& s : singles_) M.values()[s.M] = s.inertia;
}

void BodySystem::stiffness(const Point& p, bool with_inertia, linear::Patterned& K) const noexcept {
  K.set_zero();
  using T = Dual<3>;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const CardanBody& b = bodies_[i];
    std::array<T, 3> angle = angles<T>(b, p.q), a{};
    if (with_inertia) a = angles<T>(b, p.a);
    for (int k = 0; k < 3; ++k) angle[static_cast<std::size_t>(k)].d[k] = 1;
    const std::array<T, 3> left = rotational_inertia<T>(b, angle, angles<T>(b, p.v), a);
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t r = 0; r < 3; ++r)
        K.values()[placed_bodies_[i].K[6 * (c + 3) + r + 3]] += left[r].d[c];
  }
  double Q_q[square];
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    forces_[i]->by_position(p, Q_q);
    scatter(placed_forces_[i].K, -1, Q_q, K);
  }
}

void BodySystem::stiffness_product(const Point& p, Vector& K_v) const noexcept {
  K_v.setZero();
  using T = Dual<1>;
  for (const CardanBody& b : bodies_) {
    std::array<T, 3> angle = angles<T>(b, p.q);
    const std::array<T, 3> rate = angles<T>(b, p.v);
    for (std::size_t k = 0; k < 3; ++k) angle[k].d[0] = rate[k].v;
    const std::array<T, 3> left = rotational_inertia<T>(b, angle, rate, {});
    for (std::size_t k = 0; k < 3; ++k) K_v[b.column[3 + k]] += left[k].d[0];
  }
  double Q[LocalForce::most];
  for (const auto& local : forces_) {
    local->along_velocity(p, Q);
    const std::vector<int>& columns = local->columns();
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k] >= 0) K_v[columns[k]] -= Q[k];
  }
}

void BodySystem::damping(const Point& p, linear::Patterned& C) const noexcept {
  C.set_zero();
  using T = Dual<3>;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const CardanBody& b = bodies_[i];
    std::array<T, 3> rate = angles<T>(b, p.v);
    for (int k = 0; k < 3; ++k) rate[static_cast<std::size_t>(k)].d[k] = 1;
    const std::array<T, 3> left = rotational_inertia<T>(b, angles<T>(b, p.q), rate, {});
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t r = 0; r < 3; ++r)
        C.values()[placed_bodies_[i].K[6 * (c + 3) + r + 3]] += left[r].d[c];
  }
  double Q_v[square];
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    forces_[i]->by_velocity(p, Q_v);
    scatter(placed_forces_[i].K, -1, Q_v, C);
  }
}

void BodySystem::by_multipliers(const Point& p, linear::Patterned& f_lambda) const noexcept {
  f_lambda.set_zero();
  double Q[square];
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    if (forces_[i]->rows().empty()) continue;
    forces_[i]->by_multiplier(p, Q);
    scatter(placed_forces_[i].f_lambda, 1, Q, f_lambda);
  }
}

void BodySystem::acceleration(const Point& p, const Vector& extra, Vector& a,
                              Scratch&) const noexcept {
  force(p, a);
  a += extra;
  for (const CardanBody& b : bodies_) {
    for (std::size_t k = 0; k < 3; ++k)
      if (b.column[k] >= 0) a[b.column[k]] /= b.mass;
    const Eigen::Matrix3d J = rotational_mass(b, p.q[b.column[4]], p.q[b.column[5]]);
    const Eigen::Vector3d torque(a[b.column[3]], a[b.column[4]], a[b.column[5]]);
    const Eigen::Vector3d turn = J.llt().solve(torque);
    for (std::size_t k = 0; k < 3; ++k) a[b.column[3 + k]] = turn[static_cast<Index>(k)];
  }
  for (const Single& s : singles_) a[s.column] /= s.inertia;
}

void BodySystem::balance(const Point& p, const Vector& a, const Vector& extra, Vector& r,
                         Scratch&) const noexcept {
  force(p, r);
  r = -r - extra;
  for (const CardanBody& b : bodies_) {
    for (std::size_t k = 0; k < 3; ++k)
      if (b.column[k] >= 0) r[b.column[k]] += b.mass * a[b.column[k]];
    const Eigen::Matrix3d J = rotational_mass(b, p.q[b.column[4]], p.q[b.column[5]]);
    const Eigen::Vector3d turn(a[b.column[3]], a[b.column[4]], a[b.column[5]]);
    const Eigen::Vector3d torque = J * turn;
    for (std::size_t k = 0; k < 3; ++k) r[b.column[3 + k]] += torque[static_cast<Index>(k)];
  }
  for (const Single& s : singles_) r[s.column] += s.inertia * a[s.column];
}

double BodySystem::potential(const Point& p, Scratch&) const noexcept {
  double V = 0;
  for (const CardanBody& b : bodies_) V += b.mass * gravity * p.q[b.column[2]];
  for (const auto& force : forces_) V += force->potential(p);
  return V;
}

}  // namespace takt::by_hand
