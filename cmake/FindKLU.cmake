# KLU of SuiteSparse as KLU::KLU, with the libraries it needs.
include(FindPackageHandleStandardArgs)

find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
set(parts KLU_INCLUDE_DIR)
foreach(part klu amd colamd btf suitesparseconfig)
  string(TOUPPER KLU_${part}_LIBRARY variable)
  find_library(${variable} ${part})
  list(APPEND parts ${variable})
endforeach()
mark_as_advanced(${parts})

find_package_handle_standard_args(KLU REQUIRED_VARS ${parts}
  REASON_FAILURE_MESSAGE "(Debian: libsuitesparse-dev)")

if(KLU_FOUND AND NOT TARGET KLU::KLU)
  add_library(KLU::KLU INTERFACE IMPORTED)
  set_target_properties(KLU::KLU PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${KLU_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES
      "${KLU_KLU_LIBRARY};${KLU_AMD_LIBRARY};${KLU_COLAMD_LIBRARY};${KLU_BTF_LIBRARY};${KLU_SUITESPARSECONFIG_LIBRARY}")
endif()
