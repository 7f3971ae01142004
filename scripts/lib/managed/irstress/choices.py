"""What a seed chooses: a strategy, passes in front of placement and after it,
and options of code generation."""

import random
from dataclasses import dataclass

# In any order, and any number of times.
FUNCTION_PASSES = (
    "sroa", "mem2reg", "instcombine<no-verify-fixpoint>", "instsimplify",
    "simplifycfg", "simplifycfg<hoist-common-insts;sink-common-insts;"
    "switch-to-lookup;bonus-inst-threshold=4>", "gvn", "newgvn", "early-cse",
    "early-cse<memssa>", "loop-mssa(licm)", "loop(loop-rotate)",
    "loop(indvars)", "loop-unroll", "loop-vectorize", "slp-vectorizer",
    "vector-combine", "load-store-vectorizer", "jump-threading",
    "correlated-propagation", "reassociate", "memcpyopt", "dse", "adce",
    "bdce", "sink", "tailcallelim", "loop(loop-idiom)",
    "loop(loop-deletion)", "loop-mssa(simple-loop-unswitch<nontrivial>)",
    "loop(loop-reduce)", "constraint-elimination", "aggressive-instcombine",
    "mldst-motion", "gvn-hoist", "gvn-sink", "speculative-execution",
    "separate-const-offset-from-gep", "slsr", "nary-reassociate",
    "loop-load-elim", "loop-distribute", "loop-fusion",
    "loop-mssa(loop-versioning-licm)", "loop-versioning",
    "loop(loop-interchange)", "loop-simplify", "lcssa", "scalarizer",
    "mergeicmps", "callsite-splitting", "dfa-jump-threading",
    "lower-switch", "reg2mem", "break-crit-edges", "flatten-cfg",
    "infer-alignment", "loop-sink", "consthoist", "mergereturn",
    "partially-inline-libcalls", "irce", "sccp", "dce", "div-rem-pairs",
    "float2int", "chr", "move-auto-init", "fix-irreducible",
    "loop(loop-instsimplify)", "loop(loop-simplifycfg)",
    "loop(loop-bound-split)", "loop(loop-flatten)", "lower-expect",
    "scalarize-masked-mem-intrin",
)
MODULE_PASSES = (
    "cgscc(inline)", "always-inline", "globalopt", "ipsccp", "deadargelim",
    "cgscc(argpromotion)", "cgscc(function-attrs)", "rpo-function-attrs",
    "mergefunc", "hotcoldsplit", "iroutliner", "partial-inliner",
    "called-value-propagation", "constmerge", "default<O1>", "default<O2>",
    "default<O3>", "default<Os>",
)
# After placement, where optimizers may run too.
LATE_PASSES = (
    "early-cse", "gvn", "instcombine<no-verify-fixpoint>", "simplifycfg",
    "loop-mssa(licm)", "dse", "sink", "sroa", "newgvn", "adce", "reassociate",
    "jump-threading", "mldst-motion", "loop(loop-rotate)",
)
REWRITING = ("", "<relocate-all>", "<remat-threshold=0>", "<no-remat-at-uses>",
             "<remat-threshold=20>")
FRAMES = "managed-frames"
PLACING = ("", "<lazy>")
STRATEGIES = ("managed", "managed", "statepoint-example", "coreclr", FRAMES)
LEVELS = ("-O0", "-O1", "-O2", "-O2", "-O3")
# Each with its percentage, and the target that it is for.
CODEGEN = (
    (10, "-fast-isel", ""), (5, "-global-isel -global-isel-abort=2", "AArch64"),
    (10, "-enable-machine-outliner=always", ""),
    (15, "-max-registers-for-gc-values=1000", ""),
    (10, "-regalloc=basic", ""), (10, "-frame-pointer=all", ""),
    (5, "-stackrealign", ""), (10, "-function-sections", ""),
    (10, "-enable-post-misched", ""), (10, "-verify-regalloc", ""),
    (5, "-enable-implicit-null-checks", ""), (5, "-addr-sink-using-gep", ""),
    (10, "-mattr=+avx2", "x86-64"), (5, "-code-model=large", "x86-64"),
)


@dataclass(frozen=True)
class Choice:
    """One way of compiling a module."""

    strategy: str
    makes_references: bool
    passes: tuple
    # Options of the pass that rewrites, or that places roots in frames.
    placing: str
    late: tuple
    codegen: tuple

    @property
    def early_pipeline(self) -> str:
        return f"module({','.join(self.passes)})"

    @property
    def has_frames(self) -> bool:
        return self.strategy == FRAMES

    @property
    def pipeline(self) -> str:
        placing = ("place-gc-roots" if self.has_frames
                   else "rewrite-statepoints-for-gc") + self.placing
        if not self.passes:
            return placing
        return f"{self.early_pipeline},{placing}"

    @property
    def verifier(self) -> str:
        """Of what the pipeline makes."""
        return ("verify<gc-roots>" if self.has_frames
                else "function(verify<safepoint-ir>)")

    @property
    def late_pipeline(self) -> str:
        """Empty if there is none."""
        steps = ["lower-gc-frame"] * self.has_frames
        if self.late:
            steps.append(f"function({','.join(self.late)})")
        return ",".join(steps)


def choose(seed: int, target: str) -> Choice:
    r = random.Random(f"irstress/{seed}")
    passes = [f"function({name})" for name in
              r.choices(FUNCTION_PASSES, k=r.choice((0, 2, 5, 10, 20)))]
    passes += r.choices(MODULE_PASSES, k=r.choice((0, 0, 1, 2, 4)))
    r.shuffle(passes)
    late = r.choices(LATE_PASSES, k=r.choice((0, 0, 0, 3, 6)))
    if "newgvn" in late:
        # It forgets branches that are never taken, and verifiers do not.
        late.append("simplifycfg")
    strategy = r.choice(STRATEGIES)
    placing = (r.choice(PLACING) if strategy == FRAMES
               else r.choice(REWRITING) if r.random() < 0.3 else "")
    makes_references = r.random() < 0.5
    level = r.choice(LEVELS)
    options = [option for percent, option, only in CODEGEN
               if r.random() * 100 < percent and only in ("", target)]
    if level == "-O0":
        options = [o for o in options if "regalloc" not in o]
    if "-code-model=large" in options:
        # Upstream's outliner takes the base of position-independent code away.
        options = [o for o in options if "outliner" not in o]
    return Choice(strategy, makes_references, tuple(passes), placing,
                  tuple(late),
                  (level, *" ".join(options).split()))
