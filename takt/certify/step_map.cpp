#include "takt/certify/step_map.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "takt/analyse/tangent_space.hpp"
#include "takt/certify/spectrum.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::certify {
using namespace analyse;
namespace {

// Steps into which a step is divided to compute the motion itself
constexpr int parts = 16;
// Numbers that survive a step; above this limit, eigenvalues take minutes
constexpr Index most_numbers = 400;
constexpr double little = 2e-6;  // m or rad: size of the differences

Method shortened(Method m) {
  m.step /= parts;
  return m;
}

std::string reason(const Engine& s) {
  const Composition& c = s.composition();
  if (c.adaptive()) return "the method chooses its steps: there is no map of one step";
  if (c.integrator->asks.has(Form::residual) && c.convergence() > 1)
    return "the method keeps a history: one state does not determine the next";
  const Shape& shape = s.system().shape();
  if (2 * shape.nv + shape.nz > most_numbers)
    return "the model is large: more than " + std::to_string(most_numbers) +
           " numbers describe its state";
  return {};
}

// The numbers that survive a step, as Engine::save writes them: t, q, v, a, lambda, z, inputs,
// memories.
struct Layout {
  Index nq, nv, ng, nz, inputs;
  Index q() const { return 1; }
  Index v() const { return q() + nq; }
  Index a() const { return v() + nv; }
  Index lambda() const { return a() + nv; }
  Index z() const { return lambda() + ng; }
  Index memory() const { return z() + nz + inputs; }
};

Layout layout_of(const Engine& s) {
  const Shape& shape = s.system().shape();
  return {shape.nq, shape.nv, shape.ng, shape.nz, 2 * shape.inputs};
}

std::vector<double> numbers_in(std::span<const std::byte> saved, std::int64_t& count) {
  std::memcpy(&count, saved.data(), sizeof count);
  std::vector<double> x((saved.size() - sizeof count) / sizeof(double));
  std::memcpy(x.data(), saved.data() + sizeof count, x.size() * sizeof(double));
  return x;
}

Eigen::Map<const Vector> part(const std::vector<double>& x, Index first, Index n) {
  return {x.data() + first, n};
}

State state_in(const std::vector<double>& x, const Layout& l) {
  State s;
  s.t = x[0];
  s.q = part(x, l.q(), l.nq);
  s.v = part(x, l.v(), l.nv);
  s.a = part(x, l.a(), l.nv);
  s.lambda = part(x, l.lambda(), l.ng);
  s.z = part(x, l.z(), l.nz);
  return s;
}

// All that survives a step besides q and v: z, a, lambda, memory. Each has a unit for its changes.
struct Rest {
  std::vector<Index> place;
  std::vector<double> unit;
};

Rest rest_of(const std::vector<double>& x, const Layout& l, double h, bool memory) {
  Rest r;
  const auto add = [&](Index first, Index n, double unit) {
    for (Index i = first; i < first + n; ++i) {
      r.place.push_back(i);
      r.unit.push_back(unit > 0 ? unit : std::max(1.0, std::abs(x[i])));
    }
  };
  add(l.z(), l.nz, 0);
  add(l.a(), l.nv, 1 / (h * h));
  add(l.lambda(), l.ng, 0);
  if (memory) add(l.memory(), static_cast<Index>(x.size()) - l.memory(), 0);
  return r;
}

// Numbers that a step does not change (penalties, for example) are parameters: their rows are those
// of the unit matrix, and they are left out.
Matrix without_parameters(const Matrix& A, Index first) {
  std::vector<Index> kept;
  for (Index i = 0; i < A.rows(); ++i) {
    const Vector unit = Vector::Unit(A.cols(), i);
    if (i < first || !((A.row(i).transpose() - unit).cwiseAbs().maxCoeff() < 1e-9))
      kept.push_back(i);
  }
  return A(kept, kept);
}

}  // namespace

Answer Radius::grows_along() const noexcept {
  constexpr double round_off = 1e-6;  // of the differences
  const double own = has_motion ? std::max(1.0, motion) : 1.0;
  // A method of first order may exaggerate growth of the motion itself: up to twice is allowed.
  const double excess = along - (own + (own - 1));
  if (excess + noise <= round_off) return Answer::no;  // with either size of the differences
  return excess > round_off + 3 * noise ? Answer::yes : Answer::not_known;
}
bool Radius::grows_across() const noexcept { return has_across && across > 1 + 1e-6; }

double Radius::time_constant(double h) const noexcept {
  constexpr double round_off = 1e-7;  // of the differences: closer to one, nothing can be said
  return across < 1 - round_off ? -h / std::log(across) : std::numeric_limits<double>::infinity();
}
bool Radius::repairs(double h) const noexcept {
  // s; if the decay is slower, the violations that every step adds accumulate
  constexpr double slowest = 10;
  return !has_across || time_constant(h) <= slowest;
}

StepMap::StepMap(std::shared_ptr<const EquationsOfMotion> system, const Method& method,
                 const State& start)
    : system_(std::move(system)), method_(method), step_(system_, method, start),
      motion_(system_, shortened(method), start), eval_(*system_) {
  why_not_ = reason(step_);
  starts_anew_ = step_.composition().integrator->asks.has(Form::residual);
  motion_unstarted_.resize(motion_.memory_size());
  motion_.save(motion_unstarted_);
}

void StepMap::place(Engine& s, const std::vector<double>& x, std::int64_t count) {
  if (&s == &motion_ || starts_anew_) {
    State at = state_in(x, layout_of(s));
    if (&s == &motion_) {  // a and lambda follow from the state: the motion itself has no memory
      complete(*system_, at);
      s.restore(motion_unstarted_);
    }
    s.adopt(at, &s == &motion_ ? parts * count : count);
    return;
  }
  const std::int64_t steps = count;
  std::vector<std::byte> bytes(sizeof steps + x.size() * sizeof(double));
  std::memcpy(bytes.data(), &steps, sizeof steps);
  std::memcpy(bytes.data() + sizeof steps, x.data(), x.size() * sizeof(double));
  s.restore(bytes);
}

// The numbers after `steps` steps. The start is the saved state, changed by `size` times `change`,
// which is (dq, h dv, rest).
std::vector<double> StepMap::after(Engine& s, std::span<const std::byte> saved, int steps,
                                   const Vector& change, double size, bool& ok) {
  const Layout l = layout_of(s);
  std::int64_t count = 0;
  std::vector<double> x = numbers_in(saved, count);
  const double h = method_.step;
  const Rest rest = rest_of(x, l, h, !starts_anew_);
  const Vector dq = size * change.head(l.nv);
  Vector q = part(x, l.q(), l.nq);
  const Vector from = q;
  system_->retract(from, dq, q);
  std::copy(q.begin(), q.end(), x.begin() + l.q());
  for (Index i = 0; i < l.nv; ++i) x[l.v() + i] += size / h * change[l.nv + i];
  for (std::size_t k = 0; k < rest.place.size(); ++k)
    x[rest.place[k]] += size * rest.unit[k] * change[2 * l.nv + static_cast<Index>(k)];
  place(s, x, count);
  for (int k = 0; k < steps && ok; ++k) ok = s.step().status == Status::ok;
  if (starts_anew_) {
    const State& now = s.state();
    x[0] = now.t;
    const std::pair<Index, const Vector*> all[] = {{l.q(), &now.q},
                                                   {l.v(), &now.v},
                                                   {l.a(), &now.a},
                                                   {l.lambda(), &now.lambda},
                                                   {l.z(), &now.z}};
    for (const auto& [first, values] : all)
      std::copy(values->begin(), values->end(), x.begin() + first);
    return x;
  }
  std::vector<std::byte> bytes(s.memory_size());
  s.save(bytes);
  return numbers_in(bytes, count);
}

// Columns of the Jacobian: changes (dq, h dv, rest) after the steps for the changes `columns`
// before them. `violation`: also the changes of (g, h (G v + gI)) after the steps.
Matrix StepMap::differences(Engine& s, std::span<const std::byte> saved, int steps,
                            const Matrix& columns, double size, Matrix* violation) {
  const Layout l = layout_of(s);
  const double h = method_.step;
  bool ok = true;
  const Vector none = Vector::Zero(columns.rows());
  const std::vector<double> centre = after(s, saved, steps, none, 0, ok);
  const IncrementOf increment(*system_, part(centre, l.q(), l.nq));
  std::int64_t count = 0;
  const Rest rest = rest_of(numbers_in(saved, count), l, h, !starts_anew_);
  Matrix J(columns.rows(), columns.cols());
  const auto violated = [&](const std::vector<double>& x) {
    eval_.place(Slot::end, state_in(x, l));
    const Terms& t = eval_.at(Slot::end, Term::g | Term::G | Term::gI);
    Vector all(2 * l.ng);
    all.head(l.ng) = t.g;
    all.tail(l.ng) = t.gI;
    Vector speed = t.gI;
    t.G.multiply_add(1, part(x, l.v(), l.nv), speed);
    all.tail(l.ng) = h * speed;
    return all;
  };
  if (violation != nullptr) violation->resize(2 * l.ng, columns.cols());
  for (Index j = 0; j < columns.cols(); ++j) {
    const std::vector<double> ahead = after(s, saved, steps, columns.col(j), size, ok);
    const std::vector<double> back = after(s, saved, steps, columns.col(j), -size, ok);
    J.col(j).head(l.nv) = increment(part(ahead, l.q(), l.nq) - part(back, l.q(), l.nq));
    J.col(j).segment(l.nv, l.nv) = h * (part(ahead, l.v(), l.nv) - part(back, l.v(), l.nv));
    for (std::size_t k = 0; k < rest.place.size(); ++k) {
      const auto i = rest.place[k];
      J(2 * l.nv + static_cast<Index>(k), j) = (ahead[i] - back[i]) / rest.unit[k];
    }
    if (violation != nullptr) violation->col(j) = (violated(ahead) - violated(back)) / (2 * size);
  }
  J /= 2 * size;
  if (!ok) J.setConstant(std::numeric_limits<double>::quiet_NaN());
  return J;
}

// Up to three coordinates with the largest shares of the kinetic energy of (dq/h, dv).
std::string StepMap::mode(const Eigen::VectorXcd& x, const State& s) {
  const Index nv = system_->shape().nv;
  eval_.place(Slot::start, s);
  const Matrix M = eval_.at(Slot::start, Term::M).M.to_matrix();
  std::vector<std::pair<double, Index>> shares;
  double sum = 0;
  for (Index k = 0; k < nv; ++k) {
    const double share = M(k, k) * (std::norm(x[k]) + std::norm(x[nv + k]));
    shares.emplace_back(share, k);
    sum += share;
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, shares.size()); ++i) {
    if (!(shares[i].first > 0.1 * sum)) break;
    text += (text.empty() ? "" : ", ") + system_->names().v[shares[i].second];
  }
  return text;
}

Radius StepMap::radius(std::span<const std::byte> saved) {
  Radius out;
  const Layout l = layout_of(step_);
  const double h = method_.step;
  std::int64_t count = 0;
  const std::vector<double> x = numbers_in(saved, count);
  const State here = state_in(x, l);
  out.t = here.t;
  out.why_not = why_not_;
  if (!out.known()) return out;
  const Index rest = static_cast<Index>(rest_of(x, l, h, !starts_anew_).place.size());
  const Index all = 2 * l.nv + rest;
  bool ok = true;
  const State there = state_in(after(step_, saved, 1, Vector::Zero(all), 0, ok), l);
  if (!ok) {
    out.why_not = "the step from this state fails";
    return out;
  }

  // Charts at both ends of the step; symmetries in the coordinates of the first chart.
  const Chart first = chart(constraints_at(eval_, here), l.nv, h);
  const Chart last = chart(constraints_at(eval_, there), l.nv, h);
  if (first.R_p.cols() != last.R_p.cols() || first.R.cols() != last.R.cols()) {
    out.why_not = "constraints become dependent within the step";
    return out;
  }
  const Matrix carry = carried_over(last, first);
  const auto shifts = [&](const std::vector<Symmetry>& found) {
    Matrix X(2 * l.nv, static_cast<Index>(found.size()));
    for (std::size_t k = 0; k < found.size(); ++k)
      X.col(static_cast<Index>(k)) << found[k].dq, h * found[k].dv;
    return X;
  };
  symmetries_ = symmetries(*system_, here);
  const Matrix W = complement(first.coordinates(shifts(symmetries_)));
  const Matrix W_end = complement(carry * last.coordinates(shifts(symmetries(*system_, there))));
  if (W.cols() != W_end.cols()) {
    out.why_not = "a symmetry ends within the step";
    return out;
  }
  const Index n = W.cols();
  const Matrix turn = nearest_rotation(W.transpose() * W_end) * W_end.transpose() * carry;
  const Matrix basis = first.changes() * W;
  const auto along = [&](Engine& s, int steps, Index others, double size) {
    Matrix columns = Matrix::Zero(all, n + others);
    columns.topLeftCorner(2 * l.nv, n) = basis;
    for (Index k = 0; k < others; ++k) columns(2 * l.nv + k, n + k) = 1;
    const Matrix J = differences(s, saved, steps, columns, size, nullptr);
    Matrix A(n + others, n + others);
    A.topRows(n) = turn * last.coordinates(J.topRows(2 * l.nv));
    A.bottomRows(others) = J.middleRows(2 * l.nv, others);
    return without_parameters(A, n + l.nz);
  };
  const int neutral = static_cast<int>(symmetries_.size());
  const Dominant most = dominant(along(step_, 1, rest, little), neutral);
  out.along = most.radius;
  if (!std::isfinite(out.along)) {
    out.why_not = "a step from a slightly changed state fails";
    return out;
  }
  out.noise = std::abs(dominant(along(step_, 1, rest, 2 * little), neutral).radius - out.along);
  out.angle = std::abs(std::arg(most.value));
  if (most.vector.size() > 0)
    out.mostly = mode(basis.cast<std::complex<double>>() * most.vector.head(n), here);
  const double own = dominant(along(motion_, parts, l.nz, little), neutral).radius;
  out.has_motion = std::isfinite(own);
  out.motion = own;

  if (l.ng > 0) {
    const Violations v = violations(constraints_at(eval_, here), l.nv, h);
    Matrix columns = Matrix::Zero(all, v.changes.cols()), violated;
    columns.topRows(2 * l.nv) = v.changes;
    differences(step_, saved, 1, columns, little, &violated);
    Matrix g(v.positions.rows(), violated.cols());
    Index row = 0;
    for (Index i = 0; i < l.ng; ++i)
      if (system_->shape().row_level[i] == RowLevel::position) g.row(row++) = violated.row(i);
    Matrix A(v.changes.cols(), v.changes.cols());
    A << v.positions.transpose() * g, v.speeds.transpose() * violated.bottomRows(l.ng);
    out.across = dominant(A).radius;
    out.has_across = A.rows() > 0;
  }
  return out;
}

}  // namespace takt::certify
