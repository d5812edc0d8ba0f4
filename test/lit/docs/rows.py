#!/usr/bin/env python3
# Checks that each row of a table whose last column is headed "test" names one: a file below test/ or runtime/test/ that a
# runner knows. (That links lead somewhere at all is code_blocks.py's business.)
#
# usage: rows.py FILE.md...
import os
import re
import sys

LINK = re.compile(r"\]\(([^)#\s]+)\)")
TESTS = re.compile(r"(^|/)(runtime/test/\w+_test\.cpp|test/(lit|programs)/[\w./-]+\.(cpp|mlir|test|txt|md|py))$")
# A bar that separates cells has no backslash before it.
CELLS = re.compile(r"(?<!\\)\|")


def problems_of(path):
    found, rows, watched = [], 0, False
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines, 1):
        if not line.startswith("|"):
            watched = False
            continue
        cells = [cell.strip() for cell in CELLS.split(line)[1:-1]]
        if number < len(lines) and re.match(r"\|[-| ]+\|$", lines[number]):
            watched = cells[-1] == "test"
            columns = len(cells)
        elif watched and not re.match(r"\|[-| ]+\|$", line):
            rows += 1
            links = LINK.findall(cells[-1])
            strange = [link for link in links if not TESTS.search(os.path.normpath(link))]
            if len(cells) != columns:
                found.append(f"{number}: the row has {len(cells)} cells, the table {columns}")
            elif not links:
                found.append(f"{number}: names no test")
            elif strange:
                found.append(f"{number}: no test: {strange[0]}")
    return [f"{os.path.basename(path)}:{what}" for what in found], rows


def main():
    problems, rows = [], 0
    for path in sys.argv[1:]:
        found, number = problems_of(path)
        problems += found
        rows += number
    print("\n".join(problems) if problems else f"{rows} rows")
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
