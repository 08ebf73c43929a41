// Access to one element of a model file and to the values written in it. Every value knows its
// place in the file, for error messages.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "takt/io/model_file/scope.hpp"
#include "takt/io/model_file/yaml_node.hpp"
#include "takt/model/geometry.hpp"

namespace takt::io::model_file {

// The template instance to which an element belongs. Names are looked up here first, then outside.
struct Context {
  std::string prefix;  // "fl." inside of instance fl
  Reflection reflection;
  std::shared_ptr<const Context> outer;
};

struct Item {
  std::string kind, name;  // "joint", "fl.arm"
  Mark mark;               // of the name
  YamlPtr node;
  std::shared_ptr<const Scope> scope;
  std::shared_ptr<const Context> context;

  // The form in which elements of a Model keep it.
  std::string at() const { return to_string(mark); }
  std::string where(const Mark&) const;  // "car.yaml:41:5 joint 'fl.arm'"
};

class Fields;

// A value and its key.
class Field {
 public:
  Field(const YamlNode& node, const Item& item, std::string key)
      : node_(&node), item_(&item), key_(std::move(key)) {}

  const YamlNode& node() const noexcept { return *node_; }
  const Item& item() const noexcept { return *item_; }
  const std::string& key() const noexcept { return key_; }
  bool is_scalar() const noexcept { return node_->kind == YamlNode::Kind::scalar; }
  bool is_list() const noexcept { return node_->kind == YamlNode::Kind::list; }
  bool is_map() const noexcept { return node_->kind == YamlNode::Kind::map; }

  std::string text() const;     // of a scalar, with its expressions evaluated
  std::string formula() const;  // of a formula: every ${...} is replaced by its value in brackets
  // In SI. The text is a number without unit, or with a unit of the same dimension as `unit`; "*":
  // any dimension.
  double number(std::string_view unit) const;
  // Of the unit a number is written with, or its parameter has; none where it is bare.
  std::optional<Dimension> dimension() const;
  int integer() const;
  bool flag() const;
  std::string word(const std::vector<std::string>& allowed) const;
  Vec3 vector(std::string_view unit) const;
  Vec3 direction() const;  // x, y, z, -x, -y, -z or three numbers; normalised
  std::vector<Field> list() const;
  std::vector<double> numbers(std::string_view unit) const;  // a list, or a single number
  // A single row needs no outer brackets.
  std::vector<std::vector<double>> rows(std::string_view unit) const;
  Fields map(const std::vector<std::string>& known) const;
  // The entries of a map whose keys are names; expressions in the names are evaluated.
  std::vector<Field> entries() const;

  std::string where() const { return item_->where(node_->mark); }
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const;
  [[noreturn]] void unlike(std::string_view wanted, const std::string& hint = "") const;

 private:
  const YamlNode* node_;
  const Item* item_;
  std::string key_;
};

// The keys of a map. Unknown keys are errors.
class Fields {
 public:
  // Throws Error: not a map, or an unknown key (with a suggestion).
  Fields(const YamlNode& map, const Item& item, const std::vector<std::string>& known);
  // For an element: besides its own keys it may have description, when and repeat.
  static Fields of(const Item& item, std::vector<std::string> known);

  bool has(std::string_view key) const noexcept { return node_->find(key) != nullptr; }
  Field get(std::string_view key) const;  // throws Error if it is missing
  std::optional<Field> find(std::string_view key) const;
  const Item& item() const noexcept { return *item_; }
  std::string where() const { return item_->where(node_->mark); }

  // Throws Error if more than one of the keys is given.
  void require_one_of(const std::vector<std::string>& keys) const;
  void exclude(std::string_view key, std::string_view other) const;

 private:
  const YamlNode* node_;
  const Item* item_;
};

// True for a text with one value and perhaps a sign and a unit, as "-${l} mm", which is a number
// after ${...} is replaced. False for two values side by side.
bool holds_one_value(const std::string& text);

}  // namespace takt::io::model_file
