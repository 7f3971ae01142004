//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// StopBenchmark.cpp in Java: threads that sum a list and count, and a main
// thread that asks the virtual machine to stop them now and then. The dump of
// their stacks does so; -Xlog:safepoint says how long it takes until all have
// stopped.
//
// SafepointTimes THREADS STOPS. Fails if a thread has a wrong sum.
//
//===----------------------------------------------------------------------===//

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

final class SafepointTimes {
  static final int CELLS = 1000, COUNT = 20000, WARM_UP = 5000;
  static volatile boolean finished, wrong;

  static final class Cell {
    final Cell next;
    final long value;
    Cell(Cell next, long value) {
      this.next = next;
      this.value = value;
    }
  }

  static long sumCells(Cell list) {
    long sum = 0;
    for (Cell cell = list; cell != null; cell = cell.next)
      sum += cell.value;
    return sum;
  }

  static long mix(long seed, int count) {
    long hash = seed;
    for (int i = 0; i < count; ++i)
      hash = hash * 31 + i;
    return hash;
  }

  static long work(Cell list, int count) {
    long total = 0;
    for (int i = 0; i < 10; ++i)
      total += sumCells(list);
    return mix(total, count);
  }

  static Cell makeList() {
    Cell list = null;
    for (int i = 0; i < CELLS; ++i)
      list = new Cell(list, i);
    return list;
  }

  static long expected() {
    return mix(10L * CELLS * (CELLS - 1) / 2, COUNT);
  }

  public static void main(String[] arguments) throws InterruptedException {
    int threads = Integer.parseInt(arguments[0]);
    int stops = Integer.parseInt(arguments[1]);
    // What the compiler has not seen often is interpreted.
    Cell warm = makeList();
    for (int i = 0; i < WARM_UP; ++i)
      wrong |= work(warm, COUNT) != expected();

    AtomicIntegerArray calls = new AtomicIntegerArray(threads);
    Thread[] running = new Thread[threads];
    for (int i = 0; i < threads; ++i) {
      int number = i;
      running[i] = new Thread(() -> {
        Cell list = makeList();
        long right = expected();
        while (!finished) {
          wrong |= work(list, COUNT) != right;
          calls.lazySet(number, 1);
        }
      });
      running[i].start();
    }
    for (int i = 0; i < threads; ++i)
      while (calls.get(i) == 0)
        LockSupport.parkNanos(1000000);
    int random = 1;
    for (int i = 0; i < stops; ++i) {
      random = random * 1103515245 + 12345;
      LockSupport.parkNanos(200000 + (random >>> 16) % 800 * 1000);
      Thread.getAllStackTraces();
    }
    finished = true;
    for (Thread thread : running)
      thread.join();
    if (wrong) {
      System.err.println("a thread has a wrong sum");
      System.exit(1);
    }
  }
}
