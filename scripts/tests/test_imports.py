"""The modules of the scripts import each other without circles."""

import ast
import sys
import tempfile
import unittest
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

LIBRARY = Path(__file__).resolve().parents[1] / "lib"


def modules(top: Path) -> dict:
    """{dotted name: file} of all below `top`."""
    found = {}
    for path in top.rglob("*.py"):
        parts = path.relative_to(top).with_suffix("").parts
        if parts[-1] == "__init__":
            parts = parts[:-1]
        found[".".join(parts)] = path
    return found


def imports(name: str, path: Path, known: dict) -> set:
    """The modules of `known` that a module names in any import, also in one
    inside a function. The packages that contain them do not count."""
    package = name.split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] \
                if node.level else []
            base += node.module.split(".") if node.module else []
            for alias in node.names:
                whole = ".".join([*base, alias.name])
                found.add(whole if whole in known else ".".join(base))
    return (found & known.keys()) - {name}


def circle(top: Path) -> list:
    """The names of modules that import each other in turn, or nothing."""
    known = modules(top)
    try:
        TopologicalSorter({name: imports(name, path, known)
                           for name, path in known.items()}).prepare()
    except CycleError as error:
        return error.args[1]
    return []


class Imports(unittest.TestCase):
    def test_no_circle(self):
        known = modules(LIBRARY)
        self.assertIn("managed.bench.faults", known)
        self.assertIn("managed.ui", imports(
            "managed.bench.faults", known["managed.bench.faults"], known))
        self.assertEqual(circle(LIBRARY), [])

    def test_circles_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            (top / "p").mkdir()
            (top / "p/__init__.py").touch()
            (top / "p/a.py").write_text("from .b import c\n")
            (top / "p/b.py").write_text("def f():\n    from . import a\n")
            self.assertEqual(set(circle(top)), {"p.a", "p.b"})
            (top / "p/b.py").write_text("import sys\n")
            self.assertEqual(circle(top), [])

    def test_no_module_hides_one_of_python(self):
        """Some modules run as programs, so that their directory comes first
        in sys.path."""
        hidden = [str(path) for path in LIBRARY.rglob("*.py")
                  if path.stem in sys.stdlib_module_names
                  and 'if __name__ == "__main__"' in "".join(
                      sibling.read_text()
                      for sibling in path.parent.glob("*.py"))]
        self.assertEqual(hidden, [])


if __name__ == "__main__":
    unittest.main()
