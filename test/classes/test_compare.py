#!/usr/bin/env python3
# Tests compare.py: what agrees, what does not, and that nothing at all is not agreement.
import io
import os
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

import compare
from compare import Tolerance


def agree(expected, actual, rel=0.0, abs_=0.0):
    return compare.compare(expected, actual, Tolerance(rel, abs_)).agrees()


class Words(unittest.TestCase):
    def test_floats_and_text(self):
        self.assertEqual(compare.words_of("x[3] = 0x1.8p+1 (3)"), ["x[3]", "=", 3.0])
        self.assertEqual(compare.words_of("x = -0x0p+0 (-0)"), ["x", "=", 0.0])
        self.assertEqual(compare.words_of("x = -inf (-inf)"), ["x", "=", float("-inf")])
        self.assertEqual(compare.words_of("x.fnv = 0x00ab12ef"), ["x.fnv", "=", "0x00ab12ef"])
        self.assertEqual(compare.words_of("in (all) = 12"), ["in", "(all)", "=", "12"])


class Agreement(unittest.TestCase):
    def test_same(self):
        self.assertTrue(agree("a = 1\nb = 0x1p+0 (1)\n", "a = 1\nb = 0x1p+0 (1)\n"))

    def test_integers_are_exact(self):
        self.assertFalse(agree("a = 1000000\n", "a = 1000001\n", rel=0.1, abs_=10.0))
        self.assertFalse(agree("a.fnv = 0x00000001\n", "a.fnv = 0x00000002\n", rel=9.0, abs_=9.0))

    def test_text_is_exact(self):
        self.assertFalse(agree("verdict = fine\n", "verdict = hot\n", rel=1.0, abs_=1.0))
        self.assertFalse(agree("a = 1\n", "b = 1\n"))
        self.assertFalse(agree("a = 1\n", "a = 1 2\n"))
        self.assertFalse(agree("a = 0x1p+0 (1)\n", "a = 1\n"))

    def test_tolerance(self):
        one, more = "a = 0x1p+0 (1)\n", "a = 0x1.0000020p+0 (1)\n"  # 1 + 2^-23
        self.assertFalse(agree(one, more))
        self.assertTrue(agree(one, more, rel=2.0**-23))
        self.assertFalse(agree(one, more, rel=2.0**-24))
        self.assertTrue(agree(one, more, abs_=2.0**-23))
        self.assertFalse(agree(one, more, abs_=2.0**-24))
        self.assertFalse(agree("a = 0x1p-10 (0)\n", "a = -0x1p-10 (0)\n", rel=1.0))

    def test_readable_form_is_skipped(self):
        self.assertTrue(agree("a = 0x1p+0 (1)\n", "a = 0x1p+0 (0.9999999)\n"))

    def test_special_values(self):
        for value in ("nan", "-nan", "inf", "-inf"):
            self.assertTrue(agree(f"a = {value} ({value})\n", f"a = {value} ({value})\n"))
        self.assertTrue(agree("a = nan (nan)\n", "a = -nan (-nan)\n"))
        for other in ("nan (nan)", "-inf (-inf)", "0x1p+127 (1.7e38)"):
            self.assertFalse(agree("a = inf (inf)\n", f"a = {other}\n", rel=1.0, abs_=1e38), other)
            self.assertFalse(agree(f"a = {other}\n", "a = inf (inf)\n", rel=1.0, abs_=1e38), other)
        self.assertTrue(agree("a = 0x0p+0 (0)\n", "a = -0x0p+0 (-0)\n"))

    def test_line_counts(self):
        self.assertFalse(agree("a = 1\n", "a = 1\nb = 2\n"))
        self.assertFalse(agree("a = 1\nb = 2\n", "a = 1\n"))

    def test_nothing_does_not_agree(self):
        self.assertFalse(agree("", ""))
        self.assertFalse(agree("\n \n", "\n \n"))
        self.assertFalse(agree("a = 1\n", ""))

    def test_messages(self):
        result = compare.compare("== 7 ==\na = 1\nb = 0x1p+0 (1)\n", "== 7 ==\na = 2\nb = 0x1p+1 (2)\n", Tolerance(0.25))
        self.assertEqual(len(result.messages), 2)
        self.assertIn("line 2 in section '== 7 =='", result.messages[0])
        self.assertIn("- a = 1\n  + a = 2", result.messages[0])
        self.assertIn("the difference is 1, 0.5 is allowed", result.messages[1])
        many = "".join(f"a = {i}\n" for i in range(100))
        result = compare.compare(many, many.replace("a", "b"), Tolerance())
        self.assertEqual((result.differing, len(result.messages)), (100, 10))


class Program(unittest.TestCase):
    def run_on(self, first, second, *options):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("first", "second")]
            for path, text in zip(paths, (first, second)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            output = io.StringIO()
            with redirect_stdout(output):
                status = compare.main(paths + list(options))
            return status, output.getvalue()

    def test_exit_status(self):
        self.assertEqual(self.run_on("a = 0x1p+0 (1)\n", "a = 0x1p+0 (1)\n"), (0, "1 lines agree, 1 floats within 0 of their values\n"))
        self.assertEqual(self.run_on("a = 0x1p+0 (1)\n", "a = 0x1.1p+0 (1)\n", "--rel", "0.1")[0], 0)
        self.assertEqual(self.run_on("a = 0x1p+0 (1)\n", "a = 0x1.1p+0 (1)\n", "--abs", "0.1")[0], 0)
        status, output = self.run_on("a = 1\n", "a = 2\n")
        self.assertEqual(status, 1)
        self.assertTrue(output.endswith("1 of 1 lines differ\n"), output)

    def test_usage(self):
        with redirect_stderr(io.StringIO()):
            self.assertEqual(compare.main(["/", "/"]), 2)
            with self.assertRaises(SystemExit):
                self.run_on("a\n", "a\n", "--rel", "-1")


if __name__ == "__main__":
    unittest.main()
