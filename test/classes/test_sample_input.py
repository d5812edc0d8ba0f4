#!/usr/bin/env python3
# Tests how the sample reads its numbers and its command line, without a device: what it takes, and what it refuses how.
import os
import subprocess
import sys
import tempfile
import unittest

import run_class

CXX = sys.argv.pop() if len(sys.argv) > 1 and not sys.argv[-1].startswith("-") else "g++"
ROOT = os.path.normpath(os.path.join(run_class.CLASSES, "..", ".."))
SAMPLE = os.path.join(ROOT, "samples", "array_sum")

# Prints the numbers that the sample would work with.
PROGRAM = """
#include "main_input.h"
#include <cstdio>
#include <exception>
int main(int argc, char **argv) {
  try {
    const Input input = GetInput(argc, argv);
    for (size_t i = 0; i < input.ints.size(); ++i)
      std::printf("%d/%.9g ", input.ints[i], double(input.floats[i]));
    return 0;
  } catch (const std::exception &error) {
    std::fputs(error.what(), stderr);
    return 2;
  }
}
"""


class SampleInput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        run_class.write(os.path.join(cls.folder, "print.cpp"), PROGRAM)
        cls.program = os.path.join(cls.folder, "print")
        run_class.call("building", [
            CXX, *run_class.FLAGS, "-fno-fast-math", f"-I{SAMPLE}", f"-I{ROOT}/runtime/include",
            os.path.join(cls.folder, "print.cpp"), os.path.join(SAMPLE, "main_input.cpp"), "-o", cls.program], 300)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def call(self, *arguments):
        done = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.strip(), done.stderr

    def read(self, text):
        run_class.write(os.path.join(self.folder, "file"), text)
        return self.call("file")

    def test_numbers(self):
        self.assertEqual(self.read("1 -2\n\t2.5\r\n\n -2.75 1e3"), (0, "1/1 -2/-2 2/2.5 -2/-2.75 1000/1000", ""))
        self.assertEqual(self.read(""), (0, "", ""))
        self.assertEqual(self.read("2147483647 -2147483648 -2147483648"),
                         (0, "2147483647/2.14748365e+09 -2147483648/-2.14748365e+09 -2147483648/-2.14748365e+09", ""))

    def test_what_is_no_number(self):
        for word in ("x", "1x", "1,5", "--1", "nan", "1-"):
            self.assertEqual(self.read(f"1 2\n\n3 {word} 4\n"), (2, "", f"file:3: '{word}' is not a number"))

    def test_what_does_not_fit(self):
        for word in ("2147483648", "-2147483649", "1e10", "inf", "-1e999"):
            self.assertEqual(self.read(f"1\n{word}\n"), (2, "", f"file:2: {word} does not fit an int"))
        self.assertEqual(self.read("2147483647\n-5\n1\n"),
                         (2, "", "file:3: with 1 the sum does not fit an int any more"))

    def test_files(self):
        self.assertEqual(self.call("missing"), (2, "", "missing: No such file or directory"))
        status, _, errors = self.call(".")
        self.assertEqual(status, 2)
        self.assertTrue(errors.startswith(".: reading failed: "), errors)

    def test_made_up_numbers(self):
        status, output, _ = self.call("--count", "1000", "--seed", "5")
        self.assertEqual((status, len(output.split())), (0, 1000))
        self.assertEqual(self.call("--count", "1000", "--seed", "5")[1], output)
        self.assertNotEqual(self.call("--count", "1000", "--seed", "6")[1], output)
        self.assertEqual(self.call("--count", "0"), (0, "", ""))
        ints = [int(word.split("/")[0]) for word in output.split()]
        self.assertTrue(min(ints) < -900 and max(ints) > 900 and all(-1000 <= i <= 1000 for i in ints))

    def test_usage(self):
        for arguments, message in [
                (["--count"], "--count needs a number"), (["--seed", "x"], "--seed: 'x' is not a number"),
                (["--count", "-1"], "--count: '-1' is not a number"), (["--count", ""], "--count: '' is not a number"),
                (["--count", "1073741825"], "--count: 1073741825 is more than 1073741824"),
                (["--seed", "9" * 30], f"--seed: {'9' * 30} is more than 4294967295"),
                (["--what"], "unknown option '--what', see --help"),
                (["a", "b"], "one file at a time, not 'b' as well"),
                (["a", "--seed", "1"], "--count and --seed are for numbers that are made up, not for a file")]:
            self.assertEqual(self.call(*arguments), (2, "", message))
        status, output, _ = self.call("--help")
        self.assertEqual((status, "Exit status:" in output), (0, True))
        status, output, _ = self.call("--version")
        self.assertEqual((status, output.startswith("vkmorph ")), (0, True))


if __name__ == "__main__":
    unittest.main()
