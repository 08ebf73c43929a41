// Owns the data that the KLU library keeps for a matrix: settings, elimination order and factors.
#pragma once

#include <klu.h>

namespace takt::linear {

struct KluHandle {
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  KluHandle() { klu_defaults(&common); }
  ~KluHandle() { forget(); }
  KluHandle(const KluHandle&) = delete;
  KluHandle& operator=(const KluHandle&) = delete;

  void forget() noexcept {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
};

}  // namespace takt::linear
