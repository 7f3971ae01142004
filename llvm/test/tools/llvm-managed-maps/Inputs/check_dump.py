"""Compares what "dump --json" prints of the file of dump.s, twice, with what
is in it: check_dump.py OUTPUT NAME"""

import json
import sys

files = json.load(open(sys.argv[1]))
assert len(files) == 2 and files[0] == files[1], files
[file] = files[:1]
assert file["file"] == sys.argv[2], file["file"]
assert file["format"] == "elf64-x86-64" and file["relocatable"] is True
short, long, old = file["sections"]


def place(function, offset, section=".text"):
    return function, offset, section


def entry(read):
    """An entry without numbers of sections."""
    places = []
    for key in ("faulting", "handler"):
        found = read[key]
        assert isinstance(found["sectionIndex"], int)
        assert isinstance(found["address"], int)
        places.append(place(found["function"], found["functionOffset"],
                            found["section"]))
    return read["offset"], read["kind"], *places, read.get("site")


assert (short["name"], short["format"], short["version"]) == \
    ("llvm_faultmaps", "short", 2)
assert [entry(e) for e in short["entries"]] == [
    (0, "FaultingLoad", place("first", 0), place("first", 3), None)]

assert (long["name"], long["format"], long["version"]) == \
    ("llvm_faultsites", "long", 2)
cold = place("second.cold", 0, ".text.cold")
assert [entry(e) for e in long["entries"]] == [
    (0, "FaultingStore", place("second", 0), cold, 4294967295),
    (16, "FaultingLoadStore", place("second", 2), cold, None)]

assert (old["name"], old["format"], old["version"]) == \
    (".llvm_faultmaps", "tables", 1)
assert [(f["offset"], f["place"]["function"], f["discarded"], f["firstEntry"],
         f["entries"]) for f in old["functions"]] == [
    (8, "first", False, 0, 1), (44, "second", False, 1, 0)]
assert [entry(e) for e in old["entries"]] == [
    (24, "FaultingLoad", place("first", 0), place("first", 3), None)]
