#!/usr/bin/env python3
# Checks that every operation of the dialect is described, has an example and is tested, and every message of a verifier, too.
#
# usage: coverage.py DIALECT.md IR_FOLDER TEST_FOLDER    (DIALECT.md: what mlir-tblgen -gen-dialect-doc writes)
import glob
import os
import re
import sys


def read(paths):
    text = ""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text += file.read() + "\n"
    return text


def operations(markdown):
    """{mnemonic: its section} of the generated documentation."""
    parts = re.split(r"^### `(vkm\.[a-z0-9_.]+)`.*$", markdown, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def problems_of_operation(name, section, tests):
    """What the operation's description or its tests lack."""
    description = re.split(r"^##", section, flags=re.M)[0]
    examples = "".join(re.findall(r"```mlir\n(.*?)```", description, flags=re.S))
    prose = re.sub(r"```.*?```|^Syntax:$|^_.*_$|^Interfaces:.*$|^Traits:.*$|^Effects:.*$", "", description, flags=re.S | re.M)
    whole = re.escape(name) + r"(?![\w.])"
    found = []
    if len(prose.split()) < 5:
        found.append("has no description")
    if not re.search(whole, examples):
        found.append("has no example in its description")
    # A round trip is an operation in the text of a test and one that is expected in what comes back.
    if not any(re.search(r"CHECK[-A-Z]*:.*" + whole, test) for test in tests):
        found.append("is expected by no round-trip test")
    return [f"{name} {what}" for what in found]


def messages(source):
    """The first string literal of each message that a verifier or parser reports, without what is inserted."""
    calls = re.findall(r'(?:emitOpError|emitError)\((?:[^"()]*,\s*)?(?:[^"()]*\([^()"]*\)\s*\?\s*)?"((?:\\.|[^"\\])*)"', source)
    calls += re.findall(r'emitError\(\)\s*<<\s*"((?:\\.|[^"\\])*)"', source)
    return sorted({call.replace('\\"', '"').strip() for call in calls if re.search(r"[a-z]{2}", call)})


def main():
    docs, ir, tests = sys.argv[1:]
    ops = operations(read([docs]))
    if not ops:
        print(f"{docs}: no operation found")
        return 1
    paths = sorted(glob.glob(os.path.join(tests, "*.mlir")))
    round_trip = re.compile(r"vkmorph-opt %s (-split-input-file )?\| vkmorph-opt (-split-input-file )?\| FileCheck")
    round_trips = [text for text in (read([path]) for path in paths) if round_trip.search(text)]
    expected = "\n".join(line for line in read(paths).splitlines() if "expected-error" in line)
    problems = []
    for name, section in sorted(ops.items()):
        problems += problems_of_operation(name, section, round_trips)
    # What is planned is verified by those who lower it.
    plan = os.path.join(ir, os.pardir, "passes", "PlanVerifier.cpp")
    sources = read(sorted(glob.glob(os.path.join(ir, "Vkm*.cpp"))) + [path for path in [plan] if os.path.exists(path)])
    for message in messages(sources):
        if message not in expected:
            problems.append(f'no test expects the message "{message}"')
    print("\n".join(problems) if problems else f"{len(ops)} operations, {len(messages(sources))} messages")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
