// What must hold for a part of a model on its own, and for the whole. All throw Error.
#pragma once

#include "takt/model/model.hpp"

namespace takt {

// Mass not negative; inertia symmetric, not negative and within the triangle inequality; all
// finite.
void check_body(const Body&, const std::string& where);
void check_joint(const Joint&, const std::string& where);
void check_constraint(const Model&, const Constraint&, const std::string& where);
// Every body is connected to ground by joints.
void check_connected(const Model&);

}  // namespace takt
