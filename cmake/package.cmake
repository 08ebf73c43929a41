# Debian packages by CPack: the target takt_packages (`make package`) writes them to build/packages. But for
# the models, what is installed here goes into packages only: `cmake --install` does not need the Python module, nor
# the program to have run.
set(TAKT_MAINTAINER "The Takt authors <nobody@takt.invalid>" CACHE STRING "Maintainer in Debian packages")
mark_as_advanced(TAKT_MAINTAINER)
set(packed program library)
set(built takt-cli takt_library)
set(package_of_program takt)
set(package_of_mpi takt-mpi)
set(package_of_library libtakt-dev)
set(package_of_python python3-takt)

install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/takt/models COMPONENT program)
# Their links hold: the pages stand as they do here.
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/takt COMPONENT program EXCLUDE_FROM_ALL)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/takt COMPONENT program EXCLUDE_FROM_ALL
        FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN *.png)
if(TARGET takt-fit)
  list(APPEND built takt-fit)
endif()
if(TARGET takt-mpi)
  list(APPEND packed mpi)
  list(APPEND built takt-mpi)
endif()
if(TARGET takt_python)
  list(APPEND packed python)
  list(APPEND built python)
  # Debian's place for modules, which is none of GNU's.
  set(modules lib/python3/dist-packages)
  install(TARGETS takt_python LIBRARY DESTINATION ${modules}/takt COMPONENT python EXCLUDE_FROM_ALL)
  file(GLOB pure CONFIGURE_DEPENDS python/takt/*.py python/takt/*.pyi python/takt/py.typed)
  install(FILES ${pure} DESTINATION ${modules}/takt COMPONENT python EXCLUDE_FROM_ALL)
  execute_process(COMMAND ${TAKT_PYTHON} -c "import sys; v = sys.version_info; print(v[0], v[1], v[1] + 1, sep=';')"
                  OUTPUT_VARIABLE v OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(GET v 0 major)
  list(GET v 1 minor)
  list(GET v 2 next)
  set(python_range "python3 (>= ${major}.${minor}), python3 (<< ${major}.${next})")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME takt)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The Takt authors")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${TAKT_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL ${packed})
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(files ${PROJECT_BINARY_DIR}/package)
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(pairs "")
foreach(component IN LISTS packed)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package_of_${component}})
  install(DIRECTORY ${files}/${component}/ DESTINATION . COMPONENT ${component} EXCLUDE_FROM_ALL)
  list(APPEND pairs ${component}=${package_of_${component}})
endforeach()

# The first line of a description is its summary, of the project none: CPack would put it before each.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
string(CONCAT about "Takt steps mechanisms with closed chains of bodies, such as vehicles and\n"
                    "robots, in real time, connected to hardware, controllers or drivers.\n")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${PROJECT_DESCRIPTION}
${about}This is the program, with its models, manual page and completions.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "takt-mpi, python3-takt, libtakt-dev")

set(CPACK_COMPONENT_MPI_DESCRIPTION "Parameter studies of takt on many machines
${about}With this package mpirun runs takt sweep.")
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "takt (= ${version}), openmpi-bin")

set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Library for real-time dynamics of multibody systems
${about}This is the static library with its headers; CMake finds it.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
# Headers need Eigen; who links a static library needs what it was made with.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
    "libeigen3-dev (>= 3.4), libsuitesparse-dev, libfmt-dev, libyaml-cpp-dev (>= 0.7), libhdf5-dev")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "cmake, g++")

set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Python module for real-time dynamics of multibody systems
${about}This is the module for Python 3.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${python_range}, python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, python3-pandas")
# Compiles modules when they come, and removes what was compiled when they go.
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/cmake/debian/postinst;${PROJECT_SOURCE_DIR}/cmake/debian/prerm")
include(CPack)

set(out ${PROJECT_BINARY_DIR}/packages)
add_custom_target(takt_packages
  COMMAND ${TAKT_PYTHON} ${PROJECT_SOURCE_DIR}/tools/package_files.py $<TARGET_FILE:takt-cli> ${files} ${version}
          ${TAKT_MAINTAINER} ${pairs}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${out} ${PROJECT_BINARY_DIR}/_CPack_Packages
  COMMAND ${CMAKE_CPACK_COMMAND} --config ${PROJECT_BINARY_DIR}/CPackConfig.cmake -B ${out}
  DEPENDS ${built} USES_TERMINAL VERBATIM COMMENT "Packing")
