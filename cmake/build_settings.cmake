# How everything here is compiled. Options are those of this folder and below: a project that adds
# Takt as a subfolder keeps its own.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

# The same binary and the same inputs give the same bits: no contraction, never -ffast-math.
# (-fno-math-errno changes no result: it lets one sincos serve where sin and cos are asked for.)
add_compile_options(-Wall -Wextra -Wshadow $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
                    -ffp-contract=off -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # More warnings by the compiler that CI lets treat them as errors (preset sanitize). Not
  # -Wsign-conversion: indices are int, as those of Eigen, and std::array takes std::size_t; it would ask
  # for casts in 140 places, none of which was a mistake.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wconversion> $<$<COMPILE_LANGUAGE:CXX>:-Wno-sign-conversion>
                      $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast> -Wnull-dereference)
  # std::stable_sort of libstdc++ 12 uses what C++17 deprecates; clang says so in our lines.
  add_compile_options(-Wno-deprecated-declarations)
endif()
if(TAKT_WERROR)
  add_compile_options(-Werror)
endif()

if(TAKT_SANITIZE)
  add_compile_options(-fsanitize=${TAKT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TAKT_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-Wno-maybe-uninitialized)  # false alarms in <regex> and Eigen then
  else()
    add_compile_options(
      $<$<COMPILE_LANGUAGE:CXX>:-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/tools/sanitizer_ignore.txt>)
  endif()
endif()

# Builds of one source in several folders share their objects.
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_PROGRAM ccache)
  mark_as_advanced(CCACHE_PROGRAM)
  if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
  endif()
endif()
