// The HTML file without a page: script and style of the bundle, with places for title, page and
// numbers. cmake/web.cmake builds it in; empty where the bundle could not be made.
#pragma once

#include <string_view>

namespace takt::web {

std::string_view page_template() noexcept;
// Why it is empty: "npm cannot be reached"; empty if it is not.
std::string_view why_no_pages() noexcept;

}  // namespace takt::web
