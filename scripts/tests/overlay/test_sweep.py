"""scripts/sweep on the built overlay: the predicate against the processor."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import sweep  # noqa: E402
from managed.ui import Failure  # noqa: E402

# Opcodes that must not be allowed, and what must be found wrong with them.
WRONG = {
    "x86_64": {
        "PREFETCHT0": "did not fault",
        "VMASKMOVPSrm": "did not fault",
        "VPGATHERDDrm": "did not fault",
        "VMOVUPSZrmkz": "did not fault",
        "BT32mr": "did not fault in state 1",
        "REP_STOSB_64": "did not fault",
        "MOV32rm": "did not fault",  # behind %fs
        "MOVAPSrm": "did not fault",  # misaligned, taken as of alignment 1
        "MMX_MASKMOVQ64": "changed something",
        "FXSAVE": "not at its address",
        "VAARG_64": "has no encoding",
        "CFCMOV64rm": "is for refused opcodes",
    },
    "aarch64": {
        "PRFMui": "did not fault",
        "LD1W_IMM": "did not fault",
        "LDNF1D_IMM": "did not fault",
        "STXRX": "did not fault",
        "LDRXl": "did not fault",
        "CPYFP": "is for refused opcodes",
    },
}
OF_AVX512 = {"VMOVUPSZrmkz"}
HAS_AVX512 = "avx512f" in Path("/proc/cpuinfo").read_text().split()


class Sweep(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sweep-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def check(self, target, allowed):
        report = sweep.sweep(target, self.work)
        report.print()
        self.assertEqual(report.failures, [])
        runnable = report.outcomes[sweep.PROVED]
        self.assertGreater(runnable + report.outcomes[sweep.ALLOWED_UNRUN],
                           allowed)
        self.assertGreater(runnable, 500)
        self.assertGreater(report.outcomes[sweep.NEEDED], 200)

    def test_x86_64(self):
        self.check("x86_64", 2000)

    def test_aarch64(self):
        self.check("aarch64", 600)

    def test_addresses_in_the_wide_guard(self):
        last, end = 2 ** 36 + 2 ** 32 - 4096, 2 ** 36 + 2 ** 32
        wide = {"wide-index": last, "wide-below": -64, "wide-far-below": -end}
        # The low half of the index has no sign.
        narrow = {shape: address % 2 ** 32 for shape, address in wide.items()}
        for target, opcode, expected in (("x86_64", "MOV64rm", wide),
                                         ("aarch64", "LDRXroX", wide),
                                         ("aarch64", "LDRXroW", narrow)):
            with self.subTest(opcode):
                target = sweep.TARGETS[target]
                records = sweep.generate(target, sweep.GENERATOR,
                                         [f"-only={opcode}"])
                sweep.execute(target, records, self.work)
                found = {r["shape"]: r["words"] for r in records
                         if sweep.is_wide(r)}
                self.assertEqual(found, {
                    shape: [f"F@{address % 2 ** 64:016x}" if address
                            else "F@000"] * sweep.HOSTILE_STATES + ["N", "N"]
                    for shape, address in expected.items()})

    def test_wrong_predicate_is_noticed(self):
        for target, expected in WRONG.items():
            names = ",".join(expected)
            report = sweep.sweep(target, self.work, options=[
                f"-only={names}", f"-assume-yes={names}"])
            self.assertEqual(report.opcodes, len(expected))
            for opcode, part in expected.items():
                if opcode in OF_AVX512 and not HAS_AVX512:
                    continue
                with self.subTest(opcode):
                    found = [f for f in report.failures
                             if f.startswith((f"{opcode},", f"{opcode}:"))]
                    self.assertTrue(any(part in f for f in found), found)

    def test_processor_with_fewer_instructions(self):
        target = sweep.TARGETS["x86_64"]
        records = [r for r in sweep.generate(target, sweep.GENERATOR)
                   if r["shape"] == "plain"]
        sweep.execute(target, records, self.work, cpu="Nehalem")
        report = sweep.compare(target, records, sweep.classes_of(target))
        self.assertGreater(report.outcomes[sweep.ALLOWED_UNRUN], 1000)
        # What it emulates may fault otherwise than on a processor.
        self.assertEqual([f for f in report.failures
                          if "not executable" in f], [])

    def check_second_opinion(self, target, both, proved):
        opinion = sweep.second_opinion(target, self.work)
        opinion.print()
        self.assertEqual(opinion.failures, [])
        self.assertGreater(opinion.both, both)
        self.assertGreater(opinion.outcomes[sweep.PROVED], proved)

    def test_second_opinion_x86_64(self):
        # The processor is this machine's.
        self.check_second_opinion("x86_64", 10000,
                                  10000 if HAS_AVX512 else 7000)

    def test_second_opinion_aarch64(self):
        self.check_second_opinion("aarch64", 1000, 1000)

    def test_wrong_second_opinion_is_noticed(self):
        def lie(records, answers):
            for record, answer in zip(records, answers):
                opcode = record["opcode"]
                if record["shape"] != "plain":
                    continue
                if opcode == "MOV32rm":
                    answer["size"] = 2
                elif opcode == "MOV64mr":
                    answer["refused"] = "refused"
                elif opcode == "ADD32mr":
                    answer["kind"] = "load"
                elif opcode == "MOV8rm":
                    answer["displacement"] = 1
                elif opcode in ("PREFETCHT0", "VMASKMOVPSrm"):
                    del answer["refused"]
                    answer.update(size=4, alignment=1, lost=[], index="",
                                  displacement=0)

        opinion = sweep.second_opinion("x86_64", self.work, answers=lie)
        found = {failure.split(",")[0]: failure
                 for failure in opinion.failures}
        for opcode, part in (("MOV32rm", "beyond its size"),
                             ("MOV64mr", "but refused"),
                             ("ADD32mr", "a load to the verifier"),
                             ("MOV8rm", "faulted at 0x0 and not at 0x1"),
                             ("PREFETCHT0", "did not fault"),
                             ("VMASKMOVPSrm", "did not fault")):
            with self.subTest(opcode):
                self.assertIn(part, found.pop(opcode))
        self.assertEqual(found, {})

    def test_unknown_opcode(self):
        with self.assertRaisesRegex(Failure, "no memory opcode 'RET'"):
            sweep.sweep("x86_64", self.work, options=["-assume-yes=RET"])


if __name__ == "__main__":
    unittest.main()
