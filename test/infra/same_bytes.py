#!/usr/bin/env python3
# Checks what holds for the output of every test class: two runs give the same bytes, a third leaves the files alone,
# no line of text for people is over 120 columns, nothing in it names a folder of this machine, and the generated class has
# the comments and names that a person would give.
#
# usage: same_bytes.py VKMORPH
import json
import os
import re
import subprocess
import sys
import tempfile

import tree

CLASSES = os.path.join(tree.ROOT, "test", "classes")
LONGEST_LINE = 120
BINARY = (".spv",)
# A string of JSON is one line, however long.
UNWRAPPED = (".json",)


def translate(vkmorph, folder, output, cwd):
    """Translates the class of one folder; returns what went wrong, or an empty string."""
    with open(os.path.join(folder, "test.json"), encoding="utf-8") as file:
        test = json.load(file)
    sources = [os.path.normpath(os.path.join(folder, source)) for source in test["sources"]]
    includes = [f"-I{path}" for path in sorted({os.path.dirname(source) for source in sources})]
    command = [vkmorph, *sources, "--class", test["class"], "-o", output, *test["options"], "--", "-std=c++17", *includes]
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    return "" if run.returncode == 0 else f"exit status {run.returncode}\n{run.stdout}{run.stderr}"


def contents(folder):
    """{relative path: bytes} of all files below a folder."""
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def times(folder):
    return {path: os.stat(os.path.join(folder, path)).st_mtime_ns for path in contents(folder)}


def problems_of_host(path, text):
    """What the generated class has that a person would not write: comments of barriers that are longer than two lines, commands
    with a kernel's whole name where no control function has the short one."""
    found = []
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines):
        if line.startswith("vkmorph::Barrier(") and number >= 3 and all(above.startswith("//") for above in lines[number - 3:number]):
            found.append(f"{path}:{number + 1}: the comment of a barrier has at most two lines; --explain=barriers has the rest")
    if path.endswith(".h"):
        for name in sorted(set(re.findall(r"\bkernel\dD_(\w+Cmd)\(", text))):
            if not re.search(rf"\b{name}\(", text):
                found.append(f"{path}: the commands of this kernel would be {name}, which nothing else is")
    return found


def problems_of_text(path, data, machine_folders):
    """What is wrong with one generated file."""
    if path.endswith(BINARY):
        return []
    found = problems_of_host(path, data.decode()) if re.search(r"_generated\.(h|cpp)$", path) else []
    for number, line in enumerate(data.decode().splitlines(), 1):
        if len(line) > LONGEST_LINE and not path.endswith(UNWRAPPED):
            found.append(f"{path}:{number}: {len(line)} columns; {LONGEST_LINE} is the most")
        found += [f"{path}:{number}: names the folder {folder}" for folder in machine_folders if folder in line]
    return found


def check(vkmorph, name, scratch):
    folder = os.path.join(CLASSES, name)
    first, second = os.path.join(scratch, name, "a"), os.path.join(scratch, name, "b", "c")
    for output, cwd in ((first, folder), (second, scratch)):
        os.makedirs(output)
        error = translate(vkmorph, folder, output, cwd)
        if error:
            return [error]
    found = []
    before, other = contents(first), contents(second)
    if not before:
        found.append("nothing was written")
    for path in sorted(set(before) | set(other)):
        if before.get(path) != other.get(path):
            found.append(f"{path}: differs between two runs")
    old_times = times(first)
    error = translate(vkmorph, folder, first, folder)
    if error:
        found.append(f"a second translation into the same folder: {error}")
    found += [f"{path}: was not changed but written again" for path, time in sorted(times(first).items())
              if time != old_times.get(path)]
    for path, data in sorted(before.items()):
        found += problems_of_text(path, data, [tree.ROOT, scratch])
    return found


def main():
    vkmorph = os.path.abspath(sys.argv[1])
    names = sorted(name for name in os.listdir(CLASSES) if os.path.exists(os.path.join(CLASSES, name, "test.json")))
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            found = check(vkmorph, name, scratch)
            bad += bool(found)
            print(f"{name}: " + ("\n  ".join(["", *found]) if found else "the same bytes"))
    return 1 if bad or not names else 0


if __name__ == "__main__":
    sys.exit(main())
