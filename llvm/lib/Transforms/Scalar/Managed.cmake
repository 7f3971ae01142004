# llvm/lib/Transforms/GC/Rewriting/RewriteStatepointsForGC.cpp takes its place.
list(APPEND LLVM_OPTIONAL_SOURCES RewriteStatepointsForGC.cpp)
# Who uses its class names this library.
list(APPEND LLVM_LINK_COMPONENTS GCTransforms)
