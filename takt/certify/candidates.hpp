// The methods that `takt tune` tries: all bounded methods that fit a model, in each of the
// coordinates that the model has.
#pragma once

#include <string>
#include <vector>

#include "takt/certify/tight_reference.hpp"

namespace takt::certify {

struct Candidate {
  Method method;
  std::size_t system;  // index in `systems`
};

struct Candidates {
  // The model in joint coordinates (or those of the problem), in plain ones, and in natural ones.
  std::vector<io::OpenModel> systems;
  std::vector<Candidate> all;
};

// `texts`: only these methods; empty: all of the catalogues. Throws Error if one of them does not
// fit.
Candidates candidates(const Opener&, const std::vector<std::string>& texts);

}  // namespace takt::certify
