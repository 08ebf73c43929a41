// MuJoCo: posts and beams on hinges, loops closed by `connect`. Its constraints are soft by design:
// time constant and impedance are as stiff as possible at this step, which leaves errors of about
// 3e-8 m.
#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <stdexcept>

#include "bench/peers/loops.hpp"

namespace takt::bench {
namespace {

std::string rod(const char* name, int i, const char* place, const char* centre,
                const char* inertia) {
  return "<body name=\"" + (name + std::to_string(i)) + "\" pos=\"" + place +
         "\"><inertial mass=\"1\" pos=\"" + centre + "\" diaginertia=\"" + inertia +
         "\"/><joint type=\"hinge\" axis=\"0 0 1\"/>";
}

std::string text_of(const FourBars& f) {
  std::string tree, loops;
  for (int i = 0; i <= f.windows; ++i) {
    // A thin rod has no inertia about its axis. MuJoCo needs some, and nothing turns about this
    // axis.
    tree += rod("post", i, (std::to_string(i) + " 0 0").c_str(), "0 0.5 0",
                "0.083333333333333333 1e-6 0.083333333333333333");
    if (i < f.windows) {
      tree += rod("beam", i, "0 1 0", "0.5 0 0", "1e-6 0.083333333333333333 0.083333333333333333") +
              "</body>";
      loops += "<connect body1=\"beam" + std::to_string(i) + "\" body2=\"post" +
               std::to_string(i + 1) + "\" anchor=\"1 0 0\" solref=\"" +
               std::to_string(2 * f.step) + " 1\" solimp=\"0.9999 0.9999 0.001\"/>";
    }
    tree += "</body>";
  }
  return "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\"/><option timestep=\"" +
         std::to_string(f.step) +
         "\" gravity=\"0 -9.81 0\" integrator=\"Euler\" solver=\"Newton\" iterations=\"100\" "
         "tolerance=\"1e-12\"><flag contact=\"disable\"/></option><size njmax=\"" +
         std::to_string(3 * f.windows + 10) + "\" nstack=\"" +
         std::to_string(200000 + 200 * f.windows * f.windows) + "\"/><worldbody>" + tree +
         "</worldbody><equality>" + loops + "</equality></mujoco>";
}

mjModel* load(const std::string& text) {
  auto vfs = std::make_unique<mjVFS>();
  mj_defaultVFS(vfs.get());
  mj_makeEmptyFileVFS(vfs.get(), "loops.xml", static_cast<int>(text.size()));
  std::memcpy(vfs->filedata[0], text.data(), text.size());
  char error[1000] = "";
  mjModel* model = mj_loadXML("loops.xml", vfs.get(), error, sizeof error);
  mj_deleteVFS(vfs.get());
  if (!model) throw std::runtime_error(std::string("MuJoCo: ") + error);
  return model;
}

Held four_bars(const FourBars& f, bool look) {
  const std::unique_ptr<mjModel, void (*)(mjModel*)> m(load(text_of(f)), mj_deleteModel);
  const std::unique_ptr<mjData, void (*)(mjData*)> d(mj_makeData(m.get()), mj_deleteData);
  for (int j = 0; j < m->nv; ++j)
    d->qvel[j] = m->body_parentid[m->jnt_bodyid[j]] == 0 ? -1 : 1;  // a post, or a beam on it
  if (look) m->opt.enableflags |= mjENBL_ENERGY;
  const int steps = static_cast<int>(std::lround(f.until / f.step));
  Held held;
  const auto see = [&] {  // of the last state that mj_forward() saw
    double gap = 0;
    for (int r = 0; r < d->nefc; ++r) gap = std::max(gap, std::abs(d->efc_pos[r]));
    held.look(d->energy[0] + d->energy[1], gap);
  };
  const double begin = cpu_now();
  for (int k = 0; k < steps; ++k) {
    mj_step(m.get(), d.get());
    if (look) see();
  }
  held.cpu = cpu_now() - begin;
  if (look) mj_forward(m.get(), d.get()), see();
  held.t_end = d->time;
  held.ok = d->warning[mjWARN_BADQACC].number == 0 && d->warning[mjWARN_BADQPOS].number == 0 &&
            d->warning[mjWARN_BADQVEL].number == 0;
  return held;
}

const RegisterLoops registered({"mujoco Euler", four_bars});

}  // namespace
}  // namespace takt::bench
