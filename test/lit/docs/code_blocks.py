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
# --fix takes what stands there now: what begins and ends with the quotation's first and last line and is most like it.
import difflib
import os
import re
import sys

QUOTE = re.compile(r"<!-- (excerpt|whole) of: (\S+) -->\n+```[a-z+]*\n(.*?)```\n", re.S)
MARKER = re.compile(r"<!-- (?:excerpt|whole) of:")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]*)(?:#([^)\s]*))?\)")


def source_of(name, top, generated):
    return os.path.join(generated, name[len("generated/"):]) if name.startswith("generated/") else os.path.join(top, name)


def without_code(text):
    return re.sub(r"```.*?```", "", text, flags=re.S)


def anchors_of(path):
    """The names by which links call the headings of a page."""
    with open(path, encoding="utf-8") as file:
        headings = re.findall(r"^#+ (.*)$", without_code(file.read()), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


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
    for link, anchor in LINK.findall(without_code(text)):
        target = os.path.join(os.path.dirname(path), link) if link else path
        if "://" in link:
            continue
        if not os.path.exists(target):
            found.append(f"links to {link}, which does not exist")
        elif anchor and target.endswith(".md") and anchor not in anchors_of(target):
            found.append(f"links to {link}#{anchor}, a heading that does not exist")
    return [f"{os.path.basename(path)}: {what}" for what in found], len(quotes)


def quoted_now(kind, block, content):
    """What a quotation would be today; the block itself where its first or last line is gone."""
    if kind == "whole":
        return content
    if "\n" + block in "\n" + content:
        return block
    lines, old = content.split("\n"), block.rstrip("\n").split("\n")
    begins = [index for index, line in enumerate(lines) if line == old[0]]
    ends = [index for index, line in enumerate(lines) if line == old[-1]]
    candidates = [lines[begin:end + 1] for begin in begins for end in ends if begin <= end <= begin + 2 * len(old) + 20]
    if not candidates:
        return block
    # Lines such as "}" stand in many places: what has most of the old text is meant, and of those the shortest, so that
    # lines that are new in the middle cut nothing off.
    matcher = difflib.SequenceMatcher(b=old, autojunk=False)

    def likeness(candidate):
        matcher.set_seq1(candidate)
        return sum(block.size for block in matcher.get_matching_blocks()), matcher.ratio()

    return "\n".join(max(candidates, key=likeness)) + "\n"


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
            now = quoted_now(kind, block, file.read())
        whole, begin = match.group(0), match.start(3) - match.start(0)
        return whole[:begin] + now + whole[begin + len(block):]

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
