# takt::version() and takt::commit(): written when configuring and again before each build, so that
# only takt/base/version.cpp is compiled anew after a commit.
set(write_version
    ${CMAKE_COMMAND} -D source=${PROJECT_SOURCE_DIR} -D version=${PROJECT_VERSION}
    -D out=${PROJECT_BINARY_DIR}/generated/takt/base/version_text.hpp
    -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake)
execute_process(COMMAND ${write_version})
add_custom_target(takt_version COMMAND ${write_version} COMMENT "Describing the version" VERBATIM
                  BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/takt/base/version_text.hpp)
add_dependencies(takt_base takt_version)
set_source_files_properties(takt/base/version.cpp PROPERTIES
                            INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/generated)
