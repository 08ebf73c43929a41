# takt_pages: the pages that the program writes (web/page, web/report). The bundle that draws them is made from
# web/src by node and esbuild, and built in; where npm cannot be reached the program has no pages.
find_package(ZLIB REQUIRED)
find_program(TAKT_NODE node)
find_program(TAKT_NPM npm)
set(TAKT_PAGE_TEMPLATE "" CACHE FILEPATH "A page.html made elsewhere, in place of building web/")
mark_as_advanced(TAKT_NODE TAKT_NPM TAKT_PAGE_TEMPLATE)

# Everything of web/ but its C++ is copied to TAKT_WEB: node_modules belong to the build.
set(TAKT_WEB ${PROJECT_BINARY_DIR}/web)
file(GLOB_RECURSE bundle CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*)
list(FILTER bundle EXCLUDE REGEX "/web/(page|report|node_modules|dist)/")
set(out ${PROJECT_BINARY_DIR}/generated/web/page_template.cpp)
set(stamp ${TAKT_WEB}/page.stamp)  # is not there after a failure, so that the next build tries again
set(script ${PROJECT_SOURCE_DIR}/cmake/build_web.cmake)
add_custom_command(OUTPUT ${stamp} BYPRODUCTS ${out}
                   COMMAND ${CMAKE_COMMAND} -D source=${PROJECT_SOURCE_DIR}/web -D build=${TAKT_WEB}
                           -D node=${TAKT_NODE} -D npm=${TAKT_NPM} -D template=${TAKT_PAGE_TEMPLATE}
                           -D stamp=${stamp} -D out=${out} -P ${script}
                   DEPENDS ${bundle} ${TAKT_PAGE_TEMPLATE} ${script} COMMENT "Building in the pages" VERBATIM)
add_custom_target(takt_web DEPENDS ${stamp})

file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*.cpp)
list(FILTER sources EXCLUDE REGEX "/node_modules/")
add_library(takt_pages STATIC EXCLUDE_FROM_ALL ${sources} ${out})
add_dependencies(takt_pages takt_web)
set_target_properties(takt_pages PROPERTIES POSITION_INDEPENDENT_CODE ON)
takt_compile_together(takt_pages ${sources})
target_include_directories(takt_pages PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(takt_pages PUBLIC takt::scene takt::analyse nlohmann_json::nlohmann_json PRIVATE ZLIB::ZLIB)
