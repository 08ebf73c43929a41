// A note that is printed once below tables that compare with other engines.
#pragma once

#include <cstdio>

namespace takt::bench {

inline bool any_peer_row = false;

struct Footnote {
  ~Footnote() {
    if (any_peer_row)
      std::puts(
          "Debian Simbody: assert build, 1.6 to 1.9 times slower than a release build; "
          "MuJoCo 2.2.2: generic x86-64");
  }
};
inline const Footnote footnote;

}  // namespace takt::bench
