#!/usr/bin/env python3
# Runs the sessions that a page shows, and compares what they print with what stands there.
#
#   <!-- sessions in: FOLDER -->    the page's sessions run in a copy of this folder, one after the other; "." is a folder
#                                   with links to all that stands in the tree, and to the build folder as build/
#   <!-- session -->                the fenced block that follows is one: lines that begin with "$ " are commands, which
#                                   go on behind "\\" and "|" at its end, the others what they print, in which a line "..." stands for any number of lines
#
# Times, decimals and the device's name differ from machine to machine: they are not compared, but that they are there.
#
# usage: sessions.py [--fix] [--build FOLDER] TOP PAGE.md
#
# --fix takes over what commands print now, but where there is a line "...".
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

FOLDER = re.compile(r"<!-- sessions in: (\S+) -->")
SESSION = re.compile(r"(<!-- session -->\n+```[a-z]*\n)(.*?)(```\n)", re.S)


def mask(line):
    """A line without what differs from run to run."""
    line = re.sub(r" on [^(),]*\([^()]*\)", " on DEVICE", line)
    line = re.sub(r"\b\d+(\.\d+)?(e[+-]\d+)? ms", "# ms", line)
    line = re.sub(r"\d+\.\d+(e[+-]\d+)?", "#", line)
    return re.sub(r"\s+", " ", line).strip()


def steps_of(block):
    """Commands with what they print."""
    steps = []
    for line in block.split("\n")[:-1]:
        if steps and not steps[-1][1] and steps[-1][0].endswith(("\\", "|")):
            steps[-1] = (steps[-1][0] + "\n" + line, [])
        elif line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line)
    return steps


def fits(expected, printed):
    """Whether the lines are those that are expected."""
    if not expected:
        return not printed
    if expected[0] == "...":
        return any(fits(expected[1:], printed[skipped:]) for skipped in range(len(printed) + 1))
    return bool(printed) and mask(expected[0]) == mask(printed[0]) and fits(expected[1:], printed[1:])


def make_folder(name, top, build, work):
    """The folder in which commands run: what they write has to stay out of the tree."""
    if name != ".":
        shutil.copytree(os.path.join(top, name), work)
        return
    os.mkdir(work)
    for entry in os.listdir(top):
        if entry != "build":
            os.symlink(os.path.join(top, entry), os.path.join(work, entry))
    os.symlink(build, os.path.join(work, "build"))


class Shell:
    """Runs commands in a folder; the exit status of one is known to the next."""

    def __init__(self, folder):
        self.folder = folder
        self.status = 0

    def run(self, command):
        done = subprocess.run(["sh", "-c", f"(exit {self.status}); {command}"], cwd=self.folder, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.status = done.returncode
        return [line.rstrip() for line in done.stdout.rstrip("\n").split("\n")] if done.stdout.strip() else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--build", default="build")
    parser.add_argument("top")
    parser.add_argument("page")
    options = parser.parse_args()
    path = options.page
    with open(path, encoding="utf-8") as file:
        page = file.read()
    folder = FOLDER.search(page)
    if not folder:
        sys.exit(f"{os.path.basename(path)} does not say in which folder its sessions run")
    problems, count = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        work = os.path.join(scratch, "work")
        make_folder(folder.group(1), os.path.abspath(options.top), os.path.abspath(options.build), work)
        shell = Shell(work)

        def check(match):
            nonlocal count
            shown = []
            for command, expected in steps_of(match.group(2)):
                printed = shell.run(command)
                count += 1
                good = fits(expected, printed)
                if not good:
                    problems.append("\n".join([f"{os.path.basename(path)}: $ {command} prints something else:"] + printed))
                shown += [f"$ {command}"] + (expected if good or "..." in expected else printed)
            return match.group(1) + "".join(line + "\n" for line in shown) + match.group(3)

        fixed = SESSION.sub(check, page)
    if options.fix and fixed != page:
        with open(path, "w", encoding="utf-8") as file:
            file.write(fixed)
    print("\n".join(problems) if problems else f"{count} commands")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
