"""Checks what "verify --json" prints of the three files of verify-json.test;
the second argument says whether it was strict."""

import json
import sys

files = json.load(open(sys.argv[1]))
is_strict = sys.argv[2] == "strict"
sound, lost, broken = files

assert sound["file"].endswith(".sound.o"), sound
assert sound["format"] == "elf64-x86-64"
assert sound["faultMaps"] == {"entries": 0, "proved": 0, "findings": []}
assert sound["stackMaps"] == {"safepoints": 2, "proved": 2, "findings": []}
assert sound["passed"] is True

[finding] = lost["stackMaps"]["findings"]
assert finding.pop("message").endswith(
    "[CFA-32] is not a root, but was one before, and is used after the call")
assert finding.pop("pc") == {
    "address": 0x21, "sectionIndex": 2, "section": ".text", "function": "f",
    "functionOffset": 0x21}, finding
assert isinstance(finding.pop("offset"), int)
assert finding == {"rule": "lost", "level": "suspicious", "error": is_strict,
                   "section": "llvm_gcmap"}, finding
assert lost["stackMaps"]["safepoints"] == lost["stackMaps"]["proved"] == 2
assert lost["passed"] is not is_strict

[finding] = broken["faultMaps"]["findings"]
assert finding["rule"] == "malformed" and finding["level"] == "broken"
assert finding["error"] is True and "pc" not in finding
assert "stackMaps" not in broken and broken["passed"] is False
