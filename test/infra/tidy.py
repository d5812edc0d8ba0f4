#!/usr/bin/env python3
# Checks files of every component with clang-tidy-19: by default one of each, for time's sake.
#
# usage: tidy.py BUILD_FOLDER [--all]
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

import tree

COMPONENTS = (("frontend/",), ("ir/",), ("analysis/", "transforms/", "device/", "passes/"), ("backends/",), ("runtime/src/",), ("tools/",))


def component_files(build_folder):
    """{component: its compiled files, smallest first}."""
    with open(os.path.join(build_folder, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    found = {component: [] for component in COMPONENTS}
    for path in sorted({os.path.relpath(command["file"], tree.ROOT) for command in commands}):
        for component in COMPONENTS:
            if path.startswith(component):
                found[component].append(path)
    for paths in found.values():
        paths.sort(key=lambda path: os.path.getsize(os.path.join(tree.ROOT, path)))
    return found


def check(tool, build_folder, path):
    """What clang-tidy says about one file, or an empty string."""
    run = subprocess.run([tool, "-p", build_folder, "--quiet", os.path.join(tree.ROOT, path)], capture_output=True,
                         text=True, check=False)
    if run.returncode == 0:
        return ""
    # Its error stream counts suppressed warnings; what matters is on the other one, unless it could not start.
    text = run.stdout or run.stderr
    return re.sub(re.escape(tree.ROOT) + "/", "", text)


def main():
    build_folder = sys.argv[1]
    tool = shutil.which("clang-tidy-19")
    if not tool:
        print("clang-tidy-19 is missing: run scripts/setup")
        return 1
    chosen = []
    for paths in component_files(build_folder).values():
        # One of middle size: the largest take a minute each.
        middle = len(paths) // 2
        chosen += paths if "--all" in sys.argv[2:] else paths[middle : middle + 1]
    if not chosen:
        print(f"{build_folder}/compile_commands.json names no file of the tree")
        return 1
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        answers = list(pool.map(lambda path: check(tool, build_folder, path), chosen))
    bad = [answer for answer in answers if answer]
    print("\n".join(bad) if bad else f"{len(chosen)} files are clean: {' '.join(chosen)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
