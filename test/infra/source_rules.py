#!/usr/bin/env python3
# Checks what every source file has to be: opened by a comment that says what it is for, and shorter than 900 lines, with
# functions of at most 100. Checks that every attribute of the dialect that C++ spells is one that the dialect knows, and
# that tests lie in the folders there are.
import os
import re
import sys

import tree

MOST_LINES = 900
MOST_OF_FUNCTION = 100
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
GOLDEN = re.compile(r"(^|/)(golden|Inputs|inputs|expected)/|^test/programs/[^/]+/[^/]+\.(cpp|h)$")


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


def long_functions(path, text):
    """The functions of a C++ file that are too long, as messages. They end with a brace alone in its line; classes and tables
    end with a semicolon behind it, namespaces with a comment."""
    found = []
    lines = text.splitlines()
    indents = [len(line) - len(line.lstrip()) for line in lines]
    for end, line in enumerate(lines):
        if line.strip() != "}" or indents[end] > 2:
            continue
        begin = end - 1
        while begin > 0 and (not lines[begin].strip() or lines[begin].startswith("#") or indents[begin] > indents[end]):
            begin -= 1
        if end - begin + 1 > MOST_OF_FUNCTION:
            found.append(f"{path}:{begin + 1}: a function of {end - begin + 1} lines; parts with names make it at most {MOST_OF_FUNCTION}")
    return found


# Tests by part of the compiler, and whole programs by what they test: test/programs/README.md.
PARTS = ("backends", "check", "diagnostics", "docs", "e2e", "examples", "frontend", "ir", "passes", "robustness", "tools")
SUBJECTS = ("appends", "applications", "compaction", "control", "grids", "images", "language", "objects", "ports", "reductions", "samplers",
            "samples", "scans", "scatter", "sorts", "semantics", "slicer", "textures", "threads", "virtual_calls")


def misplaced_tests(path, text):
    """What is wrong with where a test lies, or with its first line, as a list of messages."""
    found = re.match(r"test/(lit|programs)/([^/]+)/", path)
    if not found:
        return []
    suite, folder = found.groups()
    if folder not in (PARTS if suite == "lit" else SUBJECTS):
        return [f"{path}: test/{suite} has no folder '{folder}': test/programs/README.md says where a test goes"]
    is_class = suite == "programs" and path.count("/") == 3 and path.endswith(".cpp")
    if is_class and not text.startswith("// Origin: "):
        return [f"{path}:1: the first line does not say where the class comes from: // Origin: ... (test/programs/README.md)"]
    return []


# A row of the table of attributes in ir/VkmAttributes.cpp.
ROW = re.compile(r'^    \{"([a-z_.]+)",', re.M)
ATTRIBUTE_USES = re.compile(r"\b(?:getAttr|getAttrOfType<[^>]*>|setAttr|hasAttr|removeAttr|stringAttr)\((?:\w+, )?\"([a-z_.]+)\"")


def unknown_attributes(sources, table, ods):
    """What C++ spells as an attribute of the dialect and should not, as messages: `sources` are texts by path, `table` is the
    C++ file that lists the attributes beside those of ODS, which have accessors, `ods` all definitions of operations."""
    known = set(ROW.findall(table)) | {"vkm." + name for name in re.findall(r'<"([a-z_.]+)"', ods)}
    declared = set(re.findall(r":\$([a-z_]+)", ods))
    found = []
    for path, text in sorted(sources.items()):
        code = re.sub(r"//[^\n]*", "", text)
        uses = set(ATTRIBUTE_USES.findall(code)) - known
        for name in sorted(set(re.findall(r'"(vkm\.[a-z_]+)"', code)) - known | uses - declared):
            found.append(f"{path}: the attribute {name} is neither declared in ODS nor a row of ir/VkmAttributes.cpp")
        for name in sorted(uses & declared):
            found.append(f"{path}: the attribute {name} is declared in ODS, whose operations have accessors for it")
    return found


def unset_attributes(sources, table):
    """Rows of the table whose attribute no statement in C++ sets, by its name or by the constant that holds it, as messages."""
    code = "\n".join(re.sub(r"//[^\n]*", "", text) for path, text in sources.items() if path != "ir/VkmAttributes.cpp")
    constants = {}
    for constant, name in re.findall(r'\b(k\w+) =\s*"([a-z_.]+)"', code):
        constants.setdefault(name, []).append(constant)
    setting = [part for part in code.split(";") if re.search(r"\b[sS]et\w*\(|NamedAttr|\b(?:add|mark|stamp)\w*\(", part)]
    found = []
    for name in ROW.findall(table):
        spelling = re.compile("|".join([re.escape(f'"{name}"')] + [constant + r"\b" for constant in constants.get(name, [])]))
        if not any(spelling.search(part) for part in setting):
            found.append(f"ir/VkmAttributes.cpp: nothing sets {name}")
    return found


def compiler_sources(files):
    """The C++ files of the compiler, as texts by path."""
    return {path: tree.read(path) for path in files
            if path.split("/")[0] in tree.COMPILER + ("examples",) and path.endswith((".cpp", ".h"))}


def main():
    files = tree.source_files()
    sources = compiler_sources(files)
    ods = "".join(tree.read(path) for path in files if path.startswith("ir/") and path.endswith(".td"))
    table = sources["ir/VkmAttributes.cpp"]
    found = unknown_attributes(sources, table, ods) + unset_attributes(sources, table)
    for path in files:
        if path.split("/")[0] in tree.COMPILER + ("examples", "runtime") and path.endswith((".cpp", ".h")):
            found += long_functions(path, tree.read(path))
        if opening_of(path) is not None:
            found += problems_of(path, tree.read(path)) + misplaced_tests(path, tree.read(path))
    for path in files:
        is_script = path.startswith((".ci/", "scripts/")) and path not in ("scripts/common.sh",)
        if is_script and not os.access(os.path.join(tree.ROOT, path), os.X_OK):
            found.append(f"{path}: a script that cannot be run")
    print("\n".join(found) if found else f"{len(files)} files are as they should be")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
