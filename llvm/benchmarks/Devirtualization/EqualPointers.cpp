//===- EqualPointers.cpp - Objects replaced by those of another class -----===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program replaces an object by one of another class, and compares pointers
// to them, which are equal. It calls methods through the pointer to the new
// object only, so no optimization may use the pointer to the old one instead.
// Prints one line for each case.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <any>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <utility>
#include <variant>

struct Base {
  virtual int kind() = 0;
};
struct First : Base {
  int kind() override { return 1; }
};
struct Second : Base {
  int kind() override { return 2; }
};

// The lifetime of the old object ends here; its destructor is trivial.
__attribute__((noinline)) static Base *replace(void *Memory) {
  return ::new (Memory) Second;
}

// Storage of the objects of one case. Converts to its address, a constant.
template <class Case> struct Variable {
  static First Object;
  static constexpr void *Address = &Object;
  operator void *() const { return Address; }
};
template <class Case> First Variable<Case>::Object;
template <class Case> struct Buffer {
  alignas(First) static unsigned char Bytes[sizeof(First)];
  operator void *() const { return Bytes; }
};
template <class Case>
alignas(First) unsigned char Buffer<Case>::Bytes[sizeof(First)];

// The name of the variable tells the class of the old object.
template <class Case> __attribute__((noinline)) static int inVariable(Case C) {
  Base *Old = &Variable<Case>::Object;
  Base *New = replace(&Variable<Case>::Object);
  return C(Variable<Case>(), Old, New);
}

// A call loads the vtable pointer of the old object.
template <class Case> __attribute__((noinline)) static int inBuffer(Case C) {
  Base *Old = ::new (Buffer<Case>::Bytes) First;
  int Before = Old->kind();
  Base *New = replace(Buffer<Case>::Bytes);
  return Before * 10 + C(Buffer<Case>(), Old, New);
}

// The same, without a constant address.
template <class Case> __attribute__((noinline)) static int inHeap(Case C) {
  void *Memory = ::operator new(sizeof(First));
  Base *Old = ::new (Memory) First;
  int Before = Old->kind();
  Base *New = replace(Memory);
  int Result = Before * 10 + C(Memory, Old, New);
  ::operator delete(Memory);
  return Result;
}

template <class Case> static void run(const char *Name, Case C) {
  std::printf("%s: %d %d %d\n", Name, inVariable(C), inBuffer(C), inHeap(C));
}

// One or two pointers as numbers and bytes.
using Number = std::uintptr_t;
using Half = std::uint32_t;
using Wide = unsigned __int128;
using Vector = Number __attribute__((vector_size(16)));
struct Bytes {
  alignas(Base *) unsigned char Data[sizeof(Base *)];
};
struct Halves {
  Half Data[2];
};
struct Numbers {
  Number Data[2];
};
struct alignas(16) Pointers {
  Base *Data[2];
};

template <class To, class From> static To convert(From Value) {
  static_assert(sizeof(To) == sizeof(From), "copies all bytes");
  To Result;
  std::memcpy(&Result, &Value, sizeof(To));
  return Result;
}
static Number number(Base *P) { return convert<Number>(P); }
static int callAt(const void *Slot) {
  Base *P;
  std::memcpy(&P, Slot, sizeof(P));
  return P->kind();
}
template <class T> static int call(T Value) { return callAt(&Value); }

// Incremented to have a block with a side effect.
static int Blocks;

// Both pointers are compared with a constant address, or with each other.
struct Nested {
  template <class Location>
  int operator()(Location L, Base *Old, Base *New) const {
    return (Old == L ? New == L ? New : Old : Old)->kind();
  }
};

static void comparePointers() {
  run("nested", Nested());
  run("branch", [](auto L, Base *Old, Base *New) {
    Base *P = Old;
    if (Old == L && New == L)
      P = New;
    return P->kind();
  });
  run("chain", [](auto L, Base *Old, Base *New) {
    Base *P = Old;
    if (Old == New && New == L)
      P = New;
    return P->kind();
  });
  run("std::equal_to", [](auto L, Base *Old, Base *New) {
    std::equal_to<void *> Equal;
    return (Equal(Old, L) && Equal(New, L) ? New : Old)->kind();
  });
  run("std::less", [](auto L, Base *Old, Base *New) {
    std::less<void *> Less;
    Base *P = Old;
    if (!Less(Old, L) && !Less(L, Old) && New == L)
      P = New;
    return P->kind();
  });
  run("switch", [](auto L, Base *Old, Base *New) {
    Base *P = Old;
    switch (number(New) - reinterpret_cast<Number>(static_cast<void *>(L))) {
    case 0:
      if (Old == L)
        P = New;
    }
    return P->kind();
  });
  run("slot", [](auto L, Base *Old, Base *New) {
    static Base *Slot;
    Slot = Old;
    if (Slot == L && New == L)
      Slot = New;
    return Slot->kind();
  });
  run("no constant", [](auto, Base *Old, Base *New) {
    std::less<Base *> Less;
    if (Old != New || Less(Old, New) || Less(New, Old))
      return 0;
    return New->kind();
  });
}

// Functions that return the new number if it equals the old one.
template <class T> static T choose(T Old, T New) {
  return Old == New ? New : Old;
}
static Vector chooseVector(Vector Old, Vector New) {
  return Old == New ? New : Old;
}
static Number least(Number Old, Number New) {
  Number Least = Old < New ? Old : New;
  if (Old <= New)
    return Least;
  return 0;
}
static Number checkDifference(Number Old, const Number *New) {
  Number Result = *New;
  if ((Old ^ Result) != 0)
    return 0;
  ++Blocks;
  return Result;
}
static Number checkSum(Number Old, Number New, Number Offset) {
  if (Old + Offset != New + Offset)
    return 0;
  ++Blocks;
  return New + Offset;
}
static Number untag(const Numbers &Tagged, Number Old) {
  for (Number Each : Tagged.Data)
    if ((Each & ~Number(7)) == Old) {
      ++Blocks;
      return Each & ~Number(7);
    }
  return 0;
}
static Bytes copyHalves(const Bytes &Old, const Bytes &New) {
  Bytes Result = {};
  for (std::size_t I = 0; I != sizeof(Result); I += sizeof(Half)) {
    if (std::memcmp(Old.Data + I, New.Data + I, sizeof(Half)))
      return {};
    ++Blocks;
    std::memcpy(Result.Data + I, New.Data + I, sizeof(Half));
  }
  return Result;
}
static Halves checkHalves(const Halves &Old, const Halves &New) {
  Half Low = New.Data[0], High = New.Data[1];
  if (Old.Data[0] != Low || Old.Data[1] != High)
    return {};
  ++Blocks;
  return {{Low, High}};
}
static int callBytes(Base *Old, const Bytes *New) {
  Number OldNumber = number(Old);
  Bytes Copy = *New;
  if (OldNumber != convert<Number>(Copy))
    return 0;
  return call(Copy);
}

static void compareNumbers() {
  run("number", [](auto, Base *Old, Base *New) {
    return call(choose(number(Old), number(New)));
  });
  run("bytes", [](auto, Base *Old, Base *New) {
    auto Copy = convert<Bytes>(New);
    return callBytes(Old, &Copy);
  });
  run("__int128", [](auto, Base *Old, Base *New) {
    Pointers O = {{Old, Old}}, N = {{New, New}};
    Wide Result = choose(convert<Wide>(O), convert<Wide>(N));
    return convert<Pointers>(Result).Data[1]->kind();
  });
  run("vector", [](auto, Base *Old, Base *New) {
    Pointers O = {{Old, Old}}, N = {{New, New}};
    Vector Result = chooseVector(convert<Vector>(O), convert<Vector>(N));
    return convert<Pointers>(Result).Data[1]->kind();
  });
  run("array", [](auto, Base *Old, Base *New) {
    Number O[4], N[4], Result[4];
    for (int I = 0; I != 4; ++I) {
      std::memcpy(O + I, &Old, sizeof(Old));
      std::memcpy(N + I, &New, sizeof(New));
    }
    for (int I = 0; I != 4; ++I)
      Result[I] = O[I] == N[I] ? N[I] : O[I];
    return callAt(Result + 1);
  });
  run("array of bytes", [](auto, Base *Old, Base *New) {
    unsigned char O[sizeof(Old)], N[sizeof(New)], Result[sizeof(New)];
    std::memcpy(O, &Old, sizeof(Old));
    std::memcpy(N, &New, sizeof(New));
    for (std::size_t I = 0; I != sizeof(New); ++I)
      Result[I] = O[I] == N[I] ? N[I] : O[I];
    return callAt(Result);
  });
  run("halves", [](auto, Base *Old, Base *New) {
    return call(checkHalves(convert<Halves>(Old), convert<Halves>(New)));
  });
  run("copied halves", [](auto, Base *Old, Base *New) {
    return call(copyHalves(convert<Bytes>(Old), convert<Bytes>(New)));
  });
  run("joined halves", [](auto, Base *Old, Base *New) {
    Half Low = choose(number(Old), number(New));
    Half High = choose(number(Old), number(New)) >> 32;
    return call(Number(High) << 32 | Low);
  });
  run("tag", [](auto, Base *Old, Base *New) {
    return call(untag({{0, number(New) | 3}}, number(Old)));
  });
  run("least", [](auto, Base *Old, Base *New) {
    return call(least(number(Old), number(New)));
  });
  run("std::clamp", [](auto, Base *Old, Base *New) {
    Number O = number(Old);
    return call(std::clamp(number(New), O, O));
  });
  run("difference", [](auto, Base *Old, Base *New) {
    Number N = number(New);
    return call(checkDifference(number(Old), &N));
  });
  run("sum", [](auto, Base *Old, Base *New) {
    return call(checkSum(number(Old) - 8, number(New) - 8, 8));
  });
  run("rotation", [](auto, Base *Old, Base *New) {
    Number O = number(Old), N = number(New);
    O = O << 16 | O >> 48;
    N = N << 16 | N >> 48;
    N = O == N ? N : O;
    return call(N >> 16 | N << 48);
  });
}

// Functions that overwrite numbers and bytes by equal ones.
static void set(Number &Slot, const Number &New) {
  if (Slot == New)
    Slot = New;
}
static void setBytes(Bytes &Slot, const Bytes &New) {
  if (std::memcmp(&Slot, &New, sizeof(New)) == 0)
    Slot = New;
}
static void setMemory(void *Slot, Number New) {
  Number Old;
  std::memcpy(&Old, Slot, sizeof(Old));
  if (Old == New)
    std::memcpy(Slot, &New, sizeof(New));
}
static void setHalves(void *Slot, const void *New) {
  Halves O, N;
  std::memcpy(&O, Slot, sizeof(O));
  std::memcpy(&N, New, sizeof(N));
  for (int I = 0; I != 2; ++I)
    if (O.Data[I] == N.Data[I])
      std::memcpy(static_cast<Half *>(Slot) + I, N.Data + I, sizeof(Half));
}
static void setAlways(void *Slot, Number New) {
  Number Old;
  std::memcpy(&Old, Slot, sizeof(Old));
  Old = Old == New ? New : Old;
  std::memcpy(Slot, &Old, sizeof(Old));
}
template <class T, int Size>
static void setAll(T (&Slots)[Size], const T (&New)[Size]) {
  for (int I = 0; I != Size; ++I)
    if (Slots[I] == New[I])
      Slots[I] = New[I];
}

static void storeEqualBytes() {
  run("set", [](auto, Base *Old, Base *New) {
    Number Slot = number(Old);
    set(Slot, number(New));
    return call(Slot);
  });
  run("set bytes", [](auto, Base *Old, Base *New) {
    auto Slot = convert<Bytes>(Old);
    setBytes(Slot, convert<Bytes>(New));
    return call(Slot);
  });
  run("set static", [](auto, Base *Old, Base *New) {
    static Base *Slot;
    Slot = Old;
    setMemory(&Slot, number(New));
    return Slot->kind();
  });
  run("set halves", [](auto, Base *Old, Base *New) {
    Base *Slot = Old;
    setHalves(&Slot, &New);
    return Slot->kind();
  });
  run("set always", [](auto, Base *Old, Base *New) {
    Base *Slot = Old;
    setAlways(&Slot, number(New));
    return Slot->kind();
  });
  run("set all bytes", [](auto, Base *Old, Base *New) {
    unsigned char Slot[sizeof(Old)], N[sizeof(New)];
    std::memcpy(Slot, &Old, sizeof(Old));
    std::memcpy(N, &New, sizeof(New));
    setAll(Slot, N);
    return callAt(Slot);
  });
  run("set all", [](auto, Base *Old, Base *New) {
    Number Slots[4], N[4];
    for (int I = 0; I != 4; ++I) {
      std::memcpy(Slots + I, &Old, sizeof(Old));
      std::memcpy(N + I, &New, sizeof(New));
    }
    setAll(Slots, N);
    return callAt(Slots + 1);
  });
}

// Functions that return the new pointer within another type.
union Handle {
  Number Bits;
  Base *Pointer;
  Handle() : Bits(0) {}
  Handle(Base *P) : Pointer(P) {}
};
template <class T> static T convertIfEqual(Base *Old, Base *New) {
  T Result = {};
  if (Old == New) {
    ++Blocks;
    Result = convert<T>(New);
  }
  return Result;
}
template <class T> static T holdIfEqual(Base *Old, Base *New) {
  T Result = {};
  if (Old == New) {
    ++Blocks;
    Result = New;
  }
  return Result;
}
static std::function<int()> bindIfEqual(Base *Old, Base *New) {
  if (Old != New)
    return {};
  ++Blocks;
  return [New] { return New->kind(); };
}

static void holdPointers() {
  run("in bytes", [](auto, Base *Old, Base *New) {
    return call(convertIfEqual<Bytes>(Old, New));
  });
  run("in number", [](auto, Base *Old, Base *New) {
    return call(convertIfEqual<Number>(Old, New));
  });
  run("in union", [](auto, Base *Old, Base *New) {
    return holdIfEqual<Handle>(Old, New).Pointer->kind();
  });
  run("in std::variant", [](auto, Base *Old, Base *New) {
    using Variant = std::variant<long, Base *>;
    return std::get<1>(holdIfEqual<Variant>(Old, New))->kind();
  });
  run("in std::optional", [](auto, Base *Old, Base *New) {
    return (*holdIfEqual<std::optional<Base *>>(Old, New))->kind();
  });
  run("in std::any", [](auto, Base *Old, Base *New) {
    auto Any = holdIfEqual<std::any>(Old, New);
    return std::any_cast<Base *>(Any)->kind();
  });
  run("in std::function",
      [](auto, Base *Old, Base *New) { return bindIfEqual(Old, New)(); });
}

// Members of a union, an element, a name after std::launder, a weak variable.
static union Either {
  char None;
  First Old;
  Second New;
  constexpr Either() : None() {}
} Members;
static First Elements[3], Laundered;
__attribute__((weak)) First Weak;
extern First Undefined __attribute__((weak));
static void *const Addresses[] = {&Members, &Elements[1], &Laundered, &Weak};
template <int I> struct Constant {
  operator void *() const { return Addresses[I]; }
};

__attribute__((noinline)) static void replaceMember() {
  Base *Old = ::new (&Members.Old) First;
  int Before = Old->kind();
  Base *New = replace(&Members.New);
  int After = Nested()(Constant<0>(), Old, New);
  std::printf("member of union: %d %d\n", Before, After);
}
__attribute__((noinline)) static void replaceElement() {
  Base *Old = &Elements[1];
  Base *New = replace(&Elements[1]);
  std::printf("element: %d\n", Nested()(Constant<1>(), Old, New));
}
__attribute__((noinline)) static void replaceLaundered() {
  Base *Old = &Laundered;
  replace(&Laundered);
  Base *New = std::launder(reinterpret_cast<Base *>(&Laundered));
  std::printf("std::launder: %d\n", Nested()(Constant<2>(), Old, New));
}
__attribute__((noinline)) static void replaceWeak() {
  Base *Old = &Weak;
  Base *New = replace(&Weak);
  Base *Null = &Undefined;
  std::printf("weak: %d %d\n", Nested()(Constant<3>(), Old, New),
              Null ? Null->kind() : 0);
}

int main() {
  comparePointers();
  compareNumbers();
  storeEqualBytes();
  holdPointers();
  replaceMember();
  replaceElement();
  replaceLaundered();
  replaceWeak();
}
