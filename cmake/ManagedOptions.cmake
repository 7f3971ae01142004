# Options of the overlay build and the flags that follow from them.

option(MANAGED_LLVM_ASSERTIONS
       "Assertions in every overlay unit whose record layouts allow it" ON)
option(MANAGED_LLVM_SYNC "Bring tree/ up to date when configuring" ON)
set(MANAGED_LLVM_UPSTREAM "${CMAKE_CURRENT_SOURCE_DIR}/upstream" CACHE PATH
    "The unmodified upstream source")
set(MANAGED_LLVM_TREE "${CMAKE_CURRENT_SOURCE_DIR}/tree" CACHE PATH
    "The patched source")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# Assertions are decided unit by unit, so NDEBUG is in no common flag.
set(CMAKE_C_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_RELEASE "-O2")

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set(CMAKE_DEPENDS_USE_COMPILER TRUE)

# As the distribution's archives: RTTI on (the default), exceptions off.
add_library(managed_flags INTERFACE)
target_compile_options(managed_flags INTERFACE
  -fno-exceptions -funwind-tables -fno-semantic-interposition
  -fvisibility-inlines-hidden -ffunction-sections -fdata-sections
  -Werror=date-time)
target_compile_definitions(managed_flags INTERFACE
  _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
  __STDC_LIMIT_MACROS _GLIBCXX_USE_CXX11_ABI=1)
