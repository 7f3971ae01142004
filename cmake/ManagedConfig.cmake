# Upstream's private configuration headers, which distributions do not
# install. The values are those of any Linux with glibc 2.34 or later; the
# build has no other host.

set(_config "${CMAKE_BINARY_DIR}/overlay/config")

foreach(_have
    BACKTRACE DLOPEN REGISTER_FRAME DEREGISTER_FRAME
    FFI_CALL FFI_H FUTIMENS FUTIMES GETPAGESIZE GETRUSAGE ISATTY LIBEDIT
    LIBPTHREAD PTHREAD_GETNAME_NP PTHREAD_SETNAME_NP MALLINFO MALLINFO2
    POSIX_SPAWN PREAD PTHREAD_H PTHREAD_MUTEX_LOCK PTHREAD_RWLOCK_INIT SBRK
    SETENV SIGALTSTACK STRERROR_R SYSCONF SYS_MMAN_H SYS_IOCTL_H
    STRUCT_STAT_ST_MTIM_TV_NSEC UNISTD_H _UNWIND_BACKTRACE
    BUILTIN_THREAD_POINTER GETAUXVAL)
  set(HAVE_${_have} 1)
endforeach()
set(HAVE_DECL_FE_ALL_EXCEPT 1)
set(HAVE_DECL_FE_INEXACT 1)
set(ENABLE_BACKTRACES 1)
set(ENABLE_CRASH_OVERRIDES 1)
set(BACKTRACE_HEADER "execinfo.h")
set(LLVM_VERSION_PRINTER_SHOW_HOST_TARGET_INFO 1)
set(LLVM_VERSION_PRINTER_SHOW_BUILD_CONFIG 1)
set(LLVM_ENABLE_LIBXML2 1)
set(LTDL_SHLIB_EXT ".so")
set(LLVM_PLUGIN_EXT ".so")
set(PACKAGE_NAME "LLVM")
set(PACKAGE_VERSION "${MANAGED_LLVM_BASE_VERSION}")
set(PACKAGE_STRING "LLVM ${MANAGED_LLVM_BASE_VERSION}")
include(ManagedNames)
set(PACKAGE_BUGREPORT "${BUG_REPORT_URL}")

# A package of libc++abi puts its <cxxabi.h> among LLVM's headers, before that
# of the standard library that the compiler uses. This makes a link to the right
# one in a directory that is searched earlier.
function(_managed_own_cxxabi)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
  set(source "${_config}/cxxabi.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <cxxabi.h>\n")
  file(REMOVE "${_config}/cxxabi.h")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" ${flags} -M "${source}"
    OUTPUT_VARIABLE seen RESULT_VARIABLE failed)
  if(failed OR NOT seen MATCHES "[ \n]([^ \n]+/cxxabi\\.h)[ \n]")
    managed_stop("${CMAKE_CXX_COMPILER} finds no <cxxabi.h>; run: "
                 "sudo apt-get install libstdc++-12-dev")
  endif()
  file(CREATE_LINK "${CMAKE_MATCH_1}" "${_config}/cxxabi.h" SYMBOLIC)
endfunction()

# Called once upstream/ is known to be there.
function(managed_write_config)
  configure_file(
    "${MANAGED_LLVM_UPSTREAM}/llvm/include/llvm/Config/config.h.cmake"
    "${_config}/llvm/Config/config.h")
  # What --version says in parentheses, and what tells cached results of LTO
  # from upstream's.
  set(revision "")
  foreach(name LLVM CLANG)
    string(APPEND revision
           "#define ${name}_REPOSITORY \"${LLVM_FORCE_VC_REPOSITORY}\"\n"
           "#define ${name}_REVISION \"${LLVM_FORCE_VC_REVISION}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT "${_config}/llvm/Support/VCSRevision.h"
       CONTENT "${revision}")
  file(CONFIGURE OUTPUT "${_config}/VCSVersion.inc" CONTENT "${revision}")
  # Installed, with the distribution's values.
  file(READ "${MANAGED_LLVM_PREFIX}/include/clang/Config/config.h" clang)
  string(REGEX REPLACE "(#define BUG_REPORT_URL) [^\n]*"
         "\\1 \"${BUG_REPORT_URL}\"" clang "${clang}")
  file(CONFIGURE OUTPUT "${_config}/clang/Config/config.h" CONTENT "${clang}"
       @ONLY)
  # Makes its command differ from one that found the installed header, which
  # neither dependencies nor ccache notice.
  set_source_files_properties(
    "${MANAGED_LLVM_TREE}/clang/tools/driver/driver.cpp"
    PROPERTIES COMPILE_DEFINITIONS MANAGED_LLVM_CLANG_CONFIG)
  set(LLD_VERSION "${MANAGED_LLVM_BASE_VERSION}")
  configure_file(
    "${MANAGED_LLVM_UPSTREAM}/lld/include/lld/Common/Version.inc.in"
    "${_config}/lld/Common/Version.inc")
  # What llvm-config prints, for an installed prefix.
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env
            "PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/scripts/lib"
            "${Python3_EXECUTABLE}" -m managed.prefix.components
            --prefix "${MANAGED_LLVM_PREFIX}" --tree "${MANAGED_LLVM_TREE}"
            --upstream "${MANAGED_LLVM_UPSTREAM}" --output "${_config}"
    RESULT_VARIABLE failed)
  if(failed)
    managed_stop("the components of LLVM could not be read (see above)")
  endif()
  _managed_own_cxxabi()
  target_include_directories(managed_flags BEFORE INTERFACE "${_config}")
endfunction()
