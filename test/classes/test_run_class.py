#!/usr/bin/env python3
# Tests run_class.py with a compiler that is a few lines of shell: it has to notice whatever goes wrong.
import io
import os
import stat
import sys
import tempfile
import unittest
from contextlib import redirect_stdout

import run_class

CXX = sys.argv.pop() if len(sys.argv) > 1 and not sys.argv[-1].startswith("-") else "g++"

CLASS = """// A class.
#pragma once
class Adder {
public:
  virtual ~Adder() = default;
  virtual int Add(int a, int b);
};
"""
TEST_JSON = """{ "class": "Adder", "sources": ["adder.cpp"], "stem": "adder", "virtual": true, "options": ["--own"],
  "tolerance": { "rel": 0, "abs": 0, "reason": "integers" }, "cxxflags": [] }
"""
FILES = {
    "adder/adder.h": CLASS,
    "adder/adder.cpp": '#include "adder.h"\nint Adder::Add(int a, int b) { return a + b; }\n',
    "adder/object.h": '#include "adder.h"\n#include <memory>\nstd::unique_ptr<Adder> MakeObject();\n',
    "adder/cpu/object.cpp": '#include "object.h"\nstd::unique_ptr<Adder> MakeObject() { return std::make_unique<Adder>(); }\n',
    "adder/gpu/object.cpp": '#include "object.h"\n#include "adder_generated.h"\n#include "vkmorph/runtime.h"\n'
                            "std::unique_ptr<Adder> MakeObject() { return std::make_unique<Adder_Generated>(); }\n",
    "adder/driver.cpp": '#include "driver_support.h"\n#include "object.h"\nint main(int argc, char **argv) {\n'
                        "  return driver::Run(argc, argv, 1, {\"1\", \"2\"}, [](driver::Shape shape) {\n"
                        '    driver::Print("sum", MakeObject()->Add(int(shape.x), 40));\n  });\n}\n',
    "adder/test.json": TEST_JSON,
    "include/vkmorph/runtime.h": "// Nothing.\n",
    "runtime.cpp": "int nothing = 0;\n",
}
# Writes the generated class; $BODY is what Add does there.
FAKE_COMPILER = """#!/bin/sh
echo "$@" >> "$ARGUMENTS"
while [ "$1" != -o ]; do shift; done
mkdir -p "$2"
cat > "$2/adder_generated.h" <<END
#pragma once
#include "adder.h"
class Adder_Generated : public Adder {
public:
  int Add(int a, int b) override;
};
END
[ -n "$NO_SOURCE" ] || cat > "$2/adder_generated.cpp" <<END
#include "adder_generated.h"
#include <cstdio>
#include <cstdlib>
int Adder_Generated::Add(int a, int b) { $BODY }
END
exit ${STATUS:-0}
"""


class RunClass(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = temporary.name
        for name, text in {**FILES, "vkmorph": FAKE_COMPILER}.items():
            self.write(name, text)
        os.chmod(self.path("vkmorph"), stat.S_IRWXU)
        run_class.call("the runtime", [CXX, "-c", self.path("runtime.cpp"), "-o", self.path("runtime.o")], 100)
        os.environ["ARGUMENTS"] = self.path("arguments")

    def path(self, name):
        return os.path.join(self.root, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        run_class.write(self.path(name), text)

    def run_class(self, *arguments, body="return a + b;", **environment):
        saved = dict(os.environ)
        os.environ.update(environment, BODY=body)
        output = io.StringIO()
        try:
            with redirect_stdout(output):
                status = run_class.main([
                    "adder", "--classes", self.root, "--vkmorph", self.path("vkmorph"), "--cxx", CXX,
                    "--runtime-include", self.path("include"), "--runtime-lib", self.path("runtime.o"),
                    "--work", self.path("work"), *arguments])
        finally:
            os.environ.clear()
            os.environ.update(saved)
        return status, output.getvalue()

    def expect_failure(self, text, **options):
        status, output = self.run_class(**options)
        self.assertEqual(status, 1, output)
        self.assertIn(text, output)

    def test_agreement(self):
        status, output = self.run_class("--option=--fast", "--option=--level=2")
        self.assertEqual(status, 0, output)
        self.assertIn("4 lines agree", output)
        arguments = run_class.compare.read(self.path("arguments"))
        self.assertIn("adder.cpp --class Adder -o ", arguments)
        self.assertIn(" --own --fast --level=2 -- -std=c++17", arguments)
        status, output = self.run_class("--sizes", "5")
        self.assertEqual((status, "2 lines agree" in output), (0, True), output)

    def test_failures_are_noticed(self):
        self.expect_failure("- sum = 42\n  + sum = 41", body="return a + b - (a == 2);")
        self.expect_failure("vkmorph: exit status 1", STATUS="1")
        self.expect_failure("wrote no adder_generated.cpp", NO_SOURCE="1")
        self.expect_failure("compiling adder_generated.cpp: exit status 1", body="int unused; return a + b;")
        self.expect_failure("the generated program: exit status -6", body="(void)a; (void)b; std::abort();")
        self.expect_failure("messages of the validation layer",
                            body='std::fprintf(stderr, "vkmorph: validation: no"); return a + b;')
        self.write("adder/test.json", "{}")
        self.expect_failure("test.json: KeyError('class')")

    def test_validation_is_switched_on(self):
        status, output = self.run_class(body='return a + b - !std::getenv("VKMORPH_VALIDATION");')
        self.assertEqual(status, 0, output)

    def test_what_is_kept(self):
        self.assertEqual(self.run_class()[0], 0)
        # A change of the class is a change of what is expected; the generated class has to follow.
        self.write("adder/adder.cpp", '#include "adder.h"\nint Adder::Add(int a, int b) { return a * b; }\n')
        self.expect_failure("- sum = 40\n  + sum = 41")
        self.assertEqual(self.run_class(body="return a * b;")[0], 0)
        self.write("adder/adder.h", CLASS + "#error changed\n")
        self.expect_failure("#error", body="return a * b;")

    def test_headers_are_compiled_ahead(self):
        def agrees():
            status, output = self.run_class("--headers", self.path("headers"))
            self.assertEqual(status, 0, output)
            return set(os.listdir(self.path("headers")))

        first = agrees()
        self.assertEqual(len(first), 1)
        self.assertTrue(os.path.exists(self.path(f"headers/{first.pop()}/prelude.h.gch")))
        self.assertEqual(len(agrees()), 1)
        self.write("include/vkmorph/runtime.h", "// Nothing at all.\n")
        self.assertEqual(len(agrees()), 2)
        self.write("include/vkmorph/runtime.h", "#error changed\n")
        status, output = self.run_class("--headers", self.path("headers"))
        self.assertEqual((status, "#error" in output), (1, True), output)

    def test_names_of_folders(self):
        self.assertEqual(run_class.file_name([]), "default")
        self.assertEqual(run_class.file_name(["--finish=atomics", "--width=4"]), "finish=atomics_width=4")
        long = run_class.file_name(["x" * 200]), run_class.file_name(["x" * 201])
        self.assertNotEqual(*long)
        self.assertLess(len(long[0]), 120)


if __name__ == "__main__":
    unittest.main()
