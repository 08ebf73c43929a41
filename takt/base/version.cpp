#include "takt/base/version.hpp"

#include "takt/base/version_text.hpp"

namespace takt {

std::string_view version() noexcept { return TAKT_VERSION_TEXT; }
std::string_view commit() noexcept { return TAKT_COMMIT_TEXT; }

}  // namespace takt
