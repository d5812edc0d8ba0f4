#!/usr/bin/env python3
# Checks what every source file has to be: opened by a comment that says what it is for, and shorter than 900 lines. Checks
# that every attribute of the dialect that C++ spells is one that the dialect knows.
import os
import re
import sys

import tree

MOST_LINES = 900
# How the first line of a file has to begin, by the file's extension.
OPENINGS = {
    (".cpp", ".cc", ".h", ".td", ".pdll", ".comp", ".glsl", ".mlir", ".inc", ".def"): ("//", "/*"),
    (".py",): ("#", '"""'),
    (".sh", ".cmake", ".yml", ".yaml", ".md"): ("#",),
    (".test",): ("#", "//"),
}
# Those of our files that have no extension.
HASH_NAMES = ("CMakeLists.txt", ".clang-format", ".clang-tidy")
# Text that a tool wrote and that is compared with what it writes today; classes as users write them.
GOLDEN = re.compile(r"(^|/)(golden|Inputs|inputs|expected|corners|newcomers)/")


def opening_of(path):
    """What the file's first line has to begin with; None where there is no rule."""
    base = os.path.basename(path)
    if base.endswith(".in"):
        base = base[: -len(".in")]
    if base in HASH_NAMES or path.startswith((".ci/", "scripts/")):
        return ("#",)
    extension = os.path.splitext(base)[1]
    for extensions, opening in OPENINGS.items():
        if extension in extensions:
            return opening
    return None


def problems_of(path, text):
    """What is wrong with one file, as a list of messages."""
    if GOLDEN.search(path):
        return []
    opening = opening_of(path)
    if opening is None:
        return []
    found = []
    lines = text.splitlines()
    first = lines[0] if lines else ""
    if first.startswith("#!") and len(lines) > 1:
        first = lines[1]
    if not first.startswith(opening) or not re.search(r"[A-Za-z]{2}", first):
        found.append(f"{path}:1: the first line is not a comment ({' or '.join(opening)}) that says what the file is for")
    if len(lines) >= MOST_LINES:
        found.append(f"{path}: {len(lines)} lines; a file stays below {MOST_LINES}")
    return found


def unknown_attributes(sources, table, ods):
    """What C++ spells as an attribute of the dialect, as messages: `sources` are texts by path, `table` is the C++ file that
    lists the attributes beside those of ODS, `ods` all definitions of operations."""
    known = set(re.findall(r'\{"(vkm\.[a-z_]+)",', table)) | {"vkm." + name for name in re.findall(r'<"([a-z_.]+)"', ods)}
    found = []
    for path, text in sorted(sources.items()):
        code = re.sub(r"//[^\n]*", "", text)
        for name in sorted(set(re.findall(r'"(vkm\.[a-z_]+)"', code)) - known):
            found.append(f"{path}: the attribute {name} has no row in ir/VkmAttributes.cpp")
    return found


def compiler_sources(files):
    """The C++ files of the compiler, as texts by path."""
    folders = ("analysis/", "backends/", "device/", "examples/", "frontend/", "ir/", "passes/", "tools/", "transforms/")
    return {path: tree.read(path) for path in files if path.startswith(folders) and path.endswith((".cpp", ".h"))}


def main():
    files = tree.source_files()
    sources = compiler_sources(files)
    ods = "".join(tree.read(path) for path in files if path.startswith("ir/") and path.endswith(".td"))
    found = unknown_attributes(sources, sources["ir/VkmAttributes.cpp"], ods)
    for path in files:
        if opening_of(path) is not None:
            found += problems_of(path, tree.read(path))
    for path in files:
        is_script = path.startswith((".ci/", "scripts/")) and path not in ("scripts/common.sh",)
        if is_script and not os.access(os.path.join(tree.ROOT, path), os.X_OK):
            found.append(f"{path}: a script that cannot be run")
    print("\n".join(found) if found else f"{len(files)} files are as they should be")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
