// What a LoadedModel holds: where the model comes from, and the model as it was read once.
#pragma once

#include "takt/door/loaded_model.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt {

struct LoadedModel::Source {
  std::string name;
  std::string asked;             // shipped name or file; empty: text, built in code or own system
  std::string text;              // of a model that was given as text
  std::vector<std::string> set;  // path=value
  std::shared_ptr<const Model> model;            // of a mechanism, parameters applied
  std::shared_ptr<const EquationsOfMotion> own;  // a system of the user's

  // `given` selects the coordinates. Throws Error.
  io::OpenModel open(const io::StatedMethod& given, bool assemble) const;
};

}  // namespace takt
