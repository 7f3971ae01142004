//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a null access costs a Java program: a load from null whose check is
// implicit, the exception object, and going on where it is caught. For
// comparison, the same with a check and a throw in the source.
//
// Prints the processor time of each, in nanoseconds: the least of several
// rounds.
//
//===----------------------------------------------------------------------===//

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

final class NullFault {
  static final int REPETITIONS = 100000, ROUNDS = 12;
  static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  static Object caught;

  int field = 1;

  static int load(NullFault object) { return object.field; }

  static int implicit(NullFault object) {
    try {
      return load(object);
    } catch (NullPointerException exception) {
      caught = exception;
      return 0;
    }
  }

  static int explicit(NullFault object) {
    try {
      if (object == null)
        throw new NullPointerException();
      return object.field;
    } catch (NullPointerException exception) {
      caught = exception;
      return 0;
    }
  }

  interface Access {
    int load(NullFault object);
  }

  static double measure(Access access, NullFault object) {
    double least = Double.MAX_VALUE;
    int sum = 0;
    for (int round = 0; round < ROUNDS; ++round) {
      long begin = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < REPETITIONS; ++i)
        sum += access.load(object);
      long end = THREADS.getCurrentThreadCpuTime();
      least = Math.min(least, (double)(end - begin) / REPETITIONS);
    }
    if (sum != 0)
      throw new AssertionError();
    return least;
  }

  public static void main(String[] arguments) {
    System.out.printf("implicit %.1f%n", measure(NullFault::implicit, null));
    System.out.printf("explicit %.1f%n", measure(NullFault::explicit, null));
  }
}
