// Where an iteration matrix comes from and when it is refreshed.                  002 section 2, 3
#pragma once

#include <cstdint>

namespace takt {

enum class MatrixSource : std::uint8_t {
  analytic,  // written down
  dense,     // differences, a column at a time: (16)
  grouped,   // differences, a group of columns at a time: (20)
};

enum class MatrixRefresh : std::uint8_t {
  on_demand,    // differences whenever alpha changes much or the corrector is slow, as in DASSL
  partitioned,  // (24), (25) where alpha changes
  extended_a,   // (26) where alpha changes
  extended_b,   // (26) there, and as the first try where the corrector is slow (ERRATA 002.4)
};

struct MatrixChoice {
  MatrixSource source = MatrixSource::analytic;
  MatrixRefresh refresh = MatrixRefresh::on_demand;
  bool estimated_pattern = false;  // of grouped: Omega of section 3.1, even where Sigma is known

  bool extended() const noexcept {
    return refresh == MatrixRefresh::extended_a || refresh == MatrixRefresh::extended_b;
  }
};

}  // namespace takt
