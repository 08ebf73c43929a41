// Summing, factorising and solving a tangent uses no heap.
#include "takt/linear/tangent.hpp"

#include <gtest/gtest.h>

#include "tests/realtime/allocation_guard.hpp"

namespace takt::linear {
namespace {

TEST(Tangent, TouchesNoHeap) {
  for (Storage storage : {Storage::automatic, Storage::dense, Storage::sparse})
    for (bool full : {true, false})
      for (int n : {1, 5, 23, 60}) {
        std::vector<std::pair<int, int>> a, g;
        for (int i = 0; i < n; ++i)
          for (int j = std::max(0, i - 3); j < std::min(n, i + 4); ++j) a.emplace_back(i, j);
        for (int i = 0; i < n; ++i) g.emplace_back(i / 2, i);
        const Index m = (n + 1) / 2;
        const SharedPattern entries = pattern_of(n, n, a), rows = pattern_of(m, n, g);
        Patterned M(full ? full_pattern(n, n) : entries), G(full ? full_pattern(m, n) : rows);
        M.values().setConstant(0.1);
        G.values().setConstant(1);
        Patterned D(diagonal_pattern(n));
        D.values().setConstant(10);
        Counters counters;
        Tangent T({M.shared_pattern(), D.shared_pattern()}, full ? entries : nullptr,
                  G.shared_pattern(), full ? rows : nullptr, storage, counters);
        const Vector w = Vector::Constant(m, 1e3);
        Vector x = Vector::Ones(n), y = x;
        Status status = Status::ok;
        test::AllocationGuard guard;
        for (int k = 0; k < 3; ++k) {
          T.set_zero();
          T.add(0, 1, M);
          T.add(1, 1, D);
          T.add_gram(1, w, G);
          T.add_product(0.1, w, G, G);
          status = T.factorise();
          T.solve(x);
          T.multiply_add(1, x, y);
        }
        const long count = guard.count();
        EXPECT_EQ(count, 0);
        EXPECT_EQ(status, Status::ok);
      }
}

}  // namespace
}  // namespace takt::linear
