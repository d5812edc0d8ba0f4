#!/usr/bin/env python3
# Proves the installation: builds samples/array_sum outside the tree with find_package(vkmorph) and vkmorph_add_class,
# runs it, and checks that a change of the user's header translates the class again.
#
# usage: install.py BUILD_FOLDER CXX_COMPILER
import os
import re
import shutil
import subprocess
import sys
import tempfile

import tree

SAMPLE = "array_sum"
# A line of no meaning to the program that has to bring about a new translation.
CHANGE = "\n// A change of the header.\n"


def run(*command, **options):
    print("+", *command, flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    print(done.stdout, flush=True)
    if done.returncode != 0:
        sys.exit(f"exit status {done.returncode}")
    return done.stdout


def expect(condition, message):
    if not condition:
        sys.exit(f"not as expected: {message}")


def build(folder):
    return run("cmake", "--build", folder)


def main():
    build_folder, compiler = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as scratch:
        prefix, source, program = (os.path.join(scratch, name) for name in ("prefix", "source", "program"))
        run("cmake", "--install", build_folder, "--prefix", prefix)
        shutil.copytree(os.path.join(tree.ROOT, "samples", SAMPLE), source)
        run("cmake", "-S", source, "-B", program, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
        package = open(os.path.join(program, "CMakeCache.txt"), encoding="utf-8").read()
        expect(f"vkmorph_DIR:PATH={prefix}" in package, "the installed package is the one that was found")

        expect("Translating class" in build(program), "the first build translates the class")
        run(os.path.join(program, SAMPLE))
        header = open(os.path.join(prefix, "include", "vkmorph", "version.h"), encoding="utf-8").read()
        version = re.search(r'VERSION_STRING "([0-9.]+)"', header).group(1)
        for tool in ("vkmorph", "vkmorph-opt", "vkmorph-translate", "vkmorph-check", "vkmorph-probe"):
            expect(version in run(os.path.join(prefix, "bin", tool), "--version"), f"{tool} --version names {version}")

        checked = run(os.path.join(prefix, "bin", "vkmorph-check"), "numbers.cpp", "--size=a_dataSize=0,1000",
                      f"--keep={os.path.join(scratch, 'check')}", cwd=source)
        expect("agrees" in checked, "vkmorph-check runs where it is installed")

        expect("no work to do" in build(program), "a second build has nothing to do")
        with open(os.path.join(source, "numbers.h"), "a", encoding="utf-8") as header:
            header.write(CHANGE)
        expect("Translating class" in build(program), "a change of the header translates the class again")
        expect("no work to do" in build(program), "and once only")
        run(os.path.join(program, SAMPLE))
    return 0


if __name__ == "__main__":
    sys.exit(main())
