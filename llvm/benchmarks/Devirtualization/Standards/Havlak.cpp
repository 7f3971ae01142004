//===- Havlak.cpp - Loops of control flow graphs --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes control flow graphs at random and finds their loops as Paul Havlak
// described in "Nesting of Reducible and Irreducible Loops". Blocks give their
// successors to visitors.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace havlak {
class Block;

class BlockVisitor {
public:
  KINDS(Numbering, EdgeSorter)
  VIRTUAL ~BlockVisitor() = default;
  VIRTUAL void visit(Block &B) PURE;
};

/// A basic block, by what it ends with.
class Block {
public:
  KINDS(Return, Jump, Branch, Switch)
  static constexpr unsigned None = ~0u;

  VIRTUAL ~Block() = default;
  VIRTUAL void visitSuccessors(BlockVisitor &V) PURE;

  /// In the order in which a search in depth gets here.
  unsigned Number = None;
};

class ReturnBlock : public Block {
public:
  ReturnBlock() { IS(Return); }
  void visitSuccessors(BlockVisitor &) OVERRIDE {}
};

class JumpBlock : public Block {
public:
  explicit JumpBlock(Block *To) : To(To) { IS(Jump); }
  void visitSuccessors(BlockVisitor &V) OVERRIDE { V.visit(*To); }

private:
  Block *To;
};

class BranchBlock : public Block {
public:
  BranchBlock(Block *True, Block *False) : True(True), False(False) {
    IS(Branch);
  }
  void setTrue(Block *B) { True = B; }
  void visitSuccessors(BlockVisitor &V) OVERRIDE {
    V.visit(*True);
    V.visit(*False);
  }

private:
  Block *True, *False;
};

class SwitchBlock : public Block {
public:
  explicit SwitchBlock(std::vector<Block *> Cases) : Cases(std::move(Cases)) {
    IS(Switch);
  }
  void visitSuccessors(BlockVisitor &V) OVERRIDE {
    for (Block *B : Cases)
      V.visit(*B);
  }

private:
  std::vector<Block *> Cases;
};

/// Numbers blocks, and knows which are below which in the tree of the search.
class Numbering : public BlockVisitor {
public:
  Numbering() { IS(Numbering); }
  void visit(Block &B) OVERRIDE {
    if (B.Number != Block::None)
      return;
    B.Number = Blocks.size();
    Blocks.push_back(&B);
    Last.push_back(0);
    B.visitSuccessors(*this);
    Last[B.Number] = Blocks.size() - 1;
  }

  unsigned size() const { return Blocks.size(); }
  Block &block(unsigned Number) const { return *Blocks[Number]; }
  bool isAncestor(unsigned Above, unsigned Below) const {
    return Above <= Below && Below <= Last[Above];
  }

private:
  std::vector<Block *> Blocks;
  std::vector<unsigned> Last;
};

using Numbers = std::vector<unsigned>;

/// Sorts the edges to each block into those that go back and others.
class EdgeSorter : public BlockVisitor {
public:
  explicit EdgeSorter(const Numbering &Order)
      : Back(Order.size()), Others(Order.size()), Order(Order) {
    IS(EdgeSorter);
    for (From = 0; From < Order.size(); ++From)
      Order.block(From).visitSuccessors(*this);
  }
  void visit(Block &B) OVERRIDE {
    bool GoesBack = Order.isAncestor(B.Number, From);
    (GoesBack ? Back : Others)[B.Number].push_back(From);
  }

  /// Where edges come from, by where they go.
  std::vector<Numbers> Back, Others;

private:
  const Numbering &Order;
  unsigned From = 0;
};

class Loop {
public:
  KINDS(Natural, Irreducible, Self)
  explicit Loop(unsigned Header) : Header(Header) {}
  VIRTUAL ~Loop() = default;
  /// How often its blocks are executed, at a guess.
  VIRTUAL uint64_t weight() const PURE;
  VIRTUAL bool isReducible() const PURE;

  void addBlock() { ++Blocks; }
  void addLoop(Loop *L) {
    L->HasParent = true;
    Inner.push_back(L);
  }
  bool isOutermost() const { return !HasParent; }
  unsigned header() const { return Header; }

protected:
  uint64_t weightOfBody() const {
    uint64_t Sum = Blocks;
    for (const Loop *L : Inner)
      Sum += L->weight();
    return Sum;
  }

private:
  unsigned Header;
  unsigned Blocks = 1;
  bool HasParent = false;
  std::vector<Loop *> Inner;
};

class NaturalLoop : public Loop {
public:
  explicit NaturalLoop(unsigned Header) : Loop(Header) { IS(Natural); }
  uint64_t weight() const OVERRIDE { return 8 * weightOfBody(); }
  bool isReducible() const OVERRIDE { return true; }
};

class IrreducibleLoop : public Loop {
public:
  explicit IrreducibleLoop(unsigned Header) : Loop(Header) { IS(Irreducible); }
  uint64_t weight() const OVERRIDE { return 3 * weightOfBody() + 1; }
  bool isReducible() const OVERRIDE { return false; }
};

class SelfLoop : public Loop {
public:
  explicit SelfLoop(unsigned Header) : Loop(Header) { IS(Self); }
  uint64_t weight() const OVERRIDE { return 8; }
  bool isReducible() const OVERRIDE { return true; }
};

#ifdef DIRECT
template <typename Fn> auto dispatch(BlockVisitor *V, Fn Call) {
  if (V->ItsKind == BlockVisitor::Kind::Numbering)
    return Call(as<Numbering>(V));
  return Call(as<EdgeSorter>(V));
}

template <typename Fn> auto dispatch(Block *B, Fn Call) {
  switch (B->ItsKind) {
  case Block::Kind::Return:
    return Call(as<ReturnBlock>(B));
  case Block::Kind::Jump:
    return Call(as<JumpBlock>(B));
  case Block::Kind::Branch:
    return Call(as<BranchBlock>(B));
  default:
    return Call(as<SwitchBlock>(B));
  }
}

template <typename LoopT, typename Fn> auto dispatchLoop(LoopT *L, Fn Call) {
  switch (L->ItsKind) {
  case Loop::Kind::Natural:
    return Call(as<NaturalLoop>(L));
  case Loop::Kind::Irreducible:
    return Call(as<IrreducibleLoop>(L));
  default:
    return Call(as<SelfLoop>(L));
  }
}

inline void BlockVisitor::visit(Block &B) {
  dispatch(this, [&B](auto *V) { V->visit(B); });
}

inline void Block::visitSuccessors(BlockVisitor &V) {
  dispatch(this, [&V](auto *B) { B->visitSuccessors(V); });
}

inline uint64_t Loop::weight() const {
  return dispatchLoop(this, [](auto *L) { return L->weight(); });
}

inline bool Loop::isReducible() const {
  return dispatchLoop(this, [](auto *L) { return L->isReducible(); });
}

inline void destroy(Block *B) {
  dispatch(B, [](auto *Object) { delete Object; });
}

inline void destroy(Loop *L) {
  dispatchLoop(L, [](auto *Object) { delete Object; });
}
#endif

/// The inner loops of `Order` come before those around them.
class LoopFinder {
public:
  explicit LoopFinder(const Numbering &Order)
      : Order(Order), Edges(Order), Parent(Order.size()), LoopAt(Order.size()),
        SeenFor(Order.size(), Block::None) {
    for (unsigned I = 0; I < Order.size(); ++I)
      Parent[I] = I;
    for (unsigned Header = Order.size(); Header-- > 0;)
      findLoop(Header);
  }

  const std::vector<Owned<Loop>> &loops() const { return Loops; }

private:
  /// Which header stands for `Block` and all that is in a loop with it.
  unsigned find(unsigned Block) {
    while (Parent[Block] != Block) {
      Parent[Block] = Parent[Parent[Block]];
      Block = Parent[Block];
    }
    return Block;
  }

  void findLoop(unsigned Header) {
    Numbers Body;
    bool IsSelf = false, IsReducible = true;
    for (unsigned From : Edges.Back[Header]) {
      if (From == Header)
        IsSelf = true;
      else
        addOnce(find(From), Header, Body);
    }
    for (size_t I = 0; I < Body.size(); ++I) {
      const Numbers &Sources = Edges.Others[Body[I]];
      for (size_t J = 0; J < Sources.size(); ++J) {
        unsigned From = find(Sources[J]);
        if (!Order.isAncestor(Header, From)) {
          IsReducible = false;
          Edges.Others[Header].push_back(From);
        } else if (From != Header) {
          addOnce(From, Header, Body);
        }
      }
    }
    if (Body.empty() && !IsSelf)
      return;
    Loops.push_back(makeLoop(Header, Body.empty(), IsReducible));
    Loop *L = LoopAt[Header] = Loops.back().get();
    for (unsigned Inner : Body) {
      Parent[Inner] = Header;
      if (LoopAt[Inner])
        L->addLoop(LoopAt[Inner]);
      else
        L->addBlock();
    }
  }

  void addOnce(unsigned Block, unsigned Header, Numbers &Body) {
    if (SeenFor[Block] == Header)
      return;
    SeenFor[Block] = Header;
    Body.push_back(Block);
  }

  static Owned<Loop> makeLoop(unsigned Header, bool IsSelf, bool IsReducible) {
    if (IsSelf)
      return make<SelfLoop>(Header);
    if (IsReducible)
      return make<NaturalLoop>(Header);
    return make<IrreducibleLoop>(Header);
  }

  const Numbering &Order;
  EdgeSorter Edges;
  Numbers Parent;
  std::vector<Loop *> LoopAt;
  /// The header of the last loop that a block was found in.
  Numbers SeenFor;
  std::vector<Owned<Loop>> Loops;
};

/// Makes the control flow graph of a random function.
class Function {
public:
  explicit Function(uint32_t Seed) : State(Seed) {
    Entry = build(8, add<ReturnBlock>());
  }
  Block &entry() const { return *Entry; }

private:
  template <typename T, typename... ArgsT> T *add(ArgsT &&...Args) {
    Owned<T> Made = make<T>(std::forward<ArgsT>(Args)...);
    T *B = Made.get();
    Blocks.push_back(std::move(Made));
    return B;
  }

  unsigned random(unsigned Limit) {
    State = State * 1664525u + 1013904223u;
    return (State >> 8) % Limit;
  }

  /// Returns the first block of something that goes on at `After`.
  Block *build(int Depth, Block *After) {
    if (Depth == 0)
      return add<JumpBlock>(After);
    switch (random(8)) {
    case 0: // if
      return add<BranchBlock>(build(Depth - 1, After), After);
    case 1: { // if and else
      Block *True = build(Depth - 1, After);
      return add<BranchBlock>(True, build(Depth - 1, After));
    }
    case 2: { // while
      BranchBlock *Header = add<BranchBlock>(nullptr, After);
      Header->setTrue(build(Depth - 1, Header));
      return Header;
    }
    case 3: { // a block that repeats itself
      BranchBlock *B = add<BranchBlock>(nullptr, build(Depth - 1, After));
      B->setTrue(B);
      return B;
    }
    case 4: { // switch
      std::vector<Block *> Cases = {After};
      for (unsigned I = random(4); I > 0; --I)
        Cases.push_back(build(Depth - 1, After));
      return add<SwitchBlock>(Cases);
    }
    case 5: { // a loop that can be entered at two places
      BranchBlock *Header = add<BranchBlock>(nullptr, After);
      Block *Body = build(Depth - 1, Header);
      Header->setTrue(build(Depth - 1, Body));
      return add<BranchBlock>(Header, Body);
    }
    default: // one thing after the other
      return build(Depth - 1, build(Depth - 1, After));
    }
  }

  std::vector<Owned<Block>> Blocks;
  uint32_t State;
  Block *Entry;
};
} // namespace havlak

using namespace havlak;

int main(int argc, char **argv) {
  const int Functions = argc > 1 ? std::atoi(argv[1]) : 4000;
  uint64_t Blocks = 0, Loops = 0, Irreducible = 0, Weight = 0;
  for (int I = 0; I < Functions; ++I) {
    Function F(I * 7919u);
    Numbering Order;
    Order.visit(F.entry());
    LoopFinder Finder(Order);
    Blocks += Order.size();
    Loops += Finder.loops().size();
    for (const Owned<Loop> &L : Finder.loops()) {
      Irreducible += !L->isReducible();
      if (L->isOutermost())
        Weight = Weight * 31 + L->weight() + L->header();
    }
  }
  std::printf("havlak %llu %llu %llu %llx\n", (unsigned long long)Blocks,
              (unsigned long long)Loops, (unsigned long long)Irreducible,
              (unsigned long long)Weight);
  return 0;
}
