#include "study/file/study_fields.hpp"

#include <cmath>
#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::study {

using io::YamlNode;
using io::YamlPtr;
using io::model_file::Field;
using io::model_file::Item;

Item item_of(const std::string& kind, const std::string& name, const io::Mark& mark,
                    const YamlPtr& node) {
  return {kind, name, mark, node, std::make_shared<const io::model_file::Scope>(),
          std::make_shared<const io::model_file::Context>()};
}

// The entries of a map, each an element of its own with its name in messages.
std::vector<Item> elements(const Field& map, const std::string& kind) {
  if (!map.is_map()) map.unlike("a map", "write " + map.key() + ": {name: ...}");
  std::vector<Item> all;
  for (const YamlNode::Entry& e : map.node().map)
    all.push_back(item_of(kind, e.key, e.mark, e.value));
  return all;
}

double positive(const Field& f) {
  const double t = f.number("s");
  if (!(t > 0)) f.fail("'" + f.key() + "' is not positive", "write a time like 10 s");
  return t;
}

std::uint64_t whole(const Field& f, double least, double most) {
  const double x = f.number("");
  if (x != std::floor(x) || x < least || x > most)
    f.fail("'" + f.key() + "' is " + f.text() + ", not a whole number from " + number(least) +
               " to " + number(most),
           "write one");
  return static_cast<std::uint64_t>(x);
}

std::vector<std::string> settings(const Field& map) {
  std::vector<std::string> set;
  for (const Field& value : map.entries()) set.push_back(value.key() + "=" + value.text());
  return set;
}

std::string beside(const std::string& folder, const std::string& name) {
  const std::filesystem::path path(name);
  return (path.is_absolute() ? path : std::filesystem::path(folder) / path)
      .lexically_normal()
      .string();
}

}  // namespace takt::study
