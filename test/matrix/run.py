#!/usr/bin/env python3
"""Runs reductions of every type by every strategy, finish, target, size and size of subgroup against the CPU.

    run.py --build BUILD [options]

For each class of classes.py, all combinations of the planner's options and of target descriptions are translated; those that
give the same program are run once, by vkmorph-check with the validation layer. Programs with subgroup operations are run with
subgroups of 4, 8 and 16 on the software device (LP_NATIVE_VECTOR_WIDTH); on other devices say --widths=0.

All of it takes hours there. With --record=FILE, what agrees is written down, and a program whose text, width, sizes and seed are
written there already is counted and not run again: several runs add up, and a change of the compiler costs the programs that it
changes. The runtime and the device's driver are not part of what is compared: take another file for others.

Exit status: 0 all agree; 1 something differs, or was not built.
"""
import argparse
import hashlib
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # no caches in the source tree
import classes  # noqa: E402

STRATEGIES = ("tree", "subgroup")
FINISHES = ("last-workgroup", "atomics", "atomic-totals", "extra-dispatches")
# What one target lacks of vulkan13, by the name that the target gets.
LACKING = {
    "no-subgroups": {"subgroup_arithmetic": False},
    "no-float-atomics": {"float32_atomic_add": False},
    "no-int64-atomics": {"int64_atomics": False},
    "no-8bit": {"storage_8bit": False},
    "no-16bit": {"storage_16bit": False},
    "no-scalar": {"scalar_block_layout": False},
    "no-controls": {"float_controls": False},
    "little": {"max_workgroup_invocations": 64, "max_workgroup_size": [64, 32, 4], "shared_memory_bytes": 4096},
    "any-subgroup": {"min_subgroup_size": 1},
}
TARGETS = ("vulkan13", "vulkan10", *LACKING)
# Around the sizes of subgroups and workgroups; more elements than all workgroups take in one turn; rows around a workgroup.
SIZES = ["Line.n=0,1,31,33,256,257,511,513,100003", "Plane.w=0,33", "Plane.h=1,300", "Block.w=17,65", "Block.h=0,9",
         "Block.d=7", "Rows.w=0,127,128,300", "Rows.h=2"]
SAMPLE_SIZES = ["Line.n=1,257,20011", "Plane.w=33", "Plane.h=33", "Block.w=17", "Block.h=9", "Block.d=7", "Rows.w=300",
                "Rows.h=2"]


def write_targets(folder):
    """The target descriptions as vkmorph takes them, by name. All say that they are called 'target', so that programs differ
    only where the target makes a difference."""
    builtin = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "passes", "plan", "targets")
    targets = {}
    for name in TARGETS:
        with open(os.path.join(builtin, "vulkan10.json" if name == "vulkan10" else "vulkan13.json")) as file:
            description = {**json.load(file), **LACKING.get(name, {}), "name": "target"}
        targets[name] = os.path.join(folder, "targets", name, "target.json")
        os.makedirs(os.path.dirname(targets[name]), exist_ok=True)
        with open(targets[name], "w") as file:
            json.dump(description, file)
    return targets


def combine(targets):
    """All combinations: a name and options of vkmorph for each."""
    for target, strategy, finish in itertools.product(targets, STRATEGIES, FINISHES):
        name = f"{target}-{strategy}-{finish}"
        yield name, [f"--target={targets[target]}", f"--reduction={strategy}", f"--finish={finish}"]


def translate(arguments, source, options):
    """What tells programs apart, a digest of the class and the generated text, and whether there are subgroup operations.
    Raises on errors."""
    command = [os.path.join(arguments.build, "bin", "vkmorph"), source, "--class", "Reduced", "--emit=host", *options,
               "--", "-std=c++17"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(" ".join(command) + "\n" + run.stderr)
    with open(source, "rb") as file:
        digest = hashlib.sha256(file.read() + run.stdout.encode())
    return digest.hexdigest(), "subgroupOperations" in run.stdout


def find_programs(arguments, source, combinations):
    """The different programs of a class: for each the combination that makes it, whether it has subgroup operations, and the
    digest of its text."""
    programs = {}
    for name, options in combinations:
        key, has_subgroups = translate(arguments, source, options)
        programs.setdefault(key, (name, options, has_subgroups, key))
    return list(programs.values())


class Record:
    """What has agreed, in a file: a line for each program and width, with its number of comparisons."""

    def __init__(self, path):
        self.path = path
        self.comparisons = {}
        if path and os.path.exists(path):
            with open(path) as file:
                for line in file:
                    row = json.loads(line)
                    self.comparisons[row["run"]] = row["comparisons"]

    def name(self, arguments, program, width):
        """Tells a run from all others."""
        what = [program, width, arguments.seed, arguments.sizes, arguments.check_option]
        return hashlib.sha256(json.dumps(what).encode()).hexdigest()

    def find(self, arguments, program, width):
        """The number of comparisons of a former run; None: there was none."""
        return self.comparisons.get(self.name(arguments, program, width))

    def add(self, arguments, type_, combination, program, width, comparisons):
        name = self.name(arguments, program, width)
        self.comparisons[name] = comparisons
        if not self.path:
            return
        with open(self.path, "a") as file:
            row = {"run": name, "type": type_, "combination": combination, "width": width, "comparisons": comparisons}
            file.write(json.dumps(row) + "\n")


def check(arguments, name, source, programs, width):
    """Runs programs of one class with one width of the software device; returns the report, or None."""
    report = os.path.join(arguments.work, "report.json")
    if os.path.exists(report):
        os.remove(report)
    # One folder for all widths, so that they share what is compiled.
    command = [os.path.join(arguments.build, "bin", "vkmorph-check"), source, "--class=Reduced",
               f"--keep={os.path.join(arguments.work, 'programs', name)}", f"--report={report}",
               f"--seed={arguments.seed}", f"--timeout={arguments.timeout}"]
    command += [f"--variant={variant}={' '.join(options)}" for variant, options, _, _ in programs]
    command += [f"--size={size}" for size in arguments.sizes
                if classes.has_shape(name, size.split(".")[0])] + arguments.check_option
    environment = {**os.environ, "XDG_CACHE_HOME": os.path.join(arguments.work, "cache")}
    if width:
        # Mesa's cache knows of no widths: it would run what it has compiled for another one.
        environment["LP_NATIVE_VECTOR_WIDTH"] = str(width)
        environment["MESA_SHADER_CACHE_DISABLE"] = "true"
    run = subprocess.run(command + ["--", "-std=c++17"], capture_output=True, text=True, env=environment)
    if run.returncode:
        print(run.stdout + run.stderr)
    if not os.path.exists(report):
        return run.returncode, None
    with open(report) as file:
        return run.returncode, json.load(file)


def count_results(report):
    """The number of comparisons of each variant."""
    return {variant["name"]: len(variant["results"]) for variant in report["variants"]} if report else {}


def choose_sample(arguments, targets):
    """So many programs, drawn at random, by type; no type has more than one above another."""
    chance = random.Random(arguments.seed)
    combinations = list(combine(targets))
    chosen = {}
    while sum(map(len, chosen.values())) < arguments.sample:
        left = arguments.sample - sum(map(len, chosen.values()))
        for name in chance.sample(arguments.types, min(left, len(arguments.types))):
            chosen.setdefault(name, []).append(chance.choice(combinations))
    return chosen


def run_class(arguments, name, combinations, record):
    """Translates and runs one class; returns what its row of the table says."""
    begin = time.monotonic()
    source = classes.write_files(name, os.path.join(arguments.work, "classes"))
    combinations = list(combinations)
    try:
        programs = find_programs(arguments, source, combinations)
    except RuntimeError as error:
        print(error)
        return [name, len(combinations), 0, 0, 0, "NOT TRANSLATED", ""], False
    translated = time.monotonic()
    runs = results = 0
    good = True
    for index, width in enumerate([] if arguments.translate_only else arguments.widths):
        # Without subgroup operations, the width of the device makes no other program.
        chosen = [program for program in programs if program[2] or index == 0]
        runs += len(chosen)
        former = {program[3]: record.find(arguments, program[3], width) for program in chosen}
        results += sum(filter(None, former.values()))
        chosen = [program for program in chosen if former[program[3]] is None]
        for begin_of_part in range(0, len(chosen), arguments.part):
            part = chosen[begin_of_part:begin_of_part + arguments.part]
            status, report = check(arguments, name, source, part, width)
            good &= status == 0
            counts = count_results(report)
            results += sum(counts.values())
            for combination, _, _, key in part if status == 0 else []:
                record.add(arguments, name, combination, key, width, counts[combination])
    shutil.rmtree(os.path.join(arguments.work, "programs", name), ignore_errors=True)
    end = time.monotonic()
    seconds = f"{translated - begin:.0f} + {end - translated:.0f}"
    return [name, len(combinations), len(programs), runs, results, "agrees" if good else "DIFFERS", seconds], good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--work", help="where classes and programs are kept (BUILD/test/matrix)")
    parser.add_argument("--types", default=",".join(classes.NAMES), help="types, of: " + ", ".join(classes.NAMES))
    parser.add_argument("--targets", default=",".join(TARGETS), help="targets, of: " + ", ".join(TARGETS))
    parser.add_argument("--widths", default="256,128,512", help="vector widths of the software device, in bits; 0: as it is")
    parser.add_argument("--sample", type=int, default=0, help="only so many programs, drawn at random")
    parser.add_argument("--translate-only", action="store_true", help="count the programs, run none")
    parser.add_argument("--few-sizes", action="store_true", help="six sizes in all")
    parser.add_argument("--record", help="a file of what has agreed, which is not run again")
    parser.add_argument("--part", type=int, default=12, help="programs that one call of vkmorph-check runs (12)")
    parser.add_argument("--seed", type=int, default=1, help="of the inputs and the sample (1)")
    parser.add_argument("--timeout", type=int, default=600, help="seconds for one program (600)")
    parser.add_argument("--check-option", action="append", default=[], help="another option of vkmorph-check; repeatable")
    arguments = parser.parse_args()
    arguments.build = os.path.abspath(arguments.build)
    arguments.work = os.path.abspath(arguments.work or os.path.join(arguments.build, "test", "matrix"))
    arguments.types = arguments.types.split(",")
    arguments.widths = [int(width) for width in arguments.widths.split(",")]
    arguments.sizes = SAMPLE_SIZES if arguments.few_sizes else SIZES
    unknown = [name for name in arguments.types if name not in classes.NAMES]
    unknown += [name for name in arguments.targets.split(",") if name not in TARGETS]
    if unknown:
        parser.error("unknown: " + ", ".join(unknown))
    os.makedirs(arguments.work, exist_ok=True)
    targets = write_targets(arguments.work)
    targets = {name: targets[name] for name in arguments.targets.split(",")}
    if arguments.sample:
        work = choose_sample(arguments, targets)
    else:
        work = {name: combine(targets) for name in arguments.types}

    print(f"seed {arguments.seed}")
    print("| type | combinations | programs | runs | comparisons | result | seconds: translation + check |")
    print("|---|---|---|---|---|---|---|")
    record = Record(arguments.record)
    all_good = True
    totals = [0] * 4
    for name, combinations in work.items():
        row, good = run_class(arguments, name, combinations, record)
        all_good &= good
        totals = [total + value for total, value in zip(totals, row[1:5])]
        print("| " + " | ".join(str(cell) for cell in row) + " |", flush=True)
    print("| all | " + " | ".join(str(total) for total in totals) + f" | {'agrees' if all_good else 'DIFFERS'} | |")
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
