// One part of a method as the user wrote it (a name with options), the options a catalogue entry
// accepts, and the checked values.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace takt {

// What the user wrote: `name(key=value, ...)`. A value without a key has an empty key.
struct Choice {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;
  bool operator==(const Choice&) const = default;
};

std::string to_string(const Choice&);

// One option that a catalogue entry accepts.
struct Option {
  enum class Kind { number, positive, count, flag, word, text };
  std::string_view name;
  Kind kind;
  std::string_view standard;  // default value, as a user would write it
  std::string_view allowed;   // of kind word: "a|b|c"; of other kinds: a hint for the user
  std::string_view meaning;
  bool lone = false;  // may be given without its name
};

// Options with defaults filled in and every value checked.
class Settings {
 public:
  // Throws Error: unknown option (with a suggestion), value of the wrong kind, given twice.
  Settings(const Choice&, std::span<const Option>, std::string_view where);
  Settings() = default;

  bool given(std::string_view name) const;  // by the user
  bool knows(std::string_view name) const { return values_.find(name) != values_.end(); }
  const std::string& text(std::string_view name) const;
  double number(std::string_view name) const;
  int count(std::string_view name) const;
  bool flag(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
  std::map<std::string, std::string, std::less<>> given_;
};

std::vector<std::string> split(std::string_view text, char at);

}  // namespace takt
