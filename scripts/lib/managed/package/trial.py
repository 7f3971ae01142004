"""Tries a package in a fresh system: installs or unpacks it, builds the clients
that it contains, runs them, and removes it again. Nothing of this repository is
in sight there."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from ..ui import Failure, run, say
from . import debian

SUITES = ("bookworm", "trixie")
# What the clients and the programs below need beside the package.
_TOOLS = ("cmake", "ninja-build", "make", "g++", "pkg-config", "zstd",
          "ca-certificates")
_USE = r"""#!/bin/sh
set -eu
prefix=$1
cd "$(mktemp -d)"
cp -r "$prefix/share/managed-llvm/examples" .
cat > checks.c <<'EOF'
#include <stdio.h>
struct S { int a, b; };
__attribute__((noinline)) int get(struct S *p) { return p->b; }
int main(void) { struct S s = {1, 2}; printf("%d\n", get(&s)); return 0; }
EOF
cat > virtual.cpp <<'EOF'
#include <cstdio>
struct A { virtual int f() { return 1; } virtual ~A() {} };
struct B : A { int f() override { return 2; } };
int main() { A *a = new B; std::printf("%d\n", a->f()); delete a; }
EOF
"$prefix/bin/clang" --version | grep -q "Managed LLVM"
"$prefix/bin/clang" -O2 -fimplicit-null-checks checks.c -o checks
test "$(./checks)" = 2
for flags in "" "-flto" "-flto=thin -fuse-ld=lld"; do
  "$prefix/bin/clang++" -O2 -fdevirtualize $flags virtual.cpp -o virtual
  test "$(./virtual)" = 2
done
cmake -G Ninja -S examples/Clients -B clients -DCMAKE_PREFIX_PATH="$prefix" \
  > log 2>&1 && cmake --build clients >> log 2>&1 || { cat log; exit 1; }
clients/JIT/MovingCollectorJIT examples/MovingCollector/NullChecks.ll 10
clients/Toy/sum 10
make -C examples/Clients/Toy PREFIX="$prefix" > log 2>&1 || { cat log; exit 1; }
examples/Clients/Toy/sum 10
"""


class Trial:
    """A fresh system in `root`."""

    def __init__(self, suite: str, root: Path):
        self.suite, self.root = suite, root
        self.begin = time.monotonic()

    def say(self, what: str) -> None:
        say(f"{self.suite}: {what} after "
            f"{time.monotonic() - self.begin:.0f} s")

    def chroot(self, *words, what: str) -> str:
        return run(["chroot", self.root, *words], what=what, env=dict(
            PATH="/usr/sbin:/usr/bin:/sbin:/bin", HOME="/srv",
            LC_ALL="C.UTF-8", DEBIAN_FRONTEND="noninteractive"))

    def create(self) -> None:
        if self.root.exists():
            raise Failure(f"{self.root} exists; remove it first")
        # Without a mirror, the one that debootstrap knows.
        run(["debootstrap", "--variant=minbase", self.suite, self.root],
            what="debootstrap")
        # Where the names of hosts are found.
        for name in ("etc/resolv.conf", "etc/hosts"):
            if Path("/", name).exists():
                shutil.copyfile(Path("/", name), self.root / name)
        self.begin = time.monotonic()

    def install(self, words, what: str) -> None:
        self.chroot("apt-get", "install", "-q", "-y",
                    "-o", "APT::Sandbox::User=root", *words, what=what)

    def use(self, prefix: str) -> None:
        script = self.root / "srv/use.sh"
        script.write_text(_USE)
        script.chmod(0o755)
        output = self.chroot("/srv/use.sh", prefix, what="using the package")
        print(output, end="", flush=True)
        if output.count("116 after 32 collections") != 2:
            raise Failure("the clients print something else than expected")
        self.say("clients were built and ran")


def files_below(root: Path) -> set:
    """What is in a system, without what each installation changes."""
    changing = ("var/", "proc/", "sys/", "tmp/", "run/", "srv/", "dev/")
    found = set()
    for where, directories, names in os.walk(root):
        top = os.path.relpath(where, root)
        for name in names:
            path = os.path.normpath(os.path.join(top, name))
            if not path.startswith(changing):
                found.add(path)
    return found


def try_package(package: Path, suite: str, root: Path) -> None:
    trial = Trial(suite, root)
    trial.create()
    mounted = root / "proc"
    run(["mount", "-t", "proc", "proc", mounted], what="mount")
    try:
        trial.chroot("apt-get", "update", "-q", what="apt-get update")
        trial.install(_TOOLS, "installing tools")
        before = files_below(root)
        shutil.copyfile(package, root / "srv" / package.name)
        trial.begin = time.monotonic()
        if package.suffix == ".deb":
            trial.install([f"/srv/{package.name}"], "installing the package")
            trial.say("it was installed")
            trial.use(f"/{debian.PREFIX}")
            trial.chroot("apt-get", "purge", "-q", "-y", debian.PACKAGE,
                         what="removing the package")
            left = {path for path in files_below(root) - before
                    if debian.PACKAGE in path}
            if left:
                raise Failure(f"{sorted(left)[0]} is left")
            trial.say("it was removed")
        else:
            # A package names them.
            trial.install(("libc6-dev", "binutils", *debian.RECOMMENDS),
                          "installing libraries")
            trial.chroot("tar", "-C", "/opt", "-xf", f"/srv/{package.name}",
                         what="unpacking the archive")
            trial.say("it was unpacked")
            top = package.name.removesuffix(".tar.zst")
            trial.use(f"/opt/{top}")
            # It can be moved.
            os.rename(root / "opt" / top, root / "opt/elsewhere")
            trial.use("/opt/elsewhere")
    finally:
        subprocess.run(["umount", mounted])
