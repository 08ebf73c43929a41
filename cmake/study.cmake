# takt_study: parameter studies (study/), for the program and the tests, not installed. Programs beside `takt` run
# them on MPI (takt-mpi) and fit parameters (takt-fit); each is built only where its library is found, and never by
# `make demo`, which builds takt-cli alone.
find_path(TAKT_RANDOM123 Random123/philox.h REQUIRED)
mark_as_advanced(TAKT_RANDOM123)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/study/design/*.cpp
     ${PROJECT_SOURCE_DIR}/study/file/*.cpp ${PROJECT_SOURCE_DIR}/study/run/*.cpp)
add_library(takt_study STATIC EXCLUDE_FROM_ALL ${sources})
takt_compile_together(takt_study ${sources})
target_include_directories(takt_study PUBLIC ${PROJECT_SOURCE_DIR} SYSTEM PRIVATE ${TAKT_RANDOM123})
target_link_libraries(takt_study PUBLIC takt::io Threads::Threads PRIVATE HDF5Serial::HDF5)
