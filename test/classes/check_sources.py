#!/usr/bin/env python3
# Checks one class folder without a GPU: every header and source compiles alone and without a warning, the CPU's driver
# runs under sanitizers without a word, and its output does not depend on the compiler.
#
# usage: check_sources.py NAME [--cxx g++] [--cxx clang++-19]
import argparse
import glob
import os
import sys
import tempfile

import run_class
from run_class import SUPPORT, StepFailed, TestClass, call

WARNINGS = run_class.LANGUAGE + ["-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
# Clang's sanitizers need a package of their own; g++'s come with it.
SANITIZERS = {"g++": ["-fsanitize=address,undefined,float-cast-overflow,float-divide-by-zero",
                      "-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS"]}


def check_alone(test, cxx):
    """Each file of the class compiles by itself, headers twice in one translation unit."""
    headers = [path for folder in test.source_folders() for pattern in ("*.h", "*.hpp")
               for path in glob.glob(os.path.join(folder, pattern)) if os.path.basename(path) != "object.h"]
    if not headers:
        raise StepFailed(f"{test.name} has no header")
    flags = WARNINGS + test.cxxflags + ["-fsyntax-only"]
    with tempfile.TemporaryDirectory() as folder:
        for header in sorted(headers):
            unit = os.path.join(folder, "unit.cpp")
            run_class.write(unit, f'#include "{header}"\n#include "{header}"\n')
            call(f"compiling {os.path.basename(header)} alone", [cxx, *flags, unit], 100)
    for source in test.sources:
        call(f"compiling {os.path.basename(source)} alone", [cxx, *flags, source], 100)


def output_of(test, cxx, folder):
    """What the CPU's driver prints, built by one compiler."""
    program = os.path.join(folder, "cpu")
    sources = [*test.sources, test.driver()] + ([test.object_source("cpu")] if test.virtual else [])
    flags = WARNINGS + test.cxxflags + test.includes("cpu") + ["-O1", *SANITIZERS.get(os.path.basename(cxx), [])]
    call("building the CPU's driver", [cxx, *flags, *sources, "-o", program], 300)
    output, errors = call("running the CPU's driver", [program], 300)
    if errors:
        raise StepFailed(f"the driver of {test.name} should have nothing to complain of\n{errors}")
    return output


def check_usage(test, program):
    """A size that is none is refused, whatever else is on the command line."""
    for wrong in ("x", "-1", "7y", "1x2x3x4", ""):
        try:
            call("the driver", [program, wrong], 60)
        except StepFailed as error:
            if "exit status 2" not in str(error):
                raise StepFailed(f"the driver of {test.name} with size '{wrong}': {error}") from error
            continue
        raise StepFailed(f"the driver of {test.name} takes '{wrong}' for a size")


def check(test, compilers):
    if not test.reason:
        raise StepFailed(f"{test.name}: no reason for the tolerance")
    with open(os.path.join(SUPPORT, "driver_support.h"), encoding="utf-8") as file:
        texts = {"driver_support.h": file.read(), "driver.cpp": run_class.compare.read(test.driver())}
    for name, text in texts.items():
        if "vulkan" in text.lower() or "_generated" in text.lower():
            raise StepFailed(f"{test.name}: {name} is to be an ordinary program")
    outputs = {}
    for cxx in compilers:
        check_alone(test, cxx)
        with tempfile.TemporaryDirectory() as folder:
            outputs[cxx] = output_of(test, cxx, folder)
            check_usage(test, os.path.join(folder, "cpu"))
    if len(set(outputs.values())) != 1 or not all(outputs.values()):
        raise StepFailed(f"{test.name}: what the driver prints depends on the compiler, or is nothing")


def main():
    parser = argparse.ArgumentParser(description="Checks one class folder without a GPU.")
    parser.add_argument("name", help="the folder of the class")
    parser.add_argument("--cxx", action="append", metavar="COMPILER", help="a C++ compiler; repeatable (g++, clang++-19)")
    options = parser.parse_args()
    try:
        check(TestClass(options.name), options.cxx or ["g++", "clang++-19"])
    except StepFailed as error:
        print(f"FAILED {options.name}: {error}")
        return 1
    print(f"{options.name}: clean")
    return 0


if __name__ == "__main__":
    sys.exit(main())
