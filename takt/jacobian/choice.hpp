// How the iteration matrix is computed and when it is refreshed.                 002 sections 2, 3
#pragma once

#include <cstdint>

namespace takt {

enum class MatrixSource : std::uint8_t {
  analytic,  // closed form
  dense,     // differences, one column at a time: (16)
  grouped,   // differences, one group of columns at a time: (20)
};

enum class MatrixRefresh : std::uint8_t {
  on_demand,    // new matrix when alpha changes much or the corrector is slow, as in DASSL
  partitioned,  // update (24), (25) when alpha changes
  extended_a,   // update (26) when alpha changes
  extended_b,   // update (26) then, and first when the corrector is slow (ERRATA 002.4)
};

struct MatrixChoice {
  MatrixSource source = MatrixSource::analytic;
  MatrixRefresh refresh = MatrixRefresh::on_demand;
  bool estimated_pattern = false;  // with grouped: use Omega of section 3.1 even if Sigma is known

  bool extended() const noexcept {
    return refresh == MatrixRefresh::extended_a || refresh == MatrixRefresh::extended_b;
  }
};

}  // namespace takt
