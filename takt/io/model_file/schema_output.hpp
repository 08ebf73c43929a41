// The JSON Schema of an output of a model file.
#pragma once

#include <utility>

#include "takt/io/model_file/schema_words.hpp"

namespace takt::io::schema_words {

inline Json output_schema() {
  constexpr std::pair<const char*, const char*> of_a_frame[] = {
      {"position", "of the origin of a frame, world axes [m]; needs `axis`"},
      {"velocity", "of the origin of a frame, world axes [m/s]; needs `axis`"},
      {"acceleration", "of the origin of a frame, world axes [m/s^2]; needs `axis`"},
      {"accelerometer", "acceleration minus gravity, axes of the frame [m/s^2]; needs `axis`"},
      {"gyro", "angular velocity, axes of the frame [rad/s]; needs `axis`"},
      {"angular_speed", "angular velocity, world axes [rad/s]; needs `axis`"},
      {"roll", "of a frame; its attitude is Rz(yaw) Ry(pitch) Rx(roll) [rad]"},
      {"pitch", "the same; positive: the nose goes down [rad]"},
      {"yaw", "the same [rad]"}};
  constexpr std::pair<const char*, const char*> of_two[] = {
      {"angle", "from the first frame to the second, about z of the first [rad]"},
      {"distance", "between the origins of two frames [m]"},
      {"along", "from the first origin to the second, along `axis` of the first frame [m]"}};
  constexpr std::pair<const char*, const char*> by_name[] = {
      {"coordinate", "of a joint [m or rad]"},
      {"coordinate_rate", "of a joint [m/s or rad/s]"},
      {"force", "of a force, a rod, a driven joint; of another joint its size [N or N m]"},
      {"signal", "its value"},
      {"contact", "lateral displacement of a wheel_rail constraint [m]"},
      {"component", "of a joint with several coordinates"}};
  Json p = Json::object();
  for (const auto& [key, text] : of_a_frame) p[key] = ref("place", text);
  for (const auto& [key, text] : of_two) p[key] = described(list_of(ref("place"), 2, 2), text);
  for (const auto& [key, text] : by_name) p[key] = ref("name", text);
  p["axis"] = one_word({"x", "y", "z"}, "which component; of `along` default z");
  p["rate"] = ref("flag", "true: rate of angle, distance or along; default false");
  p["relative_to"] = ref("place", "of position and velocity: seen from this frame, in its axes");
  p["unit"] = described({{"type", "string"}}, "word for the result file, with `scale`");
  p["scale"] = ref("number", "the value is multiplied by it; default 1");
  p["offset"] = ref("number", "and this is added; default 0");
  return element_of(std::move(p));
}

}  // namespace takt::io::schema_words
