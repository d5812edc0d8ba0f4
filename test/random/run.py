#!/usr/bin/env python3
# Compares random classes with their translations, one vkmorph-check run each; keeps the classes that fail.
#
# usage: run.py --check BIN/vkmorph-check [--first SEED] [--count N] [--keep FOLDER] [OPTION OF VKMORPH-CHECK...]
#
# Where a kernel of a random class has no iteration, or an extent is not known, vkmorph-check says NOT CHECKED by exit status 4:
# what ran agrees, and the class has been translated.
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

# How many elements, and how often loops around launches run.
CONTROL = ["--size=n=0,1,257", "--size=k=0,1,4", "--size=times=0,2"]
SIZES = {"class": ["--size=n=0,1,257"], "control": CONTROL, "reads": CONTROL, "kept": CONTROL,
         "threads": ["--size=tid=0,1,257", "--size=passes=1,2"], "objects": ["--size=n=0,1,257", "--size=tid=0,1,257"], "values": ["--size=n=0,1,257"]}
HERE = os.path.dirname(os.path.realpath(__file__))


def main():
    parser = argparse.ArgumentParser(description="Compares random classes with their translations.")
    parser.add_argument("--check", required=True, help="the program vkmorph-check")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=10, help="how many seeds")
    parser.add_argument("--of", choices=list(SIZES), default="class",
                        help="bodies of kernels and functions; the order of launches in control functions; the same with "
                        "conditions that read members; with a member by which kernels count; the way of threads between kernels; objects behind interfaces; copies of "
                        "objects, variants, objects with vectors inside and pointers back to the class")
    parser.add_argument("--keep", help="where failing classes go; without it, a temporary folder")
    options, others = parser.parse_known_args()
    keep = options.keep or tempfile.mkdtemp(prefix="random-classes-")
    failed, partly = [], 0
    name = {"control": "random_control", "reads": "random_control", "kept": "random_control"}.get(options.of, f"random_{options.of}")
    for seed in range(options.first, options.first + options.count):
        folder = os.path.join(keep, str(seed))
        kind = [options.of] if name == "random_control" else []
        subprocess.run([sys.executable, os.path.join(HERE, f"{name}.py"), str(seed), folder, *kind], check=True)
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(folder, "cache"))
        command = [os.path.abspath(options.check), f"{name}.cpp", *SIZES[options.of], *others, "--", "-std=c++17",
                   "-w"]
        done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False)
        outcome = {0: "agrees", 4: "agrees as far as it ran"}.get(done.returncode)
        print(f"seed {seed}: {outcome or f'exit status {done.returncode}'}", flush=True)
        if outcome:
            partly += done.returncode == 4
            shutil.rmtree(folder)
            continue
        failed.append(seed)
        shutil.rmtree(environment["XDG_CACHE_HOME"], ignore_errors=True)
        with open(os.path.join(folder, "output.txt"), "w", encoding="utf-8") as file:
            file.write(done.stdout)
        print(done.stdout[-4000:], flush=True)
    if failed:
        print(f"failed: {' '.join(map(str, failed))}; the classes are in {keep}")
    elif not options.keep:
        shutil.rmtree(keep, ignore_errors=True)
    print(f"{options.count - len(failed)} of {options.count} agree, {partly} of them as far as they ran")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
