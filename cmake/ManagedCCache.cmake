# Compiles through ccache where there is one. Paths below the repository count
# as relative ones, so that another clone finds what this one compiled.

find_program(MANAGED_CCACHE ccache)
if(MANAGED_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  get_filename_component(_base "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
  set(_launcher "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${_base}"
      "CCACHE_NOHASHDIR=1" "CCACHE_SLOPPINESS=pch_defines,time_macros"
      "CCACHE_PCH_EXTSUM=1" "${MANAGED_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${_launcher}" CACHE STRING "")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${_launcher}" CACHE STRING "")
endif()
