// The vehicles of paper 002 (Arnold, Fuchs, Fuehrer) written by hand, as an independent check of
// the model files of the same names.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::by_hand {

// `name`: train-carriage, passenger-car or test-rig.
std::shared_ptr<const EquationsOfMotion> make(std::string_view name,
                                              const std::map<std::string, double>& set = {});

}  // namespace takt::by_hand
