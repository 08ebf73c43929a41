// Body forces with states, in both sets of coordinates: their terms of the equations of motion
// compared with differences.
#include <gtest/gtest.h>

#include "takt/eom/differences.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {
namespace {

class TyreStates : public testing::TestWithParam<const char*> {};

TEST_P(TyreStates, HaveTheDerivativesOfTheirForcesAndRates) {
  for (const char* tyre : {"tyre=tmeasy", "tyre=pac2002"}) {
    const std::vector<std::string> set{tyre, "speed=6", "drive=300", "brake=500", "brake_at=0.1"};
    const std::string car = TAKT_SOURCE_DIR "/tests/support/models/tyre_car.yaml";
    const io::OpenModel joint = io::open_model(car, set, "joint:");
    const io::OpenModel open = io::open_model(car, set, std::string(GetParam()) + ":");
    // Not in line with the axes: leaning, pushed to the side, and turning.
    State moved = joint.start;
    Vector dq = Vector::Zero(moved.v.size());
    for (Index k = 0; k < dq.size(); ++k) {
      dq[k] = 5e-3 * std::sin(2 * static_cast<double>(k) + 2);
      moved.v[k] += 0.02 * std::sin(3 * static_cast<double>(k) + 1);
    }
    joint.system->retract(joint.start.q, dq, moved.q);
    for (Index k = 0; k < moved.z.size(); ++k)
      moved.z[k] += 2e-3 * std::cos(2 * static_cast<double>(k) + 1);
    State s = carry_over(*joint.mechanism, moved, *open.mechanism);
    s.t = 0.2;
    Evaluator eval(*open.system);
    eval.place(Slot::start, s);
    const Need need = Term::f_z | Term::e_qvz | Term::C | Term::K;
    const Terms& exact = eval.at(Slot::start, need);
    Terms by_differences = make_terms(open.system->shape());
    Differences differences(*open.system);
    differences.evaluate(eval.point(Slot::start), need, by_differences, eval.scratch());
    const auto near = [&](const char* name, const linear::Patterned& a,
                          const linear::Patterned& b) {
      const Matrix A = a.to_matrix(), B = b.to_matrix();
      EXPECT_GT(B.norm(), 1e-3) << name;
      EXPECT_LT((A - B).cwiseAbs().maxCoeff(), 2e-5 * B.cwiseAbs().maxCoeff())
          << name << " " << tyre;
    };
    near("f_z", exact.f_z, by_differences.f_z);
    near("e_q", exact.e_q, by_differences.e_q);
    near("e_v", exact.e_v, by_differences.e_v);
    near("e_z", exact.e_z, by_differences.e_z);
    near("C", exact.C, by_differences.C);
    near("K", exact.K, by_differences.K);
  }
}

INSTANTIATE_TEST_SUITE_P(Coordinates, TyreStates, testing::Values("joint", "natural"),
                         [](const auto& it) { return std::string(it.param); });

}  // namespace
}  // namespace takt
