# Precompiled headers: parsing headers is most of what a unit costs.
#
# There is one for each set of headers (cmake/pch), variant, and setting of the
# options that a precompiled header has to share with the unit: assertions and
# -fPIC. managed_unit() asks for one; managed_write_pch() makes those that were
# asked for. ccache identifies it by the contents of its headers and its flags
# (overlay/pch.py), so another clone finds what this one compiled.

option(MANAGED_LLVM_PCH "Precompile the headers that most units include" ON)
set_property(GLOBAL PROPERTY MANAGED_PCH "")

# Sets `result` to the precompiled header `headers` ("llvm", "clang" or "") for
# units with the given options, and notes that it is needed.
function(managed_pch_for result headers variant assertions pic)
  set(${result} "" PARENT_SCOPE)
  if(NOT MANAGED_LLVM_PCH OR NOT headers)
    return()
  endif()
  set(name "${headers}-${variant}-assertions=${assertions}-pic=${pic}")
  get_property(names GLOBAL PROPERTY MANAGED_PCH)
  if(NOT name IN_LIST names)
    set_property(GLOBAL APPEND PROPERTY MANAGED_PCH "${name}")
    set_property(GLOBAL PROPERTY "MANAGED_PCH_${name}"
                 "${headers}" "${variant}" "${assertions}" "${pic}")
  endif()
  set(${result} "${CMAKE_BINARY_DIR}/overlay/pch/${name}.pch" PARENT_SCOPE)
endfunction()

# Makes the precompiled headers, with the flags of the units that include them.
function(managed_write_pch)
  get_property(names GLOBAL PROPERTY MANAGED_PCH)
  get_target_property(options managed_flags INTERFACE_COMPILE_OPTIONS)
  get_target_property(definitions managed_flags INTERFACE_COMPILE_DEFINITIONS)
  get_target_property(includes managed_flags INTERFACE_INCLUDE_DIRECTORIES)
  separate_arguments(flags UNIX_COMMAND
    "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE}")
  list(TRANSFORM definitions PREPEND "-D")
  foreach(name IN LISTS names)
    get_property(settings GLOBAL PROPERTY "MANAGED_PCH_${name}")
    list(GET settings 0 headers)
    list(GET settings 1 variant)
    list(GET settings 2 assertions)
    list(GET settings 3 pic)
    set(search "${MANAGED_LLVM_PREFIX}/include" ${includes})
    if(variant STREQUAL "overlay")
      list(PREPEND search "${CMAKE_BINARY_DIR}/overlay/include")
    endif()
    list(TRANSFORM search PREPEND "-I")
    set(command "${CMAKE_CXX_COMPILER}" ${definitions} ${search} ${flags}
                ${options} -std=c++${CMAKE_CXX_STANDARD} -w)
    if(pic)
      list(APPEND command -fPIC)
    endif()
    if(assertions)
      list(APPEND command -UNDEBUG)
    else()
      list(APPEND command -DNDEBUG)
    endif()
    set(output "${CMAKE_BINARY_DIR}/overlay/pch/${name}.pch")
    set(source "${CMAKE_CURRENT_SOURCE_DIR}/cmake/pch/${headers}.h")
    add_custom_command(OUTPUT "${output}"
      COMMAND "${CMAKE_COMMAND}" -E env
              "PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/scripts/lib"
              "${Python3_EXECUTABLE}" -m managed.overlay.pch
              --base "${CMAKE_CURRENT_SOURCE_DIR}" --output "${output}"
              -- ${command} -fpch-instantiate-templates
              -x c++-header "${source}"
      DEPENDS "${source}"
              "${CMAKE_CURRENT_SOURCE_DIR}/scripts/lib/managed/overlay/pch.py"
      DEPFILE "${output}.d"
      COMMENT "Precompiling ${headers}.h"
      VERBATIM)
  endforeach()
endfunction()
