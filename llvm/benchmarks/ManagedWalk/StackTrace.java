//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stack trace of many Java methods, each called by the one before: how
/// long it takes to find them, without their names.
///
//===----------------------------------------------------------------------===//

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

final class StackTrace {
  static final int REPETITIONS = 20, ROUNDS = 40;
  static Throwable kept;

  /// What the last method calls. Measures if it is told to.
  static void atTheEnd(boolean measure) {
    if (!measure)
      return;
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int frames = new Throwable().getStackTrace().length;
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; ++round) {
      long begin = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < REPETITIONS; ++i)
        kept = new Throwable();
      long end = threads.getCurrentThreadCpuTime();
      least = Math.min(least, (double)(end - begin) / REPETITIONS / frames);
    }
    System.out.printf("%d %.2f%n", frames, least);
  }

  public static void main(String[] arguments) throws Exception {
    // So often that all methods are compiled.
    Thread thread = new Thread(null, () -> {
      for (int i = 0; i < 5000; ++i)
        Chain0.call0(i == 4999, kept, kept);
    }, "walk", 256 << 20);
    thread.start();
    thread.join();
  }
}
