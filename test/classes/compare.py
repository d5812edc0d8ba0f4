#!/usr/bin/env python3
# Compares what two runs of a driver printed: text and integers have to be the same, floats within a tolerance.
#
# A float is a word as printf's %a writes it; the word in parentheses behind it is the same number for people, and is
# skipped. a and b agree if |a - b| <= abs + rel * max(|a|, |b|); NaN agrees with NaN, an infinity with itself.
# Exit status: 0 they agree, 1 they do not (or are empty), 2 wrong usage.
import argparse
import math
import re
import sys

FLOAT = re.compile(r"[-+]?(0x[0-9a-f]+(\.[0-9a-f]*)?p[-+]?\d+|nan|inf(inity)?)", re.I)
READABLE = re.compile(r"\([-+.\w]*\)")
SECTION = re.compile(r"== .* ==")


def parse_float(word):
    """The value of a float, None for any other word."""
    if not FLOAT.fullmatch(word):
        return None
    return float.fromhex(word) if "x" in word.lower() else float(word)


def words_of(line):
    """The words of a line with each float as a number, and without its readable form."""
    words = []
    for word in line.split():
        if words and isinstance(words[-1], float) and READABLE.fullmatch(word):
            continue
        value = parse_float(word)
        words.append(word if value is None else value)
    return words


def difference(expected, actual):
    """How far two floats are apart; infinite where one is NaN or infinite and the other is not the same."""
    if math.isnan(expected) and math.isnan(actual) or expected == actual:
        return 0.0
    if not (math.isfinite(expected) and math.isfinite(actual)):
        return math.inf
    return abs(expected - actual)


class Tolerance:
    def __init__(self, rel=0.0, abs_=0.0):
        self.rel = rel
        self.abs = abs_

    def allows(self, expected, actual):
        return difference(expected, actual) <= self.limit(expected, actual)

    def limit(self, expected, actual):
        if not (math.isfinite(expected) and math.isfinite(actual)):
            return 0.0
        return self.abs + self.rel * max(abs(expected), abs(actual))


class Comparison:
    """The result of compare(): what differs, and how far floats that agree are apart at most."""

    def __init__(self):
        self.lines = 0
        self.floats = 0
        self.largest_relative = 0.0
        self.differing = 0
        self.messages = []  # of the first lines that differ

    def agrees(self):
        return not self.messages

    def summary(self):
        if not self.agrees():
            return f"{self.differing} of {self.lines} lines differ"
        return f"{self.lines} lines agree, {self.floats} floats within {self.largest_relative:.2g} of their values"


def why_words_differ(expected, actual, tolerance, result):
    """None if two lines agree, else the reason. Counts floats."""
    if len(expected) != len(actual):
        return "different words"
    for a, b in zip(expected, actual):
        if isinstance(a, float) and isinstance(b, float):
            result.floats += 1
            if not tolerance.allows(a, b):
                return f"the difference is {difference(a, b):.3g}, {tolerance.limit(a, b):.3g} is allowed"
            largest = max(abs(a), abs(b))
            if math.isfinite(largest) and largest > 0.0:
                result.largest_relative = max(result.largest_relative, difference(a, b) / largest)
        elif a != b:
            return "different text"
    return None


def compare(expected, actual, tolerance, most_messages=10):
    """Compares two texts."""
    result = Comparison()
    expected_lines, actual_lines = expected.splitlines(), actual.splitlines()
    result.lines = max(len(expected_lines), len(actual_lines))
    for name, lines in (("the first", expected_lines), ("the second", actual_lines)):
        if not any(line.strip() for line in lines):
            result.messages.append(f"{name} output is empty")
    if result.messages:
        result.differing = result.lines
        return result

    section = ""
    for number, (a, b) in enumerate(zip(expected_lines, actual_lines), 1):
        if SECTION.fullmatch(a):
            section = f" in section '{a}'"
        reason = why_words_differ(words_of(a), words_of(b), tolerance, result)
        if reason is None:
            continue
        result.differing += 1
        if len(result.messages) < most_messages:
            result.messages.append(f"line {number}{section}: {reason}\n  - {a}\n  + {b}")
    if len(expected_lines) != len(actual_lines):
        result.differing += abs(len(expected_lines) - len(actual_lines))
        result.messages.append(f"{len(expected_lines)} lines in the first output, {len(actual_lines)} in the second")
    return result


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def non_negative(text):
    value = float(text)
    if not value >= 0.0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a tolerance")
    return value


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Compares what two runs of a driver printed.")
    parser.add_argument("expected", help="output of the original class")
    parser.add_argument("actual", help="output of the generated class")
    parser.add_argument("--rel", type=non_negative, default=0.0, help="relative tolerance of floats (0)")
    parser.add_argument("--abs", type=non_negative, default=0.0, help="absolute tolerance of floats (0)")
    options = parser.parse_args(arguments)
    try:
        expected, actual = read(options.expected), read(options.actual)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    result = compare(expected, actual, Tolerance(options.rel, options.abs))
    print("\n".join(result.messages + [result.summary()]))
    return 0 if result.agrees() else 1


if __name__ == "__main__":
    sys.exit(main())
