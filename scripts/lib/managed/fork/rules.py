"""What the patches of the series must be like together.

A rule is a function that takes the patches in their order and says in words
what breaks it. `scripts/fork export` and `verify` ask those in RULES.
"""

import re

# A body says more than its subject when it has two sentences, or one as long
# as this.
ENOUGH = 80


def features_are_contiguous(patches: list) -> list:
    """Each feature is one block of the series."""
    found, seen, last = [], set(), None
    for patch in patches:
        if patch.feature != last and patch.feature in seen:
            found.append(f"{patch.name}: the feature {patch.feature} has "
                         "patches further up; move this one to them")
        seen.add(patch.feature)
        last = patch.feature
    return found


def one_hook_for_each_file(patches: list) -> list:
    """A feature has one hook in an upstream file."""
    return _one_for_each_file(patches, ("Hook",))


def one_change_for_each_file(patches: list) -> list:
    """A feature changes an upstream file in one patch, repairs apart."""
    return _one_for_each_file(patches, ("Hook", "Feature"))


def _one_for_each_file(patches: list, statuses: tuple) -> list:
    found, first = [], {}
    for patch in patches:
        if patch.status not in statuses:
            continue
        for path in patch.files:
            other = first.setdefault((patch.feature, path), patch)
            if other is not patch:
                found.append(f"{patch.name}: {other.name} changes {path} for "
                             f"the feature {patch.feature} already; make one "
                             "patch of both")
    return found


def nothing_is_undone(patches: list) -> list:
    """No patch removes a line that an earlier one adds."""
    found, owners = [], {}
    for patch in patches:
        undone = {}
        for path in patch.files:
            hunks = [hunk for hunk in patch.hunks if hunk[0] == path]
            owners[path] = _follow(owners.get(path, {}), hunks, patch, undone)
        for other, (path, line) in undone.items():
            found.append(f"{patch.name}: removes '{line.strip()}' from {path}, "
                         f"which {other} adds; change that patch instead")
    return found


def _follow(owners: dict, hunks: list, patch, undone: dict) -> dict:
    """Who adds which line of a file after `patch`, given the same for the
    file before it. Notes the lines of others that it removes in `undone`."""
    after, moved, inside = {}, [(0, 0)], set()
    for _, number, lines in hunks:
        again = {line[1:].strip() for line in lines if line.startswith("+")}
        shift = moved[-1][1]
        for line in lines:
            if line.startswith("+"):
                after[number + shift] = patch.name
                shift += 1
                continue
            owner = owners.get(number)
            inside.add(number)
            if line.startswith("-"):
                shift -= 1
                text = line[1:].strip()
                # The same line elsewhere in the hunk is only moved.
                if owner and text and text not in again:
                    undone.setdefault(owner, (hunks[0][0], text))
            elif owner:
                after[number + shift] = owner
            number += 1
        moved.append((number, shift))
    for number, owner in owners.items():
        if number not in inside:
            shift = [s for start, s in moved if start <= number][-1]
            after[number + shift] = owner
    return after


def clang_is_named(patches: list) -> list:
    """The subject starts with [clang] where all files are clang's, and only
    there."""
    found = []
    for patch in patches:
        clangs = all(path.startswith("clang/") for path in patch.files)
        if clangs != patch.subject.startswith("[clang]["):
            found.append(f"{patch.name}: the subject must "
                         + ("start with '[clang][Area]', since all files are "
                            "clang's" if clangs else
                            "not start with '[clang]', since not all files "
                            "are clang's"))
    return found


def bodies_say_why(patches: list) -> list:
    """The message has at least two sentences, or one long one."""
    return [f"{patch.name}: the message says why in {len(patch.body)} "
            f"characters; write two sentences or {ENOUGH} characters"
            for patch in patches if len(patch.body) < ENOUGH
            and len(re.findall(r"[.!?](?=\s|$)", patch.body)) < 2]


RULES = [
    features_are_contiguous,
    one_hook_for_each_file,
    nothing_is_undone,
    clang_is_named,
    bodies_say_why,
]
