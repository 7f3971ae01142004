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

# A new plan is due when the series or the planner changes, and when a file
# appears or disappears below a directory of ours: that changes the
# directory's time. (The plan itself adds tree/.)
file(GLOB _watched "${CMAKE_CURRENT_SOURCE_DIR}/patches/*"
     "${_scripts}/closure" "${_scripts}/lib/managed/overlay/*.py"
     "${_scripts}/lib/managed/prefix/components.py"
     "${_scripts}/lib/managed/prefix/exports.py")
file(GLOB_RECURSE _ours LIST_DIRECTORIES true
     "${CMAKE_CURRENT_SOURCE_DIR}/llvm/*" "${CMAKE_CURRENT_SOURCE_DIR}/clang/*"
     "${CMAKE_CURRENT_SOURCE_DIR}/lld/*")
list(APPEND _ours "${CMAKE_CURRENT_SOURCE_DIR}/llvm"
     "${CMAKE_CURRENT_SOURCE_DIR}/clang" "${CMAKE_CURRENT_SOURCE_DIR}/lld"
     "${CMAKE_CURRENT_SOURCE_DIR}/patches")
foreach(_path IN LISTS _ours)
  if(IS_DIRECTORY "${_path}" AND NOT "${_path}/" MATCHES
     "^${CMAKE_CURRENT_SOURCE_DIR}/(llvm|clang|lld)/(test|examples)/")
    list(APPEND _watched "${_path}")
  endif()
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_watched})

add_custom_target(baseline)
include("${CMAKE_BINARY_DIR}/overlay/plan.cmake")
managed_finish()
include(ManagedInstall)

# clang looks for its headers, its runtimes and the plugin of GNU linkers beside
# its bin directory, and for lld in it: those of another LLVM cannot read our
# bitcode. The baseline's are the distribution's.
string(REGEX MATCH "^[0-9]+" _major "${MANAGED_LLVM_BASE_VERSION}")
foreach(_top "${CMAKE_BINARY_DIR}" "${CMAKE_BINARY_DIR}/baseline")
  file(MAKE_DIRECTORY "${_top}/lib/clang" "${_top}/bin")
  file(CREATE_LINK "${MANAGED_LLVM_PREFIX}/lib/clang/${_major}"
       "${_top}/lib/clang/${_major}" SYMBOLIC)
endforeach()
foreach(_file bin/lld bin/ld.lld lib/LLVMgold.so)
  file(CREATE_LINK "${MANAGED_LLVM_PREFIX}/${_file}"
       "${CMAKE_BINARY_DIR}/baseline/${_file}" SYMBOLIC)
endforeach()
