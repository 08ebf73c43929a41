// Why a method is recommended; or which limit (time, error, stability) lets none be.
#pragma once

#include "takt/certify/advisor.hpp"

namespace takt::certify {

std::string reason(const Advice&);

}  // namespace takt::certify
