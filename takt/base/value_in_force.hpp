// What an option of a method means in a step where its text does not say it: `auto`, or a default
// such as "0.1 rtol".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace takt {

struct ValueInForce {
  std::string_view option;
  std::string word = {};             // "stage6"; empty: numbers
  std::vector<double> numbers = {};  // SI
  std::string_view unit = {};        // of the numbers
  bool of_step = false;              // the numbers depend on the length of the step
};

using ValuesInForce = std::vector<ValueInForce>;  // options whose text says it are left out

}  // namespace takt
