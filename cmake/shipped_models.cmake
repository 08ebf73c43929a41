# takt::io::shipped_models(): the files in models/, built in, so that the program needs no folder.
file(GLOB models CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/models/*.yaml)
file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/models/*/*)
set(out ${PROJECT_BINARY_DIR}/generated/takt/io/shipped_models.cpp)
set(script ${PROJECT_SOURCE_DIR}/cmake/write_shipped_models.cmake)
add_custom_command(OUTPUT ${out}
                   COMMAND ${CMAKE_COMMAND} "-Dmodels=${models}" "-Dfiles=${files}" -D out=${out} -P ${script}
                   DEPENDS ${models} ${files} ${script} COMMENT "Building in the model files" VERBATIM)
target_sources(takt_io PRIVATE ${out})
