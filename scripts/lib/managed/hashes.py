"""Hashes of files, to find out what changed."""

import hashlib
from pathlib import Path

def hash_file(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def hash_files(paths) -> str:
    """One hash of the contents of files, and of all below directories."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        files = sorted(p for p in path.rglob("*") if p.is_file()) \
            if path.is_dir() else [path]
        for file in files:
            digest.update(f"{file.name}\0{hash_file(file)}\0".encode())
    return digest.hexdigest()
