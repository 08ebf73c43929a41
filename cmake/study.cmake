# takt_study: parameter studies (study/), for the program and the tests, not installed. Programs beside `takt` run
# them on MPI (takt-mpi) and fit parameters (takt-fit); each is built only where its library is found, and never by
# `make demo`, which builds takt-cli alone.
find_path(TAKT_RANDOM123 Random123/philox.h REQUIRED)
mark_as_advanced(TAKT_RANDOM123)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/study/design/*.cpp
     ${PROJECT_SOURCE_DIR}/study/file/*.cpp ${PROJECT_SOURCE_DIR}/study/run/*.cpp
     ${PROJECT_SOURCE_DIR}/study/report/*.cpp)
add_library(takt_study STATIC EXCLUDE_FROM_ALL ${sources})
takt_compile_together(takt_study ${sources})
target_include_directories(takt_study PUBLIC ${PROJECT_SOURCE_DIR} SYSTEM PRIVATE ${TAKT_RANDOM123})
target_link_libraries(takt_study PUBLIC takt::io Threads::Threads PRIVATE HDF5Serial::HDF5)

# Both stand beside `takt`, which becomes them when it needs them.
if(TAKT_APPS)
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    add_executable(takt-mpi ${PROJECT_SOURCE_DIR}/study/mpi/main.cpp)
    target_link_libraries(takt-mpi PRIVATE takt_study MPI::MPI_CXX)
    set_target_properties(takt-mpi PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    if(TAKT_INSTALL)
      install(TARGETS takt-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    endif()
  else()
    message(STATUS "MPI is not there: no takt-mpi, mpirun takt sweep is refused (Debian: libopenmpi-dev)")
  endif()
endif()
