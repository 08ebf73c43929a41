#include "takt/base/memory.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"

namespace takt::test {
namespace {

TEST(Memory, WhatDoesNotFitIsSaid) {
  EXPECT_NO_THROW(require_memory("a matrix", "3 x 3", 72, "nothing"));
  EXPECT_GT(memory_left(), 1e6);
  try {
    require_memory("the matrix M", "1000000 x 1000000", 8e18, "use a sparse one");
    FAIL() << "nobody has that much";
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find(
                  "the matrix M, 1000000 x 1000000, needs about 8e+06 TB of memory, and "),
              0u)
        << e.what();
    EXPECT_EQ(e.hint, "use a sparse one");
    EXPECT_EQ(e.fault, Fault::other);
  }
}

TEST(Memory, BytesInWords) {
  EXPECT_EQ(bytes_in_words(72), "72 bytes");
  EXPECT_EQ(bytes_in_words(3.2e9), "3.2 GB");
}

}  // namespace
}  // namespace takt::test
