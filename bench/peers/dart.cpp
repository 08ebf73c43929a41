// Adapter for DART. Velocities of its free joint are (w, v), both in link axes; its coordinates
// begin with the logarithm of the rotation.
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "bench/peers/peer.hpp"

namespace takt::bench {
namespace {

namespace dynamics = dart::dynamics;

class Dart final : public Peer {
 public:
  Dart(const Bodies& t, const Vec3& g, const std::vector<Sample>& samples)
      : tree_(t), samples_(samples), skeleton_(dynamics::Skeleton::create("peer")) {
    skeleton_->setGravity(g);
    std::vector<dynamics::BodyNode*> bodies;
    for (const Body& l : t.body) {
      dynamics::BodyNode* parent = l.parent < 0 ? nullptr : bodies[l.parent];
      Eigen::Isometry3d place = Eigen::Isometry3d::Identity();
      place.linear() = l.place.R;
      place.translation() = l.place.p;
      const std::string number = std::to_string(bodies.size());
      dynamics::BodyNode::Properties body_named;
      body_named.mName = "body " + number;
      dynamics::BodyNode* body = nullptr;
      if (l.free) {
        dynamics::FreeJoint::Properties named;
        named.mName = "joint " + number;
        body = skeleton_->createJointAndBodyNodePair<dynamics::FreeJoint>(parent, named, body_named)
                   .second;
      } else {
        dynamics::RevoluteJoint::Properties named;
        named.mName = "joint " + number;
        named.mAxis = Vec3::UnitZ();
        body = skeleton_
                   ->createJointAndBodyNodePair<dynamics::RevoluteJoint>(parent, named, body_named)
                   .second;
      }
      body->getParentJoint()->setTransformFromParentBodyNode(place);
      body->setInertia(dynamics::Inertia(l.m, l.centre, l.I));
      body->setCollidable(false);
      bodies.push_back(body);
    }
    for (const Sample& s : samples) natives_.push_back(native(s));
  }
  std::string name() const override { return "dart"; }
  void forward(int s) override {
    load(s);
    skeleton_->setForces(at(s).tau);
    skeleton_->computeForwardDynamics();
  }
  void inverse(int s) override {
    load(s);
    skeleton_->setAccelerations(at(s).a);
    skeleton_->computeInverseDynamics();
  }
  void mass(int s) override {
    skeleton_->setPositions(at(s).q);
    M_ = &skeleton_->getMassMatrix();
  }
  Vector acceleration(int s) override {
    Vector a = skeleton_->getAccelerations();
    if (!free()) return a;
    const Mat3 R = base_rotation(sample(s));
    const Vec3 dw = a.head<3>(), w = sample(s).v.segment<3>(3);
    const Vec3 dv = a.segment<3>(3) + rotation::cross(w, R.transpose() * sample(s).v.head<3>());
    a.head<3>() = R * dv;
    a.segment<3>(3) = dw;
    return a;
  }
  Vector effort(int s) override {
    Vector f = skeleton_->getForces();
    if (!free()) return f;
    const Vec3 n = f.head<3>();
    f.head<3>() = base_rotation(sample(s)) * f.segment<3>(3);
    f.segment<3>(3) = n;
    return f;
  }
  Matrix mass_matrix(int s) override {
    if (!free()) return *M_;
    Matrix T = Matrix::Identity(tree_.nv, tree_.nv);  // from Takt's velocities to DART's
    T.topLeftCorner<6, 6>().setZero();
    T.block<3, 3>(0, 3).setIdentity();
    T.block<3, 3>(3, 0) = base_rotation(sample(s)).transpose();
    return T.transpose() * *M_ * T;
  }

 private:
  struct Native {
    Vector q, v, tau, a;
  };
  bool free() const { return tree_.body[0].free; }
  const Sample& sample(int s) const { return samples_[s]; }
  const Native& at(int s) const { return natives_[s]; }
  void load(int s) {
    skeleton_->setPositions(at(s).q);
    skeleton_->setVelocities(at(s).v);
  }
  Native native(const Sample& s) const {
    if (!free()) return {s.q, s.v, s.tau, s.a};
    const Mat3 R = base_rotation(s);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = R;
    pose.translation() = s.q.head<3>();
    Native n{Vector(tree_.nv), s.v, s.tau, s.a};
    n.q << dynamics::FreeJoint::convertToPositions(pose), s.q.tail(s.q.size() - 7);
    const Vec3 w = s.v.segment<3>(3), v = R.transpose() * s.v.head<3>();
    n.v.head<6>() << w, v;
    n.tau.head<6>() << s.tau.segment<3>(3), R.transpose() * s.tau.head<3>();
    n.a.head<6>() << s.a.segment<3>(3), R.transpose() * s.a.head<3>() - rotation::cross(w, v);
    return n;
  }

  const Bodies& tree_;
  const std::vector<Sample>& samples_;
  dynamics::SkeletonPtr skeleton_;
  std::vector<Native> natives_;
  const Matrix* M_ = nullptr;
};

const Register registered([](const Bodies& t, const Vec3& g, const std::vector<Sample>& s) {
  return std::unique_ptr<Peer>(new Dart(t, g, s));
});

}  // namespace
}  // namespace takt::bench
