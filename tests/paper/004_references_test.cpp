// Motions of the examples of 004 (Ascher, Chin, Petzold, Reich 1994) compared with quad-precision
// references (reference/benchmarks.md 1.2, 1.6).
#include <gtest/gtest.h>

#include "apps/reproduce/runs.hpp"

namespace takt::reproduce {
namespace {

void expect_q(const Case& c, const std::vector<double>& q, double tolerance) {
  const Summary s = simulate(c);
  ASSERT_EQ(s.status, Status::ok);
  ASSERT_EQ(s.t_end, c.until);
  for (std::size_t i = 0; i < q.size(); ++i)
    EXPECT_NEAR(s.final_state.q[static_cast<Index>(i)], q[i], tolerance) << c.model << " " << i;
}

TEST(Paper004, SqueezerReference) {
  expect_q({"squeezer", "index1+dopri5(rtol=1e-10)+s_both2", 1e-5, 0.03},
           {1.5810771195153707e+01, -1.5756371058411839e+01, 4.0822240119645805e-02,
            -5.3473011634207959e-01, 5.2440996587995407e-01, 5.3473011634207959e-01,
            1.0480807410419379e+00},
           1e-7);
}

TEST(Paper004, TwoLinkReferences) {
  const char* method = "index1+dopri5(rtol=1e-12)+s_both2";
  const Case parabola{"two-link-parabola", method, 1e-4, 1}, sine{"two-link-sine", method, 1e-4, 1};
  expect_q(parabola, {-2.8817529025302381, -1.7001203700034874}, 1e-8);
  expect_q(sine, {-0.20642744756529703, 0.65625845309514246}, 1e-8);
  const Summary I = simulate(parabola), II = simulate(sine);
  EXPECT_NEAR(I.final_state.v[0], -3.4512574129939648, 1e-8);
  EXPECT_NEAR(I.final_state.v[1], 4.0546894533547801, 1e-8);
  EXPECT_NEAR(I.outputs[0], -1.0965766442240106, 1e-8);
  EXPECT_NEAR(II.final_state.v[0], -5.1419763981015666, 1e-8);
  EXPECT_NEAR(II.final_state.v[1], 11.197967452971280, 1e-8);
  EXPECT_NEAR(II.outputs[0], 1.8792900019653438, 1e-8);
}

}  // namespace
}  // namespace takt::reproduce
