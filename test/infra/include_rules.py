#!/usr/bin/env python3
# Checks the direction of includes: a file of the compiler includes what the README of its room says ("**May include**:"),
# and what is in its own room. Each folder has such a README, which says where something new goes.
import os
import re
import sys

import tree

# The rooms of the compiler, whose files are checked, and the others.
ROOMS = tree.COMPILER + ("runtime", "examples", "samples", "test")
SOURCES = (".cpp", ".h", ".def")
# Rooms where a name stands for the folder alone, not for those in it.
FLAT = ("passes", "backends", "backends/host_vulkan")


def allowed_of(folder, files, read):
    """The room that a folder belongs to and what it may include, as its README or that of a folder above says; None where
    no README says anything."""
    while folder:
        readme = folder + "/README.md"
        line = re.search(r"\*\*May include\*\*: ([^\n]*)", read(readme)) if readme in files else None
        if line:
            return folder, None if line.group(1).startswith("everything") else re.findall(r"`([a-z_/]+)`", line.group(1))
        folder = os.path.dirname(folder)
    return None


def is_within(folder, room):
    return folder == room or (room not in FLAT and folder.startswith(room + "/"))


def problems_of(path, text, files, read):
    """What a file includes that it may not, as messages."""
    rule = allowed_of(os.path.dirname(path), files, read)
    if not rule:
        return [f"{path}: no README of its folders says what it may include"]
    room, allowed = rule
    if allowed is None:
        return []
    found = []
    for included in re.findall(r'^#include "([^"]+)"', text, re.M):
        folder = os.path.dirname(included)
        if folder.split("/")[0] not in ROOMS or folder == room or folder.startswith(room + "/"):
            continue
        if not any(is_within(folder, name) for name in allowed):
            found.append(f"{path}: includes {included}; {room}/README.md allows {', '.join(allowed) or 'nothing'}")
    return found


def folders_without_readme(files, read):
    """Folders with files of the compiler that no README of their own opens, as messages."""
    folders = {os.path.dirname(path) for path in files if path.endswith(SOURCES) and path.split("/")[0] in tree.COMPILER}
    found = []
    for folder in sorted(folders):
        readme = folder + "/README.md"
        if os.path.basename(folder) == "test":
            continue
        if readme not in files:
            found.append(f"{folder}: no README.md says what is in it")
            continue
        text = read(readme)
        if "**Where to add**" not in text:
            found.append(f"{readme}: does not say where something new goes: **Where to add**: ...")
        if "**May include**" not in text and "What may be included" not in text:
            found.append(f"{readme}: does not say what its files may include: **May include**: ...")
    return found


def main():
    files = set(tree.source_files())
    found = folders_without_readme(files, tree.read)
    for path in sorted(files):
        if path.endswith(SOURCES) and path.split("/")[0] in tree.COMPILER:
            found += problems_of(path, tree.read(path), files, tree.read)
    print("\n".join(found) if found else "includes point one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
