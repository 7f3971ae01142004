//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a call of a native function costs a Java program, in a loop, each call
// with the result of the one before; and that of a Java function that is not
// inlined.
//
// Prints the processor time of each, in nanoseconds: the least of several
// rounds.
//
//===----------------------------------------------------------------------===//

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

final class NativeCall {
  static final int REPETITIONS = 2000000, ROUNDS = 10;
  static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  static long kept;

  static native long increment(long value);

  // The command line keeps it from being inlined.
  static long plain(long value) { return value + 1; }

  static void callNative() {
    long value = kept;
    for (int i = 0; i < REPETITIONS; ++i)
      value = increment(value);
    kept = value;
  }

  static void callPlain() {
    long value = kept;
    for (int i = 0; i < REPETITIONS; ++i)
      value = plain(value);
    kept = value;
  }

  static double measure(Runnable loop) {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; ++round) {
      long begin = THREADS.getCurrentThreadCpuTime();
      loop.run();
      long end = THREADS.getCurrentThreadCpuTime();
      least = Math.min(least, (double)(end - begin) / REPETITIONS);
    }
    return least;
  }

  public static void main(String[] arguments) {
    System.load(arguments[0]);
    System.out.printf("plain %.3f%n", measure(NativeCall::callPlain));
    System.out.printf("native %.3f%n", measure(NativeCall::callNative));
  }
}
