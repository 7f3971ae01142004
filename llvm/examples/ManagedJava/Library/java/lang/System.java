//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program's surroundings.
///
//===----------------------------------------------------------------------===//

package java.lang;

import java.io.PrintStream;

public final class System {
  public static final PrintStream out = PrintStream.standard(1);
  public static final PrintStream err = PrintStream.standard(2);

  private System() {}

  public static native long nanoTime();

  public static native long currentTimeMillis();

  /// 0 for null.
  public static native int identityHashCode(Object object);

  /// Collects now.
  public static native void gc();

  public static void arraycopy(Object source, int sourceIndex, Object target,
                               int targetIndex, int count) {
    if (!ManagedRuntime.copyElements(source, sourceIndex, target, targetIndex,
                                     count))
      throw ManagedRuntime.notCopied(source, sourceIndex, target, targetIndex,
                                     count);
  }

  public static String lineSeparator() { return "\n"; }

  public static void exit(int status) {
    ManagedRuntime.finish();
    ManagedRuntime.halt(status);
  }
}
