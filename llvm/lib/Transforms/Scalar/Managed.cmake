# llvm/lib/Transforms/GC/Rewriting/RewriteStatepointsForGC.cpp takes its place.
list(APPEND LLVM_OPTIONAL_SOURCES RewriteStatepointsForGC.cpp)
