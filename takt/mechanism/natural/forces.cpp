#include <cmath>

#include "takt/mechanism/natural/attitude.hpp"
#include "takt/mechanism/natural/equations.hpp"

namespace takt::mechanism::natural {
namespace {

using element::body_force_states;
using element::law_measures;
using element::law_states;

std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
Vec3 triple(const double* x, int entity) noexcept {
  return {x[3 * entity], x[3 * entity + 1], x[3 * entity + 2]};
}
void add_to(Vector& y, int entity, const Vec3& d) noexcept {
  double* out = y.data() + 3 * entity;
  for (int k = 0; k < 3; ++k) out[k] += d[k];
}

template <class F> struct Signals {  // those a force reads, picked out of u(t)
  double u[3] = {}, du[3] = {};
  Signals(const F& f, const Excitation& x) noexcept {
    for (int k = 0; k < f.signals; ++k) {
      u[k] = x.u[f.signal[at(k)]];
      du[k] = x.du[f.signal[at(k)]];
    }
  }
};

// The measures of a law, with their gradients spread over the entities of the law.
struct Measured {
  double s[law_measures], ds[law_measures];
  std::array<Chain, law_measures> chains;
  Measured(const Equations& e, const LawForce& f, const Point& p, Depth depth) noexcept {
    for (int k = 0; k < f.count; ++k) {
      chain(e, e.uses[at(f.first + k)], p.q.data(), p.v.data(), 0, depth, chains[at(k)], nullptr);
      s[k] = chains[at(k)].s;
      ds[k] = chains[at(k)].ds;
    }
  }
};

void add_force(const Equations& e, const LawForce& f, const Point& p, Vector& out,
               Vector* z_rate) noexcept {
  const Signals<LawForce> signals(f, p.u);
  const Measured m(e, f, p, Depth::gradient);
  element::LawOut law;
  f.law->force({m.s, m.ds, p.z.data() + f.state, signals.u, signals.du}, law);
  for (int k = 0; k < f.count; ++k) {
    const Use& use = e.uses[at(f.first + k)];
    for (int i = 0; i < use.count; ++i)
      add_to(out, e.listed[at(use.first + i)], law.Q[k] * m.chains[at(k)].D[at(i)]);
  }
  if (z_rate)
    for (int k = 0; k < f.law->states(); ++k) (*z_rate)[f.state + k] = law.e[k];
}

using Spread = std::array<Vec3, law_entities>;

// f = sum_k D_k Q_k:  df = sum_k (H_k Q_k + D_k (Q_s D + Q_s' R)) dq + D_k Q_s' D dv
void add_tangent(const Equations& e, const LawForce& f, const Point& p,
                 const Tangents& t) noexcept {
  const Signals<LawForce> signals(f, p.u);
  const Measured m(e, f, p, Depth::rate);
  const element::LawIn in{m.s, m.ds, p.z.data() + f.state, signals.u, signals.du};
  element::LawOut law;
  f.law->force(in, law);
  f.law->derivatives(in, law);
  const int states = f.law->states();
  auto block = [&](int i, int j) -> const Places& {
    return e.places[at(f.at + i * f.entities + j)];
  };
  // y = sum_l (a_l D_l + b_l R_l), over the entities of the law
  auto spread = [&](const double* a, const double* b, Spread& y) {
    for (int i = 0; i < f.entities; ++i) y[at(i)].setZero();
    for (int l = 0; l < f.count; ++l) {
      const Use& use = e.uses[at(f.first + l)];
      for (int i = 0; i < use.count; ++i) {
        if (a) y[at(use.in_law[at(i)])] += a[l] * m.chains[at(l)].D[at(i)];
        if (b) y[at(use.in_law[at(i)])] += b[l] * m.chains[at(l)].R[at(i)];
      }
    }
  };
  const bool stiff = t.all || !f.explicit_only;
  Spread by_q, by_v;
  Blocks H;
  Chain c;
  for (int k = 0; k < f.count; ++k) {
    const Use& use = e.uses[at(f.first + k)];
    const Chain& d = m.chains[at(k)];
    if (t.K && stiff) {
      spread(law.Q_s[k], law.Q_ds[k], by_q);
      for (int i = 0; i < use.count; ++i)
        for (int j = 0; j < f.entities; ++j)
          add_block(*t.K, block(use.in_law[at(i)], j), -d.D[at(i)] * by_q[at(j)].transpose());
      chain(e, use, p.q.data(), p.v.data(), 0, Depth::curvature, c, &H);
      for (int i = 0; i < use.count; ++i)
        for (int j = 0; j < use.count; ++j)
          add_block(*t.K, block(use.in_law[at(i)], use.in_law[at(j)]), -law.Q[k] * H[at(i)][at(j)]);
    }
    if (t.C && stiff) {
      spread(law.Q_ds[k], nullptr, by_v);
      for (int i = 0; i < use.count; ++i)
        for (int j = 0; j < f.entities; ++j)
          add_block(*t.C, block(use.in_law[at(i)], j), -d.D[at(i)] * by_v[at(j)].transpose());
    }
    if (t.f_z)
      for (int n = 0; n < states; ++n)
        for (int i = 0; i < use.count; ++i)
          add_row(*t.f_z, e.places[at(f.at_z + n * f.entities + use.in_law[at(i)])],
                  law.Q_z[k][n] * d.D[at(i)]);
  }
  if (!t.e_q) return;
  for (int n = 0; n < states; ++n) {
    spread(law.e_s[n], law.e_ds[n], by_q);
    spread(law.e_ds[n], nullptr, by_v);
    for (int i = 0; i < f.entities; ++i) {
      const Places& row = e.places[at(f.at_z + (states + n) * f.entities + i)];
      add_row(*t.e_q, row, by_q[at(i)]);
      add_row(*t.e_v, row, by_v[at(i)]);
    }
    for (int k = 0; k < states; ++k)
      t.e_z->values()[e.e_z_places[at(law_states * (f.state + n) + k)]] += law.e_z[n][k];
  }
}

Triple<double> plain(const Vec3& a) noexcept { return {a[0], a[1], a[2]}; }
Vec3 vec(const Triple<double>& a) noexcept { return {a.x, a.y, a.z}; }

// The frame a body force acts on: p, e1, e2 and their rates, the attitude.
struct Placed {
  Vec3 y[3], dy[3];
  Attitude<double> attitude;
  element::BodyForceIn in;
  Placed(const Equations& e, const FrameForce& f, const Point& p) noexcept
      : attitude(read(e, f, p)) {
    in.R << vec(attitude.b1), vec(attitude.b2), vec(attitude.b3);
    in.p = y[0];
    in.v = dy[0];
    in.w = vec(attitude.rate(plain(dy[1]), plain(dy[2])));
    in.z = p.z.data() + f.state;
  }

 private:
  Attitude<double> read(const Equations& e, const FrameForce& f, const Point& p) noexcept {
    for (int k = 0; k < 3; ++k) {
      y[k] = f.constant[k];
      dy[k].setZero();
      for (int i = 0; i < f.count; ++i) {
        const int entity = e.listed[at(f.first + i)];
        y[k] += f.c[k][i] * triple(p.q.data(), entity);
        dy[k] += f.c[k][i] * triple(p.v.data(), entity);
      }
    }
    return {plain(y[1]), plain(y[2])};
  }
};

// Forces on p, e1 and e2.
Eigen::Matrix<double, 9, 1> on_carriers(const Attitude<double>& a, const Vec6& wrench) noexcept {
  const Triple<double> T = plain(wrench.head<3>());
  Eigen::Matrix<double, 9, 1> n;
  n << wrench.tail<3>(), vec(a.force_on_1(T)), vec(a.force_on_2(T));
  return n;
}

void add_force(const Equations& e, const FrameForce& f, const Point& p, Vector& out,
               Vector* z_rate) noexcept {
  const Signals<FrameForce> signals(f, p.u);
  Placed here(e, f, p);
  here.in.u = signals.u;
  here.in.du = signals.du;
  element::BodyForceOut force;
  f.force->force(here.in, force);
  const Eigen::Matrix<double, 9, 1> n = on_carriers(here.attitude, force.wrench);
  for (int i = 0; i < f.count; ++i)
    for (int k = 0; k < 3; ++k)
      add_to(out, e.listed[at(f.first + i)], f.c[k][i] * n.segment<3>(3 * k));
  if (z_rate)
    for (int k = 0; k < f.force->states(); ++k) (*z_rate)[f.state + k] = force.e[k];
}

// Over (p, e1, e2): the twist by the rates and by the carriers at fixed rates, and the derivatives
// of W'T at fixed T.
struct Maps {
  using Mat69 = Eigen::Matrix<double, 6, 9>;
  Mat69 place = Mat69::Zero();  // (dtheta, dp); also (w, v) by the rates
  Mat69 twist = Mat69::Zero();  // (w, v) by the carriers
  Eigen::Matrix<double, 9, 9> bend = Eigen::Matrix<double, 9, 9>::Zero();
  Maps(const Placed& h, const Vec6& wrench) noexcept {
    using D = Dual<6>;
    auto variable = [](const Vec3& a, int k) {
      return Triple<D>{D::variable(a[0], k), D::variable(a[1], k + 1), D::variable(a[2], k + 2)};
    };
    auto constant = [](const Vec3& a) { return Triple<D>{D(a[0]), D(a[1]), D(a[2])}; };
    const Attitude<D> a(variable(h.y[1], 0), variable(h.y[2], 3));
    const Triple<D> w = a.rate(constant(h.dy[1]), constant(h.dy[2]));
    const Triple<D> T = constant(wrench.head<3>()), n1 = a.force_on_1(T), n2 = a.force_on_2(T);
    const D* of_w[3] = {&w.x, &w.y, &w.z};
    const D* of_n[6] = {&n1.x, &n1.y, &n1.z, &n2.x, &n2.y, &n2.z};
    for (int j = 0; j < 6; ++j) {
      for (int i = 0; i < 3; ++i) twist(i, 3 + j) = of_w[i]->d[at(j)];
      for (int i = 0; i < 6; ++i) bend(3 + i, 3 + j) = of_n[i]->d[at(j)];
    }
    place.block<3, 3>(3, 0).setIdentity();
    for (int j = 0; j < 3; ++j) {
      const Triple<double> unit = plain(Vec3::Unit(j)), none{};
      place.block<3, 1>(0, 3 + j) = vec(h.attitude.rate(unit, none));
      place.block<3, 1>(0, 6 + j) = vec(h.attitude.rate(none, unit));
    }
  }
};

void add_tangent(const Equations& e, const FrameForce& f, const Point& p,
                 const Tangents& t) noexcept {
  const Signals<FrameForce> signals(f, p.u);
  Placed here(e, f, p);
  here.in.u = signals.u;
  here.in.du = signals.du;
  element::BodyForceOut force;
  f.force->force(here.in, force);
  f.force->derivatives(here.in, force);
  const Maps maps(here, force.wrench);
  auto block = [&](int i, int j) -> const Places& { return e.places[at(f.at + i * f.count + j)]; };
  // N = place' (T, F): d(T, F) = by_place place + by_twist twist, and place itself bends.
  auto scatter = [&](linear::Patterned& A, const Eigen::Matrix<double, 9, 9>& dN) {
    for (int i = 0; i < f.count; ++i)
      for (int j = 0; j < f.count; ++j) {
        Mat3 B = Mat3::Zero();
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l) B -= (f.c[k][i] * f.c[l][j]) * dN.block<3, 3>(3 * k, 3 * l);
        add_block(A, block(i, j), B);
      }
  };
  const bool stiff = t.all || !f.explicit_only;
  if (t.K && stiff)
    scatter(*t.K,
            maps.place.transpose() * (force.by_place * maps.place + force.by_twist * maps.twist) +
                maps.bend);
  if (t.C && stiff) scatter(*t.C, maps.place.transpose() * force.by_twist * maps.place);
  const int states = f.force->states();
  for (int n = 0; n < states; ++n) {
    const Eigen::Matrix<double, 9, 1> by_z = maps.place.transpose() * force.by_z.col(n);
    const Eigen::Matrix<double, 9, 1> by_q =
        (force.e_place.row(n) * maps.place + force.e_twist.row(n) * maps.twist).transpose();
    const Eigen::Matrix<double, 9, 1> by_v = (force.e_twist.row(n) * maps.place).transpose();
    for (int i = 0; i < f.count; ++i)
      for (int k = 0; k < 3; ++k) {
        const Places& column = e.places[at(f.at_z + n * f.count + i)];
        const Places& row = e.places[at(f.at_z + (states + n) * f.count + i)];
        if (t.f_z) add_row(*t.f_z, column, f.c[k][i] * by_z.segment<3>(3 * k));
        if (t.e_q) add_row(*t.e_q, row, f.c[k][i] * by_q.segment<3>(3 * k));
        if (t.e_v) add_row(*t.e_v, row, f.c[k][i] * by_v.segment<3>(3 * k));
      }
    if (t.e_z)
      for (int k = 0; k < states; ++k)
        t.e_z->values()[e.e_z_places[at(law_states * (f.state + n) + k)]] += force.e_z[n][k];
  }
}
static_assert(law_states == body_force_states);

}  // namespace

void add_forces(const Equations& e, const Point& p, Vector& f, Vector* z_rate) noexcept {
  f += e.weight;
  for (const LawForce& l : e.laws) add_force(e, l, p, f, z_rate);
  for (const FrameForce& l : e.frame_forces) add_force(e, l, p, f, z_rate);
}

void add_tangents(const Equations& e, const Point& p, const Tangents& t) noexcept {
  const bool states_only = !t.K && !t.C;
  for (const LawForce& l : e.laws)
    if (!states_only || l.law->states() > 0) add_tangent(e, l, p, t);
  for (const FrameForce& l : e.frame_forces)
    if (!states_only || l.force->states() > 0) add_tangent(e, l, p, t);
}

void add_stiffness_product(const Equations& e, const Point& p, Vector& y) noexcept {
  for (const LawForce& l : e.laws) {
    if (l.explicit_only) continue;
    const Signals<LawForce> signals(l, p.u);
    const Measured m(e, l, p, Depth::rate);
    const element::LawIn in{m.s, m.ds, p.z.data() + l.state, signals.u, signals.du};
    element::LawOut law;
    l.law->force(in, law);
    l.law->derivatives(in, law);
    for (int k = 0; k < l.count; ++k) {
      const Use& use = e.uses[at(l.first + k)];
      double Q_rate = 0;  // of Q_k when q moves with v
      for (int n = 0; n < l.count; ++n)
        Q_rate += law.Q_s[k][n] * m.ds[n] + law.Q_ds[k][n] * m.chains[at(n)].curve;
      for (int i = 0; i < use.count; ++i)
        add_to(y, e.listed[at(use.first + i)],
               -law.Q[k] * m.chains[at(k)].R[at(i)] - Q_rate * m.chains[at(k)].D[at(i)]);
    }
  }
  for (const FrameForce& l : e.frame_forces) {
    if (l.explicit_only) continue;
    const Signals<FrameForce> signals(l, p.u);
    Placed here(e, l, p);
    here.in.u = signals.u;
    here.in.du = signals.du;
    element::BodyForceOut force;
    l.force->force(here.in, force);
    l.force->derivatives(here.in, force);
    const Maps maps(here, force.wrench);
    Eigen::Matrix<double, 9, 1> dy;
    dy << here.dy[0], here.dy[1], here.dy[2];
    const Vec6 d_wrench = force.by_place * (maps.place * dy) + force.by_twist * (maps.twist * dy);
    const Eigen::Matrix<double, 9, 1> dN = maps.place.transpose() * d_wrench + maps.bend * dy;
    for (int i = 0; i < l.count; ++i)
      for (int k = 0; k < 3; ++k)
        add_to(y, e.listed[at(l.first + i)], -l.c[k][i] * dN.segment<3>(3 * k));
  }
}

double potential(const Equations& e, const Point& p) noexcept {
  double V = e.potential0 - e.weight.dot(p.q);
  for (const LawForce& l : e.laws) {
    const Signals<LawForce> signals(l, p.u);
    const Measured m(e, l, p, Depth::gradient);
    V += l.law->potential({m.s, m.ds, p.z.data() + l.state, signals.u, signals.du});
  }
  for (const FrameForce& l : e.frame_forces) {
    const Signals<FrameForce> signals(l, p.u);
    Placed here(e, l, p);
    here.in.u = signals.u;
    here.in.du = signals.du;
    V += l.force->potential(here.in);
  }
  return V;
}

void steady(const Equations& e, const Point& p, Vector& z) noexcept {
  for (const LawForce& l : e.laws) {
    const Signals<LawForce> signals(l, p.u);
    const Measured m(e, l, p, Depth::gradient);
    l.law->steady({m.s, m.ds, p.z.data() + l.state, signals.u, signals.du}, z.data() + l.state);
  }
  for (const FrameForce& l : e.frame_forces) {
    const Signals<FrameForce> signals(l, p.u);
    Placed here(e, l, p);
    here.in.u = signals.u;
    here.in.du = signals.du;
    l.force->steady(here.in, z.data() + l.state);
  }
}

}  // namespace takt::mechanism::natural
