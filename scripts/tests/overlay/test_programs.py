"""scripts/programs on three packages: real programs do the same with
devirtualization and with null checks. Without a network they are skipped."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.paths import REPO  # noqa: E402

PROGRAMS = ("bzip2", "zlib", "jsoncpp")
SIDES = ("devirtualize", "null, implicit")


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            done = subprocess.run(
                [REPO / "scripts/programs", "--only", ",".join(PROGRAMS),
                 *(word for side in SIDES for word in ("--side", side)),
                 "--json", report], stdin=subprocess.DEVNULL,
                capture_output=True, text=True)
            cls.printed = done.stdout + done.stderr
            cls.rows = json.loads(report.read_text()) \
                if report.exists() else []

    def sides(self, name: str) -> dict:
        self.assertTrue(self.rows, self.printed)
        rows = {row["side"]: row for row in self.rows
                if row["program"] == name}
        for row in rows.values():
            if row["result"] == "skipped":
                self.skipTest(row["reasons"][0])
            # The packages' own tests pass with the unpatched compiler.
            self.assertIn(row["result"], ("reference", "right"),
                          self.printed)
        return rows

    def check_null(self, rows: dict) -> None:
        implicit, explicit = rows["null, implicit"], rows["null"]
        self.assertGreater(implicit["implicit"], 50)
        self.assertGreater(implicit["marked"], implicit["implicit"])
        self.assertLess(implicit["instructions"], explicit["instructions"])
        self.assertLess(implicit["text"], explicit["text"])

    def test_bzip2(self):
        self.check_null(self.sides("bzip2"))

    def test_zlib(self):
        self.check_null(self.sides("zlib"))

    def test_jsoncpp(self):
        rows = self.sides("jsoncpp")
        self.check_null(rows)
        self.assertLess(rows["devirtualize"]["indirect"],
                        rows["clang"]["indirect"])


if __name__ == "__main__":
    unittest.main()
