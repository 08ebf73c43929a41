#include "takt/io/method/read_method.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"

namespace takt::io {
namespace {

TEST(ReadMethod, NumbersMayHaveUnits) {
  EXPECT_EQ(to_string(read_method("index1+dopri5(rtol=1e-8,h0=2ms)+s_both2")),
            "index1+dopri5(rtol=1e-8,h0=0.002)+s_both2");
  EXPECT_EQ(to_string(read_method("index1(baumgarte=12;70)+heun")), "index1(baumgarte=12;70)+heun");
  EXPECT_EQ(to_string(read_method("index2+linear_implicit_euler(J1)")),
            "index2+linear_implicit_euler(J1)");
  EXPECT_THROW(read_method("index1+dopri5(h0=2furlongs)"), Error);
}

}  // namespace
}  // namespace takt::io
