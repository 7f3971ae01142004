; RUN: not opt -passes=place-safepoints %s -disable-output 2>&1 | FileCheck %s

; CHECK: in function frames {{.*}}: the GC strategy 'managed-frames' has frames, which have no map to tell where a thread has stopped; use "gc-poll-form"="flag"
define void @frames() "gc-poll-form"="page" gc "managed-frames" {
  br label %loop
loop:
  br label %loop
}

; CHECK: in function no_page {{.*}}: the GC strategy 'statepoint-example' has no page that polls load from; use "gc-poll-form"="flag"
define void @no_page() "gc-poll-form"="page" gc "statepoint-example" {
  br label %loop
loop:
  br label %loop
}
