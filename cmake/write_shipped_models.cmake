# Writes the texts of the model files `models`, and of `files` in folders beside them, to the C++ source `out`.
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
set(beside "")
list(SORT files)
foreach(file IN LISTS files)
  cmake_path(GET file FILENAME name)
  cmake_path(GET file PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  file(READ ${file} text)
  string(APPEND beside "    {\"${folder}/${name}\", R\"takt(${text})takt\"},\n")
endforeach()
set(source "// Made from what is in models/.
#include \"takt/io/model_file/shipped.hpp\"

namespace takt::io::shipped {

std::span<const ShippedModel> all() noexcept {
  static constexpr ShippedModel models[] = {
${entries}  };
  return models;
}

std::span<const ShippedFile> files() noexcept {
  static constexpr ShippedFile files[] = {
${beside}  };
  return files;
}

}  // namespace takt::io::shipped
")
file(WRITE ${out} "${source}")
