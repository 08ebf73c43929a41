// What a user should know about a model that is no error.
#pragma once

#include "takt/model/model.hpp"

namespace takt::app {

// To the error stream: what of their files tyres do not use.
void print_notes(const Model&);

}  // namespace takt::app
