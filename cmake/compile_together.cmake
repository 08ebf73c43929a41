# Compiles the sources of a folder together, which takes a third of the time: headers are read and
# templates instantiated once. Not in Debug builds, where a source is looked at by itself
# (clang-tidy, a debugger), unless it is asked for. Kernels stay alone everywhere: they are compiled
# for other processors, and what they share with others must not be.
if(CMAKE_BUILD_TYPE STREQUAL Debug)
  option(TAKT_COMPILE_TOGETHER "Compile the sources of a folder together" OFF)
else()
  option(TAKT_COMPILE_TOGETHER "Compile the sources of a folder together" ON)
endif()

function(takt_compile_together target)
  if(NOT TAKT_COMPILE_TOGETHER)
    return()
  endif()
  # Subfolders go with their folder, but for these: two processors should both have work to the end.
  set(large "takt/(element/rail|linear/decomposition|mechanism/(tree|natural))|tests/unit/[a-z_]+")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A name of one source may stand before that of another: no mistake, and Debug builds look at each.
  target_compile_options(${target} PRIVATE -Wno-shadow)
  # As much is inlined as when sources are compiled one by one, however long they are together: steps
  # need it. And garbage of the compiler is collected less often: a tenth of its time for 100 MB.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage
      "SHELL:--param large-unit-insns=1000000" "SHELL:--param ggc-min-heapsize=524288")
  endif()
  foreach(source IN LISTS ARGN)
    if(NOT source MATCHES "(_avx2|_baseline|kernels[^/]*)\\.cpp$")
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
      string(REGEX MATCH "^(${large}|[a-z]+/[a-z_]+)" folder ${path})
      string(MAKE_C_IDENTIFIER ${folder} group)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
