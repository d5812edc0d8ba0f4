#!/usr/bin/env python3
# Checks that docs/Language.md names every function that a table of frontend/library/ translates: rows with a handler, of the
# standard library or of C. Functions that are refused are named by their messages.
#
# usage: library_rows.py LANGUAGE.md FILE.cpp...
import os
import re
import sys

# {"sort", {2, 3}, by<&Reorder::sort>}; handlers that refuse what no row before took are called "other".
ROW = re.compile(r'\{"([^"*]+)",\s*(?:\{[^{}]*\}|\w+),\s*(?:by|asKernel|math)<(?!&\w+::other>)')


def names_of(text):
    """The names of rows, without the classes whose member functions they are; operators are named with their classes."""
    names = {name.split("::")[-1] for name in ROW.findall(text)}
    return {name for name in names if not name.startswith("operator")}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        words = set(re.findall(r"\w+", file.read()))
    rows, missing = 0, []
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            names = set() if path.endswith("RefusedFunctions.cpp") else names_of(file.read())
        rows += len(names)
        missing += [f"{os.path.basename(path)}: docs/Language.md does not name {name}" for name in sorted(names - words)]
    print("\n".join(missing) if missing else f"{rows} rows")
    return 1 if missing or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
