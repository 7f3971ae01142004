/// What invokedynamic becomes.
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;

class CallSites {
  record Pair(int a, double b, String c) {}

  int field;

  // CHECK-LABEL: define ptr addrspace(1) @"CallSites.join(IJ)Ljava/lang/String;"
  // CHECK: call ptr addrspace(1) @"CallSites$$Site$[[JOIN:[0-9]+]].call(IJ)Ljava/lang/String;"(i32
  static String join(int a, long b) { return "a=" + a + b; }

  // CHECK: define ptr addrspace(1) @"CallSites$$Site$[[JOIN]].call(IJ)Ljava/lang/String;"
  // CHECK: @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"
  // CHECK: @"java/lang/StringBuilder.append(I)Ljava/lang/StringBuilder;"
  // CHECK: @"java/lang/StringBuilder.append(J)Ljava/lang/StringBuilder;"
  // CHECK: @"java/lang/StringBuilder.toString()Ljava/lang/String;"

  // CHECK-LABEL: define ptr addrspace(1) @"CallSites.lambda()Ljava/util/function/IntSupplier;"
  // CHECK: call ptr addrspace(1) @"CallSites$$Site$[[LAMBDA:[0-9]+]].call(LCallSites;)Ljava/util/function/IntSupplier;"(ptr addrspace(1) %this)
  IntSupplier lambda() { return () -> field; }

  // CHECK-LABEL: define ptr addrspace(1) @"CallSites.reference()Ljava/util/function/ToLongFunction;"
  // CHECK: @"CallSites$$Site$[[LENGTH:[0-9]+]].call()Ljava/util/function/ToLongFunction;"
  static ToLongFunction<String> reference() { return String::length; }

  // CHECK-LABEL: define ptr addrspace(1) @"CallSites.constructor()Ljava/util/function/Function;"
  // CHECK: @"CallSites$$Site$[[NEW:[0-9]+]].call()Ljava/util/function/Function;"
  static Function<String, StringBuilder> constructor() {
    return StringBuilder::new;
  }

  // CHECK: define i32 @"CallSites$$Site$[[LAMBDA]].getAsInt()I"(ptr addrspace(1) nonnull %this)
  // CHECK: load atomic ptr addrspace(1)
  // CHECK: call i32 @"CallSites.lambda$lambda$0()I"

  // The argument is cast, and the result is widened.
  // CHECK: define i64 @"CallSites$$Site$[[LENGTH]].applyAsLong(Ljava/lang/Object;)J"
  // CHECK: @"java/lang/String#class"
  // CHECK: [[N:%.*]] = call i32 @"java/lang/String.length()I"
  // CHECK: [[W:%.*]] = sext i32 [[N]] to i64
  // CHECK: ret i64 [[W]]

  // CHECK: define ptr addrspace(1) @"CallSites$$Site$[[NEW]].apply(Ljava/lang/Object;)Ljava/lang/Object;"
  // CHECK: @java_allocate_fast(ptr @"java/lang/StringBuilder#class"
  // CHECK: call void @"java/lang/StringBuilder.<init>(Ljava/lang/String;)V"
}
// RECORD-LABEL: define i32 @"CallSites$Pair.hashCode()I"
// RECORD: call i32 @"CallSites$Pair$$Site${{[0-9]+}}.call(LCallSites$Pair;)I"
// RECORD: call i32 @"java/lang/Double.compare(DD)I"
// RECORD: call i32 @"java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z"
