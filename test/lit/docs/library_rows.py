#!/usr/bin/env python3
# Checks that docs/Language.md has a row for every function that a table of frontend/library/ translates: the first cell of a
# row names it between quotation marks, and the class that it is a member of. Functions of vector maths stand below that
# heading, most others below those of the standard library. Functions that are refused are named by their messages.
#
# usage: library_rows.py LANGUAGE.md FILE.cpp...
import os
import re
import sys

# {"sort", {2, 3}, by<&Reorder::sort>}; handlers that refuse are called "refuse..."; or "other", after all other rows.
ROW = re.compile(r'\{"([^"*]+)",\s*(?:\{[^{}]*\}|\w+),\s*(?:by|asKernel|math)<(?!&\w+::(?:other|refuse\w*)>)')
SECTIONS = {"VectorCalls.cpp": {"Vector maths"}, "SmartPointers.cpp": {"References and pointers"}}
LIBRARY = {"The standard library", "Mathematical functions"}
# What a cell may say for a class: `m_v.clear()`; the bases that libstdc++'s std::shared_ptr has.
SPELLINGS = {"vector": {"vector", "m_v"}, "__shared_ptr": {"shared_ptr"}, "__shared_ptr_access": {"shared_ptr"}}


def names_of(text):
    """The names of rows, with the classes whose members they are; operators are named with their classes."""
    return {name for name in ROW.findall(text) if not name.split("::")[-1].startswith("operator")}


def cells_of(page):
    """The words between quotation marks in the first cells of each section's rows."""
    section, cells = "", {}
    for line in page.split("\n"):
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("| ") and not line.startswith("|---"):
            cell = re.split(r"(?<!\\)\|", line)[1]
            cells.setdefault(section, []).append(set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", cell)))))
    return cells


def is_named(name, rows):
    owner, _, function = name.rpartition("::")
    owners = SPELLINGS.get(owner, {owner})
    return any(function in row and (not owner or row & owners) for row in rows)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cells = cells_of(file.read())
    count, missing = 0, []
    for path in sys.argv[2:]:
        base = os.path.basename(path)
        with open(path, encoding="utf-8") as file:
            names = set() if base == "RefusedFunctions.cpp" else names_of(file.read())
        sections = SECTIONS.get(base, LIBRARY)
        rows = [row for section in sections for row in cells.get(section, [])]
        count += len(names)
        missing += [f"{base}: docs/Language.md, {', '.join(sorted(sections))}: no row begins with {name}"
                    for name in sorted(names) if not is_named(name, rows)]
    print("\n".join(missing) if missing else f"{count} rows")
    return 1 if missing or not count else 0


if __name__ == "__main__":
    sys.exit(main())
