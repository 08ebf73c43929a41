// The keys of study files, for the reader, the reference page and the schema.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace takt::study {

struct StudyKey {
  std::string_view section;  // "" for the file itself
  std::string_view name, form, meaning;
};
std::span<const StudyKey> study_keys() noexcept;
// The names of the keys of a section, in their order.
std::vector<std::string> keys_of(std::string_view section);

// Tables of all keys, for docs/reference.md.
std::string study_keys_as_markdown();

}  // namespace takt::study
