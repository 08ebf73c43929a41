# Writes version_text.hpp to `out`; leaves the file alone when nothing has changed.
set(commit "")
if(EXISTS ${source}/.git)
  execute_process(COMMAND git describe --always --dirty WORKING_DIRECTORY ${source}
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  set(commit unknown)
endif()
configure_file(${source}/cmake/version_text.hpp.in ${out} @ONLY)
