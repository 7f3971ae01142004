//===- Events.cpp - A simulation with a queue of events -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Customers arrive, wait for servers, are sent on by chance and leave. What
// happens next is the event with the smallest time in a heap; each event is an
// object that is made for the occasion.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

namespace {
class Simulation;

class Event {
public:
  KINDS(Arrival, Finish, Spawn, Tick)
  explicit Event(uint64_t Time) : Time(Time) {}
  VIRTUAL ~Event() = default;
  VIRTUAL void fire(Simulation &S) PURE;
  uint64_t time() const { return Time; }

private:
  uint64_t Time;
};

struct Customer {
  uint64_t Since;
};

/// Where customers go.
class Station {
public:
  KINDS(Server, Router, Exit)
  VIRTUAL ~Station() = default;
  VIRTUAL void arrive(Simulation &S, Customer C) PURE;
  /// How many customers are here.
  VIRTUAL size_t customers() const PURE;
};

class Simulation {
public:
  explicit Simulation(uint64_t End) : End(End) {}

  uint64_t now() const { return Now; }

  template <typename T, typename... ArgsT>
  void schedule(uint64_t Delay, ArgsT &&...Args) {
    Queue.push_back(make<T>(Now + Delay, std::forward<ArgsT>(Args)...));
    std::push_heap(Queue.begin(), Queue.end(), Later());
  }

  template <typename T, typename... ArgsT> T &add(ArgsT &&...Args) {
    Owned<T> Made = make<T>(std::forward<ArgsT>(Args)...);
    T &Added = *Made;
    Stations.push_back(std::move(Made));
    return Added;
  }

  const std::vector<Owned<Station>> &stations() const { return Stations; }

  void run() {
    while (!Queue.empty() && Queue.front()->time() <= End) {
      std::pop_heap(Queue.begin(), Queue.end(), Later());
      Owned<Event> First = std::move(Queue.back());
      Queue.pop_back();
      Now = First->time();
      First->fire(*this);
      ++Fired;
    }
  }

  unsigned random(unsigned Limit) {
    State = State * 1664525u + 1013904223u;
    return (State >> 8) % Limit;
  }

  unsigned long Fired = 0, Waiting = 0;

private:
  struct Later {
    bool operator()(const Owned<Event> &A, const Owned<Event> &B) const {
      return A->time() > B->time();
    }
  };

  std::vector<Owned<Event>> Queue;
  std::vector<Owned<Station>> Stations;
  uint64_t Now = 0, End;
  uint32_t State = 77;
};

/// A customer has walked to a station.
class Arrival final : public Event {
public:
  Arrival(uint64_t Time, Station &At, Customer C) : Event(Time), At(At), C(C) {
    IS(Arrival);
  }
  void fire(Simulation &S) OVERRIDE { At.arrive(S, C); }

private:
  Station &At;
  Customer C;
};

/// Serves one customer after the other.
class Server : public Station {
public:
  Server(unsigned Speed, Station &Next) : Speed(Speed), Next(Next) {
    IS(Server);
  }
  void arrive(Simulation &S, Customer C) OVERRIDE {
    Line.push_back(C);
    if (Line.size() == 1)
      serve(S);
  }
  size_t customers() const OVERRIDE { return Line.size(); }
  void finish(Simulation &S);

private:
  void serve(Simulation &S);

  unsigned Speed;
  Station &Next;
  std::deque<Customer> Line;
};

/// A server has served a customer.
class Finish final : public Event {
public:
  Finish(uint64_t Time, Server &By) : Event(Time), By(By) { IS(Finish); }
  void fire(Simulation &S) OVERRIDE { By.finish(S); }

private:
  Server &By;
};

void Server::serve(Simulation &S) {
  S.schedule<Finish>(1 + S.random(Speed), *this);
}

void Server::finish(Simulation &S) {
  Customer C = Line.front();
  Line.pop_front();
  if (!Line.empty())
    serve(S);
  Next.arrive(S, C);
}

/// Sends customers to one of several stations.
class Router : public Station {
public:
  explicit Router(std::vector<Station *> Next) : Next(std::move(Next)) {
    IS(Router);
  }
  void arrive(Simulation &S, Customer C) OVERRIDE {
    Station *To = Next[S.random(Next.size())];
    S.schedule<Arrival>(S.random(5), *To, C);
  }
  size_t customers() const OVERRIDE { return 0; }

private:
  std::vector<Station *> Next;
};

class Exit : public Station {
public:
  Exit() { IS(Exit); }
  void arrive(Simulation &S, Customer C) OVERRIDE {
    ++Count;
    Sum += S.now() - C.Since;
  }
  size_t customers() const OVERRIDE { return 0; }

  uint64_t Count = 0, Sum = 0;
};

/// A customer comes, and another one will later.
class Spawn final : public Event {
public:
  Spawn(uint64_t Time, Station &At) : Event(Time), At(At) { IS(Spawn); }
  void fire(Simulation &S) OVERRIDE {
    S.schedule<Spawn>(S.random(20), At);
    At.arrive(S, Customer{S.now()});
  }

private:
  Station &At;
};

/// Looks how many customers are waiting.
class Tick final : public Event {
public:
  explicit Tick(uint64_t Time) : Event(Time) { IS(Tick); }
  void fire(Simulation &S) OVERRIDE {
    for (const Owned<Station> &Each : S.stations())
      S.Waiting += Each->customers();
    S.schedule<Tick>(20);
  }
};

#ifdef DIRECT
template <typename Fn> auto dispatch(Event *E, Fn Call) {
  switch (E->ItsKind) {
  case Event::Kind::Arrival:
    return Call(as<Arrival>(E));
  case Event::Kind::Finish:
    return Call(as<Finish>(E));
  case Event::Kind::Spawn:
    return Call(as<Spawn>(E));
  default:
    return Call(as<Tick>(E));
  }
}

template <typename StationT, typename Fn>
auto dispatchStation(StationT *S, Fn Call) {
  switch (S->ItsKind) {
  case Station::Kind::Server:
    return Call(as<Server>(S));
  case Station::Kind::Router:
    return Call(as<Router>(S));
  default:
    return Call(as<Exit>(S));
  }
}

void Event::fire(Simulation &S) {
  dispatch(this, [&S](auto *E) { E->fire(S); });
}

void Station::arrive(Simulation &S, Customer C) {
  dispatchStation(this, [&S, C](auto *At) { At->arrive(S, C); });
}

size_t Station::customers() const {
  return dispatchStation(this, [](auto *At) { return At->customers(); });
}

void destroy(Event *E) {
  dispatch(E, [](auto *Object) { delete Object; });
}

void destroy(Station *S) {
  dispatchStation(S, [](auto *Object) { delete Object; });
}
#endif
} // namespace

int main(int argc, char **argv) {
  Simulation S(argc > 1 ? std::atoi(argv[1]) : 500000);
  Exit &Out = S.add<Exit>();
  std::vector<Station *> Desks;
  for (unsigned I = 0; I < 8; ++I) {
    Station &Cashier = S.add<Server>(20 + I, Out);
    Station &Between = S.add<Router>(std::vector<Station *>{&Cashier, &Out});
    Desks.push_back(&S.add<Server>(15 + 2 * I, Between));
  }
  Station &Door = S.add<Router>(Desks);
  for (unsigned I = 0; I < 5; ++I)
    S.schedule<Spawn>(I, Door);
  S.schedule<Tick>(0);
  S.run();
  std::printf("events %lu %lu %llu %llu\n", S.Fired, S.Waiting,
              (unsigned long long)Out.Count, (unsigned long long)Out.Sum);
  return 0;
}
