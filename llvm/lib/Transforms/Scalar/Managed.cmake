# llvm/lib/Transforms/GC/Polls/PlaceSafepoints.cpp and
# llvm/lib/Transforms/GC/Rewriting/RewriteStatepointsForGC.cpp take their place.
list(APPEND LLVM_OPTIONAL_SOURCES
  PlaceSafepoints.cpp
  RewriteStatepointsForGC.cpp
  )
# Who uses its class names this library.
list(APPEND LLVM_LINK_COMPONENTS GCTransforms)
