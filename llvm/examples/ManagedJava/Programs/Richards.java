//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A small operating system whose tasks send packets to each other, after
/// Martin Richards. Prints how often packets were queued and tasks held, for
/// each run.
///
/// Usage: Richards [runs]
///
//===----------------------------------------------------------------------===//

public class Richards {
  private static final int IDLE = 0, WORKER = 1, HANDLER_A = 2, HANDLER_B = 3,
                           DEVICE_A = 4, DEVICE_B = 5, TASKS = 6;
  private static final int ROUNDS = 10000;

  private enum Kind { DEVICE, WORK }

  private static final class Packet {
    static final int SIZE = 4;

    Packet next;
    /// Where it goes to or came from.
    int task;
    final Kind kind;
    int position;
    final int[] data = new int[SIZE];

    Packet(Packet next, int task, Kind kind) {
      this.next = next;
      this.task = task;
      this.kind = kind;
    }

    /// \returns the queue with this at its end.
    Packet appendedTo(Packet queue) {
      next = null;
      if (queue == null)
        return this;
      Packet last = queue;
      while (last.next != null)
        last = last.next;
      last.next = this;
      return queue;
    }
  }

  private abstract class Task {
    final Task next;
    final int id, priority;
    Packet queue;
    boolean pending, waiting, held;

    Task(int id, int priority, Packet queue) {
      this.id = id;
      this.priority = priority;
      this.queue = queue;
      pending = queue != null;
      waiting = true;
      next = list;
      list = this;
      tasks[id] = this;
    }

    boolean cannotRun() { return held || waiting && !pending; }

    /// \returns which task is next.
    Task step() {
      Packet packet = null;
      if (waiting && pending) {
        packet = queue;
        queue = packet.next;
        pending = queue != null;
        waiting = false;
      }
      return run(packet);
    }

    abstract Task run(Packet packet);
  }

  private final class IdleTask extends Task {
    private int bits = 1, count = ROUNDS;

    IdleTask() {
      super(IDLE, 0, null);
      waiting = false;
    }

    Task run(Packet packet) {
      if (--count == 0)
        return hold();
      boolean odd = (bits & 1) != 0;
      bits >>= 1;
      if (odd)
        bits ^= 0xD008;
      return release(odd ? DEVICE_B : DEVICE_A);
    }
  }

  private final class WorkerTask extends Task {
    private int handler = HANDLER_A, letter;

    WorkerTask(Packet queue) { super(WORKER, 1000, queue); }

    Task run(Packet packet) {
      if (packet == null)
        return await();
      handler = HANDLER_A + HANDLER_B - handler;
      packet.task = handler;
      packet.position = 0;
      for (int i = 0; i < Packet.SIZE; ++i) {
        letter = letter % 26 + 1;
        packet.data[i] = letter;
      }
      return send(packet);
    }
  }

  private final class HandlerTask extends Task {
    private Packet work, devices;

    HandlerTask(int id, int priority, Packet queue) {
      super(id, priority, queue);
    }

    Task run(Packet packet) {
      if (packet != null) {
        switch (packet.kind) {
        case WORK:
          work = packet.appendedTo(work);
          break;
        case DEVICE:
          devices = packet.appendedTo(devices);
          break;
        }
      }
      if (work != null) {
        if (work.position == Packet.SIZE) {
          Packet done = work;
          work = done.next;
          return send(done);
        }
        if (devices != null) {
          Packet device = devices;
          devices = device.next;
          device.position = work.data[work.position++];
          return send(device);
        }
      }
      return await();
    }
  }

  private final class DeviceTask extends Task {
    private Packet current;

    DeviceTask(int id, int priority) { super(id, priority, null); }

    Task run(Packet packet) {
      if (packet != null) {
        current = packet;
        return hold();
      }
      if (current == null)
        return await();
      Packet done = current;
      current = null;
      return send(done);
    }
  }

  private final Task[] tasks = new Task[TASKS];
  private Task list, running;
  private int queued, held;

  private Task hold() {
    ++held;
    running.held = true;
    return running.next;
  }

  private Task release(int id) {
    Task task = tasks[id];
    task.held = false;
    return task.priority > running.priority ? task : running;
  }

  private Task await() {
    running.waiting = true;
    return running;
  }

  private Task send(Packet packet) {
    Task receiver = tasks[packet.task];
    ++queued;
    packet.task = running.id;
    boolean first = receiver.queue == null;
    receiver.queue = packet.appendedTo(receiver.queue);
    receiver.pending = true;
    return first && receiver.priority > running.priority ? receiver : running;
  }

  private static Packet packets(int count, int task, Kind kind) {
    Packet queue = null;
    for (int i = 0; i < count; ++i)
      queue = new Packet(queue, task, kind);
    return queue;
  }

  private void run() {
    new IdleTask();
    new WorkerTask(packets(2, WORKER, Kind.WORK));
    new HandlerTask(HANDLER_A, 2000, packets(3, DEVICE_A, Kind.DEVICE));
    new HandlerTask(HANDLER_B, 3000, packets(3, DEVICE_B, Kind.DEVICE));
    new DeviceTask(DEVICE_A, 4000);
    new DeviceTask(DEVICE_B, 5000);
    running = list;
    while (running != null)
      running = running.cannotRun() ? running.next : running.step();
  }

  public static void main(String[] arguments) {
    int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 50;
    int queued = 0, held = 0;
    for (int i = 0; i < runs; ++i) {
      Richards system = new Richards();
      system.run();
      queued += system.queued;
      held += system.held;
    }
    System.out.println("queued " + queued + ", held " + held + " in " + runs +
                       " runs");
    if (queued != 23246 * runs || held != 9297 * runs)
      throw new AssertionError("not what Richards counted");
  }
}
