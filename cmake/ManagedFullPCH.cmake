# Precompiled headers for a complete tree (ci/full.sh).
#
# Give CMAKE_PROJECT_TOP_LEVEL_INCLUDES this file, and MANAGED_LLVM_SOURCES the
# folder with our files. Upstream's units in LLVM's libraries then share the
# headers in cmake/pch/llvm.h. Our own units do not: they include what they use.

# Sets `result` to all targets of `directory` and below.
function(managed_targets_below result directory)
  get_property(targets DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
  foreach(sub IN LISTS below)
    managed_targets_below(more "${sub}")
    list(APPEND targets ${more})
  endforeach()
  set(${result} "${targets}" PARENT_SCOPE)
endfunction()

# What a unit has to share with the precompiled header.
set(MANAGED_PCH_FLAGS COMPILE_FLAGS COMPILE_OPTIONS COMPILE_DEFINITIONS
                      POSITION_INDEPENDENT_CODE)

# A library of nothing but the precompiled header, with the flags of `model`.
function(managed_add_pch model)
  set(unit "${CMAKE_BINARY_DIR}/managed_pch.cpp")
  file(GENERATE OUTPUT "${unit}" CONTENT "")
  add_library(managed_pch OBJECT "${unit}")
  foreach(property IN LISTS MANAGED_PCH_FLAGS ITEMS INCLUDE_DIRECTORIES)
    get_target_property(value ${model} ${property})
    if(NOT value MATCHES "-NOTFOUND$")
      set_property(TARGET managed_pch PROPERTY ${property} "${value}")
    endif()
  endforeach()
  target_precompile_headers(managed_pch PRIVATE
    "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/pch/llvm.h")
  # ccache compares contents, and the compiler has to accept what it finds.
  target_compile_options(managed_pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  managed_targets_below(generated "${CMAKE_SOURCE_DIR}/include")
  add_dependencies(managed_pch ${generated})
endfunction()

function(managed_precompile_headers)
  set(model LLVMAnalysis)
  managed_add_pch(${model})
  file(GLOB_RECURSE own RELATIVE "${MANAGED_LLVM_SOURCES}"
       "${MANAGED_LLVM_SOURCES}/lib/*.cpp")
  list(TRANSFORM own PREPEND "${CMAKE_SOURCE_DIR}/")
  managed_targets_below(targets "${CMAKE_SOURCE_DIR}/lib")
  # What is below the IR has names of its own, which would be ambiguous.
  list(FILTER targets INCLUDE REGEX "^LLVM(Core|AsmParser|Bit(Read|Writ)er|\
IRReader|IRPrinter|Linker|Analysis|TransformUtils|(Aggressive)?InstCombine|\
ScalarOpts|Vectorize|ipo|Instrumentation|ObjCARCOpts|Coroutines|CFGuard|\
HipStdPar|SandboxIR|Passes|CodeGen|SelectionDAG|GlobalISel|AsmPrinter|Target|\
LTO|(X86|AArch64)CodeGen)$")
  set(number 0)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
      continue()
    endif()
    set(same TRUE)
    foreach(property IN LISTS MANAGED_PCH_FLAGS)
      get_target_property(value ${target} ${property})
      get_target_property(wanted ${model} ${property})
      if(NOT "${value}" STREQUAL "${wanted}" AND
         NOT ("${value}" MATCHES "-NOTFOUND$" AND
              "${wanted}" MATCHES "-NOTFOUND$"))
        set(same FALSE)
      endif()
    endforeach()
    if(same)
      set_source_files_properties(${own} TARGET_DIRECTORY ${target}
                                  PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
      target_precompile_headers(${target} REUSE_FROM managed_pch)
      math(EXPR number "${number} + 1")
    endif()
  endforeach()
  message(STATUS "${number} libraries share a precompiled header")
endfunction()

cmake_language(DEFER CALL managed_precompile_headers)
