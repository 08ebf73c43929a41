// Which Takt this is.
#pragma once

#include <string_view>

namespace takt {

std::string_view version() noexcept;  // "0.1.0"
std::string_view commit() noexcept;   // what git describes, "unknown" outside a repository

}  // namespace takt
