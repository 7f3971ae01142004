; What the threads of StopBenchmark.cpp execute, as SafepointTimes.java has it.
; scripts/bench adds the form of polls.

%cell = type { ptr addrspace(1), i64 }

; Its trip count is not known, so there is a poll on its back edge.
define internal i64 @sumCells(ptr addrspace(1) %list) gc "managed" {
entry:
  br label %test
test:
  %cell = phi ptr addrspace(1) [ %list, %entry ], [ %next, %add ]
  %sum = phi i64 [ 0, %entry ], [ %more, %add ]
  %end = icmp eq ptr addrspace(1) %cell, null
  br i1 %end, label %done, label %add
add:
  %next = load ptr addrspace(1), ptr addrspace(1) %cell
  %where = getelementptr %cell, ptr addrspace(1) %cell, i64 0, i32 1
  %value = load i64, ptr addrspace(1) %where
  %more = add i64 %sum, %value
  br label %test
done:
  ret i64 %sum
}

; A counted loop, which is divided into chunks without polls.
define internal i64 @mix(i64 %seed, i32 %count) gc "managed" {
entry:
  %empty = icmp sle i32 %count, 0
  br i1 %empty, label %done, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %hash = phi i64 [ %seed, %entry ], [ %hash.next, %loop ]
  %product = mul i64 %hash, 31
  %number = sext i32 %i to i64
  %hash.next = add i64 %product, %number
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %count
  br i1 %more, label %loop, label %done
done:
  %result = phi i64 [ %seed, %entry ], [ %hash.next, %loop ]
  ret i64 %result
}

; Ten times the list, then the counted loop.
define i64 @stops_work(ptr addrspace(1) %list, i32 %count) gc "managed" {
entry:
  br label %walk
walk:
  %i = phi i32 [ 0, %entry ], [ %i.next, %walk ]
  %total = phi i64 [ 0, %entry ], [ %total.next, %walk ]
  %sum = call i64 @sumCells(ptr addrspace(1) %list)
  %total.next = add i64 %total, %sum
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, 10
  br i1 %more, label %walk, label %count.up
count.up:
  %result = call i64 @mix(i64 %total.next, i32 %count)
  ret i64 %result
}
