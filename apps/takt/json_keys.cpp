#include "json_keys.hpp"

#include <set>
#include <string>

#include "takt/base/error.hpp"

// One entry for each command x whose JSON is explained: the function x_json() in json/x.cpp.
// clang-format off
#define TAKT_JSON(entry) \
  entry(run) \
  entry(realtime) \
  entry(certify) \
  entry(tune) \
  entry(sweep) \
  entry(fit)
// clang-format on

namespace takt::app {

#define TAKT_DECLARE_JSON(name) JsonPage name##_json();
TAKT_JSON(TAKT_DECLARE_JSON)
#undef TAKT_DECLARE_JSON

namespace {

// Compares the keys that a page explains with those of its samples.
class PageCheck {
 public:
  explicit PageCheck(const JsonPage& page) : page_(page) {}

  void compare() {
    for (const JsonPage::Json& sample : page_.samples()) note(sample, "");
    const std::string place = "reference page";
    const std::string file = "apps/takt/json, the file of " + std::string(page_.command);
    for (const JsonKey& k : page_.keys)
      if (written_.erase(std::string(k.name)) == 0)
        throw Error("no JSON has the key '" + std::string(k.name) + "'", place,
                    "take it out of " + file, Fault::other);
    if (!written_.empty())
      throw Error("the JSON key '" + *written_.begin() + "' is not explained", place,
                  "add a line to " + file, Fault::other);
  }

 private:
  // Notes the keys of an object, and of objects and lists inside it.
  void note(const JsonPage::Json& value, const std::string& name) {
    if (value.is_array())
      for (const JsonPage::Json& one : value) note(one, name + "[]");
    if (!value.is_object() || holds_names(name)) return;
    const std::string any = key_of_all(name);
    for (const auto& [key, inner] : value.items()) {
      const std::string full = any.empty() ? (name.empty() ? key : name + "." + key) : any;
      written_.insert(full);
      note(inner, full);
    }
  }

  bool holds_names(const std::string& object) const {
    for (const JsonKey& k : page_.keys)
      if (k.name == object) return k.holds_names;
    return false;
  }

  // "stages_us.<stage>" of the object "stages_us"; empty if its keys are explained one by one.
  std::string key_of_all(const std::string& object) const {
    for (const JsonKey& k : page_.keys)
      if (k.name.starts_with(object + ".<") && k.name.ends_with(">")) return std::string(k.name);
    return "";
  }

  const JsonPage& page_;
  std::set<std::string> written_;
};

}  // namespace

std::vector<JsonPage> json_pages() {
#define TAKT_MAKE_JSON(name) name##_json(),
  std::vector<JsonPage> pages{TAKT_JSON(TAKT_MAKE_JSON)};
#undef TAKT_MAKE_JSON
  for (const JsonPage& page : pages) PageCheck(page).compare();
  return pages;
}

}  // namespace takt::app
