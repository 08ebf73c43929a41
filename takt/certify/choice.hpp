// Rules by which `takt tune` chooses one of the trials. All trials that meet everything and cost
// only insignificantly more than the fastest of them count as equally cheap. Of these the most
// exact is taken; but a faster one is kept unless its error is more than twice as large.
#pragma once

#include <vector>

#include "takt/certify/advisor.hpp"
#include "takt/certify/certificate.hpp"

namespace takt::certify {

// Both functions below expect trials that are sorted by time, fastest first.
// Marks the trials for which no other trial is both faster and more accurate.
void mark_frontier(List<Trial>&);

// `nothing`: s of computing per period that do not matter; a quarter of the fastest time does not
// matter either. Returns -1 if no trial meets everything.
int take(const List<Trial>&, double nothing);

// The most exact trial that takes at most `longest`; -1: no trial completed its run in this time.
int nearest(const List<Trial>&, double longest);

// What `takt certify` marks red, each as "key: sentence". Throws Error as certify does.
std::vector<std::string> what_is_red(const io::OpenModel&, const Method&, const CertifyOptions&);

}  // namespace takt::certify
