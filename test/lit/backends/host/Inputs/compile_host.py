#!/usr/bin/env python3
# Splits the control functions of a lowered module, emits its host side into a folder and compiles the generated source,
# without a warning, with each of g++ and clang++ that is there:
# compile_host.py MODULE FOLDER RUNTIME_INCLUDE [options of vkmorph-translate]
import glob
import os
import shutil
import subprocess
import sys

module, folder, runtime = sys.argv[1:4]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
split = os.path.join(folder, "split.mlir")
subprocess.run(["vkmorph-opt", "--vkm-split", "--mlir-print-debuginfo", module, "-o", split], check=True)
command = ["vkmorph-translate", "--emit-host", "--without-shaders", *sys.argv[4:], split]
text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
if subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout != text:
    sys.exit("two runs differ")
everything = os.path.join(folder, "everything.txt")
with open(everything, "w", encoding="utf-8") as file:
    file.write(text)
subprocess.run(["split-file", everything, folder], check=True)
os.remove(everything)
os.remove(split)

inputs = os.path.dirname(os.path.realpath(__file__))
for path in sorted(glob.glob(os.path.join(folder, "*"))):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if len(line.rstrip("\n")) > 120:
                sys.exit(f"{path}:{number}: {len(line)} columns")
compilers = [name for name in ("g++", "clang++-19", "clang++") if shutil.which(name)]
if not compilers:
    sys.exit("there is no C++ compiler")
for compiler in compilers[:2]:
    subprocess.run([compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{runtime}",
                    f"-I{folder}", f"-I{inputs}", *glob.glob(os.path.join(folder, "*_generated.cpp"))], check=True)
