// The bounded compositions that fit a model, in each of its coordinates.
#pragma once

#include <string>
#include <vector>

#include "takt/certify/tight_reference.hpp"

namespace takt::certify {

struct Candidate {
  Method method;
  std::size_t system;  // of `systems`
};

struct Candidates {
  std::vector<io::OpenModel>
      systems;  // joint coordinates or the problem's own, plain ones, natural
  std::vector<Candidate> all;
};

// `texts`: only these; empty: all of the catalogues. Throws Error when one of them does not fit.
Candidates candidates(const Opener&, const std::vector<std::string>& texts);

}  // namespace takt::certify
