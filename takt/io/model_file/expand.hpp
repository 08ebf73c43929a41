// Expands a model file: parameters are evaluated, conditions decided, repetitions and templates
// unrolled. The result is a flat list of elements, each with its scope.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "takt/io/model_file/fields.hpp"
#include "takt/io/model_file/source.hpp"

namespace takt::io {
struct ParameterInfo;
}

namespace takt::io::model_file {

inline constexpr std::size_t element_limit = 200'000;
inline constexpr int template_depth = 16;

using Set = std::map<std::string, std::string>;

struct Expanded {
  std::vector<Item> bodies, joints, constraints, forces, signals, outputs, initial;
  std::shared_ptr<const Scope> scope;      // of the file itself
  std::shared_ptr<const Context> context;  // of the file itself
};

Expanded expand(const Source&, const Set&);
// The elements of a source whose parameters are in `scope` already.
Expanded expand_part(const Source&, const std::shared_ptr<Scope>& scope,
                     const std::shared_ptr<const Context>&);

// Whether a condition under `when` is true: {parameter: word or words}, ${...}, true or false.
bool holds(const Item&, const YamlNode& when);

// The parameters of the file itself, with the values that are used.
std::vector<ParameterInfo> evaluate_parameters(const Source&, const Set&, Scope&);

}  // namespace takt::io::model_file
