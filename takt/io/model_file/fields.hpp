// One element of a model file and the values written in it, each with its place for messages.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "takt/io/model_file/scope.hpp"
#include "takt/io/yaml_node.hpp"
#include "takt/model/geometry.hpp"

namespace takt::io::model_file {

// Where an element stands among templates: names are looked up here first, then further out.
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

  std::string at() const { return to_string(mark); }  // as elements of a Model keep it
  std::string where(const Mark&) const;               // "car.yaml:41:5 joint 'fl.arm'"
};

class Fields;

// A value and the key it stands under.
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

  std::string text() const;     // of a scalar, expressions evaluated
  std::string formula() const;  // the same for a formula, in which they stand for values
  // In SI; bare, or with a unit of the same dimension as `unit`. "*": any dimension.
  double number(std::string_view unit) const;
  // Of the unit a number is written with, or its parameter has; none where it is bare.
  std::optional<Dimension> dimension() const;
  int integer() const;
  bool flag() const;
  std::string word(const std::vector<std::string>& allowed) const;
  Vec3 vector(std::string_view unit) const;
  Vec3 direction() const;  // x, y, z, -x, -y, -z or three numbers; of length one
  std::vector<Field> list() const;
  std::vector<double> numbers(std::string_view unit) const;            // a list, or a single one
  std::vector<std::vector<double>> rows(std::string_view unit) const;  // one row without brackets
  Fields map(const std::vector<std::string>& known) const;
  // Of a map with names for keys; expressions in the names are evaluated.
  std::vector<Field> entries() const;

  std::string where() const { return item_->where(node_->mark); }
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const;
  [[noreturn]] void unlike(std::string_view wanted, const std::string& hint = "") const;

 private:
  const YamlNode* node_;
  const Item* item_;
  std::string key_;
};

// The keys of a map, all of them known.
class Fields {
 public:
  // Throws Error: not a map, an unknown key (with a suggestion).
  Fields(const YamlNode& map, const Item& item, const std::vector<std::string>& known);
  // An element: beside its own keys it may have description, when and repeat.
  static Fields of(const Item& item, std::vector<std::string> known);

  bool has(std::string_view key) const noexcept { return node_->find(key) != nullptr; }
  Field get(std::string_view key) const;  // throws Error when it is missing
  std::optional<Field> find(std::string_view key) const;
  const Item& item() const noexcept { return *item_; }
  std::string where() const { return item_->where(node_->mark); }

  // At most one of them is given.
  void require_one_of(const std::vector<std::string>& keys) const;
  void exclude(std::string_view key, std::string_view other) const;

 private:
  const YamlNode* node_;
  const Item* item_;
};

// A text that holds one value and perhaps a sign and a unit around it, as "-${l} mm": what reads as a
// number once ${...} are replaced. Two values side by side do not.
bool holds_one_value(const std::string& text);

}  // namespace takt::io::model_file
