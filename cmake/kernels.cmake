# How kernels are compiled (takt/base/simd.hpp): x_avx2.cpp for machines with AVX2 and fused
# multiply-add, x_baseline.cpp for all. Options of one source, because those in a source
# (#pragma GCC target) are obeyed by one compiler only.
function(takt_kernel_options)
  foreach(source IN LISTS ARGN)
    if(NOT source MATCHES "_(avx2|baseline)\\.cpp$")
      continue()
    endif()
    # What the compiler vectorises on its own: it packs three-vectors in pairs, at a loss, and makes
    # short loops calls of memset.
    set(options -fno-tree-slp-vectorize)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      list(APPEND options -fno-tree-loop-distribute-patterns)
    endif()
    if(source MATCHES "_avx2\\.cpp$" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      list(APPEND options -mavx2 -mfma)
    endif()
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${options}"
                                SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()
