// The version of Takt and the git commit it was built from.
#pragma once

#include <string>
#include <string_view>

namespace takt {

std::string_view version() noexcept;  // "0.1.0"
std::string_view commit() noexcept;   // output of git describe; "unknown" outside a repository
std::string version_and_commit();     // "0.1.0 (1a2b3c4)"

}  // namespace takt
