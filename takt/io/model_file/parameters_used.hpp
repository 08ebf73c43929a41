// Which numbers of the model file an element is made with, so that messages can say what to set.
#pragma once

#include <string>
#include <vector>

#include "takt/io/model_file/yaml_node.hpp"
#include "takt/model/model.hpp"

namespace takt::io::model_file {

// The parameters of the model that stand in ${...} in this node, each once. Conditions (`when`) do not
// count.
std::vector<std::string> parameters_used(const YamlNode&, const Model&);

}  // namespace takt::io::model_file
