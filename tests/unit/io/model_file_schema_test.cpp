// The JSON Schema: it is self-contained, covers the catalogues, and accepts all shipped models.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "takt/base/text.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/joint/catalogue.hpp"
#include "takt/io/model_file/schema.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/io/model_file/yaml_node.hpp"

#if __has_include(<valijson/validator.hpp>)
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#endif

namespace takt::test {
namespace {

using Json = nlohmann::json;

void require_references(const Json& node, const Json& root) {
  if (node.is_object())
    for (const auto& [key, value] : node.items()) {
      if (key == "$ref") {
        const std::string path = value.get<std::string>().substr(1);
        EXPECT_TRUE(root.contains(Json::json_pointer(path))) << path;
      }
      require_references(value, root);
    }
  if (node.is_array())
    for (const Json& value : node) require_references(value, root);
}

TEST(ModelSchema, NamesEverythingInTheCatalogues) {
  const std::string text = io::model_schema();
  const Json schema = Json::parse(text);
  EXPECT_EQ(schema["$schema"], "http://json-schema.org/draft-07/schema#");
  require_references(schema, schema);
  const auto named = [&](std::string_view name) {
    EXPECT_NE(text.find("\"" + std::string(name) + "\""), std::string::npos) << name;
  };
  for (const element::JointEntry* e : element::joints) named(e->name);
  const auto entries = [&](const auto& all) {
    for (const auto& e : all) {
      named(e.name);
      for (const element::Key& key : e.keys) named(key.name);
    }
  };
  entries(element::forces());
  entries(element::signals());
  entries(element::roads());
}

#if __has_include(<valijson/validator.hpp>)

Json json_of(const io::YamlNode& node) {
  using Kind = io::YamlNode::Kind;
  Json j;
  if (node.kind == Kind::list) {
    j = Json::array();
    for (const io::YamlPtr& n : node.list) j.push_back(json_of(*n));
  } else if (node.kind == Kind::map) {
    j = Json::object();
    for (const auto& e : node.map) j[e.key] = json_of(*e.value);
  } else if (node.kind == Kind::scalar) {
    double x = 0;
    if (!node.quoted && (node.text == "true" || node.text == "false"))
      j = node.text == "true";
    else if (!node.quoted && parse_number(node.text, x))
      j = x;
    else
      j = node.text;
  }
  return j;
}

TEST(ModelSchema, AcceptsTheShippedModels) {
  const Json text = Json::parse(io::model_schema());
  valijson::Schema schema;
  valijson::SchemaParser parser;
  const valijson::adapters::NlohmannJsonAdapter schema_document(text);
  parser.populateSchema(schema_document, schema);
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  for (const io::ShippedModel& m : io::shipped_models()) {
    const Json model = json_of(*io::read_yaml(std::string(m.text), std::string(m.name)));
    const valijson::adapters::NlohmannJsonAdapter document(model);
    valijson::ValidationResults results;
    EXPECT_TRUE(validator.validate(schema, document, &results)) << m.name;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) ADD_FAILURE() << m.name << ": " << error.description;
  }
  Json wrong = json_of(*io::read_yaml(std::string(io::shipped_models()[0].text), "wrong"));
  wrong["bodys"] = 1;
  const valijson::adapters::NlohmannJsonAdapter document(wrong);
  EXPECT_FALSE(validator.validate(schema, document, nullptr));
}

#endif

}  // namespace
}  // namespace takt::test
