// Adapter for MuJoCo. Its free joint has the same velocities as Takt's. Its MJCF reader allows 100
// levels: longer chains are split into files that include the next one.
#include <mujoco/mujoco.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "bench/peers/peer.hpp"

namespace takt::bench {
namespace {

std::string numbers(std::initializer_list<double> x) {
  std::string out;
  char text[32];
  for (const double e : x) {
    std::snprintf(text, sizeof text, "%.17g ", e);
    out += text;
  }
  return out;
}

class Files {
 public:
  explicit Files(const Bodies& t) : tree_(t), children_(t.body.size() + 1) {
    for (std::size_t i = 0; i < t.body.size(); ++i) children_[t.body[i].parent + 1].push_back(i);
  }
  std::vector<std::string> text{""};

  void write(const Vec3& g) {
    text[0] = "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\"/><option gravity=\"" +
              numbers({g[0], g[1], g[2]}) + "\"><flag contact=\"disable\"/></option><worldbody>";
    for (const std::size_t i : children_[0]) body(i, 0, 0);
    text[0] += "</worldbody></mujoco>";
  }

 private:
  void body(std::size_t i, std::size_t file, int level) {
    if (level == 40) {
      const std::size_t next = text.size();
      text.emplace_back("<mujoco>");
      body(i, next, 0);
      text[next] += "</mujoco>";
      text[file] += "<include file=\"" + std::to_string(next) + ".xml\"/>";
      return;
    }
    const Body& l = tree_.body[i];
    const auto q = rotation::quaternion_of(l.place.R);
    const Vec3 p = l.place.p, c = l.centre;
    const Mat3 I = l.I;
    text[file] += "<body pos=\"" + numbers({p[0], p[1], p[2]}) + "\" quat=\"" +
                  numbers({q[0], q[1], q[2], q[3]}) + "\"><inertial mass=\"" + numbers({l.m}) +
                  "\" pos=\"" + numbers({c[0], c[1], c[2]}) + "\" fullinertia=\"" +
                  numbers({I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}) + "\"/>" +
                  (l.free ? "<freejoint/>" : "<joint type=\"hinge\" axis=\"0 0 1\"/>");
    for (const std::size_t child : children_[i + 1]) body(child, file, level + 1);
    text[file] += "</body>";
  }
  const Bodies& tree_;
  std::vector<std::vector<std::size_t>> children_;
};

class MuJoCo final : public Peer {
 public:
  MuJoCo(const Bodies& t, const Vec3& g, const std::vector<Sample>& samples) : samples_(samples) {
    Files files(t);
    files.write(g);
    auto vfs = std::make_unique<mjVFS>();
    mj_defaultVFS(vfs.get());
    for (std::size_t i = 0; i < files.text.size(); ++i) {
      const std::string& x = files.text[i];
      mj_makeEmptyFileVFS(vfs.get(), (std::to_string(i) + ".xml").c_str(),
                          static_cast<int>(x.size()));
      std::memcpy(vfs->filedata[i], x.data(), x.size());
    }
    char error[1000] = "";
    model_ = mj_loadXML("0.xml", vfs.get(), error, sizeof error);
    mj_deleteVFS(vfs.get());
    if (!model_) throw std::runtime_error(std::string("MuJoCo: ") + error);
    data_ = mj_makeData(model_);
    M_.resize(t.nv, t.nv);
  }
  ~MuJoCo() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  std::string name() const override { return "mujoco"; }
  void forward(int s) override {
    load(s);
    copy(sample(s).tau, data_->qfrc_applied);
    mj_forward(model_, data_);
  }
  void inverse(int s) override {
    load(s);
    copy(sample(s).a, data_->qacc);
    mj_kinematics(model_, data_);  // mj_inverse would factorise the mass matrix as well
    mj_comPos(model_, data_);
    mj_comVel(model_, data_);
    mj_rne(model_, data_, 1, data_->qfrc_inverse);
  }
  void mass(int s) override {
    copy(sample(s).q, data_->qpos);
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
    mj_crb(model_, data_);
    mj_fullM(model_, M_.data(), data_->qM);
  }
  Vector acceleration(int) override { return Eigen::Map<Vector>(data_->qacc, model_->nv); }
  Vector effort(int) override { return Eigen::Map<Vector>(data_->qfrc_inverse, model_->nv); }
  Matrix mass_matrix(int) override { return M_; }

 private:
  const Sample& sample(int s) const { return samples_[s]; }
  static void copy(const Vector& x, double* to) {
    std::memcpy(to, x.data(), x.size() * sizeof(double));
  }
  void load(int s) {
    copy(sample(s).q, data_->qpos);
    copy(sample(s).v, data_->qvel);
  }
  const std::vector<Sample>& samples_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  Matrix M_;
};

const Register registered([](const Bodies& t, const Vec3& g, const std::vector<Sample>& s) {
  return std::unique_ptr<Peer>(new MuJoCo(t, g, s));
});

}  // namespace
}  // namespace takt::bench
