# The calls that overlay/plan.cmake is made of.
#
# managed_generated  one TableGen command whose output private units include
# managed_unit       how one unit is compiled
# managed_library    the units that replace members of one archive, or all of
#                    a library that is in no package
# managed_program    a tool, a unit test, a plugin of linkers or one with passes
# managed_archives   the distribution's archives

set_property(GLOBAL PROPERTY MANAGED_GENERATED "")

function(managed_generated output)
  cmake_parse_arguments(ARG "" "" "EXTRA;COMMAND" ${ARGN})
  get_filename_component(name "${output}" NAME)
  get_filename_component(directory "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${directory}")
  add_custom_command(OUTPUT "${output}" ${ARG_EXTRA}
    COMMAND ${ARG_COMMAND} -d "${output}.d" --write-if-changed
    DEPFILE "${output}.d"
    COMMENT "Generating ${name}"
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY MANAGED_GENERATED "${output}"
               ${ARG_EXTRA})
endfunction()

function(managed_unit source)
  cmake_parse_arguments(ARG "" "VARIANT;SHADOW;KIND;ASSERTIONS;PCH;PIC"
                        "DEPENDS" ${ARGN})
  set(options "-DNDEBUG")
  set(assertions OFF)
  if(ARG_ASSERTIONS AND MANAGED_LLVM_ASSERTIONS)
    set(options "-UNDEBUG")
    set(assertions ON)
  endif()
  managed_pch_for(pch "${ARG_PCH}" "${ARG_VARIANT}" ${assertions} ${ARG_PIC})
  if(pch AND NOT source MATCHES "\\.c$")
    list(APPEND options -include-pch "${pch}")
    list(APPEND ARG_DEPENDS "${pch}")
  endif()
  if(ARG_KIND STREQUAL "new")
    list(APPEND options -Wall -Wextra -Wno-unused-parameter
         -Wimplicit-fallthrough -Wsuggest-override)
  else()
    list(APPEND options -w)
  endif()
  if(ARG_SHADOW)
    # Makes the command differ when a header starts or stops being shadowed,
    # which no dependency of an existing object would notice.
    list(APPEND options "-DMANAGED_SHADOW_HEADERS=${ARG_SHADOW}")
  endif()
  set_source_files_properties("${source}" PROPERTIES
    OBJECT_DEPENDS "${ARG_DEPENDS}"
    COMPILE_OPTIONS "${options}")
endfunction()

function(_managed_includes target)
  target_include_directories(${target} PRIVATE ${ARGN}
    "${CMAKE_BINARY_DIR}/overlay/config" "${MANAGED_LLVM_PREFIX}/include")
  target_link_libraries(${target} PRIVATE managed_flags)
endfunction()

function(managed_library name)
  cmake_parse_arguments(ARG "" "VARIANT;FAMILY;ARCHIVE" "INCLUDES;UNITS"
                        ${ARGN})
  set(target "${ARG_VARIANT}_${name}")
  add_library(${target} STATIC EXCLUDE_FROM_ALL ${ARG_UNITS})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME "${name}"
    # As the distribution's archives: shared libraries contain them, too.
    POSITION_INDEPENDENT_CODE ON
    ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/overlay/lib/${ARG_VARIANT}")
  _managed_includes(${target} ${ARG_INCLUDES})
  set_property(GLOBAL APPEND PROPERTY
               MANAGED_${ARG_VARIANT}_${ARG_FAMILY}_LIBRARIES ${target})
  if(ARG_ARCHIVE AND ARG_VARIANT STREQUAL "overlay")
    # Before any link could fail for it.
    set(stamp "${CMAKE_BINARY_DIR}/overlay/symbols/${name}.txt")
    add_custom_command(OUTPUT "${stamp}"
      COMMAND "${CMAKE_COMMAND}" -E env
              "PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/scripts/lib"
              "${Python3_EXECUTABLE}" -m managed.overlay.symbols
              --nm "${MANAGED_LLVM_PREFIX}/bin/llvm-nm"
              --replaced "${CMAKE_BINARY_DIR}/overlay/replaced.json"
              --stamp "${stamp}" "$<TARGET_FILE:${target}>" "${ARG_ARCHIVE}"
      DEPENDS ${target} "${CMAKE_BINARY_DIR}/overlay/replaced.json"
      COMMENT "Checking the symbols of ${name}"
      VERBATIM)
    set_property(GLOBAL APPEND PROPERTY MANAGED_CHECKS "${stamp}")
  endif()
endfunction()

function(managed_archives family)
  cmake_parse_arguments(ARG "" "" "ARCHIVES" ${ARGN})
  set(archives ${ARG_ARCHIVES})
  if(family STREQUAL "llvm")
    # The pass builder and LTO name Polly's entry point.
    list(APPEND archives "${MANAGED_LLVM_PREFIX}/lib/libPolly.a"
         "${MANAGED_LLVM_PREFIX}/lib/libPollyISL.a")
  endif()
  set_property(GLOBAL PROPERTY MANAGED_ARCHIVES_${family} ${archives})
endfunction()

set_property(GLOBAL PROPERTY MANAGED_PROGRAMS "")

# Only noted here: what a program links with is known at the end of the plan.
function(managed_program name)
  cmake_parse_arguments(ARG "" "VARIANT" "" ${ARGN})
  set(target "${ARG_VARIANT}_${name}")
  set_property(GLOBAL APPEND PROPERTY MANAGED_PROGRAMS "${target}")
  set_property(GLOBAL PROPERTY "MANAGED_PROGRAM_${target}" "${name}" ${ARGN})
endfunction()

# Sets `libraries` to what the program `name` links of these packages, and
# `libraries_found` to whether all of them are installed.
function(_managed_packages name)
  set(libraries "")
  set(found ON)
  foreach(package IN LISTS ARGN)
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
      pkg_check_modules(managed_${package} QUIET IMPORTED_TARGET "${package}")
    endif()
    if(managed_${package}_FOUND)
      list(APPEND libraries PkgConfig::managed_${package})
    else()
      message(STATUS "${name} is left out: pkg-config does not know ${package}")
      set(found OFF)
    endif()
  endforeach()
  set(libraries "${libraries}" PARENT_SCOPE)
  set(libraries_found ${found} PARENT_SCOPE)
endfunction()

function(_managed_link target)
  get_property(arguments GLOBAL PROPERTY "MANAGED_PROGRAM_${target}")
  list(POP_FRONT arguments name)
  cmake_parse_arguments(ARG "" "VARIANT;KIND;FAMILY;EXPORTS;DRIVER;SYMBOLS"
                        "LINKS;PACKAGES;INCLUDES;OBJECTS;UNITS" ${arguments})
  _managed_packages(${name} ${ARG_PACKAGES})
  if(NOT libraries_found)
    return()
  endif()
  set(output "${CMAKE_BINARY_DIR}/bin")
  if(ARG_KIND MATCHES "plugin$")
    set(output "${CMAKE_BINARY_DIR}/lib")
  elseif(ARG_KIND STREQUAL "test")
    set(output "${CMAKE_BINARY_DIR}/unittests")
  elseif(ARG_KIND STREQUAL "example")
    set(output "${CMAKE_BINARY_DIR}/examples")
  elseif(ARG_VARIANT STREQUAL "baseline")
    set(output "${CMAKE_BINARY_DIR}/baseline/bin")
  endif()
  set(units ${ARG_UNITS})
  # Each is TARGET:UNIT, the object that a library makes of a unit.
  foreach(object IN LISTS ARG_OBJECTS)
    string(REPLACE ":" ";" parts "${object}")
    list(GET parts 0 library)
    list(GET parts 1 unit)
    string(REGEX REPLACE "[.+]" "[\\0]" unit "${unit}")
    list(APPEND units
         "$<FILTER:$<TARGET_OBJECTS:${library}>,INCLUDE,/${unit}[.]o$>")
  endforeach()
  if(ARG_DRIVER)
    string(REPLACE "-" "_" TOOL_NAME "${name}")
    set(main "${CMAKE_BINARY_DIR}/overlay/main/${name}.cpp")
    configure_file(
      "${MANAGED_LLVM_PREFIX}/lib/cmake/llvm/llvm-driver-template.cpp.in"
      "${main}" @ONLY)
    set_source_files_properties("${main}" PROPERTIES
      COMPILE_OPTIONS "-DNDEBUG;-w")
    list(APPEND units "${main}")
  endif()
  if(name STREQUAL "lld")
    list(APPEND units "${CMAKE_CURRENT_SOURCE_DIR}/cmake/OtherFlavors.cpp")
  endif()
  if(ARG_KIND STREQUAL "plugin")
    _managed_plugin(${target} "${ARG_SYMBOLS}" ${units})
    _managed_linker_plugin(${target})
  elseif(ARG_KIND STREQUAL "pass-plugin")
    _managed_plugin(${target} "${ARG_SYMBOLS}" ${units})
    # A symbol that the program lacks is an error when it loads the plugin, not
    # when somebody calls it.
    target_link_options(${target} PRIVATE -Wl,-z,now)
  else()
    add_executable(${target} ${units})
    # What runs code in its own process must not be where that code's guard is.
    # The others start faster at a fixed address.
    if(ARG_KIND STREQUAL "example" OR
       name MATCHES "^(lli|llvm-jitlink|llvm-jitlink-executor|clang-repl)$")
      target_link_options(${target} PRIVATE -pie)
    else()
      target_link_options(${target} PRIVATE -no-pie)
    endif()
  endif()
  if(ARG_EXPORTS AND ARG_VARIANT STREQUAL "overlay")
    _managed_export(${target})
  endif()
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME "${name}"
    ENABLE_EXPORTS ${ARG_EXPORTS}
    LIBRARY_OUTPUT_DIRECTORY "${output}"
    RUNTIME_OUTPUT_DIRECTORY "${output}")
  _managed_includes(${target} ${ARG_INCLUDES})
  target_link_options(${target} PRIVATE -fuse-ld=lld
    -Wl,--gc-sections -Wl,-O1 -Wl,--build-id=none
    # What few archive members need costs every start of a tool otherwise.
    -Wl,--as-needed
    # Some archives carry debug information, which only makes tools larger and
    # is too new for older versions of valgrind.
    $<$<CONFIG:Release>:-Wl,--strip-debug>)
  if(ARG_KIND STREQUAL "test")
    managed_gtest()
    target_link_libraries(${target} PRIVATE managed_gtest)
  endif()
  target_link_libraries(${target} PRIVATE ${libraries})
  set(families llvm)
  if(ARG_KIND STREQUAL "pass-plugin")
    # The program that loads it has all of LLVM.
    return()
  elseif(NOT ARG_FAMILY STREQUAL "llvm")
    list(PREPEND families "${ARG_FAMILY}")
  endif()
  set(overlay "")
  set(archives "")
  foreach(family IN LISTS families)
    get_property(libraries GLOBAL PROPERTY
                 MANAGED_${ARG_VARIANT}_${family}_LIBRARIES)
    list(APPEND overlay ${libraries})
    get_property(libraries GLOBAL PROPERTY MANAGED_ARCHIVES_${family})
    list(APPEND archives ${libraries})
  endforeach()
  # Ours come first: the linker takes a symbol from the first archive that
  # defines it and then never looks at the replaced member.
  target_link_libraries(${target} PRIVATE ${overlay} ${archives}
    ${MANAGED_SYSTEM_LIBRARIES})
  foreach(link IN LISTS ARG_LINKS)
    add_custom_command(TARGET ${target} POST_BUILD
      COMMAND "${CMAKE_COMMAND}" -E create_symlink "${name}"
              "${output}/${link}"
      VERBATIM)
  endforeach()
  if(ARG_VARIANT STREQUAL "baseline")
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(baseline ${target})
  endif()
endfunction()

# Plugins that were compiled with the headers of an installed prefix can be
# loaded, and those for another LLVM cannot: see cmake/ManagedABI.cpp.
function(_managed_export target)
  string(REPLACE "." "_" variable "NeedsManagedLLVM_${MANAGED_LLVM_VERSION}")
  string(LENGTH "${variable}" length)
  set(theirs "_ZN4llvm24DisableABIBreakingChecksE")
  set(script "${CMAKE_BINARY_DIR}/overlay/main/exports.map")
  file(CONFIGURE OUTPUT "${script}" CONTENT "{\n  local: @theirs@;\n};\n"
       @ONLY)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
  target_link_options(${target} PRIVATE "-Wl,--version-script=${script}"
    "-Wl,--defsym=_ZN4llvm${length}${variable}E=${theirs}")
endfunction()

# A shared object that other programs load. It exports what the file `symbols`
# names.
function(_managed_plugin target symbols)
  if(NOT symbols)
    managed_stop("${target} is a plugin, but its CMakeLists.txt sets no "
                 "LLVM_EXPORTED_SYMBOL_FILE")
  endif()
  add_library(${target} MODULE ${ARGN})
  set(script "${CMAKE_BINARY_DIR}/overlay/main/${target}.exports")
  file(STRINGS "${symbols}" names)
  list(JOIN names ";\n    " names)
  file(CONFIGURE OUTPUT "${script}"
       CONTENT "{\n  global:\n    @names@;\n  local:\n    *;\n};\n" @ONLY)
  set_target_properties(${target} PROPERTIES
    PREFIX ""
    POSITION_INDEPENDENT_CODE ON
    LINK_DEPENDS "${script}")
  target_link_options(${target} PRIVATE "-Wl,--version-script=${script}"
    -Wl,-z,nodelete)
endfunction()

# It resolves all symbols by itself, so that it gets along with an LLVM that the
# linker may have loaded.
function(_managed_linker_plugin target)
  find_path(MANAGED_PLUGIN_API plugin-api.h)
  if(NOT MANAGED_PLUGIN_API)
    managed_stop("plugin-api.h is missing; run: sudo apt-get install "
                 "binutils-dev")
  endif()
  target_include_directories(${target} PRIVATE "${MANAGED_PLUGIN_API}")
  target_link_options(${target} PRIVATE -Wl,-z,defs)
endfunction()

# The Google Test that upstream carries, with its main().
function(managed_gtest)
  if(TARGET managed_gtest)
    return()
  endif()
  set(top "${MANAGED_LLVM_UPSTREAM}/third-party/unittest")
  set(support "${MANAGED_LLVM_UPSTREAM}/llvm/lib/Testing/Support")
  add_library(managed_gtest STATIC EXCLUDE_FROM_ALL
    "${top}/googletest/src/gtest-all.cc"
    "${top}/googlemock/src/gmock-all.cc"
    "${top}/UnitTestMain/TestMain.cpp"
    "${support}/Error.cpp"
    "${support}/SupportHelpers.cpp")
  set_target_properties(managed_gtest PROPERTIES
    ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/overlay/lib")
  target_compile_definitions(managed_gtest
    PUBLIC GTEST_HAS_RTTI=1 GTEST_LANG_CXX11=1 GTEST_HAS_TR1_TUPLE=0
    PRIVATE NDEBUG)
  target_include_directories(managed_gtest
    PUBLIC "${top}/googletest/include" "${top}/googlemock/include"
    PRIVATE "${top}/googletest" "${top}/googlemock"
            "${CMAKE_BINARY_DIR}/overlay/config"
            "${MANAGED_LLVM_PREFIX}/include")
  target_compile_options(managed_gtest PRIVATE -w)
  target_link_libraries(managed_gtest PRIVATE managed_flags)
endfunction()

# Called after the plan: links the programs.
function(managed_finish)
  managed_write_pch()
  get_property(programs GLOBAL PROPERTY MANAGED_PROGRAMS)
  foreach(target IN LISTS programs)
    _managed_link("${target}")
  endforeach()
  get_property(generated GLOBAL PROPERTY MANAGED_GENERATED)
  add_custom_target(managed-generated DEPENDS ${generated})
  get_property(checks GLOBAL PROPERTY MANAGED_CHECKS)
  add_custom_target(managed-symbols ALL DEPENDS ${checks})
endfunction()
