# The complete build: a patched checkout of all of upstream, built by
# upstream's own CMake files. Nothing of the overlay takes part.

include(ExternalProject)

set(MANAGED_LLVM_FULL_TARGETS "all" CACHE STRING
    "What to build of the complete checkout")
set(MANAGED_LLVM_FULL_PROJECTS "clang;lld" CACHE STRING
    "LLVM_ENABLE_PROJECTS of the complete build")
set(MANAGED_LLVM_FULL_OPTIONS "" CACHE STRING
    "More options of upstream's CMake files")

find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
if(NOT EXISTS "${MANAGED_LLVM_FULL}/llvm/CMakeLists.txt")
  execute_process(
    COMMAND "${Python3_EXECUTABLE}"
            "${CMAKE_CURRENT_SOURCE_DIR}/scripts/fork" prepare --full
            "${MANAGED_LLVM_FULL}"
    RESULT_VARIABLE _result)
  if(_result)
    managed_stop("the complete checkout could not be made (see above)")
  endif()
endif()

# A checkout of ours follows the series and the new files before each build. One
# that somebody else keeps is his.
cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${MANAGED_LLVM_FULL}" NORMALIZE _is_ours)
set(_source "")
if(_is_ours)
  add_custom_target(full-source
    COMMAND "${Python3_EXECUTABLE}"
            "${CMAKE_CURRENT_SOURCE_DIR}/scripts/fork" prepare --full
            "${MANAGED_LLVM_FULL}" --again
    USES_TERMINAL VERBATIM)
  set(_source DEPENDS full-source)
endif()

set(_launcher "")
if(MANAGED_CCACHE)
  set(_launcher -DLLVM_CCACHE_BUILD=ON)
endif()
# lld links in less time and memory.
find_program(MANAGED_LLD NAMES ld.lld)
set(_linker "")
if(MANAGED_LLD)
  set(_linker -DLLVM_USE_LINKER=lld)
endif()
string(REPLACE ";" "|" _projects "${MANAGED_LLVM_FULL_PROJECTS}")
ExternalProject_Add(full
  ${_source}
  SOURCE_DIR "${MANAGED_LLVM_FULL}/llvm"
  BINARY_DIR "${CMAKE_BINARY_DIR}/llvm"
  LIST_SEPARATOR "|"
  CMAKE_ARGS
    -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}
    -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DCMAKE_BUILD_TYPE=Release
    ${_linker}
    "-DLLVM_TARGETS_TO_BUILD=X86|AArch64"
    "-DLLVM_ENABLE_PROJECTS=${_projects}"
    -DLLVM_PARALLEL_LINK_JOBS=1
    -C "${CMAKE_CURRENT_SOURCE_DIR}/cmake/ManagedNames.cmake"
    ${_launcher}
    ${MANAGED_LLVM_FULL_OPTIONS}
  BUILD_COMMAND "${CMAKE_COMMAND}" --build "${CMAKE_BINARY_DIR}/llvm"
                --target ${MANAGED_LLVM_FULL_TARGETS}
  BUILD_ALWAYS ON
  USES_TERMINAL_BUILD ON
  INSTALL_COMMAND "")
install(CODE "
  function(managed_run)
    execute_process(COMMAND \${ARGN} RESULT_VARIABLE failed)
    if(failed)
      message(FATAL_ERROR \"the complete build could not be installed\")
    endif()
  endfunction()
  managed_run(\"${CMAKE_COMMAND}\" --install \"${CMAKE_BINARY_DIR}/llvm\"
              --prefix \"\${CMAKE_INSTALL_PREFIX}\")
  managed_run(\"${CMAKE_COMMAND}\" -E env
              \"PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/scripts/lib\"
              \"${Python3_EXECUTABLE}\" -m managed.prefix.complete
              \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")")
