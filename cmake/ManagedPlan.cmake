# Brings the source trees up to date, computes the plan and follows it.

set(_scripts "${CMAKE_CURRENT_SOURCE_DIR}/scripts")
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)

if(MANAGED_LLVM_SYNC)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env
            "MANAGED_LLVM_UPSTREAM=${MANAGED_LLVM_UPSTREAM}"
            "MANAGED_LLVM_TREE=${MANAGED_LLVM_TREE}"
            "${Python3_EXECUTABLE}" "${_scripts}/fork" sync
    RESULT_VARIABLE _result)
  if(_result)
    managed_stop("the source trees are not up to date (see above); with "
                 "-DMANAGED_LLVM_SYNC=OFF they are used as they are")
  endif()
endif()

managed_write_config()

execute_process(
  COMMAND "${CMAKE_COMMAND}" -E env
          "MANAGED_LLVM_UPSTREAM=${MANAGED_LLVM_UPSTREAM}"
          "MANAGED_LLVM_TREE=${MANAGED_LLVM_TREE}"
          "MANAGED_LLVM_PREFIX=${MANAGED_LLVM_PREFIX}"
          "MANAGED_LLVM_BUILD=${CMAKE_BINARY_DIR}"
          "${Python3_EXECUTABLE}" "${_scripts}/closure" --write
  RESULT_VARIABLE _result)
if(_result)
  managed_stop("the closure could not be computed (see above)")
endif()

set(MANAGED_SYSTEM_LIBRARIES "")
execute_process(
  COMMAND "${MANAGED_LLVM_PREFIX}/bin/llvm-config" --link-static
          --system-libs
  OUTPUT_VARIABLE _system OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(MANAGED_SYSTEM_LIBRARIES UNIX_COMMAND "${_system}")
list(APPEND MANAGED_SYSTEM_LIBRARIES -lpthread -lffi -ledit -lcurl)

# Anything that appears, disappears or changes here makes a new plan.
file(GLOB_RECURSE _ours CONFIGURE_DEPENDS
     "${CMAKE_CURRENT_SOURCE_DIR}/llvm/*" "${CMAKE_CURRENT_SOURCE_DIR}/clang/*"
     "${CMAKE_CURRENT_SOURCE_DIR}/patches/*")
file(GLOB _inputs "${CMAKE_CURRENT_SOURCE_DIR}/patches/*"
     "${_scripts}/closure" "${_scripts}/lib/managed/overlay/*.py")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_inputs})

add_custom_target(baseline)
include("${CMAKE_BINARY_DIR}/overlay/plan.cmake")
managed_finish()

# clang looks for its headers and runtimes beside its bin directory, and for
# the linker in it: another LLVM's lld cannot read our bitcode.
string(REGEX MATCH "^[0-9]+" _major "${MANAGED_LLVM_VERSION}")
foreach(_top "${CMAKE_BINARY_DIR}" "${CMAKE_BINARY_DIR}/baseline")
  file(MAKE_DIRECTORY "${_top}/lib/clang" "${_top}/bin")
  file(CREATE_LINK "${MANAGED_LLVM_PREFIX}/lib/clang/${_major}"
       "${_top}/lib/clang/${_major}" SYMBOLIC)
  foreach(_lld lld ld.lld)
    file(CREATE_LINK "${MANAGED_LLVM_PREFIX}/bin/lld" "${_top}/bin/${_lld}"
         SYMBOLIC)
  endforeach()
endforeach()
