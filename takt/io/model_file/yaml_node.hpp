// A YAML document as a plain tree. Every node knows its place in the file, and maps keep the order
// in which they were written.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace takt::io {

// A place in a file, counted from 1.
struct Mark {
  std::shared_ptr<const std::string> file;
  int line = 1, column = 1;
};

std::string to_string(const Mark&);  // "car.yaml:41:5"

struct YamlNode;
using YamlPtr = std::shared_ptr<const YamlNode>;

struct YamlNode {
  enum class Kind { nothing, scalar, list, map };
  struct Entry {
    std::string key;
    Mark mark;  // of the key
    YamlPtr value;
  };

  Kind kind = Kind::nothing;
  std::string text;  // of a scalar
  bool quoted = false;
  Mark mark;
  std::vector<YamlPtr> list;
  std::vector<Entry> map;  // keys are unique
  int weight = 1;          // number of nodes in it; those of aliases are counted each time
  int height = 1;          // number of levels in it

  const YamlNode* find(std::string_view key) const noexcept;
};

// "a number or word", "a list", "a map", "nothing": for messages.
std::string_view kind_in_words(const YamlNode&) noexcept;

inline constexpr std::size_t yaml_bytes = 1'000'000;  // limits of one file
inline constexpr int yaml_levels = 64, yaml_nodes = 500'000;

// Throws Error: not YAML, more than one document, a duplicate key, or a limit is exceeded.
YamlPtr read_yaml(const std::string& text, const std::string& file);

}  // namespace takt::io
