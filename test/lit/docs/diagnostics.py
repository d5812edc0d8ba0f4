# Writes or checks docs/Diagnostics.md: every message of the compiler, from the tables of its parts, with its test.
#
#   diagnostics.py ROOT          fails where the page is out of date, or a message has no test
#   diagnostics.py --fix ROOT    writes the page
import glob
import os
import re
import sys

PARTS = [
    ("frontend", "The front end", "What the class is and what it says. They come while the sources are read."),
    ("passes", "The passes", "What the class means: grids, reductions, independence, extents, decisions."),
    ("backends", "The back ends", "What shaders and the generated class can say."),
]
STRING = r'(?:"(?:[^"\\]|\\.)*"\s*)+'
ROW = re.compile(rf'VKM_DIAG\((\w+), "(vkm\d+)", (\w+), "([^"]*)",\s*({STRING}),\s*({STRING})\)')

HEAD = """# Messages

Every message ends in its code, which never changes its meaning, and the remedy follows as a note. Errors end the run with
exit status 1 and write nothing; several are told in one run. Warnings are silenced by name (`--silence=NAME`) or made errors
(`--werror=NAME`, `--werror` for all), remarks are asked for by name (`--remarks=NAME`). `{0}`, `{1}` stand for names, types and numbers.

This page is made from the tables `frontend/Diagnostics.def`, `passes/Diagnostics.def` and `backends/Diagnostics.def` by
`test/lit/docs/diagnostics.py --fix .`, and a test keeps it true.
"""


def text_of(literals):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"').replace("\\\\", "\\")


def rows_of(root, part):
    with open(os.path.join(root, part, "Diagnostics.def"), encoding="utf-8") as file:
        table = file.read()
    rows = ROW.findall(table)
    if len(rows) != len(re.findall(r"^VKM_DIAG\(", table, re.MULTILINE)):
        sys.exit(f"{part}/Diagnostics.def has a row that this script does not understand")
    return [(name, code, severity, flag, text_of(text), text_of(remedy)) for name, code, severity, flag, text, remedy in rows]


def tests_by_code(root):
    """The tests that expect a code: first those that provoke it from C++ text, then others about errors and warnings."""
    found = {}
    paths = [path for path in glob.glob(os.path.join(root, "test", "lit", "**", "*"), recursive=True)
             if path.endswith((".cpp", ".mlir", ".test", ".txt", ".py", ".h")) and "__pycache__" not in path]
    for path in sorted(paths, key=lambda path: (not path.endswith(".txt"), not re.search(r"error|warning|diagnostic", path), path)):
        with open(path, encoding="utf-8", errors="replace") as file:
            for code in set(re.findall(r"\bvkm\d{4}\b", file.read())):
                found.setdefault(code, []).append(os.path.relpath(path, os.path.join(root, "docs")))
    return found


def cell(text):
    return text.replace("|", "\\|").replace("<", "\\<").replace(">", "\\>")


def main():
    fix = "--fix" in sys.argv[1:]
    root = [argument for argument in sys.argv[1:] if argument != "--fix"][0]
    tests = tests_by_code(root)
    page, untested, seen = [HEAD], [], set()
    for part, title, about in PARTS:
        page.append(f"## {title}\n\n{about}\n\n| code | text | remedy | test |\n|---|---|---|---|")
        for name, code, severity, flag, text, remedy in sorted(rows_of(root, part), key=lambda row: row[1]):
            if code in seen:
                sys.exit(f"{code} is given to two messages")
            seen.add(code)
            if code not in tests:
                untested.append(f"{name} ({code})")
            kind = "" if severity == "Error" else f"{severity.lower()} `{flag}`: "
            link = tests.get(code, [""])[0]
            page.append(f"| {code} | {kind}{cell(text)} | {cell(remedy)} | [{os.path.basename(link)}]({link}) |")
        page.append("")
    text = "\n".join(page).rstrip() + "\n"
    path = os.path.join(root, "docs", "Diagnostics.md")
    if untested:
        sys.exit("no test expects: " + ", ".join(untested))
    if fix:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        sys.exit("docs/Diagnostics.md is out of date: test/lit/docs/diagnostics.py --fix .")


if __name__ == "__main__":
    main()
