#include "takt/base/version.hpp"

#include "takt/base/version_text.hpp"

namespace takt {

std::string_view version() noexcept { return TAKT_VERSION_TEXT; }
std::string_view commit() noexcept { return TAKT_COMMIT_TEXT; }
std::string version_and_commit() {
  return std::string(version()) + " (" + std::string(commit()) + ")";
}

}  // namespace takt
