# The files of the source tree, for the checks of this folder.
import os
import subprocess

# The folders of the compiler.
COMPILER = ("ir", "analysis", "transforms", "device", "passes", "frontend", "backends", "tools")

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))


def source_files(root=ROOT):
    """Paths relative to the root: what git tracks or would track; without git, all but build folders."""
    listing = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, check=False)
    if listing.returncode == 0:
        files = listing.stdout.decode().split("\0")
    else:
        files = []
        for folder, subfolders, names in os.walk(root):
            subfolders[:] = [name for name in subfolders if not name.startswith((".git", ".cache", "build", "__pycache__"))]
            files += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return sorted(set(name for name in files if name and os.path.isfile(os.path.join(root, name))))


def read(path, root=ROOT):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()
