#include "takt/certify/symmetries.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "takt/analyse/tangent_space.hpp"
#include "takt/base/error.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/spatial/rotation.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::certify {
using namespace analyse;
namespace {

// m or rad: no road or spring repeats at these distances by accident
constexpr double far[] = {0.31, -1.7};

bool same(const Vector& a, const Vector& b) {
  constexpr double tolerance = 1e-9;
  return max_norm(Vector(a - b)) <= tolerance * (max_norm(a) + 1e-9);
}

struct Look {
  Vector M, f, g, G, gI, gamma, e;
  bool operator==(const Look& o) const {
    return same(M, o.M) && same(f, o.f) && same(g, o.g) && same(G, o.G) && same(gI, o.gI) &&
           same(gamma, o.gamma) && same(e, o.e);
  }
};

Look look(Evaluator& eval, const State& s) {
  eval.place(Slot::start, s);
  const Shape& shape = eval.shape();
  Need need = Term::M | Term::f;
  if (shape.ng > 0) need = need | Term::g | Term::G | Term::gI | Term::gamma;
  if (shape.nz > 0) need = need | Term::e;
  const Terms& t = eval.at(Slot::start, need);
  return {t.M.to_matrix().reshaped(), t.f, t.g, t.G.to_matrix().reshaped(), t.gI, t.gamma, t.e};
}

void add_coordinates(const EquationsOfMotion& eom, const State& s, std::vector<Symmetry>& out) {
  Evaluator eval(eom);
  const Look here = look(eval, s);
  const Index nv = eom.shape().nv;
  for (Index k = 0; k < nv; ++k) {
    bool ignorable = true;
    for (double amount : far) {
      State there = s;
      eom.retract(s.q, amount * Vector::Unit(nv, k), there.q);
      ignorable = ignorable && look(eval, there) == here;
    }
    if (ignorable) out.push_back({eom.names().v[k], Vector::Unit(nv, k), Vector::Zero(nv)});
  }
}

// A turn about an axis through the origin, or a shift along it.
struct Move {
  const char* name;
  bool turn;
  Vec3 axis;
};

class Bodies {
 public:
  explicit Bodies(const mechanism::Mechanism& m)
      : m_(m), eval_(m), motions_(m.model().bodies.size()) {}

  std::vector<Motion> of(const State& s) {
    eval_.place(Slot::start, s);
    m_.motions(eval_.point(Slot::start), motions_, eval_.scratch());
    return motions_;
  }

 private:
  const mechanism::Mechanism& m_;
  Evaluator eval_;
  std::vector<Motion> motions_;
};

std::vector<Motion> moved(std::vector<Motion> all, const Move& move, double amount) {
  const Mat3 R = move.turn ? Mat3(Eigen::AngleAxisd(amount, move.axis)) : Mat3(Mat3::Identity());
  const Vec3 shift = move.turn ? Vec3(Vec3::Zero()) : Vec3(amount * move.axis);
  for (std::size_t b = 1; b < all.size(); ++b) {
    Motion& m = all[b];
    m = {R * m.R, R * m.p + shift, R * m.w, R * m.v, R * m.dw, R * m.dv};
  }
  return all;
}

bool same(const std::vector<Motion>& a, const std::vector<Motion>& b) {
  double apart = 0, rate = 0, size = 0;
  for (std::size_t k = 1; k < a.size(); ++k) {
    apart = std::max({apart, (a[k].p - b[k].p).norm(), (a[k].R - b[k].R).norm()});
    rate = std::max({rate, (a[k].dv - b[k].dv).norm(), (a[k].dw - b[k].dw).norm()});
    size = std::max({size, a[k].dv.norm(), a[k].dw.norm()});
  }
  return apart < 1e-8 && rate <= 1e-7 * (size + 1);
}

void add_moves(const mechanism::Mechanism& m, const State& s, std::vector<Symmetry>& out) {
  const Move moves[] = {
      {"all along x", false, Vec3::UnitX()}, {"all along y", false, Vec3::UnitY()},
      {"all along z", false, Vec3::UnitZ()}, {"all about x", true, Vec3::UnitX()},
      {"all about y", true, Vec3::UnitY()},  {"heading", true, Vec3::UnitZ()}};
  Bodies bodies(m);
  const IncrementOf increment(m, s.q);
  State here = s;
  complete(m, here);
  const std::vector<Motion> at_rest = bodies.of(here);
  const auto state_after = [&](const Move& move, double amount) {
    State there = m.state_of(moved(at_rest, move, amount), s.t);
    there.z = s.z;
    return there;
  };
  for (const Move& move : moves) {
    try {
      bool holds = true;
      for (double amount : far) {
        State there = state_after(move, amount);
        complete(m, there);
        holds = holds && same(bodies.of(there), moved(at_rest, move, amount));
      }
      if (!holds) continue;
      constexpr double little = 1e-4;
      const State ahead = state_after(move, little), back = state_after(move, -little);
      out.push_back({move.name, increment((ahead.q - back.q) / (2 * little)),
                     (ahead.v - back.v) / (2 * little)});
    } catch (const Error&) {
      // The mechanism cannot be moved there: no symmetry.
    }
  }
}

// Moving the x of a chassis and moving all bodies along x are the same symmetry: the first is kept.
std::vector<Symmetry> independent(const std::vector<Symmetry>& all) {
  std::vector<Symmetry> out;
  std::vector<Vector> basis;
  for (const Symmetry& s : all) {
    Vector x(s.dq.size() + s.dv.size());
    x << s.dq, s.dv;
    x.normalize();
    for (int pass = 0; pass < 2; ++pass)
      for (const Vector& b : basis) x -= b.dot(x) * b;
    if (!(x.norm() > 1e-6)) continue;
    basis.push_back(x.normalized());
    out.push_back(s);
  }
  return out;
}

}  // namespace

std::vector<Symmetry> symmetries(const EquationsOfMotion& eom, const State& s) {
  std::vector<Symmetry> all;
  add_coordinates(eom, s, all);
  if (const auto* m = dynamic_cast<const mechanism::Mechanism*>(&eom)) add_moves(*m, s, all);
  return independent(all);
}

}  // namespace takt::certify
