// Takt in one header: load a model, simulate it, read it, linearise it; build a model in code; write a system
// of your own. Everything here needs Eigen only. docs/cpp.md shows each in a few lines.
#pragma once

#include "takt/base/version.hpp"
#include "takt/door/loaded_model.hpp"
#include "takt/door/simulation.hpp"
#include "takt/eom/equations_of_motion.hpp"
#include "takt/model/builder.hpp"
#include "takt/problem/dense_system.hpp"
