// Simbody: pin joints, and two PointInPlane constraints where a loop is closed in the plane
// (Constraint::Ball has a third, redundant row that its dense factorisation would have to handle).
#include <Simbody.h>

#include <vector>

#include "bench/peers/loops.hpp"

namespace takt::bench {
namespace {

using SimTK::MobilizedBody;
using SimTK::Vec3;

struct World {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};

  // A body that turns about z at the point `at` of its parent, which is also its origin.
  MobilizedBody::Pin pin(MobilizedBody& parent, const Vec3& at, double mass, const Vec3& centre,
                         const SimTK::Inertia& about_centre) {
    const SimTK::Body::Rigid body(
        SimTK::MassProperties(mass, centre, about_centre.shiftFromMassCenter(centre, mass)));
    return MobilizedBody::Pin(parent, SimTK::Transform(at), body, SimTK::Transform());
  }
  void close(MobilizedBody& a, const Vec3& of_a, MobilizedBody& b, const Vec3& of_b) {
    SimTK::Constraint::PointInPlane(a, SimTK::UnitVec3(1, 0, 0), of_a[0], b, of_b);
    SimTK::Constraint::PointInPlane(a, SimTK::UnitVec3(0, 1, 0), of_a[1], b, of_b);
  }
};

double gap(const SimTK::State& s) {
  double largest = 0;
  const SimTK::Vector& g = s.getQErr();
  for (int i = 0; i < g.size(); ++i) largest = std::max(largest, std::abs(g[i]));
  return largest;
}

// Semi-explicit Euler, its cheapest integrator, with our step and with projection onto the
// constraints.
Held four_bars(const FourBars& f, bool look) {
  World w;
  SimTK::Force::Gravity(w.forces, w.matter, Vec3(0, -9.81, 0));
  const double I = 1.0 / 12;
  std::vector<MobilizedBody::Pin> posts, beams;
  for (int i = 0; i <= f.windows; ++i) {
    posts.push_back(
        w.pin(w.matter.updGround(), Vec3(i, 0, 0), 1, Vec3(0, 0.5, 0), SimTK::Inertia(I, 1e-6, I)));
    if (i < f.windows)
      beams.push_back(
          w.pin(posts.back(), Vec3(0, 1, 0), 1, Vec3(0.5, 0, 0), SimTK::Inertia(1e-6, I, I)));
    if (i > 0)
      w.close(posts.back(), Vec3(0, 1, 0), beams[beams.size() - (i < f.windows ? 2 : 1)],
              Vec3(1, 0, 0));
  }
  SimTK::State s = w.system.realizeTopology();
  for (auto& p : posts) p.setRate(s, -1);
  for (auto& b : beams) b.setRate(s, 1);
  SimTK::SemiExplicitEulerIntegrator integrator(w.system, f.step);
  integrator.setConstraintTolerance(1e-8);
  integrator.setReturnEveryInternalStep(true);
  integrator.initialize(s);
  Held held;
  const auto see = [&] {
    const SimTK::State& now = integrator.getState();
    w.system.realize(now, SimTK::Stage::Dynamics);
    held.look(w.system.calcEnergy(now), gap(now));
  };
  if (look) see();
  const double begin = cpu_now();
  try {
    while (integrator.getTime() < f.until - 0.5 * f.step) {
      integrator.stepTo(f.until);
      if (look) see();
    }
  } catch (const std::exception&) {
    held.ok = false;
  }
  held.cpu = cpu_now() - begin;
  held.t_end = integrator.getTime();
  return held;
}

// The bodies are defined with all angles zero, as in models/squeezer-mechanism.yaml.
Squeezed squeezer(double accuracy) {
  const double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035,
               sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04,
               ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421;
  const Vec3 A(-.06934, -.00227, 0), B(-.03635, .03273, 0), C(.014, .072, 0);
  World w;
  MobilizedBody& ground = w.matter.updGround();
  const auto I = [](double x) { return SimTK::Inertia(x, x, x); };
  auto K1 = w.pin(ground, Vec3(0), .04325, Vec3(ra, 0, 0), I(2.194e-6));
  auto K2 = w.pin(K1, Vec3(rr, 0, 0), .00365, Vec3(-da, 0, 0), I(4.410e-7));
  auto K3 = w.pin(ground, B, .02373, Vec3(sa, -sb, 0), I(5.255e-6));
  auto K5 = w.pin(ground, A, .07050, Vec3(ta, -tb, 0), I(1.169e-5));
  auto K4 = w.pin(K5, Vec3(zt, 0, 0), .00706, Vec3(0, -(e - ea), 0), I(5.667e-7));
  auto K7 = w.pin(ground, A, .05498, Vec3(ub, -ua, 0), I(1.912e-5));
  auto K6 = w.pin(K7, Vec3(0, -u, 0), .00706, Vec3(zf - fa, 0, 0), I(5.667e-7));
  const Vec3 E(-d, 0, 0);
  w.close(K2, E, K3, Vec3(0, -ss, 0));
  w.close(K2, E, K4, Vec3(0, -e, 0));
  w.close(K2, E, K6, Vec3(zf, 0, 0));
  SimTK::Force::TwoPointLinearSpring(w.forces, ground, C, K3, Vec3(sd, -sc, 0), 4530, .07785);
  SimTK::Force::MobilityConstantForce(w.forces, K1, .033);
  SimTK::State s = w.system.realizeTopology();
  MobilizedBody::Pin* order[] = {&K1, &K2, &K3, &K4, &K5, &K6, &K7};
  const double start[] = {-0.0617138900142764496, 0,
                          0.4552798191630703803,  0.2226683901658858847,
                          0.4873649795438425502,  -0.2226683901658858847,
                          1.2305474445498211925};
  for (int i = 0; i < 7; ++i) order[i]->setAngle(s, start[i]);
  SimTK::RungeKuttaMersonIntegrator integrator(w.system);
  integrator.setAccuracy(accuracy);
  integrator.initialize(s);
  Squeezed out;
  const double begin = cpu_now();
  try {
    while (integrator.getTime() < 0.03) integrator.stepTo(0.03);
    out.ok = true;
  } catch (const std::exception&) {
  }
  out.cpu = cpu_now() - begin;
  for (int i = 0; i < 7; ++i) out.q[i] = order[i]->getAngle(integrator.getState());
  return out;
}

const RegisterLoops registered({"simbody semi-explicit Euler", four_bars, 40, 1, squeezer});

}  // namespace
}  // namespace takt::bench
