// Which of the trials to take. All that meet everything and take at most a cost that hardly matters more
// than the fastest of them count as equally cheap: of these the most exact is taken. Where two are exact to
// within a factor of two, the faster.
#pragma once

#include <vector>

#include "takt/certify/advisor.hpp"
#include "takt/certify/certificate.hpp"

namespace takt::certify {

// Of trials with the fastest first. Nothing else is both faster and more accurate:
void mark_frontier(std::vector<Trial>&);

// `nothing`: s of computing per period that hardly matter; a quarter of the fastest never does.
// -1: none meets everything.
int take(const std::vector<Trial>&, double nothing);

// The most exact that is fast enough; -1: none gets through.
int nearest(const std::vector<Trial>&, double longest);

// What `takt certify` marks red, "key: sentence" each. Throws Error as certify does.
std::vector<std::string> what_is_red(const io::OpenModel&, const Method&, const CertifyOptions&);

}  // namespace takt::certify
