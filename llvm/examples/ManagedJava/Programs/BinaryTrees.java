//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Allocates many binary trees, most of which die soon.
///
/// Usage: BinaryTrees [depth]
///
//===----------------------------------------------------------------------===//

public class BinaryTrees {
  private static final int LEAST_DEPTH = 4;

  private static final class Tree {
    final Tree left, right;

    Tree(Tree left, Tree right) {
      this.left = left;
      this.right = right;
    }

    static Tree ofDepth(int depth) {
      return depth == 0 ? new Tree(null, null)
                        : new Tree(ofDepth(depth - 1), ofDepth(depth - 1));
    }

    int count() { return left == null ? 1 : 1 + left.count() + right.count(); }
  }

  public static void main(String[] arguments) {
    int depth = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 14;
    depth = Math.max(depth, LEAST_DEPTH + 2);
    System.out.println("a tree of depth " + (depth + 1) + " has " +
                       Tree.ofDepth(depth + 1).count() + " nodes");
    Tree kept = Tree.ofDepth(depth);
    for (int d = LEAST_DEPTH; d <= depth; d += 2) {
      int trees = 1 << depth - d + LEAST_DEPTH;
      int nodes = 0;
      for (int i = 0; i < trees; ++i)
        nodes += Tree.ofDepth(d).count();
      System.out.println(trees + " trees of depth " + d + " have " + nodes +
                         " nodes");
    }
    System.out.println("the tree that was kept, of depth " + depth + ", has " +
                       kept.count() + " nodes");
  }
}
