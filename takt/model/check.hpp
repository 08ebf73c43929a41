// Checks of the single parts of a model and of the whole model. All throw Error, with the place of
// the value if it was written in a file.
#pragma once

#include "takt/model/model.hpp"

namespace takt {

// Mass is not negative; inertia is symmetric, not negative and satisfies the triangle inequality;
// all values are finite.
void check_body(const Body&, const std::string& where);
void check_joint(const Model&, const Joint&, const std::string& where);
void check_constraint(const Model&, const Constraint&, const std::string& where);
// Every body is connected to ground by joints.
void check_connected(const Model&);

}  // namespace takt
