// All mechanisms that come with the program, and the models of examples/models.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "takt/io/model_file/open_model.hpp"
#include "takt/io/model_file/shipped.hpp"

namespace takt::test {

inline std::vector<std::string> all_mechanisms() {
  std::vector<std::string> models;
  for (const io::ShippedModel& m : io::shipped_models()) models.emplace_back(m.name);
  namespace fs = std::filesystem;
  for (const auto& file : fs::directory_iterator(TAKT_SOURCE_DIR "/examples/models"))
    if (file.path().extension() == ".yaml") models.push_back(file.path().string());
  std::sort(models.begin(), models.end());
  return models;
}

inline std::string name_of_mechanism(const std::string& model) {
  std::string name = std::filesystem::path(model).stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace takt::test
