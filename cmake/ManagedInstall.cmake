# cmake --install: a prefix that is complete without this repository and without
# the distribution's LLVM. scripts/lib/managed/prefix/install.py writes it.

# Members of the prefix's archives that tell them from those of another LLVM.
add_library(managed_abi STATIC
  "${CMAKE_CURRENT_SOURCE_DIR}/cmake/ManagedABI.cpp"
  "${CMAKE_CURRENT_SOURCE_DIR}/cmake/AnotherLLVM.cpp")
set_target_properties(managed_abi PROPERTIES
  POSITION_INDEPENDENT_CODE ON
  ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/overlay/lib")
target_include_directories(managed_abi PRIVATE
  "${CMAKE_CURRENT_SOURCE_DIR}/llvm/include")
target_compile_options(managed_abi PRIVATE -Wall -Wextra)
target_link_libraries(managed_abi PRIVATE managed_flags)

install(CODE "
  execute_process(
    COMMAND \"${CMAKE_COMMAND}\" -E env
            \"PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/scripts/lib\"
            \"MANAGED_LLVM_UPSTREAM=${MANAGED_LLVM_UPSTREAM}\"
            \"MANAGED_LLVM_TREE=${MANAGED_LLVM_TREE}\"
            \"MANAGED_LLVM_PREFIX=${MANAGED_LLVM_PREFIX}\"
            \"${Python3_EXECUTABLE}\" -m managed.prefix.install
            --build \"${CMAKE_BINARY_DIR}\"
            --target \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\"
    RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR \"the prefix could not be written (see above)\")
  endif()")
