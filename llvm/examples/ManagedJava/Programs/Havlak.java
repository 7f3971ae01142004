//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the loops of flow graphs, also those with several entries, by Havlak's
/// algorithm, and how they are nested.
///
/// Usage: Havlak [graphs]
///
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Havlak {
  private static final class Block {
    final int id;
    final List<Block> successors = new ArrayList<>();
    final List<Block> predecessors = new ArrayList<>();

    Block(int id) { this.id = id; }
  }

  private static final class Graph {
    final List<Block> blocks = new ArrayList<>();

    Block add() {
      Block block = new Block(blocks.size());
      blocks.add(block);
      return block;
    }

    void connect(Block from, Block to) {
      from.successors.add(to);
      to.predecessors.add(from);
    }

    Block addAfter(Block from) {
      Block block = add();
      connect(from, block);
      return block;
    }

    /// \returns the last block.
    Block addDiamond(Block begin) {
      Block left = addAfter(begin), right = addAfter(begin);
      Block end = addAfter(left);
      connect(right, end);
      return end;
    }

    Block addLine(Block begin, int length) {
      for (int i = 0; i < length; ++i)
        begin = addAfter(begin);
      return begin;
    }

    /// Loops in each other, with diamonds in them.
    Block addLoops(Block begin, int depth, int width) {
      Block header = addAfter(begin);
      Block end = addDiamond(header);
      if (depth > 1)
        for (int i = 0; i < width; ++i)
          end = addLoops(end, depth - 1, width);
      end = addLine(end, 2);
      connect(end, header);
      return addAfter(end);
    }

    /// A loop that can be entered at two blocks.
    Block addIrreducible(Block begin) {
      Block first = addAfter(begin), second = addAfter(begin);
      connect(first, second);
      connect(second, first);
      return addAfter(second);
    }
  }

  private static final class Loop {
    final Block header;
    final boolean reducible;
    Loop parent;
    final List<Loop> children = new ArrayList<>();
    int blocks = 1;

    Loop(Block header, boolean reducible) {
      this.header = header;
      this.reducible = reducible;
    }

    void setParent(Loop loop) {
      parent = loop;
      loop.children.add(this);
    }

    int depth() { return parent == null ? 1 : 1 + parent.depth(); }

    int nesting() {
      int most = 0;
      for (Loop child : children)
        most = Math.max(most, child.nesting());
      return most + 1;
    }
  }

  /// A set of blocks that belong to one loop.
  private static final class Node {
    final Block block;
    final int number;
    Node union = this;
    Loop loop;

    Node(Block block, int number) {
      this.block = block;
      this.number = number;
    }

    Node find() {
      Node root = this;
      while (root.union != root)
        root = root.union;
      for (Node node = this; node != root;) {
        Node next = node.union;
        node.union = root;
        node = next;
      }
      return root;
    }
  }

  private static final class Finder {
    private static final int UNVISITED = -1;

    private final Graph graph;
    /// Of each block, in the order of a search that goes deep first.
    private final int[] number;
    /// The largest number below each node of the tree of that search.
    private final int[] last;
    private final Node[] nodes;
    private int count;
    final List<Loop> loops = new ArrayList<>();

    Finder(Graph graph) {
      this.graph = graph;
      number = new int[graph.blocks.size()];
      last = new int[number.length];
      nodes = new Node[number.length];
      Arrays.fill(number, UNVISITED);
    }

    private void search(Block block) {
      int own = count++;
      number[block.id] = own;
      nodes[own] = new Node(block, own);
      for (Block successor : block.successors)
        if (number[successor.id] == UNVISITED)
          search(successor);
      last[own] = count - 1;
    }

    private boolean isAncestor(int node, int other) {
      return node <= other && other <= last[node];
    }

    void find() {
      search(graph.blocks.get(0));
      List<List<Integer>> back = new ArrayList<>();
      List<Set<Integer>> other = new ArrayList<>();
      for (int i = 0; i < count; ++i) {
        back.add(new ArrayList<>());
        other.add(new HashSet<>());
        for (Block predecessor : nodes[i].block.predecessors) {
          int from = number[predecessor.id];
          if (from == UNVISITED)
            continue;
          if (isAncestor(i, from))
            back.get(i).add(from);
          else
            other.get(i).add(from);
        }
      }
      for (int header = count - 1; header >= 0; --header)
        findLoop(header, back.get(header), other);
    }

    private void findLoop(int header, List<Integer> back,
                          List<Set<Integer>> other) {
      boolean self = false, reducible = true;
      List<Node> body = new ArrayList<>();
      for (int from : back) {
        if (from == header) {
          self = true;
          continue;
        }
        Node node = nodes[from].find();
        if (!body.contains(node))
          body.add(node);
      }
      for (int i = 0; i < body.size(); ++i) {
        Node node = body.get(i);
        for (int from : other.get(node.number)) {
          Node source = nodes[from].find();
          if (!isAncestor(header, source.number)) {
            // An entry that is not the header.
            reducible = false;
            other.get(header).add(source.number);
          } else if (source.number != header && !body.contains(source)) {
            body.add(source);
          }
        }
      }
      if (body.isEmpty() && !self)
        return;
      Loop loop = new Loop(nodes[header].block, reducible);
      loops.add(loop);
      nodes[header].loop = loop;
      for (Node node : body) {
        node.union = nodes[header];
        if (node.loop != null)
          node.loop.setParent(loop);
        else
          ++loop.blocks;
      }
    }
  }

  private static Graph build(int seed) {
    Graph graph = new Graph();
    Block end = graph.add();
    for (int i = 0; i < 10; ++i) {
      end = graph.addLoops(end, 1 + (seed + i) % 4, 1 + (seed + i) % 3);
      if ((seed + i) % 5 == 0)
        end = graph.addIrreducible(end);
      if ((seed + i) % 7 == 0)
        graph.connect(end, end);
    }
    graph.addLine(end, 3);
    return graph;
  }

  public static void main(String[] arguments) {
    int graphs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
    int blocks = 0, loops = 0, irreducible = 0, nesting = 0, sum = 0;
    for (int i = 0; i < graphs; ++i) {
      Graph graph = build(i);
      Finder finder = new Finder(graph);
      finder.find();
      blocks += graph.blocks.size();
      loops += finder.loops.size();
      for (Loop loop : finder.loops) {
        nesting = Math.max(nesting, loop.nesting());
        irreducible += loop.reducible ? 0 : 1;
        sum = sum * 31 + loop.header.id * loop.depth() + loop.blocks;
      }
    }
    System.out.println(blocks + " blocks, " + loops + " loops, " + irreducible +
                       " of them irreducible, " + nesting + " deep, " + sum);
  }
}
