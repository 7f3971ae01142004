"""Polls and transitions in modules of program.py: all functions poll wherever
they can, and half of the calls in which nothing but a collection happens are
transitions to native code."""

import random
import re

# What Driver.cpp takes for the form.
FORMS = {"flag": 1, "page": 2}
# The entries whose targets can be called directly, and these.
TARGETS = {"gcstress_poll": "gcstressPoll", "gcstress_throw": "gcstressThrow"}
# The runtime's function that polls by flag call is replaced.
LINK_OPTIONS = {"flag": ("-Wl,--wrap=LLVMManagedPoll",), "page": ()}
PASSES = "function(place-safepoints)"


def _make_transition(line: str) -> str:
    """A call of an entry, as one of its target with a bundle."""
    for entry, target in TARGETS.items():
        line = line.replace(f"@{entry}(", f"@{target}(")
    if '[ "deopt"(' in line:
        return line.replace('[ "deopt"(', '[ "gc-transition"(), "deopt"(')
    call, to, rest = line.partition(" to label ")
    return f'{call} [ "gc-transition"() ]{to}{rest}'


def add(text: str, seed: str, strategy: str, form: str) -> str:
    """The module `text`, of a strategy, with polls of a form."""
    chooser = random.Random(f"polls/{seed}")
    # Verifying machine code with a block for each poll takes long.
    near = 1 if form == "page" else 25
    distance = chooser.choice(("", f' "gc-poll-distance"="{near}"',
                               ' "gc-poll-distance"="60"'))
    text = re.sub(rf'(?<=[\s)])gc "{strategy}"',
                  f'"gc-polls"="entry,backedge,return"{distance} '
                  f'"gc-poll-form"="{form}" gc "{strategy}"', text)
    text += (f"\n@gcstress_polls = constant i32 {FORMS[form]}\n"
             "declare void @gcstressPoll()\n"
             "declare void @gcstressThrow(i64)\n")
    # The word that polls test would stop what returns from a transition.
    if form == "flag":
        return text
    calls = re.compile(r"  (call|invoke) void @(%s)\(" % "|".join(TARGETS))
    return "".join(_make_transition(line.rstrip("\n")) + "\n"
                   if calls.match(line) and chooser.random() < 0.5 else line
                   for line in text.splitlines(True))
