"""Where upstream comes from, and what is done with what is not upstream."""

import http.server
import lzma
import os
import resource
import shutil
import subprocess
import threading
import unittest

from fork_toy import (TAG, UPSTREAM, VERSION, ToyCase, content_digest,
                      file_digest, git, make_tarball, write_tree)

NO_APT = "this machine has no apt-get"
# An apt-get of ours; where it "downloads" from is in the environment.
APT_GET = """\
#!/bin/sh
case "$*" in
*indextargets*) echo 'file:/debian/|bookworm|main' ;;
*update*) test -z "$APT_FAILS" || { echo "E: $APT_FAILS" >&2; exit 100; } ;;
*source*toy-source*) cp "$APT_FILE" toy_1.0.0.orig.tar.xz ;;
*) exit 1 ;;
esac
"""


class SourceCase(ToyCase):
    def setUp(self):
        super().setUp()
        # Only the programs that are needed, so that no apt-get is found.
        self.bin = self.root / "bin"
        self.bin.mkdir()
        for name in ("git", "tar", "xz", "sh", "cp"):
            (self.bin / name).symlink_to(shutil.which(name))
        self.env["PATH"] = str(self.bin)

    def assert_nothing_made(self) -> None:
        self.assertFalse(self.upstream.exists())
        self.assertFalse(self.tree.exists())
        self.no_leftovers()

    def refused(self, *arguments, fails: str) -> str:
        error = self.fork("sync", *arguments, fails=fails)
        self.assert_nothing_made()
        return error

    def truncate(self, path) -> None:
        path.write_bytes(path.read_bytes()[:-200])

    def alter(self, path, files=None) -> None:
        make_tarball(path, {**UPSTREAM, "llvm/lib/A.cpp": "int evil;\n"})


class GivenTest(SourceCase):
    def test_recorded_tarball_under_another_name(self):
        other = self.root / "other.tar"
        self.tarball.rename(other)
        self.fork("sync", "--source", other)
        self.assertTrue((self.tree / "llvm/lib/A.cpp").exists())
        self.assertTrue(other.exists())

    def test_other_packaging_with_the_same_contents(self):
        """A release tarball has files that the recorded one lacks."""
        self.tarball.unlink()
        path = self.root / "release.tar.xz"
        make_tarball(path, {**UPSTREAM, "llvm/lib/.gitattributes": "*\n",
                            "clang/lib/dos.cpp": "int d;\nint e;\nint f;\n",
                            "clang/www/index.html": "\n"}, "release-1")
        self.fork("sync", "--source", path)

    def test_environment_names_the_source(self):
        other = self.root / "other.tar"
        self.tarball.rename(other)
        self.env["MANAGED_LLVM_SOURCE"] = str(other)
        self.fork("sync")

    def test_truncated(self):
        for name in (self.tarball.name, "other.tar.xz"):
            with self.subTest(name):
                path = self.root / name
                shutil.copy(self.tarball, path)
                self.truncate(path)
                self.refused("--source", path, fails="truncated")
                self.assertTrue(path.exists())

    def test_altered(self):
        path = self.root / "other.tar.xz"
        self.alter(path)
        self.refused("--source", path,
                     fails=f"{path} is not an unmodified {TAG}")
        path = self.root / self.tarball.name
        self.alter(path)
        self.refused("--source", path, fails=f"{path} is truncated or "
                     "altered: it does not have the sha256")

    def test_another_release(self):
        path = self.root / "other.tar.xz"
        version = {"cmake/Modules/LLVMVersion.cmake": VERSION.format(1, 0, 1)}
        make_tarball(path, {**UPSTREAM, **version})
        self.refused("--source", path, fails=f"{path} is version 1.0.1, not "
                     f"1.0.0; get {TAG}")

    def test_not_a_tarball(self):
        path = self.root / "junk.tar.xz"
        for data in (b"", b"junk\n", lzma.compress(b"junk\n")):
            with self.subTest(data):
                path.write_bytes(data)
                self.refused("--source", path, fails="truncated or not a tar")
        self.refused("--source", self.root / "none", fails="is no tarball")
        self.refused("--source", self.home, fails="is no tarball")
        make_tarball(path, {"llvm/x": ""})
        self.refused("--source", path, fails="it is not upstream's source")

    def test_directory(self):
        self.tarball.unlink()
        plain = self.root / "plain"
        self.fork("sync", "--source", plain)
        self.assertTrue((self.tree / "llvm/test/b.ll").exists())

    def test_altered_directory(self):
        plain = self.root / "plain"
        write_tree(plain, {"llvm/lib/A.cpp": "int evil;\n"})
        self.refused("--source", plain, fails="is not an unmodified")
        shutil.rmtree(plain / "third-party")
        self.refused("--source", plain, fails="no directory third-party")

    def clone(self) -> str:
        plain = self.root / "plain"
        git(self.root, "init", "-q", str(plain))
        git(plain, "add", "-A", "-f")
        git(plain, "commit", "-q", "-m", "release")
        git(plain, "tag", TAG)
        return git(plain, "rev-parse", "HEAD").strip()

    def test_clone_gives_the_tag_whatever_is_checked_out(self):
        commit = self.clone()
        plain = self.root / "plain"
        write_tree(plain, {"llvm/lib/A.cpp": "int later;\n"})
        git(plain, "commit", "-q", "-am", "later")
        write_tree(plain, {"llvm/lib/B.cpp": "int edit;\n"})
        self.record["commit"] = commit
        self.save_record()
        self.fork("sync", "--source", plain)
        self.assertEqual((self.tree / "llvm/lib/A.cpp").read_text(),
                         UPSTREAM["llvm/lib/A.cpp"])

    def test_bare_clone(self):
        self.clone()
        bare = self.root / "bare"
        git(self.root, "clone", "-q", "--bare", "plain", str(bare))
        self.fork("sync", "--source", bare)

    def test_clone_with_a_wrong_tag(self):
        commit = self.clone()
        plain = self.root / "plain"
        write_tree(plain, {"llvm/lib/A.cpp": "int later;\n"})
        git(plain, "commit", "-q", "-am", "later")
        git(plain, "tag", "-f", TAG)
        self.refused("--source", plain, fails="is not an unmodified")
        self.record["commit"] = commit
        self.save_record()
        self.refused("--source", plain, fails=f", not {commit}; fetch the "
                     "tag again")
        git(plain, "tag", "-d", TAG)
        self.refused("--source", plain, fails=f"has no tag {TAG}; fetch it "
                     "with: git -C")


class FoundTest(SourceCase):
    def setUp(self):
        super().setUp()
        self.record["distribution"] = {"source": "toy-source",
                                       "suites": ["trixie", "sid"],
                                       "packages": None}
        self.record["release"] = "http://127.0.0.1:9/release-1.tar.xz"
        self.save_record()

    def add_apt(self, file, fails="") -> None:
        self.env.update(APT_FILE=str(file), APT_FAILS=fails)
        (self.bin / "apt-get").write_text(APT_GET)
        (self.bin / "apt-get").chmod(0o755)

    def serve(self, path, length=None) -> None:
        """Makes `path` the release tarball of the public home."""
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                data = path.read_bytes()
                self.send_response(200)
                self.send_header("Content-Length", str(length or len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.record["release"] = \
            f"http://127.0.0.1:{server.server_port}/release-1.tar.xz"
        self.save_record()

    def test_no_network(self):
        self.tarball.unlink()
        error = self.refused(fails="give the source with --source PATH")
        self.assertIn(NO_APT, error)
        self.assertIn("the project's public home: ", error)
        self.add_apt(self.tarball, "Temporary failure resolving 'x'")
        error = self.refused(fails="give the source with --source PATH")
        self.assertIn("trixie: ", error)
        self.assertIn("Temporary failure resolving 'x'", error)

    def test_cache_needs_no_network(self):
        self.fork("sync")

    def test_distribution(self):
        moved = self.root / "moved"
        self.tarball.rename(moved)
        self.add_apt(moved)
        self.fork("sync")
        self.assertEqual(self.tarball.read_bytes(), moved.read_bytes())

    def test_bad_cache_is_removed_and_fetched_again(self):
        good = self.root / "good"
        shutil.copy(self.tarball, good)
        self.add_apt(good)
        for spoil in (self.truncate, self.alter):
            with self.subTest(spoil.__name__):
                spoil(self.tarball)
                self.assertIn("truncated or altered", self.fork("sync"))
                self.assertEqual(self.tarball.read_bytes(), good.read_bytes())
                shutil.rmtree(self.upstream)
                shutil.rmtree(self.tree)

    def test_bad_cache_without_network_is_removed(self):
        self.truncate(self.tarball)
        self.refused(fails="truncated or altered")
        self.assertFalse(self.tarball.exists())

    def test_distribution_has_another_file(self):
        self.tarball.unlink()
        other = self.root / "other"
        self.alter(other)
        self.add_apt(other)
        self.refused(fails="trixie has another toy_1.0.0.orig.tar.xz; sid")
        self.assertFalse(self.tarball.exists())

    def test_public_home(self):
        self.tarball.unlink()
        release = self.root / "release"
        make_tarball(release, UPSTREAM, "release-1")
        self.serve(release)
        self.fork("sync")
        shutil.rmtree(self.upstream)
        shutil.rmtree(self.tree)
        self.record["release"] = "http://127.0.0.1:9/release-1.tar.xz"
        self.save_record()
        self.fork("sync")

    def test_public_home_breaks_off_or_is_altered(self):
        self.tarball.unlink()
        release = self.root / "release"
        make_tarball(release, UPSTREAM, "release-1")
        self.serve(release, release.stat().st_size + 1)
        self.refused(fails="broke off after")
        self.alter(release)
        self.serve(release)
        self.refused(fails="release-1.tar.xz is not an unmodified")
        self.assertEqual(list(self.cache.iterdir()), [])
        make_tarball(release, UPSTREAM, "release-1")
        self.fork("sync")


def limit(size: int) -> None:
    """Makes the process unable to write more than `size` bytes to a file."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


OTHER_USER = {"user": 65534, "group": 65534}
CAN_DROP_RIGHTS = not os.geteuid() and os.path.exists("/usr/bin/python3")


class RoomTest(SourceCase):
    def setUp(self):
        super().setUp()
        self.env["PYTHONDONTWRITEBYTECODE"] = "1"

    def test_too_little_room_is_said_before_anything_is_done(self):
        self.record["megabytes"] = 10**9
        self.save_record()
        self.refused(fails="this needs 1000000000 MB; free some space")

    def big_upstream(self) -> None:
        files = {**UPSTREAM, "llvm/lib/Big.txt": "x" * 10000}
        path = self.root / "big.tar.xz"
        make_tarball(path, files)
        shutil.copy(path, self.tarball)
        write_tree(self.root / "plain", files)
        self.record["tarball"]["sha256"] = file_digest(path)
        self.record["content"] = content_digest(self.root / "plain")
        self.save_record()

    def test_a_write_that_fails(self):
        """Wherever a file cannot be written to its end, the run says so,
        leaves nothing and works again once it can."""
        self.big_upstream()
        error = self.fork("sync", fails="free some space and run it again",
                          preexec_fn=lambda: limit(4000))
        self.assertIn("File too large", error)
        self.assert_nothing_made()
        self.fork("sync", "--source", self.root / "plain",
                  fails="free some space", preexec_fn=lambda: limit(4000))
        self.assert_nothing_made()
        self.fork("sync")
        shutil.rmtree(self.tree)
        self.fork("sync", fails="File too large",
                  preexec_fn=lambda: limit(4000))
        self.assertFalse(self.tree.exists())
        self.no_leftovers()
        self.fork("sync")

    def test_full_disk(self):
        """The same on a real file system that is full."""
        disk = self.root / "disk"
        disk.mkdir()
        mount = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1100k,nr_inodes=100", "none",
             str(disk)], stderr=subprocess.DEVNULL)
        if mount.returncode:
            self.skipTest("mounting a file system needs root")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        files = {**UPSTREAM, "llvm/lib/Big.txt": "x" * 1200000}
        make_tarball(self.tarball, files)
        self.record["tarball"]["sha256"] = file_digest(self.tarball)
        self.record["megabytes"] = 0
        self.save_record()
        self.env["MANAGED_LLVM_UPSTREAM"] = str(disk / "upstream")
        self.fork("sync", fails="No space left on device; free some space")
        self.assertEqual(list(disk.iterdir()), [])

    def test_export_on_a_full_disk_keeps_the_old_series(self):
        self.make_series()
        before = self.snapshot(self.patches)
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.commit("[Toy] Four" + " " + "long" * 10)
        size = len(before["README.md"]) + 20
        self.fork("export", fails="free some space",
                  preexec_fn=lambda: limit(size))
        self.assertEqual(self.snapshot(self.patches), before)
        self.no_leftovers()
        self.fork("export")

    @unittest.skipUnless(CAN_DROP_RIGHTS, "changing the user needs root")
    def test_without_rights(self):
        """A repository that the user may not write to: one line."""
        for path in (self.root, *self.root.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o055)
        self.fork("sync", fails="Permission denied", **OTHER_USER)
        self.assert_nothing_made()

    @unittest.skipUnless(CAN_DROP_RIGHTS, "changing the user needs root")
    def test_unprivileged(self):
        """Everything works as an ordinary user."""
        for path in (self.root, *self.root.rglob("*")):
            os.chown(path, 65534, 65534, follow_symlinks=False)
        self.env["TMPDIR"] = str(self.home)
        self.fork("sync", **OTHER_USER)
        self.fork("track", "llvm/lib/A.cpp", **OTHER_USER)
        self.fork("export", **OTHER_USER)
        self.fork("verify", **OTHER_USER)


if __name__ == "__main__":
    unittest.main()
