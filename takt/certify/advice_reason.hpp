// The sentences that explain an advice: why a method is recommended, or which limit (time, error,
// stability) no method meets.
#pragma once

#include "takt/certify/advisor.hpp"

namespace takt::certify {

std::string reason(const Advice&);

}  // namespace takt::certify
