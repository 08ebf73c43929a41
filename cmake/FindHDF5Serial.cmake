# The C library of HDF5 as HDF5Serial::HDF5. CMake's own module needs a C compiler in every project.
include(FindPackageHandleStandardArgs)

find_path(HDF5Serial_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5Serial_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
mark_as_advanced(HDF5Serial_INCLUDE_DIR HDF5Serial_LIBRARY)
find_package_handle_standard_args(HDF5Serial
  REQUIRED_VARS HDF5Serial_INCLUDE_DIR HDF5Serial_LIBRARY
  REASON_FAILURE_MESSAGE "Debian has it in libhdf5-dev")

if(HDF5Serial_FOUND AND NOT TARGET HDF5Serial::HDF5)
  add_library(HDF5Serial::HDF5 INTERFACE IMPORTED)
  set_target_properties(HDF5Serial::HDF5 PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${HDF5Serial_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES ${HDF5Serial_LIBRARY})
endif()
