#!/usr/bin/env python3
# Runs one class folder end to end: translates the class, builds the driver with the class and with the generated class,
# runs both and compares what they print. The second one runs with the validation layer.
#
# What does not depend on the translation (class, driver, the CPU's output) is kept in the work folder under a hash of
# everything it was made from, so that several variants of one class pay for it once. Each variant gets a folder of its
# own, which is emptied first and stays for whoever wants to look into it. Without --work all is in a temporary folder,
# which only stays where something failed. With --headers the runtime's headers are compiled ahead, for all classes.
import argparse
import contextlib
import fcntl
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import compare

CLASSES = os.path.dirname(os.path.realpath(__file__))
SUPPORT = os.path.join(CLASSES, "support")
LANGUAGE = ["-std=c++17"]
# The CPU's results are what the source says: no fused multiply-add behind its back.
FLAGS = LANGUAGE + ["-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
SOURCES = (".h", ".hpp", ".cpp", ".cc")
# What a generated header begins with.
PRELUDE = "#include <array>\n#include <cstddef>\n#include <cstdint>\n\n#include <vkmorph/runtime.h>\n"
SECONDS = {"translate": 120, "compile": 300, "run": 600}


class StepFailed(Exception):
    """A step that failed, with all that is to be said about it."""


class TestClass:
    """A folder of a class as its test.json describes it."""

    def __init__(self, name, root=CLASSES):
        self.name = name
        self.folder = os.path.join(root, name)
        try:
            with open(os.path.join(self.folder, "test.json"), encoding="utf-8") as file:
                config = json.load(file)
            self.class_name = config["class"]
            self.sources = [os.path.normpath(os.path.join(self.folder, source)) for source in config["sources"]]
            self.stem = config["stem"]
            self.virtual = config["virtual"]
            self.options = config["options"]
            self.cxxflags = config["cxxflags"]
            tolerance = config["tolerance"]
            self.tolerance = compare.Tolerance(tolerance["rel"], tolerance["abs"])
            self.reason = tolerance["reason"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StepFailed(f"{self.folder}/test.json: {error!r}") from error

    def source_folders(self):
        return sorted({os.path.dirname(source) for source in self.sources})

    def includes(self, side):
        """Options of the compiler; `side` is cpu or gpu."""
        folders = [self.folder, os.path.join(self.folder, side), *self.source_folders(), SUPPORT]
        return [f"-I{folder}" for folder in dict.fromkeys(folders)]

    def object_source(self, side):
        """The file that makes the driver's objects. Without virtual methods the driver names their class itself, by
        an include, and is compiled for each side."""
        return os.path.join(self.folder, side, "object.cpp") if self.virtual else None

    def driver(self):
        return os.path.join(self.folder, "driver.cpp")

    def cpu_files(self):
        """All that the CPU's program is made from."""
        folders = [self.folder, os.path.join(self.folder, "cpu"), *self.source_folders(), SUPPORT]
        files = {path for folder in folders for path in glob.glob(os.path.join(folder, "*")) if path.endswith(SOURCES)}
        return sorted(files)


def call(step, command, seconds, **options):
    """Runs a command and returns what it wrote; raises StepFailed with its output if it fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              timeout=seconds, check=False, **options)
        status, output, errors = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        status, output, errors = f"none, stopped after {seconds} s", "", ""
    except OSError as error:
        status, output, errors = "none", "", f"{error}\n"
    if status != 0:
        # What a driver printed before it failed is less telling than why it failed.
        shown = output if len(output) < 4000 else "...\n" + output[-4000:]
        raise StepFailed(f"{step}: exit status {status}\n+ {shlex.join(command)}\n{shown}{errors}".rstrip())
    return output, errors


@contextlib.contextmanager
def locked(path):
    """Keeps other runs of this script that share the work folder out."""
    with open(path, "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def empty_folder(path):
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def file_name(parts):
    """A name for a folder out of options; a long one is cut, and told apart by its hash."""
    name = re.sub(r"[^\w.=+-]+", "_", ",".join(part.lstrip("-") for part in parts)) or "default"
    if len(name) > 100:
        name = name[:80] + "-" + hashlib.sha256(name.encode()).hexdigest()[:12]
    return name


class Run:
    """One run of one class with one compiler and one set of options."""

    def __init__(self, test, options, work):
        self.test = test
        self.options = options
        self.cxx = options.cxx
        self.flags = FLAGS + options.cxxflag
        configuration = file_name([os.path.basename(self.cxx), *options.cxxflag])
        base = os.path.join(work, test.name, configuration)
        self.shared = os.path.join(base, "shared")
        self.variant = os.path.join(base, "variants", file_name(options.option))
        os.makedirs(os.path.dirname(self.variant), exist_ok=True)

    def compile(self, source, target, flags):
        step = f"compiling {os.path.basename(source)}"
        call(step, [self.cxx, *self.flags, *flags, "-c", source, "-o", target], SECONDS["compile"])
        return target

    def link(self, objects, target, flags=()):
        call(f"linking {os.path.basename(target)}", [self.cxx, *objects, "-o", target, *self.options.cxxflag, *flags],
             SECONDS["compile"])
        return target

    def prelude(self):
        """Options of the compiler by which a file begins with the runtime's headers, compiled ahead."""
        if not self.options.headers:
            return []
        include = self.options.runtime_include
        digest = hashlib.sha256(self.version().encode() + json.dumps([self.flags, include, PRELUDE]).encode())
        for path in sorted(glob.glob(os.path.join(include, "**", "*.h"), recursive=True)):
            digest.update(f"{path}\0{compare.read(path)}\0".encode())
        folder = os.path.join(self.options.headers, digest.hexdigest()[:16])
        header = os.path.join(folder, "prelude.h")
        os.makedirs(folder, exist_ok=True)
        with locked(os.path.join(folder, "lock")):
            if not os.path.exists(header + ".gch"):
                write(header, PRELUDE)
                # clang would compare times; what the headers contain is in the folder's name.
                flags = ["-Xclang", "-fno-pch-timestamp"] if "clang" in os.path.basename(self.cxx) else []
                call("compiling the runtime's headers",
                     [self.cxx, *self.flags, *flags, f"-I{include}", "-x", "c++-header", header, "-o", header + ".new"],
                     SECONDS["compile"])
                os.rename(header + ".new", header + ".gch")
        return ["-include", header]

    # What all variants share.

    def version(self):
        return call("asking the compiler for its version", [self.cxx, "--version"], SECONDS["compile"])[0]

    def fingerprint(self):
        """A hash of all that the shared folder is made from."""
        digest = hashlib.sha256()
        for text in (self.version(), json.dumps([self.flags, self.test.cxxflags, self.test.virtual, self.test.sources])):
            digest.update(text.encode() + b"\0")
        for path in self.test.cpu_files():
            with open(path, "rb") as file:
                content = file.read()
            digest.update(f"{path}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()

    def prepare_shared(self):
        """Builds the CPU's program, unless that is there already, and runs it. Sets self.class_objects,
        self.driver_object and self.expected."""
        os.makedirs(os.path.dirname(self.shared), exist_ok=True)
        with locked(self.shared + ".lock"):
            stamp = os.path.join(self.shared, "stamp")
            fingerprint = self.fingerprint()
            fresh = os.path.exists(stamp) and compare.read(stamp) == fingerprint
            if not fresh:
                empty_folder(self.shared)
            self.build_cpu(fresh)
            if not fresh:
                write(stamp, fingerprint)
            self.run_cpu()

    def build_cpu(self, fresh):
        test = self.test
        flags = test.includes("cpu") + test.cxxflags
        sources = [*test.sources, test.driver()] + ([test.object_source("cpu")] if test.virtual else [])
        objects = [os.path.join(self.shared, os.path.basename(source) + ".o") for source in sources]
        if not fresh:
            for source, target in zip(sources, objects):
                self.compile(source, target, flags)
            self.link(objects, os.path.join(self.shared, "cpu"))
        self.class_objects = objects[: len(test.sources)]
        self.driver_object = objects[len(test.sources)]

    def run_cpu(self):
        output = os.path.join(self.shared, f"cpu-{file_name(self.options.sizes)}.txt")
        if not os.path.exists(output):
            text, _ = call("the CPU's program", [os.path.join(self.shared, "cpu"), *self.options.sizes], SECONDS["run"])
            write(output, text)
        self.expected = output

    # The variant.

    def translate(self):
        """Returns the folder with the generated class."""
        target = os.path.join(self.variant, "generated")
        options = self.test.options + self.options.option
        clang = LANGUAGE + [f"-I{folder}" for folder in self.test.source_folders()]
        command = [self.options.vkmorph, *self.test.sources, "--class", self.test.class_name, "-o", target, *options, "--"]
        output, errors = call("vkmorph", command + clang, SECONDS["translate"])
        write(os.path.join(self.variant, "vkmorph.txt"), output + errors)
        for name in (f"{self.test.stem}_generated.h", f"{self.test.stem}_generated.cpp"):
            if not os.path.exists(os.path.join(target, name)):
                raise StepFailed(f"vkmorph: exit status 0, but it wrote no {name}\n{output}{errors}".rstrip())
        return target

    def build_gpu(self, generated):
        test = self.test
        runtime = [f"-I{generated}", f"-I{self.options.runtime_include}"]
        # The generated code has to be free of warnings without the flags that the user needs for the class.
        own = self.prelude() + test.includes("gpu") + runtime
        glue = own + [f"-I{os.path.join(SUPPORT, 'gpu')}"] + test.cxxflags
        source = os.path.join(generated, f"{test.stem}_generated.cpp")
        objects = [*self.class_objects, self.compile(source, os.path.join(self.variant, "generated.o"), own)]
        if test.virtual:
            objects.append(self.driver_object)
            objects.append(self.compile(test.object_source("gpu"), os.path.join(self.variant, "object.o"), glue))
        else:
            objects.append(self.compile(test.driver(), os.path.join(self.variant, "driver.o"), glue))
        libraries = [self.options.runtime_lib, "-lvulkan", "-pthread"]
        return self.link(objects, os.path.join(self.variant, "gpu"), libraries)

    def run_gpu(self, program):
        environment = dict(os.environ, VKMORPH_VALIDATION="1")
        # As vkmorph-check does: Mesa does not tell shaders apart that were compiled for other vectors, or for another CPU.
        if place := environment.get("MESA_SHADER_CACHE_DIR"):
            settings = [environment.get(name, "") for name in ("LP_NATIVE_VECTOR_WIDTH", "GALLIUM_OVERRIDE_CPU_CAPS")]
            place = os.path.join(place, "-".join(["shaders", *filter(None, settings)]).replace("/", "-"))
            os.makedirs(place, exist_ok=True)
            environment["MESA_SHADER_CACHE_DIR"] = place
        text, errors = call("the generated program", [program, *self.options.sizes], SECONDS["run"], env=environment)
        write(os.path.join(self.variant, "gpu.txt"), text)
        if "validation:" in errors:
            raise StepFailed(f"the generated program: messages of the validation layer\n{errors.rstrip()}")
        return text

    def check(self, text):
        result = compare.compare(compare.read(self.expected), text, self.test.tolerance)
        if not result.agrees():
            raise StepFailed("comparing: " + "\n".join([result.summary(), *result.messages]))
        return result

    def run(self):
        """Returns what there is to say about a run in which everything went well."""
        with locked(self.variant + ".lock"):
            empty_folder(self.variant)
            started = time.monotonic()
            self.prepare_shared()
            prepared = time.monotonic()
            program = self.build_gpu(self.translate())
            built = time.monotonic()
            result = self.check(self.run_gpu(program))
            ran = time.monotonic()
        return (f"{result.summary()} (CPU {prepared - started:.1f} s, translate and build {built - prepared:.1f} s, "
                f"run {ran - built:.1f} s)")


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description="Runs one class folder end to end.", allow_abbrev=False)
    parser.add_argument("name", help="the folder of the class, below this script's")
    parser.add_argument("--vkmorph", required=True, metavar="PATH", help="the compiler")
    parser.add_argument("--runtime-include", required=True, metavar="DIR", help="where vkmorph/runtime.h is")
    parser.add_argument("--runtime-lib", required=True, metavar="FILE", help="the runtime library")
    parser.add_argument("--cxx", default="g++", help="the C++ compiler (g++)")
    parser.add_argument("--cxxflag", action="append", default=[], metavar="FLAG", help="another flag for it; repeatable")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION",
                        help="another option of vkmorph, written --option=--finish=atomics; repeatable")
    parser.add_argument("--work", metavar="DIR", help="where to build; kept (a temporary folder)")
    parser.add_argument("--headers", metavar="DIR", help="where to keep compiled headers of the runtime (nowhere)")
    parser.add_argument("--sizes", nargs="*", default=[], metavar="SIZE",
                        help="sizes for the driver, such as 64 or 7x5 (the driver's own)")
    parser.add_argument("--classes", default=CLASSES, metavar="DIR", help="where the folders of classes are")
    options = parser.parse_args(arguments)
    for path in ("vkmorph", "runtime_include", "runtime_lib", "classes", "work", "headers"):
        if getattr(options, path) is not None:
            setattr(options, path, os.path.abspath(getattr(options, path)))
    return options


def main(arguments=None):
    options = parse_arguments(arguments)
    title = " ".join([options.name, os.path.basename(options.cxx), *options.option])
    work = options.work or tempfile.mkdtemp(prefix="run_class_")
    run = None
    try:
        run = Run(TestClass(options.name, options.classes), options, work)
        said = run.run()
    except StepFailed as error:
        print(f"FAILED {title}: {error}")
        if run is not None:
            print(f"the files are in {run.variant}")
        return 1
    print(f"{title}: {said}")
    if not options.work:
        shutil.rmtree(work)
    return 0


if __name__ == "__main__":
    sys.exit(main())
