#!/usr/bin/env python3
# Checks files of every component with clang-tidy-19: by default one of each, for time's sake.
#
# usage: tidy.py BUILD_FOLDER [--all]
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import tree

COMPONENTS = (("frontend/",), ("ir/",), ("analysis/", "transforms/", "device/", "passes/"), ("backends/",), ("runtime/src/",), ("tools/",))


def read_commands(build_folder):
    """{file: how it is compiled}, with files as seen from the top of the tree."""
    with open(os.path.join(build_folder, "compile_commands.json"), encoding="utf-8") as file:
        listed = json.load(file)
    commands = {}
    for command in listed:
        sources = [command["file"]]
        # Files that are compiled together are compiled like the file that includes them.
        if os.path.basename(os.path.dirname(command["file"])) == "Unity":
            with open(command["file"], encoding="utf-8") as file:
                sources = re.findall(r'^#include "(.*)"', file.read(), re.MULTILINE)
        for source in sources:
            words = shlex.split(command["command"])
            of_source = [source if word == command["file"] else word for word in words]
            commands[os.path.relpath(source, tree.ROOT)] = {
                "directory": command["directory"], "file": source, "command": shlex.join(of_source)}
    return commands


def component_files(commands):
    """{component: its compiled files, smallest first}."""
    found = {component: [] for component in COMPONENTS}
    for path in sorted(commands):
        for component in COMPONENTS:
            if path.startswith(component):
                found[component].append(path)
    for paths in found.values():
        paths.sort(key=lambda path: os.path.getsize(os.path.join(tree.ROOT, path)))
    return found


def run(tool, arguments):
    """What clang-tidy says, or an empty string."""
    done = subprocess.run([tool, "--quiet", *arguments], capture_output=True, text=True, check=False)
    # Its error stream counts suppressed warnings; what matters is on the other one, unless it could not start.
    return "" if done.returncode == 0 else done.stdout or done.stderr


# What clang-tidy misses where files are checked as one is looked for here, in all files.
TEXT_CHECKS = ("readability-duplicate-include", "misc-unused-using-decls")


def check_text(path):
    """Includes of what the file includes already, with no macro defined in between; using declarations of names that
    do not come again."""
    with open(os.path.join(tree.ROOT, path), encoding="utf-8") as file:
        text = re.sub(r"//[^\n]*", "", file.read())
    code = re.sub(r"^#include.*", "", text, flags=re.MULTILINE)
    found, seen = [], set()
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r"#\s*(define|undef|if|el|endif)", line):
            seen.clear()
        elif line.startswith("#include"):
            if line in seen:
                found.append(f"{path}:{number}: error: this is included already: {line.strip()}")
            seen.add(line)
        using = re.match(r"\s*using (?!namespace)[\w:]*::(\w+);", line)
        if using and not re.search(rf"(?<![\w:]){using.group(1)}\b", code):
            found.append(f"{path}:{number}: error: this declaration is not used: {line.strip()}")
    return found


def flags_of(command):
    """The options of a compilation, without its files."""
    words = shlex.split(command["command"])[1:]
    flags = []
    while words:
        word = words.pop(0)
        if word in ("-o", "-c"):
            words.pop(0)
        else:
            flags.append(word)
    return flags


def shared_headers(command):
    """Which of the sets of headers that the compiler's files share a file begins with; none for others."""
    found = re.search(r"vkmorph_pch_(\w+)", command["command"])
    return found.group(1) if found else None


def check(tool, command):
    """What clang-tidy says about one file."""
    return run(tool, [command["file"], "--", *flags_of(command)])


def check_together(tool, build_folder, commands):
    """What clang-tidy says about several files as one: most of its time is what headers take. Nothing where they do not
    compile so."""
    flags = flags_of(commands[0])
    for command in commands:
        more = flags_of(command)
        for flag, value in zip(more, more[1:]):
            if flag == "-isystem" and value not in flags:
                flags += [flag, value]
            elif flag.startswith("-I") and flag not in flags:
                flags.append(flag)
        flags += ["-iquote", os.path.dirname(command["file"])]
    folder = os.path.join(build_folder, "test", "tidy")
    os.makedirs(folder, exist_ok=True)
    whole = os.path.join(folder, "together.cpp")
    starts = []
    with open(whole, "w", encoding="utf-8") as out:
        number = 1
        for command in commands:
            with open(command["file"], encoding="utf-8") as file:
                text = file.read()
            starts.append((number, os.path.relpath(command["file"], tree.ROOT)))
            number += text.count("\n")
            out.write(text)
    config = "--config-file=" + os.path.join(tree.ROOT, ".clang-tidy")
    without = "--checks=" + ",".join("-" + name for name in TEXT_CHECKS)
    said = run(tool, [config, without, whole, "--", *flags])
    if "[clang-diagnostic-error" in said:
        return None

    def place(match):
        start, path = [entry for entry in starts if entry[0] <= int(match.group(1))][-1]
        return f"{path}:{int(match.group(1)) - start + 1}:"

    return re.sub(re.escape(whole) + r":(\d+):", place, said)


def main():
    build_folder = sys.argv[1]
    tool = shutil.which("clang-tidy-19")
    if not tool:
        print("clang-tidy-19 is missing: run scripts/setup")
        return 1
    commands = read_commands(build_folder)
    wants_all = "--all" in sys.argv[2:]
    chosen = []
    for paths in component_files(commands).values():
        if not wants_all:
            # One of middle size: the largest take a minute each. Where a component has files that share the headers of
            # the compiler, one of them: they are checked together.
            paths = [path for path in paths if shared_headers(commands[path])] or paths
            middle = len(paths) // 2
            paths = paths[middle : middle + 1]
        chosen += paths
    if not chosen:
        print(f"{build_folder}/compile_commands.json names no file of the tree")
        return 1
    # Files of one set of headers: those of another use another namespace, in which names mean something else.
    together = {}
    for path in chosen:
        if not wants_all and shared_headers(commands[path]):
            together.setdefault(shared_headers(commands[path]), []).append(path)

    def check_all(paths):
        said = check_together(tool, build_folder, [commands[path] for path in paths]) if len(paths) > 1 else None
        return said if said is not None else "".join(check(tool, commands[path]) for path in paths)

    alone = [path for path in chosen if not any(path in paths for paths in together.values())]
    groups = [[path] for path in alone] + list(together.values())
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        answers = list(pool.map(check_all, groups))
    answers = [answer.replace(tree.ROOT + "/", "") for answer in answers]
    for path in commands:
        if path.startswith(tuple(folder for component in COMPONENTS for folder in component)):
            answers += check_text(path)
    bad = [answer for answer in answers if answer]
    print("\n".join(bad) if bad else f"{len(chosen)} files are clean: {' '.join(chosen)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
