// The JSON Schema of an output of a model file, from the catalogue of outputs.
#pragma once

#include <utility>

#include "takt/io/model_file/schema_words.hpp"
#include "takt/model/output_catalogue.hpp"

namespace takt::io::schema_words {

// "of a joint [N or N m]", the unit before what follows a semicolon.
inline std::string meaning_of(const OutputEntry& e) {
  std::string text(e.meaning), unit(e.unit);
  if (unit.empty()) return text;
  if (const std::size_t bar = unit.find('|'); bar != std::string::npos)
    unit.replace(bar, 1, " or ");
  const std::size_t end = text.find("; needs");
  return text.insert(end == std::string::npos ? text.size() : end, " [" + unit + "]");
}

inline Json output_schema() {
  using Of = OutputEntry::Of;
  Json p = Json::object();
  for (const OutputEntry& e : output_entries()) {
    const std::string text = meaning_of(e);
    Json& key = p[std::string(e.key)];
    if (e.of == Of::frame)
      key = ref("place", text);
    else if (e.of == Of::two_frames)
      key = described(list_of(ref("place"), 2, 2), text);
    else if (e.of == Of::bodies)
      key = described({{"anyOf", {ref("name"), list_of(ref("name"), 1)}}}, text);
    else
      key = ref("name", text);
  }
  p["component"] =
      ref("name", "of a joint with several coordinates; of a reaction Fx, Fy, Fz, Mx, My or Mz");
  p["axis"] = one_word({"x", "y", "z"}, "which component; of `along` default z");
  p["axes"] =
      one_word({"joint", "body", "world"},
               "of a reaction: those of the inboard (first) frame, of the outboard (second) "
               "body, or of the world; default joint");
  p["rate"] = ref("flag", "true: rate of angle, distance or along; default false");
  p["relative_to"] =
      ref("place",
          "of position, velocity, angular_speed, roll, pitch, yaw, rotation_angle and "
          "centre_of_mass: seen from this frame, in its axes");
  p["about"] = ref("place", "of angular_momentum: about the origin of this frame");
  p["unit"] = described({{"type", "string"}}, "word for the result file, with `scale`");
  p["scale"] = ref("number", "the value is multiplied by it; default 1");
  p["offset"] = ref("number", "and this is added; default 0");
  return element_of(std::move(p));
}

}  // namespace takt::io::schema_words
