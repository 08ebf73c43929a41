// Reads model files: YAML with `takt: 1`. docs/reference.md and `takt schema` describe the format.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "takt/model/model.hpp"

namespace takt::io {

// A parameter that a user may set.
struct ParameterInfo {
  std::string name;
  std::string value;  // as used, a number in SI or a word
  std::string unit;   // as written in the file, "" for none
  std::string description;
  std::vector<std::string> allowed;  // allowed words; empty: any
  std::optional<double> least, most;
};

// `set`: values of parameters by name, as text ("36 km/h"). Both throw Error with file, line,
// column and element.
Model read_model(const std::string& text, const std::string& file_name,
                 const std::map<std::string, std::string>& set = {});
Model read_model_file(const std::string& path, const std::map<std::string, std::string>& set = {});

std::vector<ParameterInfo> parameters_of(const std::string& text, const std::string& file_name);

}  // namespace takt::io
