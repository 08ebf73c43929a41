// Building blocks of the JSON Schema of model files.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace takt::io::schema_words {

using Json = nlohmann::ordered_json;

inline Json described(Json schema, std::string_view text) {
  if (!text.empty()) schema["description"] = std::string(text);
  return schema;
}

inline Json ref(const char* name, std::string_view text = "") {
  if (text.empty()) return {{"$ref", std::string("#/definitions/") + name}};
  // Draft-07 ignores all other keys beside a $ref.
  return described({{"allOf", Json::array({ref(name)})}}, text);
}

inline Json list_of(Json items, int least = 0, int most = 0) {
  Json j{{"type", "array"}, {"items", std::move(items)}};
  if (least > 0) j["minItems"] = least;
  if (most > 0) j["maxItems"] = most;
  return j;
}

inline Json named(Json value, std::string_view text) {
  return described({{"type", "object"}, {"additionalProperties", std::move(value)}}, text);
}

inline Json one_word(const std::vector<std::string>& words, std::string_view text = "") {
  return described({{"type", "string"}, {"enum", words}}, text);
}

inline Json object(Json properties, std::vector<std::string> required = {}) {
  Json j{
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) j["required"] = std::move(required);
  return j;
}

// An element: adds the keys that every element may have.
inline Json element_of(Json properties, std::vector<std::string> required = {}) {
  properties["description"] = {{"type", "string"}};
  properties["when"] = ref("when");
  properties["repeat"] = ref("repeat");
  return object(std::move(properties), std::move(required));
}

}  // namespace takt::io::schema_words
