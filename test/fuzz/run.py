#!/usr/bin/env python3
# Translates mutated classes and looks for what a compiler must never do.
#
# A finding is: death by a signal, a report of a sanitizer, no end within the time limit, an exit status other than 0
# (everything was written), 1 (an error in the input, which is printed) or 2 (wrong usage), files beside an error, or no
# files without one. Each input has a seed of its own: `run.py --first SEED --count 1 --keep FOLDER` makes it again.
import argparse
import concurrent.futures
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile

import mutate

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = ("samples/*/*.cpp", "test/classes/*/*.cpp", "test/classes/*/*.cc", "test/lit/frontend/*.cpp", "test/programs/*/*.cpp")
TEXTS = (".h", ".hpp", ".cpp", ".cc")


def corpus():
    """The sources of classes: not the programs that use them."""
    paths = sorted(path for pattern in SOURCES for path in glob.glob(os.path.join(ROOT, pattern)))
    return [path for path in paths if os.path.basename(path) not in ("driver.cpp", "main.cpp", "cpu.cpp", "gpu.cpp")]


def make_input(seed, folder):
    """Copies a class into the folder with one of its files mutated; returns the source to translate."""
    rng = random.Random(seed)
    source = rng.choice(corpus())
    home = os.path.dirname(source)
    stem = os.path.splitext(os.path.basename(source))[0]
    files = [name for name in sorted(os.listdir(home)) if name.endswith(TEXTS) and os.path.isfile(os.path.join(home, name))]
    if len(files) > 12:  # a folder of many classes: this one's header and those that several share
        files = [name for name in files if os.path.splitext(name)[0] == stem or name == "LiteMath.h"]
    victim = rng.choice([name for name in files if os.path.splitext(name)[0] == stem] or files)
    for name in files:
        with open(os.path.join(home, name), encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
        data = mutate.mutate(text, rng) if name == victim else text.encode("utf-8", "surrogateescape")
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    return os.path.join(folder, os.path.basename(source))


def judge(run, output):
    """What is wrong with a finished run, or None."""
    if run.returncode < 0:
        return f"died by signal {-run.returncode}"
    for words in ("Sanitizer", "runtime error:", "PLEASE submit a bug report", "LLVM ERROR"):
        if words in run.stderr:
            return f"reported '{words}'"
    if run.returncode not in (0, 1, 2):
        return f"exit status {run.returncode}"
    written = os.path.isdir(output) and bool(os.listdir(output))
    if run.returncode == 0 and not written:
        return "nothing was written, and no error"
    if run.returncode != 0 and written:
        return "files were written in spite of an error"
    if run.returncode == 1 and "error:" not in run.stderr:
        return "exit status 1 without an error"
    return None


def clang_dies(source):
    """Whether clang itself does not survive the source, which the library does not either."""
    run = subprocess.run(["clang++-19", "-fsyntax-only", "-std=c++20", "-ferror-limit=20", source], capture_output=True)
    return run.returncode < 0 or run.returncode > 128


def try_seed(seed, options):
    """(seed, exit status, finding or None)"""
    folder = tempfile.mkdtemp(prefix="vkmorph-fuzz-")
    try:
        source = make_input(seed, folder)
        output = os.path.join(folder, "out")
        command = [options.vkmorph, source, "-o", output, "--verify-each", "--", "-std=c++20", "-ferror-limit=20"]
        status = None
        try:
            run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=options.timeout)
            finding, log, status = judge(run, output), run.stderr, run.returncode
            if finding and clang_dies(source):
                finding, status = None, "clang dies"
        except subprocess.TimeoutExpired:
            finding, log = f"no end within {options.timeout} seconds", ""
        if finding and options.keep:
            kept = os.path.join(options.keep, str(seed))
            shutil.copytree(folder, kept, dirs_exist_ok=True)
            with open(os.path.join(kept, "finding.txt"), "w", encoding="utf-8") as file:
                file.write(f"{finding}\n{os.path.basename(source)}\n\n{log}")
        return seed, status, finding
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description="Translates mutated classes; any crash, hang or half-written output is a finding.")
    parser.add_argument("--vkmorph", required=True, help="the compiler")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=200, help="how many inputs")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="inputs at once")
    parser.add_argument("--timeout", type=int, default=20, help="seconds for one input")
    parser.add_argument("--keep", help="where inputs with findings are kept")
    options = parser.parse_args()
    options.vkmorph = os.path.abspath(options.vkmorph)

    findings, statuses = [], {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.first + options.count)
        for seed, status, finding in pool.map(lambda seed: try_seed(seed, options), seeds):
            statuses[status] = statuses.get(status, 0) + 1
            if finding:
                findings.append(seed)
                print(f"seed {seed}: {finding}", flush=True)
    ends = {status: status if isinstance(status, str) else f"ended with status {status}" for status in statuses}
    said = ", ".join(f"{count} {ends[status]}" for status, count in sorted(statuses.items(), key=str))
    print(f"{options.count} inputs from seed {options.first}: {said}; {len(findings)} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
