#!/usr/bin/env python3
# Checks that what the documentation quotes is what stands in the files, and that its links lead somewhere.
#
#   <!-- excerpt of: PATH -->      the fenced block that follows stands in PATH, line for line
#   <!-- whole of: PATH -->        it is the whole file
#
# PATH is relative to the top of the tree, or begins with 'generated/': a file that vkmorph wrote for the sample.
#
# usage: code_blocks.py [--fix] TOP GENERATED FILE.md...
#
# --fix takes what stands there now: from the quotation's first line to the next one that is as its last.
import os
import re
import sys

QUOTE = re.compile(r"<!-- (excerpt|whole) of: (\S+) -->\n+```[a-z+]*\n(.*?)```\n", re.S)
MARKER = re.compile(r"<!-- (?:excerpt|whole) of:")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def source_of(name, top, generated):
    return os.path.join(generated, name[len("generated/"):]) if name.startswith("generated/") else os.path.join(top, name)


def problems_of(path, top, generated):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    quotes = QUOTE.findall(text)
    found = []
    if len(quotes) != len(MARKER.findall(text)):
        found.append("a marker is not followed by a block of code")
    for kind, name, block in quotes:
        source = source_of(name, top, generated)
        if not os.path.isfile(source):
            found.append(f"quotes {name}, which does not exist")
            continue
        with open(source, encoding="utf-8") as file:
            content = file.read()
        if block != content if kind == "whole" else "\n" + block not in "\n" + content:
            found.append(f"its {kind} of {name} is not what stands there: {block.splitlines()[0]}")
    for link in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.S)):
        if "://" not in link and not os.path.exists(os.path.join(os.path.dirname(path), link)):
            found.append(f"links to {link}, which does not exist")
    return [f"{os.path.basename(path)}: {what}" for what in found], len(quotes)


def quoted_now(kind, block, content):
    """What a quotation would be today; the block itself where its first or last line is gone."""
    if kind == "whole":
        return content
    lines, first, last = content.split("\n"), block.split("\n")[0], block.rstrip("\n").split("\n")[-1]
    if first not in lines or last not in lines[lines.index(first):]:
        return block
    begin = lines.index(first)
    return "\n".join(lines[begin:lines.index(last, begin) + 1]) + "\n"


def fix(path, top, generated):
    """Brings the quotations of one page up to date."""
    with open(path, encoding="utf-8") as file:
        text = file.read()

    def replace(match):
        kind, name, block = match.groups()
        source = source_of(name, top, generated)
        if not os.path.isfile(source):
            return match.group(0)
        with open(source, encoding="utf-8") as file:
            return match.group(0).replace(block, quoted_now(kind, block, file.read()))

    fixed = QUOTE.sub(replace, text)
    if fixed != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(fixed)


def main():
    arguments = sys.argv[1:]
    fixing = "--fix" in arguments
    top, generated, *paths = [argument for argument in arguments if argument != "--fix"]
    if fixing:
        for path in paths:
            fix(path, top, generated)
    problems, quotes = [], 0
    for path in paths:
        found, number = problems_of(path, top, generated)
        problems += found
        quotes += number
    print("\n".join(problems) if problems else f"{len(paths)} pages, {quotes} quotations")
    if problems and not fixing:
        print("where a file has changed, --fix takes over what stands there now")
    return 1 if problems or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
