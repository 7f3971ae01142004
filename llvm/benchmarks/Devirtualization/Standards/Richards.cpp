//===- Richards.cpp - Tasks of a small operating system -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulation that Martin Richards described: a scheduler runs six tasks
// that pass packets. An idle task lets two devices run in a random order; a
// worker fills packets; two handlers give what is in them to the devices, byte
// by byte.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum TaskName { IdleName, WorkerName, HandlerA, HandlerB, DeviceA, DeviceB };

struct Packet {
  enum Purpose { ForDevice, ForWork };
  static constexpr int Length = 4;

  Packet(Packet *Next, TaskName Name, Purpose What)
      : Next(Next), Name(Name), What(What) {}

  /// Puts this packet at the end of a list.
  void appendTo(Packet *&List) {
    Next = nullptr;
    Packet **End = &List;
    while (*End)
      End = &(*End)->Next;
    *End = this;
  }

  Packet *Next;
  /// Whose packet it is: who is to get it next, or who had it.
  TaskName Name;
  Purpose What;
  int Position = 0;
  int Data[Length] = {};
};

class Scheduler;
struct TaskState;

/// What a task does when it is its turn.
class Task {
public:
  KINDS(Idle, Worker, Handler, Device)
  explicit Task(Scheduler &S) : S(S) {}
  VIRTUAL ~Task() = default;
  /// Gets the first packet of the task's queue, if there is one; returns whose
  /// turn it is then.
  VIRTUAL TaskState *run(Packet *Got) PURE;

protected:
  Scheduler &S;
};

/// What the scheduler knows of a task.
struct TaskState {
  TaskState(TaskState *Next, TaskName Name, int Priority, Packet *Queue,
            Owned<Task> Work)
      : Next(Next), Name(Name), Priority(Priority), Queue(Queue),
        HasPacket(Queue != nullptr), Work(std::move(Work)) {}

  bool cannotRun() const { return IsHeld || (IsWaiting && !HasPacket); }

  TaskState *run() {
    Packet *Got = nullptr;
    if (IsWaiting && HasPacket) {
      Got = Queue;
      Queue = Queue->Next;
      IsWaiting = false;
      HasPacket = Queue != nullptr;
    }
    return Work->run(Got);
  }

  /// Takes a packet; returns who is to run then, this task or `Current`.
  TaskState *take(Packet *P, TaskState *Current) {
    bool WasEmpty = !Queue;
    P->appendTo(Queue);
    if (!WasEmpty)
      return Current;
    HasPacket = true;
    return Priority > Current->Priority ? this : Current;
  }

  TaskState *Next;
  TaskName Name;
  int Priority;
  Packet *Queue;
  bool HasPacket, IsWaiting = false, IsHeld = false;
  Owned<Task> Work;
};

class Scheduler {
public:
  void add(TaskName Name, int Priority, Packet *Queue, Owned<Task> Work,
           bool IsWaiting) {
    States.push_back(std::make_unique<TaskState>(First, Name, Priority, Queue,
                                                 std::move(Work)));
    First = Table[Name] = States.back().get();
    First->IsWaiting = IsWaiting;
  }

  Packet *newPacket(Packet *Next, TaskName Name, Packet::Purpose What) {
    Packets.push_back(std::make_unique<Packet>(Next, Name, What));
    return Packets.back().get();
  }

  void schedule() {
    Current = First;
    while (Current)
      Current = Current->cannotRun() ? Current->Next : Current->run();
  }

  TaskState *waitCurrent() {
    Current->IsWaiting = true;
    return Current;
  }

  TaskState *holdCurrent() {
    ++Holds;
    Current->IsHeld = true;
    return Current->Next;
  }

  TaskState *release(TaskName Name) {
    TaskState *Other = Table[Name];
    Other->IsHeld = false;
    return Other->Priority > Current->Priority ? Other : Current;
  }

  TaskState *send(Packet *P) {
    ++Sent;
    TaskState *To = Table[P->Name];
    P->Name = Current->Name;
    return To->take(P, Current);
  }

  long holds() const { return Holds; }
  long sent() const { return Sent; }

private:
  TaskState *First = nullptr, *Current = nullptr;
  TaskState *Table[6] = {};
  std::vector<std::unique_ptr<TaskState>> States;
  std::vector<std::unique_ptr<Packet>> Packets;
  long Holds = 0, Sent = 0;
};

/// Lets one of the devices run, a number of times.
class IdleTask : public Task {
public:
  IdleTask(Scheduler &S, int Times) : Task(S), Left(Times) { IS(Idle); }
  TaskState *run(Packet *) OVERRIDE {
    if (--Left == 0)
      return S.holdCurrent();
    bool IsOdd = Bits & 1;
    Bits >>= 1;
    if (!IsOdd)
      return S.release(DeviceA);
    Bits ^= 0xd008;
    return S.release(DeviceB);
  }

private:
  int Left;
  unsigned Bits = 1;
};

/// Fills packets with letters, for one handler and the other in turn.
class WorkerTask : public Task {
public:
  explicit WorkerTask(Scheduler &S) : Task(S) { IS(Worker); }
  TaskState *run(Packet *Got) OVERRIDE {
    if (!Got)
      return S.waitCurrent();
    To = To == HandlerA ? HandlerB : HandlerA;
    Got->Name = To;
    Got->Position = 0;
    for (int &Letter : Got->Data) {
      Last = Last == 26 ? 1 : Last + 1;
      Letter = Last;
    }
    return S.send(Got);
  }

private:
  TaskName To = HandlerA;
  int Last = 0;
};

/// Gives what is in packets of the worker to a device, and them back to it.
class HandlerTask : public Task {
public:
  explicit HandlerTask(Scheduler &S) : Task(S) { IS(Handler); }
  TaskState *run(Packet *Got) OVERRIDE {
    if (Got)
      Got->appendTo(Got->What == Packet::ForWork ? Work : Device);
    if (!Work)
      return S.waitCurrent();
    if (Work->Position == Packet::Length)
      return S.send(pop(Work));
    if (!Device)
      return S.waitCurrent();
    Packet *P = pop(Device);
    P->Position = Work->Data[Work->Position++];
    return S.send(P);
  }

private:
  static Packet *pop(Packet *&List) {
    Packet *P = List;
    List = P->Next;
    return P;
  }
  Packet *Work = nullptr, *Device = nullptr;
};

/// Keeps a packet until it is released.
class DeviceTask : public Task {
public:
  explicit DeviceTask(Scheduler &S) : Task(S) { IS(Device); }
  TaskState *run(Packet *Got) OVERRIDE {
    if (Got) {
      Pending = Got;
      return S.holdCurrent();
    }
    if (!Pending)
      return S.waitCurrent();
    return S.send(std::exchange(Pending, nullptr));
  }

private:
  Packet *Pending = nullptr;
};

#ifdef DIRECT
template <typename Fn> inline auto dispatch(Task *T, Fn Call) {
  switch (T->ItsKind) {
  case Task::Kind::Idle:
    return Call(as<IdleTask>(T));
  case Task::Kind::Worker:
    return Call(as<WorkerTask>(T));
  case Task::Kind::Handler:
    return Call(as<HandlerTask>(T));
  default:
    return Call(as<DeviceTask>(T));
  }
}

inline TaskState *Task::run(Packet *Got) {
  return dispatch(this, [Got](auto *T) { return T->run(Got); });
}

inline void destroy(Task *T) {
  dispatch(T, [](auto *Object) { delete Object; });
}
#endif

static void simulate(int Times, long &Sent, long &Holds) {
  Scheduler S;
  S.add(IdleName, 0, nullptr, make<IdleTask>(S, Times), false);
  Packet *Queue = S.newPacket(nullptr, WorkerName, Packet::ForWork);
  Queue = S.newPacket(Queue, WorkerName, Packet::ForWork);
  S.add(WorkerName, 1000, Queue, make<WorkerTask>(S), true);
  const TaskName Handlers[] = {HandlerA, HandlerB};
  const TaskName Devices[] = {DeviceA, DeviceB};
  for (int I = 0; I < 2; ++I) {
    Queue = nullptr;
    for (int J = 0; J < 3; ++J)
      Queue = S.newPacket(Queue, Devices[I], Packet::ForDevice);
    S.add(Handlers[I], 2000 + 1000 * I, Queue, make<HandlerTask>(S), true);
  }
  for (int I = 0; I < 2; ++I)
    S.add(Devices[I], 4000 + 1000 * I, nullptr, make<DeviceTask>(S), true);
  S.schedule();
  Sent += S.sent();
  Holds += S.holds();
}

int main(int argc, char **argv) {
  const int Rounds = argc > 1 ? std::atoi(argv[1]) : 150;
  long Sent = 0, Holds = 0;
  for (int Round = 0; Round < Rounds; ++Round)
    simulate(10000, Sent, Holds);
  std::printf("richards %ld %ld\n", Sent, Holds);
  return 0;
}
