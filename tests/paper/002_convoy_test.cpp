// Trains of several carriages of 002 (Arnold, Fuchs, Fuehrer), section 4.1.
#include <gtest/gtest.h>

#include "apps/reproduce/paper_002/convoy.hpp"
#include "apps/reproduce/paper_002/form_at_start.hpp"
#include "apps/reproduce/paper_002/train.hpp"
#include "takt/linear/column_groups.hpp"

namespace takt::reproduce::paper_002 {
namespace {

// A train of one carriage is the train carriage, to the last bit.
TEST(Paper002, ConvoyOfOneIsTheCarriage) {
  Campaign carriage = train(TrainFormalism::explicit_, 1);
  const Campaign one = convoy(1);
  carriage.until = one.until;
  const std::string words[] = {std::string("grouped+partitioned")};
  const Counts a = count(carriage, words)[0], b = count(one, words)[0];
  EXPECT_EQ(a.failed + b.failed, 0);
  EXPECT_EQ(a.steps.median, b.steps.median);
  EXPECT_EQ(a.calls.median, b.calls.median);
}

// Neighbours touch by their bodies only: the groups do not grow in number with the train.
TEST(Paper002, ConvoyHasFewGroups) {
  const auto groups = [](int carriages) {
    FormAtStart start(convoy(carriages));
    EXPECT_EQ(start.velocities(), 41 * carriages);
    EXPECT_EQ(start.form().size(), 98 * carriages);
    const auto known = start.form().known_columns();
    return linear::group_columns(*start.form().structure(), {known.begin(), known.end()}).count();
  };
  EXPECT_EQ(groups(1), 46);
  EXPECT_EQ(groups(25), groups(5));
  EXPECT_LT(groups(5), 98);
}

}  // namespace
}  // namespace takt::reproduce::paper_002
