# takt::takt: one static library of all folders, and its installation.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(takt_library STATIC)
foreach(folder IN LISTS TAKT_FOLDERS)
  get_target_property(type takt_${folder} TYPE)
  if(NOT type STREQUAL INTERFACE_LIBRARY)
    target_sources(takt_library PRIVATE $<TARGET_OBJECTS:takt_${folder}>)
  endif()
endforeach()
set_target_properties(takt_library PROPERTIES OUTPUT_NAME takt EXPORT_NAME takt LINKER_LANGUAGE CXX)
target_include_directories(takt_library INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(takt_library PUBLIC cxx_std_20)
target_link_libraries(takt_library PUBLIC Eigen3::Eigen PRIVATE KLU::KLU fmt::fmt)
add_library(takt::takt ALIAS takt_library)

if(TAKT_INSTALL)
  set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/takt)
  install(TARGETS takt_library EXPORT takt-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT library)
  # Nothing but takt/takt.hpp and what it includes (tools/public_headers.py keeps the list).
  set(list ${PROJECT_SOURCE_DIR}/takt/public_headers.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} headers)
  foreach(header IN LISTS headers)
    cmake_path(GET header PARENT_PATH folder)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} COMPONENT library)
  endforeach()
  install(EXPORT takt-targets NAMESPACE takt:: DESTINATION ${config_dir} COMPONENT library)
  configure_package_config_file(cmake/takt-config.cmake.in takt-config.cmake
                                INSTALL_DESTINATION ${config_dir})
  write_basic_package_version_file(takt-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/takt-config.cmake
                ${PROJECT_BINARY_DIR}/takt-config-version.cmake cmake/FindKLU.cmake
                cmake/FindHDF5Serial.cmake
          DESTINATION ${config_dir} COMPONENT library)
endif()
