// Contact with the road and between bodies, in both sets of coordinates: their terms of the
// equations of motion compared with differences, and the accelerations of both sets with each other.
#include <gtest/gtest.h>

#include "takt/eom/differences.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/start/consistent_state.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {
namespace {

const std::string folder = TAKT_SOURCE_DIR "/tests/support/models/";

// Pressed a few millimetres into each other, turning and sliding, with bent bristles.
State pressed(const io::OpenModel& joint) {
  State s = joint.start;
  Vector dq = Vector::Zero(s.v.size());
  for (Index k = 0; k < dq.size(); ++k) {
    dq[k] = 1e-3 * std::sin(2.0 * static_cast<double>(k) + 2) - (k % 6 == 2 ? 5e-3 : 0);
    s.v[k] += 0.3 * std::sin(3.0 * static_cast<double>(k) + 1);
  }
  joint.system->retract(joint.start.q, dq, s.q);
  for (Index k = 0; k < s.z.size(); ++k) s.z[k] = 5e-5 * std::cos(2.0 * static_cast<double>(k) + 1);
  return s;
}

double pressing(const io::OpenModel& open, const State& s) {
  Evaluator eval(*open.system);
  eval.place(Slot::start, s);
  const Observable& seen = *open.system->observable();
  std::vector<double> loads(seen.columns(Observe::forces).size());
  seen.observe(Observe::forces, eval.point(Slot::start), loads, eval.scratch());
  double least = 1e300;
  for (const double load : loads) least = std::min(least, load);
  return least;
}

struct Example {
  const char *model, *law, *coordinates;
};
void PrintTo(const Example& e, std::ostream* out) {
  *out << e.model << " " << e.law << " " << e.coordinates;
}

class ContactTerms : public testing::TestWithParam<Example> {
 protected:
  std::vector<std::string> set{std::string("law=") + GetParam().law, "k=1e4"};
  io::OpenModel joint = io::open_model(folder + GetParam().model, set, "joint:");
};

TEST_P(ContactTerms, AreTheDerivativesOfForcesAndRates) {
  const io::OpenModel open =
      io::open_model(folder + GetParam().model, set, std::string(GetParam().coordinates) + ":");
  const State s = carry_over(*joint.mechanism, pressed(joint), *open.mechanism);
  EXPECT_GT(pressing(open, s), 1);
  Evaluator eval(*open.system);
  eval.place(Slot::start, s);
  const Need need = Term::f_z | Term::e_qvz | Term::C | Term::K;
  const Terms& exact = eval.at(Slot::start, need);
  Terms by_differences = make_terms(open.system->shape());
  Differences differences(*open.system);
  differences.evaluate(eval.point(Slot::start), need, by_differences, eval.scratch());
  const auto near = [&](const char* name, const linear::Patterned& a, const linear::Patterned& b) {
    const Matrix A = a.to_matrix(), B = b.to_matrix();
    EXPECT_GT(B.norm(), 1e-3) << name;
    EXPECT_LT((A - B).cwiseAbs().maxCoeff(), 2e-5 * B.cwiseAbs().maxCoeff()) << name;
  };
  near("C", exact.C, by_differences.C);
  near("K", exact.K, by_differences.K);
  if (open.system->shape().nz == 0) return;
  near("f_z", exact.f_z, by_differences.f_z);
  near("e_q", exact.e_q, by_differences.e_q);
  near("e_v", exact.e_v, by_differences.e_v);
  near("e_z", exact.e_z, by_differences.e_z);
}

TEST_P(ContactTerms, AccelerateBodiesAlikeInBothCoordinates) {
  const io::OpenModel natural = io::open_model(folder + GetParam().model, set, "natural:");
  State a = pressed(joint);
  State b = carry_over(*joint.mechanism, a, *natural.mechanism);
  complete(*joint.mechanism, a);
  complete(*natural.mechanism, b);
  const auto bodies = [](const io::OpenModel& open, const State& s) {
    Evaluator eval(*open.system);
    eval.place(Slot::start, s);
    std::vector<Motion> out(open.mechanism->model().bodies.size());
    open.mechanism->motions(eval.point(Slot::start), out, eval.scratch());
    return out;
  };
  const std::vector<Motion> x = bodies(joint, a), y = bodies(natural, b);
  for (std::size_t i = 1; i < x.size(); ++i) {
    EXPECT_LT((x[i].dv - y[i].dv).norm(), 1e-6 * (1 + x[i].dv.norm())) << i;
    EXPECT_LT((x[i].dw - y[i].dw).norm(), 1e-6 * (1 + x[i].dw.norm())) << i;
    EXPECT_GT((x[i].dv - Vec3(0, 0, -9.81)).norm(), 1) << "nothing touches body " << i;
  }
}

std::vector<Example> examples() {
  std::vector<Example> all;
  for (const char* model : {"contact_slope.yaml", "contact_pile.yaml"})
    for (const char* law : {"smooth", "bristle"})
      for (const char* coordinates : {"joint", "natural"}) all.push_back({model, law, coordinates});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Models, ContactTerms, testing::ValuesIn(examples()));

}  // namespace
}  // namespace takt
