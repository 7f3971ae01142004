"""How the managed runtime stops threads, in all interleavings.

One thread calls native code and polls, as Transition.cpp and ThreadWaits.cpp of
the managed runtime do; another stops and resumes it twice, as StopThreads.cpp
does. The stores of the first go through a store buffer, as on x86-64, unless
they are sequentially consistent, as on AArch64. Each step that either can take
in each state is tried. Variants that are wrong have to be found wrong.
"""

import unittest
from dataclasses import dataclass, replace

MANAGED, NATIVE, BLOCKED = "managed", "native", "blocked"
STOPS, CALLS = 2, 3


@dataclass(frozen=True)
class State:
    """What both know, what each is about to do, and what is on its way."""

    poll: int = 0
    state: str = MANAGED
    buffer: tuple = ()
    thread: str = "managed code"
    calls: int = 0
    stopper: str = "ask"
    stops: int = 0

    def store(self, value: str, is_buffered: bool, then: str) -> "State":
        """The thread stores its state."""
        if is_buffered:
            return replace(self, buffer=(*self.buffer, value), thread=then)
        return replace(self.drained(), state=value, thread=then)

    def drained(self) -> "State":
        """What was stored is visible."""
        return replace(self, buffer=(), state=(self.state, *self.buffer)[-1])


@dataclass(frozen=True)
class Variant:
    """The protocol, or one with a fault."""

    has_buffer: bool = True
    has_barrier: bool = True
    looks_again: bool = True
    tests_first: bool = False
    wakes_first: bool = False
    looks_before_clearing: bool = False
    kernel_compares: bool = True
    waits_in_state: str = BLOCKED

    def step_thread(self, at: State):
        """The states after a step of the thread."""
        if at.buffer:
            yield replace(at, state=at.buffer[0], buffer=at.buffer[1:])
        here = at.thread
        if here == "managed code":
            yield replace(at, thread="poll")
            if at.calls < CALLS:
                yield at.store(NATIVE, self.has_buffer, "native code")
        elif here == "poll":
            yield replace(at, thread="block" if at.poll else "managed code")
        elif here == "native code":
            # It may stay here for ever.
            at = replace(at, calls=at.calls + 1)
            if self.tests_first:
                yield replace(at, thread="block" if at.poll else "store last")
            else:
                yield at.store(MANAGED, self.has_buffer, "test")
        elif here == "store last":
            yield at.store(MANAGED, self.has_buffer, "managed code")
        elif here == "test":
            yield replace(at, thread="block" if at.poll else "managed code")
        elif here == "block":
            yield at.store(self.waits_in_state, False, "look")
        elif here == "look":
            yield replace(at, thread="sleep" if at.poll else "go on")
        elif here == "sleep":
            # The kernel compares the word again and has a barrier.
            at = at.drained()
            yield replace(at, thread="asleep" if at.poll or
                          not self.kernel_compares else "look")
        elif here == "go on":
            yield at.store(MANAGED, self.has_buffer,
                           "test" if self.looks_again else "managed code")

    def step_stopper(self, at: State):
        """The states after a step of who stops the thread."""
        here = at.stopper
        if here == "ask":
            yield replace(at, poll=1, stopper="barrier")
        elif here == "barrier":
            yield replace(at.drained() if self.has_barrier else at,
                          stopper="wait")
        elif here == "wait":
            if at.state != MANAGED:
                yield replace(at, stopper="collect")
        elif here == "collect":
            yield replace(at, stopper="wake" if self.wakes_first else
                          "look" if self.looks_before_clearing else "clear")
        elif here == "look":
            yield replace(at, stopper="clear and wake"
                          if at.state == BLOCKED else "clear last")
        elif here == "clear and wake":
            yield self.next_stop(self.woken(replace(at, poll=0)))
        elif here == "clear":
            yield replace(at, poll=0, stopper="wake")
        elif here == "wake":
            woken = self.woken(at) if at.state == BLOCKED else at
            yield replace(woken, stopper="clear last") if self.wakes_first \
                else self.next_stop(woken)
        elif here == "clear last":
            yield self.next_stop(replace(at, poll=0))

    @staticmethod
    def woken(at: State) -> State:
        return replace(at, thread="look") if at.thread == "asleep" else at

    @staticmethod
    def next_stop(at: State) -> State:
        return replace(at, stops=at.stops + 1, stopper="ask"
                       if at.stops + 1 < STOPS else "done")


def explore(variant: Variant) -> tuple:
    """(what is wrong, number of states)."""
    start = State()
    seen, todo, wrong = {start}, [start], set()
    while todo:
        at = todo.pop()
        if at.stopper == "collect" and at.thread == "managed code":
            wrong.add("managed code runs during a collection")
        following = [*variant.step_thread(at), *variant.step_stopper(at)]
        if at.thread == "asleep" and at.stopper == "done":
            wrong.add("a thread sleeps for ever")
        elif not following:
            wrong.add("nobody can go on")
        for state in following:
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return wrong, len(seen)


class Protocol(unittest.TestCase):
    def test_is_right(self):
        for has_buffer in (False, True):
            wrong, states = explore(Variant(has_buffer=has_buffer))
            self.assertEqual(wrong, set())
            self.assertGreater(states, 100)

    def test_no_barrier_is_needed_without_a_store_buffer(self):
        self.assertEqual(explore(Variant(has_buffer=False,
                                         has_barrier=False))[0], set())


class Faults(unittest.TestCase):
    def check(self, what, **fault):
        self.assertEqual(explore(Variant(**fault))[0], {what})

    def test_managed_code_runs_during_a_collection(self):
        what = "managed code runs during a collection"
        self.check(what, has_barrier=False)
        self.check(what, looks_again=False)
        self.check(what, tests_first=True)

    def test_a_thread_sleeps_for_ever(self):
        what = "a thread sleeps for ever"
        self.check(what, wakes_first=True)
        self.check(what, looks_before_clearing=True)
        self.check(what, kernel_compares=False)
        self.check(what, waits_in_state=NATIVE)


if __name__ == "__main__":
    unittest.main()
