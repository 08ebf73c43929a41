# Makes page.html from web/ in the folder `build` and writes it as the C++ source `out`. Without node, or where npm
# cannot be reached, `out` says why there are no pages, and `stamp` is not written.
set(log ${build}/build.log)
cmake_path(RELATIVE_PATH log BASE_DIRECTORY ${source}/.. OUTPUT_VARIABLE log_from_here)

function(write_source why)
  set(bytes "0")
  if(ARGC GREATER 1)
    file(READ ${ARGV1} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "(................................................................................)"
                         "\\1\n    " bytes "${bytes}")
  endif()
  file(WRITE ${out}.new "// Made by cmake/build_web.cmake.
#include \"web/page/page_template.hpp\"

namespace takt::web {
namespace {
constexpr unsigned char bytes[] = {
    ${bytes}};
constexpr std::string_view why = \"${why}\";
}  // namespace

std::string_view page_template() noexcept {
  return why.empty() ? std::string_view(reinterpret_cast<const char*>(bytes), sizeof bytes)
                     : std::string_view();
}
std::string_view why_no_pages() noexcept { return why; }

}  // namespace takt::web
")
  file(COPY_FILE ${out}.new ${out} ONLY_IF_DIFFERENT)
  file(REMOVE ${out}.new)
endfunction()

# The build goes on.
macro(give_up why)
  message("takt: built without pages (takt run --report and others): ${why}; 'make' tries again")
  file(REMOVE ${stamp})
  write_source("${why}")
  return()
endmacro()

function(run what)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${build} RESULT_VARIABLE failed TIMEOUT 600
                  OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(JOIN " " command ${ARGN})
  file(APPEND ${log} "$ ${command}\n${said}\n")
  set(failed ${failed} PARENT_SCOPE)
endfunction()

if(template)
  write_source("" ${template})
  file(TOUCH ${stamp})
  return()
endif()

file(MAKE_DIRECTORY ${build})
file(WRITE ${log} "")
find_program(node node)  # where they were not found when configuring
find_program(npm npm)
if(NOT node OR NOT npm)
  give_up("node and npm are not installed (Debian: nodejs npm)")
endif()
file(GLOB parts RELATIVE ${source} ${source}/*)
list(REMOVE_ITEM parts page report node_modules dist)
foreach(part IN LISTS parts)
  file(COPY ${source}/${part} DESTINATION ${build})
endforeach()

# Packages are installed again only when their list has changed.
file(SHA256 ${source}/package-lock.json wanted)
set(installed "")
if(EXISTS ${build}/node_modules/.takt-lock)
  file(READ ${build}/node_modules/.takt-lock installed)
endif()
if(NOT installed STREQUAL wanted)
  run("npm ci" ${npm} ci --prefer-offline --no-audit --no-fund
      --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=30000)
  if(NOT failed EQUAL 0)
    give_up("npm could not install its packages, see ${log_from_here}")
  endif()
  file(WRITE ${build}/node_modules/.takt-lock ${wanted})
endif()
run("build" ${node} build.mjs ${build}/dist)
if(NOT failed EQUAL 0 OR NOT EXISTS ${build}/dist/page.html)
  file(READ ${log} said)
  message(FATAL_ERROR "the pages cannot be built:\n${said}")
endif()
write_source("" ${build}/dist/page.html)
file(TOUCH ${stamp})
