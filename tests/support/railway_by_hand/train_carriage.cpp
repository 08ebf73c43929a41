#include "tests/support/railway_by_hand/train_carriage.hpp"

#include <algorithm>

#include "tests/support/railway_by_hand/bushing.hpp"
#include "tests/support/railway_by_hand/torsion.hpp"

namespace takt::by_hand {
namespace {

constexpr double r_0 = 0.46, b = 0.75, kappa = 0.0115;                         // m, m, m
constexpr double coach_mass = 32000, bogie_mass = 2615, wheelset_mass = 1813;  // kg
constexpr double bogie_spacing = 9.5, wheelbase = 1.28, spring_spacing = 1.0;  // m, halves
constexpr double fall = 9.81;
constexpr double secondary_preload = coach_mass * fall / 4;
constexpr double primary_preload = (coach_mass / 2 + bogie_mass) * fall / 4;

}  // namespace

Jet TrainCarriage::Profile::operator()(double x) const noexcept {
  const double a = x - 0.006, root = std::sqrt(a * a + 1e-6);
  const double p = (a + root) / 2, p1 = (1 + a / root) / 2, p2 = 0.5e-6 / (root * root * root);
  return {conicity * x + 60 * p * p, conicity + 120 * p * p1, 120 * (p1 * p1 + p * p2), 0};
}

// The creep force of a rail on a wheel. With c the creepages, the generalised force is that of
// (g_x, g_y) acting along c.
class TrainCarriage::Creep final : public DualForce<Creep, 6, 1> {
 public:
  Creep(const CardanBody& wheelset, int row, double side, double V, Profile profile, Track track)
      : DualForce(wheelset.column, {row}), place_(wheelset.place.x), side_(side), V_(V),
        profile_(profile), track_(track) {}

  template <class T> void law(const Seen<T>& seen, std::array<T, 6>& Q) const noexcept {
    using std::cos, std::sin, std::sqrt;
    const T s = seen.u.u[0] + place_ + seen.q[0];
    const Jet track = track_(value_of(s));
    const T e = side_ * (seen.q[1] - with_slope(s, track.y, track.d1));
    const Jet f = profile_(value_of(e));
    const T r = r_0 + with_slope(e, f.y, f.d1);
    const T cy = cos(seen.q[3]), sy = sin(seen.q[3]), vx = V_ + seen.v[0], vy = seen.v[1];
    const T cx = vx * cy + vy * sy - side_ * b * seen.v[3] - r * (V_ / r_0 + seen.v[5]);
    const T cl = vy * cy - vx * sy + r * seen.v[4];
    const T N = seen.lambda[0] < T(-100) ? -seen.lambda[0] : T(100);
    T gx = -8e6 / V_ * cx, gy = -7e6 / V_ * cl;
    const T limit = 0.3 * N, scale = 1 / sqrt(1 + (gx * gx + gy * gy) / (limit * limit));
    gx *= scale;
    gy *= scale;
    Q[0] = gx * cy - gy * sy;
    Q[1] = gx * sy + gy * cy;
    Q[3] = -side_ * b * gx;
    Q[4] = r * gy;
    Q[5] = -(r * gx);
  }

 private:
  double place_, side_, V_;
  Profile profile_;
  Track track_;
};

TrainCarriage::TrainCarriage(const problem::Parameters& p)
    : V_(p["V"]), profile_{p["conicity"]}, track_(p["irregularity"]) {
  shape_.nu = 1;
  const CardanBody body =
      add({"body", coach_mass, {56800, 1.97e6, 1.97e6}, {0, 0, 1.8}}, Motion::without_x);
  add_bogie(body, "1", bogie_spacing);
  add_bogie(body, "2", -bogie_spacing);
  names_.outputs = {"body.ay", "wheelset11.y_rel", "wheelset12.y_rel", "wheelset21.y_rel",
                    "wheelset22.y_rel"};

  std::vector<std::vector<int>> rows;
  for (const Contact& c : contacts_) rows.emplace_back(c.column.begin(), c.column.end());
  finish(rows);
  for (int i = 0; i < shape_.ng; ++i) {
    Contact& c = contacts_[static_cast<std::size_t>(i)];
    for (std::size_t k = 0; k < 6; ++k) {
      c.G_place[k] = place_of(*shape_.G, i, c.column[k]);
      for (std::size_t l = 0; l < 6; ++l) {
        c.curvature_place[6 * k + l] = place_of(*shape_.K_lambda, c.column[l], c.column[k]);
        c.K_place[6 * k + l] = place_of(*shape_.K_full, c.column[l], c.column[k]);
      }
    }
  }
}

void TrainCarriage::add_bogie(const CardanBody& body, const std::string& name, double x) {
  const CardanBody bogie = add({"bogie" + name, bogie_mass, {1722, 1476, 3067}, {x, 0, 0.6}});
  for (const double side : {1.0, -1.0})
    add_force<Bushing>(bogie, body,
                       Bushing::Data{.at = {x, side * spring_spacing, 1.125},
                                     .k = {160e3, 160e3, 430e3},
                                     .c = {2e5, 32e3, 20e3},
                                     .cubic = {1e7, 1e7, 2e7},
                                     .preload = {0, 0, secondary_preload},
                                     .gap = 0.025,
                                     .stop = 3e5 / 0.01});
  add_force<Bushing>(bogie, body, Bushing::Data{.at = {x, 0, 0.9}, .k = {5e6}, .c = {5e4}});
  add_force<Torsion>(bogie.column[3], body.column[3], 9e4, 1e4);
  add_wheelset(bogie, name + "1", x + wheelbase);
  add_wheelset(bogie, name + "2", x - wheelbase);
}

void TrainCarriage::add_wheelset(const CardanBody& bogie, const std::string& name, double x) {
  const CardanBody wheelset =
      add({"wheelset" + name, wheelset_mass, {1120, 112, 1120}, {x, 0, r_0}, V_ / r_0});
  for (const double side : {1.0, -1.0})
    add_force<Bushing>(bogie, wheelset,
                       Bushing::Data{.at = {x, side * spring_spacing, r_0},
                                     .k = {7.85e6, 3.88e6, 1.22e6},
                                     .c = {15e3, 8e3, 10e3},
                                     .cubic = {1e9, 1e9, 1e9},
                                     .preload = {0, 0, -primary_preload}});
  for (const double side : {1.0, -1.0}) {
    add_force<Creep>(wheelset, static_cast<int>(contacts_.size()), side, V_, profile_, track_);
    contacts_.push_back({wheelset.column, x, side, {}, {}, {}});
    names_.rows.push_back("wheelset" + name + (side > 0 ? ".left" : ".right"));
  }
}

// Everything is at rest on straight track, the wheels roll. All bodies are lifted by the value of
// the profile at its middle, and the wheels turn more slowly accordingly.
State TrainCarriage::initial() const {
  State s = BodySystem::initial();
  const double rise = profile_(0).y;
  for (std::size_t k = 0; k < names_.q.size(); ++k)
    if (names_.q[k].ends_with(".z")) s.q[static_cast<Index>(k)] = rise;
  for (const Contact& c : contacts_) s.v[c.column[5]] = V_ / (r_0 + rise) - V_ / r_0;
  s.lambda.setConstant(-(wheelset_mass * fall + 2 * primary_preload) / 2);
  return s;
}

void TrainCarriage::excite(double t, std::span<const double>, Excitation& e) const noexcept {
  e.u[0] = V_ * t;
  e.du[0] = V_;
  e.ddu[0] = 0;
}

void TrainCarriage::outputs(const Point& p, std::span<double> out, Scratch&) const noexcept {
  out[0] = p.a[0];
  for (std::size_t k = 0; k < 4; ++k) {
    const Contact& c = contacts_[2 * k];
    out[k + 1] = p.q[c.column[1]] - track_(p.u.u[0] + c.place + p.q[c.column[0]]).y;
  }
}

// With w = (x' + u', y', z', yaw', roll', pitch') and H the second derivatives of g with respect to
// the coordinates, with s in place of x: gI = g_s u', Gv_q = H w, gamma = w' H w + g_s u''.
void TrainCarriage::evaluate_rows(const Point& p, Need need, Terms& out) const noexcept {
  using Block = Eigen::Matrix<double, 6, 6>;
  using Six = Eigen::Matrix<double, 6, 1>;
  for (Index i = 0; i < shape_.ng; ++i) {
    const Contact& c = contacts_[static_cast<std::size_t>(i)];
    const auto q = [&](std::size_t k) { return p.q[c.column[k]]; };
    const double sg = c.side, lambda = p.lambda[i];
    const Jet y = track_(p.u.u[0] + c.place + q(0)), f = profile_(sg * (q(1) - y.y));
    const double turn = q(3) - y.d1;

    Six G, w;
    G << f.d1 * sg * y.d1 - 2 * kappa * turn * y.d2, -f.d1 * sg, 1, 2 * kappa * turn,
        sg * b * std::cos(q(4)), 0;
    Block H = Block::Zero();
    H(0, 0) = f.d1 * sg * y.d2 - f.d2 * y.d1 * y.d1 + 2 * kappa * (y.d2 * y.d2 - turn * y.d3);
    H(0, 1) = H(1, 0) = f.d2 * y.d1;
    H(1, 1) = -f.d2;
    H(0, 3) = H(3, 0) = -2 * kappa * y.d2;
    H(3, 3) = 2 * kappa;
    H(4, 4) = -sg * b * std::sin(q(4));
    for (std::size_t k = 0; k < 6; ++k) w[static_cast<Index>(k)] = p.v[c.column[k]];
    const Six v = w;
    w[0] += p.u.du[0];
    const Six H_w = H * w;

    if (need & Term::g) out.g[i] = q(2) + sg * b * std::sin(q(4)) - f.y + kappa * turn * turn;
    if (need & Term::gI) out.gI[i] = G[0] * p.u.du[0];
    if (need & Term::gamma) out.gamma[i] = w.dot(H_w) + G[0] * p.u.ddu[0];
    for (std::size_t k = 0; k < 6; ++k) {
      const Index row = static_cast<Index>(k);
      if (need & Term::G) out.G.values()[c.G_place[k]] = G[row];
      if (need & Term::Gv_q) out.Gv_q.values()[c.G_place[k]] = H_w[row];
      if (need & Term::K_lambda_v) out.K_lambda_v[c.column[k]] += lambda * H.row(row).dot(v);
    }
    for (std::size_t k = 0; k < 36; ++k) {
      if (need & Term::K_lambda)
        out.K_lambda.values()[c.curvature_place[k]] += lambda * H.data()[k];
      if (need & Term::K_full) out.K_full.values()[c.K_place[k]] += lambda * H.data()[k];
    }
  }
}

}  // namespace takt::by_hand
