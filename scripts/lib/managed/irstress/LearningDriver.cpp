//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds calls that are defined: it calls the functions of a module that
/// Instrument.cpp has changed, without collections. Memory that was never
/// written gets what the first access wants: a number, or a reference to an
/// object. A call is given up when it accesses anything else than objects, has
/// an address as a number, or takes too long.
///
/// Usage: driver LOG SEED CALLS
///
/// For each call that was not given up, the log has what memory held at first,
/// and a line "call FUNCTION INPUT STRICT HASH". STRICT says that all
/// references that it passes on are to the first byte of objects.
///
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include <bitset>
#include <cinttypes>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>

/// Objects are so far from each other that an index does not get from one to
/// another.
static constexpr uint64_t LearnStride = 1 << 20;
static constexpr int64_t Fuel = 1000;
static constexpr uint64_t MostLazy = 60;

/// Instrument.cpp has the same.
enum Kind : uint64_t { Number, Reference, Native, Bytes };

static sigjmp_buf GivingUp;
static const char *volatile Why;
static int64_t FuelLeft;
static bool IsStrict;
static uint64_t NumLazy, NumLazyNative;
/// By the id of the object or, shifted, the index of the variable.
static std::map<uint64_t, std::bitset<ObjectSize>> Touched;
/// Their sizes, and where their types have references.
static std::map<uintptr_t, uint64_t> StackObjects;
static std::set<uintptr_t> StackSlots;
/// What words were accessed as last, if not as bytes.
static std::map<uint64_t, Kind> Kinds;
static std::string Log;

[[noreturn]] static void giveUp(const char *Reason) {
  Why = Reason;
  siglongjmp(GivingUp, 1);
}

static void onSignal(int) { giveUp("signal"); }

char *getNewObject(uint64_t Id) {
  return reinterpret_cast<char *>(FirstSpace + Id * LearnStride + Margin);
}

void initialize(uint64_t, char *) {}

static bool isInHeap(uint64_t Address) {
  return Address - FirstSpace < LastId * LearnStride;
}

std::pair<uint64_t, uint64_t> findObject(uint64_t Address) {
  if (!isInHeap(Address))
    return {0, 0};
  const uint64_t Id = (Address - FirstSpace) / LearnStride;
  const uint64_t Offset = (Address - FirstSpace) % LearnStride - Margin;
  if (!Objects.count(Id) || Offset > ObjectSize)
    return {0, 0};
  return {Id, Offset};
}

static std::pair<uint64_t, uint64_t> findNative(uint64_t Address) {
  const uint64_t Id = FirstNative + (Address - NativeSpace) / Stride;
  const uint64_t Offset = (Address - NativeSpace) % Stride - Margin;
  if (Address < NativeSpace || Id >= LastId || !Objects.count(Id) ||
      Offset > ObjectSize)
    return {0, 0};
  return {Id, Offset};
}

static bool isInNativeSpace(uint64_t Address) {
  return Address >= NativeSpace &&
         Address < NativeSpace + (LastId - FirstNative) * Stride;
}

/// Whether a word that is accessed as a number is the number of an address.
static bool isAddress(uint64_t Value) {
  return isInHeap(Value) || isInNativeSpace(Value) ||
         (Value >= uint64_t(1) << 36 && Value < uint64_t(1) << 48);
}

void checkReference(uint64_t Value) {
  if (!Value || findGlobal(Value))
    return;
  const auto [Id, Offset] = findObject(Value);
  if (!Id)
    giveUp("bad reference");
  if (Offset)
    IsStrict = false;
}

static void checkPointer(uint64_t Value, uint64_t What) {
  if (What == Reference)
    checkReference(Value);
  else if (isInHeap(Value))
    giveUp("reference as another pointer");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {

/// Where an access goes. Which bytes were written before is known of what may
/// hold anything at first.
struct Place {
  char *First;
  uint64_t Offset;
  bool IsConstant = false;
  std::bitset<ObjectSize> *Known = nullptr;
  /// For the log.
  uint64_t Id = 0, LogOffset = 0;
};

} // end anonymous namespace

static Place find(uint64_t Address, uint64_t Size) {
  auto *First = reinterpret_cast<char *>(Address);
  auto [Id, Offset] = findObject(Address);
  if (!Id)
    std::tie(Id, Offset) = findNative(Address);
  if (Id) {
    if (Offset + Size > ObjectSize)
      giveUp("access beyond an object");
    return {First, Offset, false, &Touched[Id], Id, Offset};
  }
  for (int64_t I = 0; I != gcstress_globals_count; ++I) {
    const Global &G = gcstress_globals[I];
    Offset = Address - uintptr_t(G.Address);
    if (Offset > G.Size || Size > G.Size - Offset)
      continue;
    const uint64_t LogOffset = uint64_t(I) << GlobalShift | Offset;
    return {First,    Offset,
            !G.Kind,  G.Kind == 2 ? &Touched[uint64_t(I + 1) << 32] : nullptr,
            GlobalId, LogOffset};
  }
  const auto Stack = uintptr_t(__builtin_frame_address(0));
  StackObjects.erase(StackObjects.begin(), StackObjects.lower_bound(Stack));
  StackSlots.erase(StackSlots.begin(), StackSlots.lower_bound(Stack));
  auto Next = StackObjects.upper_bound(Address);
  if (Next == StackObjects.begin())
    giveUp("wild access");
  --Next;
  if (Address + Size > Next->first + Next->second)
    giveUp("wild access");
  return {First, Address - Next->first};
}

static void put(const Place &P, uint64_t Offset, uint64_t Size, uint64_t Value,
                bool IsObject) {
  for (uint64_t I = 0; I != Size; ++I)
    P.Known->set(P.Offset + Offset + I);
  Log += (IsObject ? "object " : "number ") + std::to_string(P.Id) + " " +
         std::to_string(P.LogOffset + Offset) + " " + std::to_string(Size) +
         " " + std::to_string(Value) + "\n";
  if (IsObject)
    Value = Value ? uintptr_t(getObject(Value)) : 0;
  std::memcpy(P.First + Offset, &Value, Size);
}

static uint64_t random(const Place &P, uint64_t Offset, uint64_t Salt) {
  return mix(mix(P.Id * 3 + Salt, P.LogOffset + Offset), 9) >> 8;
}

/// How many of some bytes are known.
static uint64_t countKnown(const Place &P, uint64_t Offset, uint64_t Size) {
  uint64_t Count = 0;
  for (uint64_t I = 0; I != Size; ++I)
    Count += P.Known->test(P.Offset + Offset + I);
  return Count;
}

static void decidePointer(const Place &P, uint64_t Offset, uint64_t What) {
  const uint64_t Random = random(P, Offset, 1);
  uint64_t &Count = What == Reference ? NumLazy : NumLazyNative;
  const uint64_t First = What == Reference ? FirstLazy : FirstLazyNative;
  uint64_t Id = 0;
  if (Random % 8 == 0)
    Id = 0;
  else if (Count && (Random % 8 == 1 || Count == MostLazy))
    Id = First + (Random >> 8) % Count;
  else
    Id = First + Count++;
  put(P, Offset, 8, Id, /*IsObject=*/true);
}

static void decideNumber(const Place &P, uint64_t Offset, uint64_t Size) {
  const uint64_t Value = chooseNumber(random(P, Offset, 2));
  for (uint64_t I = 0; I != Size; ++I)
    if (!P.Known->test(P.Offset + Offset + I))
      put(P, Offset + I, 1, Value >> (8 * (I % 8)) & 255, false);
}

static void decide(const Place &P, uint64_t Size, uint64_t What) {
  if (What == Reference || What == Native) {
    const uint64_t Count = countKnown(P, 0, 8);
    if (Count == 0 && P.Offset % 8 == 0)
      decidePointer(P, 0, What);
    else if (Count != 8)
      giveUp("half of a pointer");
    return;
  }
  if (Size <= 8)
    return decideNumber(P, 0, Size);
  for (uint64_t I = 0; I < Size; I += 4)
    decideNumber(P, I, Size - I < 4 ? Size - I : 4);
}

static uint64_t readWord(uint64_t Address) {
  uint64_t Value;
  std::memcpy(&Value, reinterpret_cast<char *>(Address), 8);
  return Value;
}

/// Gives up if a part of a pointer is accessed, or all of it as a number.
static void checkNumbers(const Place &P, uint64_t Address, uint64_t Size,
                         bool IsWholeAllowed) {
  for (uint64_t Word = Address & ~7; Word < Address + Size; Word += 8) {
    // The rest of it may be something else.
    if (Word < Address - P.Offset)
      continue;
    const bool IsWhole = Word >= Address && Word + 8 <= Address + Size;
    if ((!IsWhole || !IsWholeAllowed) && isAddress(readWord(Word)))
      giveUp("address as a number");
  }
}

//===----------------------------------------------------------------------===//
// Kinds of words
//===----------------------------------------------------------------------===//

static void forgetKinds(uint64_t Address, uint64_t Size) {
  Kinds.erase(Kinds.lower_bound(Address & ~7),
              Kinds.lower_bound(Address + Size));
}

static void writeKind(uint64_t Address, uint64_t Size, uint64_t What) {
  forgetKinds(Address, Size);
  if (What != Bytes)
    for (uint64_t Word = Address & ~7; Word < Address + Size; Word += 8)
      Kinds[Word] = Kind(What);
}

/// A word that is a number for one and a pointer for the other, null mostly, is
/// one value for optimizers, which a collector does not know what to do with.
static void readKind(uint64_t Address, uint64_t Size, uint64_t What) {
  if (What != Bytes)
    for (uint64_t Word = Address & ~7; Word < Address + Size; Word += 8)
      if (Kinds.try_emplace(Word, Kind(What)).first->second != What)
        giveUp("one word as a number and as a pointer");
}

static void copyKinds(uint64_t To, uint64_t From, uint64_t Size) {
  std::map<uint64_t, Kind> Copied;
  if (To % 8 == From % 8)
    for (auto I = Kinds.lower_bound(From); I != Kinds.lower_bound(From + Size);
         ++I)
      Copied.emplace(I->first - From + To, I->second);
  forgetKinds(To, Size);
  Kinds.insert(Copied.begin(), Copied.end());
}

extern "C" {
void gcstress_stop() { giveUp("unreachable"); }

void gcstress_fuel() {
  if (--FuelLeft < 0)
    giveUp("too long");
}

void gcstress_alloca(char *Object, uint64_t Size) {
  forgetKinds(uintptr_t(Object), Size);
  StackObjects[uintptr_t(Object)] = Size;
}

void gcstress_slot(char *Slot) { StackSlots.insert(uintptr_t(Slot)); }

void gcstress_value(uint64_t Value, uint64_t What) {
  checkPointer(Value, What);
}

void gcstress_read(uint64_t Address, uint64_t Size, uint64_t Alignment,
                   uint64_t What) {
  if (!Size)
    return;
  const Place P = find(Address, Size);
  if (Address % Alignment)
    giveUp("misaligned access");
  if (P.Known)
    decide(P, Size, What);
  if (What == Number || What == Bytes)
    checkNumbers(P, Address, Size, What == Bytes);
  else
    checkPointer(readWord(Address), What);
  readKind(Address, Size, What);
}

void gcstress_write(uint64_t Address, uint64_t Size, uint64_t Alignment,
                    uint64_t What) {
  if (!Size)
    return;
  const Place P = find(Address, Size);
  if (P.IsConstant)
    giveUp("store to a constant");
  if (Address % Alignment || (What != Number && What != Bytes && Address % 8))
    giveUp("misaligned access");
  checkNumbers(P, Address, Size, /*IsWholeAllowed=*/true);
  if (P.Known)
    for (uint64_t I = 0; I != Size; ++I)
      P.Known->set(P.Offset + I);
  writeKind(Address, Size, What);
}

/// Before a copy: what the destination has references for are references.
void gcstress_copy(uint64_t To, uint64_t From, uint64_t Size) {
  if (!Size)
    return;
  const Place P = find(From, Size);
  const bool IsTyped = find(To, Size).Id == 0;
  if (P.Known)
    for (uint64_t I = (8 - P.Offset % 8) % 8; I + 8 <= Size; I += 8)
      if (countKnown(P, I, 8) == 0 &&
          (IsTyped ? StackSlots.count(To + I) != 0 : random(P, I, 3) % 2))
        decidePointer(P, I, Reference);
  gcstress_read(From, Size, 1, Bytes);
  gcstress_write(To, Size, 1, Bytes);
  copyKinds(To, From, Size);
}

void gcstress_copied(uint64_t To, uint64_t Size) {
  for (auto I = StackSlots.lower_bound(To);
       I != StackSlots.end() && *I + 8 <= To + Size; ++I)
    checkReference(readWord(*I));
}

void gcstress_written(uint64_t Address, uint64_t What) {
  checkPointer(readWord(Address), What);
}

void gcstress_equal(uint64_t A, uint64_t B) {
  for (const uint64_t V : {A, B})
    if (isInHeap(V) && !findObject(V).first)
      giveUp("address that is in no object is compared");
}

void gcstress_compare(uint64_t A, uint64_t B) {
  const uint64_t First =
      isInHeap(A) ? findObject(A).first : findNative(A).first;
  if (!First || First != (isInHeap(B) ? findObject(B) : findNative(B)).first)
    giveUp("order of addresses");
}

// These are no safepoints here.
void gcstress_poll() {}
void *gcstress_ref(uint64_t NullPercent) {
  return chooseReference(NullPercent);
}
void *gcstress_fresh() { return makeFresh(); }
void gcstress_throw() { throw int(1); }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Whether the call is defined.
static bool run(uint64_t Function, uint64_t Input) {
  void *Space = reinterpret_cast<void *>(FirstSpace);
  if (mmap(Space, FirstNative * LearnStride, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
           0) != Space) {
    std::perror("mapping the heap");
    std::_Exit(1);
  }
  start(Function, Input);
  FuelLeft = Fuel;
  IsStrict = true;
  NumLazy = NumLazyNative = 0;
  Touched.clear();
  Kinds.clear();
  StackObjects.clear();
  StackSlots.clear();
  Log.clear();
  if (sigsetjmp(GivingUp, 1)) {
    std::printf("%s\n", Why);
    return false;
  }
  try {
    gcstress_functions[Function]();
  } catch (int X) {
    Hash = mix(Hash, X);
  }
  const uint64_t Result = finish();
  Log += "call " + std::to_string(Function) + " " + std::to_string(Input) +
         " " + std::to_string(IsStrict) + " " + std::to_string(Result) + "\n";
  std::puts("defined");
  return true;
}

static void installHandlers() {
  static char Stack[1 << 16];
  stack_t Other = {};
  Other.ss_sp = Stack;
  Other.ss_size = sizeof(Stack);
  sigaltstack(&Other, nullptr);
  struct sigaction Action = {};
  Action.sa_handler = onSignal;
  Action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    sigaction(Signal, &Action, nullptr);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s LOG SEED CALLS\n", argv[0]);
    return 2;
  }
  std::FILE *File = std::fopen(argv[1], "w");
  if (!File) {
    std::perror(argv[1]);
    return 1;
  }
  const uint64_t Seed = std::strtoull(argv[2], nullptr, 10);
  const uint64_t Calls = std::strtoull(argv[3], nullptr, 10);
  installHandlers();
  prepare();
  for (int64_t I = 0; I != gcstress_functions_count; ++I) {
    // Whatever a function breaks is gone with its process.
    if (const pid_t Child = fork()) {
      waitpid(Child, nullptr, 0);
      continue;
    }
    alarm(5);
    for (uint64_t C = 0; C != Calls; ++C)
      if (run(I, Seed * 16 + C)) {
        std::fputs(Log.c_str(), File);
        std::fflush(File);
      }
    std::fflush(stdout);
    _exit(0);
  }
  std::fclose(File);
}
