# Writes the texts of the model files `models` to the C++ source `out`.
set(entries "")
list(SORT models)
foreach(file IN LISTS models)
  cmake_path(GET file STEM name)
  file(READ ${file} text)
  # The description: on its line, or folded below it.
  set(summary "")
  if("${text}" MATCHES "\ndescription: *[>|]-? *\n(( +[^\n]*\n)+)")
    string(REGEX REPLACE "[ \n]+" " " summary "${CMAKE_MATCH_1}")
  elseif("${text}" MATCHES "\ndescription: *([^\n]*)")
    set(summary "${CMAKE_MATCH_1}")
  endif()
  string(STRIP "${summary}" summary)
  string(REGEX REPLACE "^\"(.*)\"$" "\\1" summary "${summary}")
  string(APPEND entries
         "    {\"${name}\", R\"takt(${summary})takt\",\n     R\"takt(${text})takt\"},\n")
endforeach()
set(source "// Made from models/*.yaml.
#include \"takt/io/shipped.hpp\"

namespace takt::io::shipped {

std::span<const ShippedModel> all() noexcept {
  static constexpr ShippedModel models[] = {
${entries}  };
  return models;
}

}  // namespace takt::io::shipped
")
file(WRITE ${out} "${source}")
