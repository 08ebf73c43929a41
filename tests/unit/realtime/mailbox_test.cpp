// The mailbox passes the newest value from one thread to another: complete, and never an older one
// after a newer one.
#include "takt/realtime/mailbox.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace takt::realtime {
namespace {

TEST(Mailbox, HandsOverTheNewestOnce) {
  Mailbox<int> box(0);
  EXPECT_EQ(box.fetch(), nullptr);
  box.slot() = 1;
  EXPECT_FALSE(box.post());
  box.slot() = 2;
  EXPECT_TRUE(box.post());  // 1 was never fetched
  ASSERT_NE(box.fetch(), nullptr);
  EXPECT_EQ(box.fetch(), nullptr);
  box.slot() = 3;
  EXPECT_FALSE(box.post());
  const int* got = box.fetch();
  ASSERT_NE(got, nullptr);
  EXPECT_EQ(*got, 3);
}

TEST(Mailbox, WhatIsFetchedStaysWhileOthersAreWritten) {
  Mailbox<int> box(0);
  box.slot() = 7;
  box.post();
  const int* got = box.fetch();
  for (int i = 0; i < 10; ++i) {
    box.slot() = 100 + i;
    box.post();
    EXPECT_EQ(*got, 7);
  }
}

TEST(Mailbox, ValuesAreWholeAndInOrder) {
  Mailbox<std::vector<long>> box(std::vector<long>(64));
  constexpr long last = 200'000;
  std::thread writer([&box] {
    for (long k = 1; k <= last; ++k) {
      for (long& x : box.slot()) x = k;
      box.post();
      if (k % 64 == 0) std::this_thread::yield();  // both may have to share a core
    }
  });
  long before = 0;
  while (before < last) {
    const std::vector<long>* got = box.fetch();
    if (got == nullptr) {
      std::this_thread::yield();
      continue;
    }
    ASSERT_GT(got->front(), before);
    before = got->front();
    for (long x : *got) ASSERT_EQ(x, before);
  }
  writer.join();
}

}  // namespace
}  // namespace takt::realtime
