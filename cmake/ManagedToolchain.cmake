# Chooses the distribution's LLVM and its compiler, before project().
#
# MANAGED_LLVM_PREFIX is where that LLVM is installed. The overlay is compiled
# by the compiler that belongs to it, so that both sides have one ABI.

set(MANAGED_LLVM_PREFIX "/usr/lib/llvm-22" CACHE PATH
    "Where the distribution's LLVM is installed")

file(READ "${CMAKE_CURRENT_SOURCE_DIR}/patches/upstream.json" _json)
string(JSON MANAGED_LLVM_TAG GET "${_json}" tag)
string(REPLACE "llvmorg-" "" MANAGED_LLVM_BASE_VERSION "${MANAGED_LLVM_TAG}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             "${CMAKE_CURRENT_SOURCE_DIR}/patches/upstream.json")

# Stops with one line that says what to do.
function(managed_stop)
  # Not ARGN: that is a list, and semicolons in the text would be lost.
  message(FATAL_ERROR "${ARGV0}${ARGV1}${ARGV2}${ARGV3}")
endfunction()

include(ManagedCCache)
if(MANAGED_LLVM_FULL)
  # Any compiler does, and nothing of the distribution's LLVM is needed.
  return()
endif()

set(_packages "llvm-22-dev libclang-22-dev libpolly-22-dev clang-22 lld-22 \
llvm-22-tools llvm-22-linker-tools")
foreach(_need
    "bin/llvm-config" "bin/clang++" "bin/ld.lld" "bin/llvm-tblgen"
    "include/llvm/Config/llvm-config.h" "include/clang/Config/config.h"
    "lib/libLLVMCore.a" "lib/libclangBasic.a" "lib/libPolly.a"
    "lib/LLVMgold.so")
  if(NOT EXISTS "${MANAGED_LLVM_PREFIX}/${_need}")
    managed_stop("${MANAGED_LLVM_PREFIX}/${_need} is missing; run: "
                 "sudo apt-get install ${_packages}"
                 "; without these packages, scripts/build --full builds all "
                 "of LLVM")
  endif()
endforeach()

execute_process(COMMAND "${MANAGED_LLVM_PREFIX}/bin/llvm-config" --version
  OUTPUT_VARIABLE _version OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT _version STREQUAL MANAGED_LLVM_BASE_VERSION)
  managed_stop("the LLVM in ${MANAGED_LLVM_PREFIX} is ${_version}, but the "
               "series is for ${MANAGED_LLVM_BASE_VERSION}; install that "
               "version or set MANAGED_LLVM_PREFIX")
endif()

foreach(_language C CXX)
  if(NOT CMAKE_${_language}_COMPILER)
    set(_suffix "")
    if(_language STREQUAL "CXX")
      set(_suffix "++")
    endif()
    set(CMAKE_${_language}_COMPILER
        "${MANAGED_LLVM_PREFIX}/bin/clang${_suffix}" CACHE FILEPATH "")
  endif()
endforeach()
if(NOT CMAKE_AR)
  set(CMAKE_AR "${MANAGED_LLVM_PREFIX}/bin/llvm-ar" CACHE FILEPATH "")
  set(CMAKE_RANLIB "${MANAGED_LLVM_PREFIX}/bin/llvm-ranlib" CACHE FILEPATH "")
endif()
