// Adapter for Simbody. Velocities of its free mobilizer are (w, v), both in ground axes; its
// coordinates begin with the quaternion.
#include <Simbody.h>

#include "bench/peers/peer.hpp"

namespace takt::bench {
namespace {

SimTK::Vec3 vec(const Vec3& a) { return {a[0], a[1], a[2]}; }

class Simbody final : public Peer {
 public:
  Simbody(const Bodies& t, const Vec3& g, const std::vector<Sample>& samples)
      : tree_(t), samples_(samples), matter_(system_), forces_(system_),
        gravity_(forces_, matter_, vec(g)), efforts_(forces_, matter_) {
    std::vector<SimTK::MobilizedBody> bodies;
    for (const Body& l : t.body) {
      SimTK::MobilizedBody& parent = l.parent < 0 ? matter_.updGround() : bodies[l.parent];
      const Mat3 &R = l.place.R, &I = l.I;
      const SimTK::Mat33 E(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1),
                           R(2, 2));
      const SimTK::Transform place(SimTK::Rotation(E, true), vec(l.place.p));
      const SimTK::Body::Rigid body(
          SimTK::MassProperties(l.m, vec(l.centre),
                                SimTK::Inertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2))
                                    .shiftFromMassCenter(vec(l.centre), l.m)));
      if (l.free)
        bodies.push_back(SimTK::MobilizedBody::Free(parent, place, body, SimTK::Transform()));
      else
        bodies.push_back(SimTK::MobilizedBody::Pin(parent, place, body, SimTK::Transform()));
    }
    state_ = system_.realizeTopology();
    for (const Sample& s : samples) natives_.push_back(native(s));
  }
  std::string name() const override { return "simbody"; }
  void forward(int s) override {
    load(s);
    efforts_.setAllMobilityForces(state_, at(s).tau);
    system_.realize(state_, SimTK::Stage::Acceleration);
  }
  void inverse(int s) override {
    load(s);
    system_.realize(state_, SimTK::Stage::Velocity);
    matter_.calcResidualForceIgnoringConstraints(state_, zero_, gravity_.getBodyForces(state_),
                                                 at(s).a, residual_);
  }
  void mass(int s) override {
    state_.updQ() = at(s).q;
    system_.realize(state_, SimTK::Stage::Position);
    matter_.calcM(state_, M_);
  }
  Vector acceleration(int s) override { return from(s, state_.getUDot()); }
  Vector effort(int s) override { return from(s, residual_); }
  Matrix mass_matrix(int s) override {
    Matrix M(tree_.nv, tree_.nv);
    for (int i = 0; i < tree_.nv; ++i)
      for (int j = 0; j < tree_.nv; ++j) M(i, j) = M_(i, j);
    if (!free()) return M;
    Matrix T = Matrix::Identity(tree_.nv, tree_.nv);  // from Takt's velocities to Simbody's
    T.topLeftCorner<6, 6>().setZero();
    T.block<3, 3>(0, 3) = base_rotation(samples_[s]);
    T.block<3, 3>(3, 0).setIdentity();
    return T.transpose() * M * T;
  }

 private:
  struct Native {
    SimTK::Vector q, u, tau, a;
  };
  bool free() const { return tree_.body[0].free; }
  Native& at(int s) { return natives_[s]; }
  void load(int s) {
    state_.updQ() = at(s).q;
    state_.updU() = at(s).u;
  }
  SimTK::Vector to(const Sample& s, const Vector& x) const {
    SimTK::Vector out(static_cast<int>(x.size()), x.data());
    if (!free()) return out;
    const Vec3 w = base_rotation(s) * x.segment<3>(3);
    for (int i = 0; i < 3; ++i) out[i] = w[i], out[3 + i] = x[i];
    return out;
  }
  Vector from(int sample, const SimTK::Vector& x) const {
    Vector out(tree_.nv);
    for (int i = 0; i < tree_.nv; ++i) out[i] = x[i];
    if (!free()) return out;
    const Vec3 w = out.head<3>(), v = out.segment<3>(3);
    out.head<3>() = v;
    out.segment<3>(3) = base_rotation(samples_[sample]).transpose() * w;
    return out;
  }
  Native native(const Sample& s) const {
    SimTK::Vector q(tree_.nq, s.q.data());
    if (free()) {
      for (int i = 0; i < 4; ++i) q[i] = s.q[3 + i];
      for (int i = 0; i < 3; ++i) q[4 + i] = s.q[i];
    }
    return {q, to(s, s.v), to(s, s.tau), to(s, s.a)};
  }

  const Bodies& tree_;
  const std::vector<Sample>& samples_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::Force::DiscreteForces efforts_;
  SimTK::State state_;
  std::vector<Native> natives_;
  SimTK::Vector zero_, residual_;
  SimTK::Matrix M_;
};

const Register registered([](const Bodies& t, const Vec3& g, const std::vector<Sample>& s) {
  return std::unique_ptr<Peer>(new Simbody(t, g, s));
});

}  // namespace
}  // namespace takt::bench
