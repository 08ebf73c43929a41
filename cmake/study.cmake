# takt_study: parameter studies (study/), for the program and the tests, not installed. Programs beside `takt` run
# them on MPI (takt-mpi) and fit parameters (takt-fit); each is built only where its library is found, and never by
# `make demo`, which builds takt-cli alone.
find_path(TAKT_RANDOM123 Random123/philox.h REQUIRED)
mark_as_advanced(TAKT_RANDOM123)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/study/design/*.cpp
     ${PROJECT_SOURCE_DIR}/study/file/*.cpp ${PROJECT_SOURCE_DIR}/study/run/*.cpp
     ${PROJECT_SOURCE_DIR}/study/report/*.cpp ${PROJECT_SOURCE_DIR}/study/fit/residuals.cpp
     ${PROJECT_SOURCE_DIR}/study/fit/fitted.cpp)
add_library(takt_study STATIC EXCLUDE_FROM_ALL ${sources})
takt_compile_together(takt_study ${sources})
target_include_directories(takt_study PUBLIC ${PROJECT_SOURCE_DIR})
target_include_directories(takt_study SYSTEM PRIVATE ${TAKT_RANDOM123})
target_link_libraries(takt_study PUBLIC takt::io Threads::Threads PRIVATE HDF5Serial::HDF5)

# Both stand beside `takt`, which becomes them when it needs them.
if(TAKT_APPS)
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    add_executable(takt-mpi ${PROJECT_SOURCE_DIR}/study/mpi/main.cpp)
    target_link_libraries(takt-mpi PRIVATE takt_study MPI::MPI_CXX)
    set_target_properties(takt-mpi PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    if(TAKT_INSTALL)
      install(TARGETS takt-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi)
    endif()
  else()
    message(STATUS "MPI is not there: no takt-mpi, mpirun takt sweep is refused (Debian: libopenmpi-dev)")
  endif()

  # The library's own package asks for parts of what it was built with, which not every machine has.
  find_path(TAKT_CERES_HEADERS ceres/ceres.h)
  find_library(TAKT_CERES ceres)
  find_library(TAKT_GLOG glog)
  mark_as_advanced(TAKT_CERES_HEADERS TAKT_CERES TAKT_GLOG)
  if(TAKT_CERES_HEADERS AND TAKT_CERES AND TAKT_GLOG)
    add_executable(takt-fit ${PROJECT_SOURCE_DIR}/study/fit/main.cpp)
    target_include_directories(takt-fit SYSTEM PRIVATE ${TAKT_CERES_HEADERS})
    target_link_libraries(takt-fit PRIVATE takt_study ${TAKT_CERES} ${TAKT_GLOG})
    set_target_properties(takt-fit PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    if(TAKT_INSTALL)
      install(TARGETS takt-fit RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
    endif()
  else()
    message(STATUS "Ceres is not there: no takt-fit, takt fit is refused (Debian: libceres-dev)")
  endif()
endif()
