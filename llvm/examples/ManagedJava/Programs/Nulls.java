//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dereferences null at each kind of instruction and place, often, and counts
/// the exceptions. Objects and null come from an array, so no compiler can know
/// which it is.
///
/// Usage: Nulls [rounds]
///
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class Nulls {
  private interface Shape {
    int area();

    default int twice() { return 2 * area(); }
  }

  private static class Node implements Shape {
    boolean z;
    byte b;
    char c;
    short s;
    int i;
    long j;
    float f;
    double d;
    volatile int v;
    Node next;
    int[] array;

    public int area() { return i; }

    final int constant() { return 5; }

    int number() { return i + 1; }

    private int hidden() { return i + 2; }

    synchronized int locked() { return i + 3; }
  }

  private static final class Other extends Node {
    @Override
    public int area() {
      return -1;
    }

    @Override
    int number() {
      return -2;
    }
  }

  /// Larger than a page, so that the last fields are not in the first one.
  private static final class Large {
    long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11;
    long f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23;
    long f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35;
    long f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47;
    long f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59;
    long f60, f61, f62, f63, f64, f65, f66, f67, f68, f69, f70, f71;
    long f72, f73, f74, f75, f76, f77, f78, f79, f80, f81, f82, f83;
    long f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95;
    long f96, f97, f98, f99, f100, f101, f102, f103, f104, f105, f106, f107;
    long f108, f109, f110, f111, f112, f113, f114, f115, f116, f117, f118, f119;
    long f120, f121, f122, f123, f124, f125, f126, f127, f128, f129, f130, f131;
    long f132, f133, f134, f135, f136, f137, f138, f139, f140, f141, f142, f143;
    long f144, f145, f146, f147, f148, f149, f150, f151, f152, f153, f154, f155;
    long f156, f157, f158, f159, f160, f161, f162, f163, f164, f165, f166, f167;
    long f168, f169, f170, f171, f172, f173, f174, f175, f176, f177, f178, f179;
    long f180, f181, f182, f183, f184, f185, f186, f187, f188, f189, f190, f191;
    long f192, f193, f194, f195, f196, f197, f198, f199, f200, f201, f202, f203;
    long f204, f205, f206, f207, f208, f209, f210, f211, f212, f213, f214, f215;
    long f216, f217, f218, f219, f220, f221, f222, f223, f224, f225, f226, f227;
    long f228, f229, f230, f231, f232, f233, f234, f235, f236, f237, f238, f239;
    long f240, f241, f242, f243, f244, f245, f246, f247, f248, f249, f250, f251;
    long f252, f253, f254, f255, f256, f257, f258, f259, f260, f261, f262, f263;
    long f264, f265, f266, f267, f268, f269, f270, f271, f272, f273, f274, f275;
    long f276, f277, f278, f279, f280, f281, f282, f283, f284, f285, f286, f287;
    long f288, f289, f290, f291, f292, f293, f294, f295, f296, f297, f298, f299;
    long f300, f301, f302, f303, f304, f305, f306, f307, f308, f309, f310, f311;
    long f312, f313, f314, f315, f316, f317, f318, f319, f320, f321, f322, f323;
    long f324, f325, f326, f327, f328, f329, f330, f331, f332, f333, f334, f335;
    long f336, f337, f338, f339, f340, f341, f342, f343, f344, f345, f346, f347;
    long f348, f349, f350, f351, f352, f353, f354, f355, f356, f357, f358, f359;
    long f360, f361, f362, f363, f364, f365, f366, f367, f368, f369, f370, f371;
    long f372, f373, f374, f375, f376, f377, f378, f379, f380, f381, f382, f383;
    long f384, f385, f386, f387, f388, f389, f390, f391, f392, f393, f394, f395;
    long f396, f397, f398, f399, f400, f401, f402, f403, f404, f405, f406, f407;
    long f408, f409, f410, f411, f412, f413, f414, f415, f416, f417, f418, f419;
    long f420, f421, f422, f423, f424, f425, f426, f427, f428, f429, f430, f431;
    long f432, f433, f434, f435, f436, f437, f438, f439, f440, f441, f442, f443;
    long f444, f445, f446, f447, f448, f449, f450, f451, f452, f453, f454, f455;
    long f456, f457, f458, f459, f460, f461, f462, f463, f464, f465, f466, f467;
    long f468, f469, f470, f471, f472, f473, f474, f475, f476, f477, f478, f479;
    long f480, f481, f482, f483, f484, f485, f486, f487, f488, f489, f490, f491;
    long f492, f493, f494, f495, f496, f497, f498, f499, f500, f501, f502, f503;
    long f504, f505, f506, f507, f508, f509, f510, f511, f512, f513, f514, f515;
    Object last;
  }

  private enum Color { RED, GREEN }

  private record Pair(Node left, Node right) {}

  // Each has null in every third place.
  private static final Node[] NODES = new Node[64];
  private static final Large[] LARGE = new Large[64];
  private static final Object[] ARRAYS = new Object[64];
  private static int effects;

  static {
    for (int i = 0; i < 64; ++i) {
      if (i % 3 == 0)
        continue;
      NODES[i] = i % 2 == 0 ? new Node() : new Other();
      NODES[i].i = i;
      LARGE[i] = new Large();
    }
    for (int i = 0; i < 64; ++i)
      if (NODES[i] != null)
        NODES[i].next = NODES[(i + 1) % 64];
  }

  private static int effect(int value) {
    effects = effects * 31 + value;
    return value;
  }

  private static final int KINDS = 66;

  /// Uses one place of the arrays in one way.
  private static int use(int kind, int at) {
    Node n = NODES[at];
    Large l = LARGE[at];
    boolean is = n != null;
    switch (kind) {
    case 0:
      return n.z ? 1 : 2;
    case 1:
      return n.b;
    case 2:
      return n.c;
    case 3:
      return n.s;
    case 4:
      return n.i;
    case 5:
      return (int)n.j;
    case 6:
      return (int)n.f;
    case 7:
      return (int)n.d;
    case 8:
      return n.v;
    case 9:
      return n.next == null ? 1 : 2;
    case 10:
      n.z = true;
      return 1;
    case 11:
      n.b = 1;
      return 1;
    case 12:
      n.c = 'c';
      return 1;
    case 13:
      n.s = 3;
      return 1;
    case 14:
      ++n.b;
      return n.b;
    case 15:
      n.j = at;
      return 1;
    case 16:
      n.f = at;
      return 1;
    case 17:
      n.d += at;
      return 1;
    case 18:
      n.v = effect(at);
      return 1;
    case 19:
      n.array = new int[effect(at)];
      return 1;
    case 20:
      return (int)l.f0;
    case 21:
      return (int)l.f255;
    case 22:
      return (int)l.f515;
    case 23:
      l.f515 = effect(at);
      return 1;
    case 24:
      l.last = NODES;
      return 1;
    case 25:
      return l.last == null ? 1 : 2;
    case 26:
      return n.area();
    case 27:
      return n.constant();
    case 28:
      return n.number();
    case 29:
      return n.hidden();
    case 30:
      return n.locked();
    case 31:
      return ((Shape)n).area();
    case 32:
      return ((Shape)n).twice();
    case 33:
      return n.hashCode() == n.hashCode() ? 1 : 2;
    case 34:
      return n.getClass() == Node.class ? 1 : 2;
    case 35:
      return ((Other)(at % 2 != 0 ? n : null)).area();
    case 36:
      boolean[] zs = is ? new boolean[at] : null;
      return zs[at - 1] ? 1 : 2;
    case 37:
      byte[] bs = is ? new byte[at] : null;
      bs[at - 1] = (byte)effect(at);
      return bs[at - 1];
    case 38:
      char[] cs = is ? new char[at] : null;
      return cs[effect(at) - 1];
    case 39:
      short[] ss = is ? new short[at] : null;
      ss[0] += at;
      return ss[0];
    case 40:
      int[] is1 = is ? new int[at] : null;
      return is1[at - 1]++;
    case 41:
      long[] js = is ? new long[at] : null;
      return (int)js[at - 1];
    case 42:
      float[] fs = is ? new float[at] : null;
      fs[0] = effect(at);
      return (int)fs[0];
    case 43:
      double[] ds = is ? new double[at] : null;
      return (int)ds[0];
    case 44:
      Object[] os = is ? new Object[at] : null;
      os[0] = "element";
      return os.length;
    case 45:
      int[] length = is ? new int[at] : null;
      return length.length;
    case 46:
      // Null is found first, whatever the index is.
      int[] negative = is ? new int[at] : null;
      return negative[is ? 0 : -5];
    case 47:
      int[] far = is ? new int[at] : null;
      return far[is ? 0 : 300000000];
    case 48:
      int[][] rows = new int[3][];
      if (is)
        rows[1] = new int[at];
      return rows[1][at - 1];
    case 49:
      return (is ? new int[at] : null).clone().length;
    case 50:
      int total = 0;
      for (int element : is ? new int[at] : null)
        total += element + 1;
      return total;
    case 51:
      List<Integer> list = is ? new ArrayList<>() : null;
      for (int element : list)
        total = element;
      return 3;
    case 52:
      Integer boxed = is ? (Integer)at : null;
      return boxed + 1;
    case 53:
      Double real = is ? (Double)(at / 2.0) : null;
      return real < 5 ? 1 : 2;
    case 54:
      String text = is ? "green" : null;
      switch (text) {
      case "red":
        return 1;
      case "green":
        return 2;
      default:
        return 3;
      }
    case 55:
      Color color = is ? Color.GREEN : null;
      switch (color) {
      case RED:
        return 1;
      default:
        return 2;
      }
    case 56:
      synchronized (n) { return 1; }
    case 57:
      RuntimeException thrown = is ? new IllegalStateException() : null;
      try {
        throw thrown;
      } catch (IllegalStateException e) {
        return 1;
      }
    case 58:
      IntUnaryOperator method = is ? x -> x + 1 : null;
      return method.applyAsInt(at);
    case 59:
      Supplier<Integer> bound = n::number;
      return bound.get();
    case 60:
      return new Pair(n, NODES[1]).left().i;
    case 61:
      return (n == null ? n : n.next).i;
    case 62:
      String concatenated = "" + n + (is ? 1 : null);
      return concatenated.equals("nullnull") ? ((String)null).length() : 1;
    case 63:
      return n instanceof Other other ? other.i : (is ? n : NODES[0]).i;
    case 64:
      NODES[at].i = effect(at) / (is ? 1 : 0) + at;
      return 1;
    default:
      return n.next.next.i;
    }
  }

  /// A loop that ends by the exception; what is live then is used.
  private static int walk(int at) {
    Node node = NODES[at];
    int steps = 0;
    long product = at;
    try {
      while (true) {
        product = product * 31 + node.i;
        node = node.next;
        ++steps;
      }
    } catch (NullPointerException e) {
      return steps + (int)product;
    } finally {
      effect(steps);
    }
  }

  /// The exception passes frames.
  private static int deep(int depth, int kind, int at) {
    if (depth == 0)
      return use(kind, at);
    Object kept = depth % 2 == 0 ? NODES : Integer.valueOf(depth);
    int result = deep(depth - 1, kind, at);
    return result + (kept == NODES ? 1 : (Integer)kept);
  }

  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int[] nulls = new int[KINDS];
    int others = 0, sum = 0;
    for (int round = 0; round < rounds; ++round) {
      for (int at = 0; at < 64; ++at) {
        for (int kind = 0; kind < KINDS; ++kind) {
          try {
            sum =
                sum * 31 + (round % 4 == 3 ? deep(5, kind, at) : use(kind, at));
          } catch (NullPointerException e) {
            ++nulls[kind];
          } catch (ArithmeticException e) {
            ++others;
          }
        }
        sum = sum * 31 + walk(at);
      }
    }
    int all = 0;
    StringBuilder line = new StringBuilder();
    for (int kind = 0; kind < KINDS; ++kind) {
      all += nulls[kind];
      line.append(nulls[kind]).append(kind % 11 == 10 ? '\n' : ' ');
    }
    System.out.print(line);
    System.out.println(all + " null pointers, " + others +
                       " divisions by zero, sums " + sum + " " + effects);
  }
}
