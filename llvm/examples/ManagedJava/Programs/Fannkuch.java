//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes every permutation and reverses as many of its first elements as the
/// first one says, until that is the smallest. Prints the largest number of
/// reversals, and the sum for even permutations less that for odd ones.
///
/// Usage: Fannkuch [elements]
///
//===----------------------------------------------------------------------===//

public class Fannkuch {
  private final int size;
  private final int[] permutation, copy;
  private boolean odd;
  private int most, sum;

  private Fannkuch(int size) {
    this.size = size;
    permutation = new int[size];
    copy = new int[size];
    for (int i = 0; i < size; ++i)
      permutation[i] = i;
  }

  private void visit() {
    if (permutation[0] == 0)
      return;
    System.arraycopy(permutation, 0, copy, 0, size);
    int flips = 0;
    for (int first; (first = copy[0]) != 0; ++flips)
      for (int i = 0, j = first; i < j; ++i, --j) {
        int element = copy[i];
        copy[i] = copy[j];
        copy[j] = element;
      }
    most = Math.max(most, flips);
    sum += odd ? -flips : flips;
  }

  /// All permutations, each by one exchange (Heap).
  private void permute() {
    int[] counts = new int[size];
    visit();
    for (int i = 1; i < size;) {
      if (counts[i] == i) {
        counts[i++] = 0;
        continue;
      }
      int other = (i & 1) == 0 ? 0 : counts[i];
      int element = permutation[i];
      permutation[i] = permutation[other];
      permutation[other] = element;
      odd = !odd;
      visit();
      ++counts[i];
      i = 1;
    }
  }

  public static void main(String[] arguments) {
    int size = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 9;
    Fannkuch all = new Fannkuch(size);
    all.permute();
    System.out.println(all.sum);
    System.out.println(size + " elements: at most " + all.most + " reversals");
  }
}
