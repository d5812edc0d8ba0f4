#!/usr/bin/env python3
# Which faults would the checks of this tree's classes notice? Takes the classes and the options of the tests that run
# vkmorph-check, plants faults in each (--mutants) and writes a table; goes on where an earlier run has stopped.
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Programs come first: what a test of one of the compiler's parts checks as well is theirs.
SUITES = (os.path.join(ROOT, "test", "programs"), os.path.join(ROOT, "test", "lit"))
COLUMNS = ["test", "class", "possible", "planted", "noticed", "unnoticed", "same", "refused"]
# Options of which one program is enough, or that are about something else.
DROPPED = ("--variants", "--adversarial", "--mutate-barriers", "--report", "--keep", "--verbose")


def run_lines(file):
    """The RUN lines of a test, with those that go on in one piece."""
    text = ""
    for line in open(file, encoding="utf-8", errors="replace"):
        found = re.match(r"^\s*(?://|#)\s*RUN:\s*(.*?)\s*$", line)
        if not found:
            continue
        text += found.group(1)
        if text.endswith("\\"):
            text = text[:-1]
            continue
        yield text
        text = ""


def parse(line, file):
    """The arguments of a check that is to agree; none of other lines."""
    found = re.match(r"^%check(?:_many|_in_part)?\s+(.*)$", line)
    if not found:
        return None
    command = re.split(r"\s(?:\||>|2>|&&)\s?", found.group(1))[0]
    for name, value in [("%samples", os.path.join(ROOT, "samples")),
                        ("%classes", os.path.join(ROOT, "test", "classes")),
                        ("%programs", os.path.join(ROOT, "test", "programs")),
                        ("%src_root", ROOT), ("%S", os.path.dirname(file)), ("%s", file)]:
        command = command.replace(name, value)
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    if "%" in command or any(word.startswith("--vkmorph") for word in words):
        return None
    # The first program that the check makes: of the first variant of its own, where it names no others.
    own = [word for word in words if word.startswith("--variant=")]
    names_others = any(word.split("=")[0] == "--variants" for word in words)
    kept, skips = [], False
    for word in words:
        name = word.split("=")[0]
        if skips:
            skips = False
        elif name == "--variant" and (names_others or word != own[0]):
            continue
        elif name not in DROPPED:
            kept.append(word)
        else:
            skips = "=" not in word and name in ("--variants", "--report", "--keep")
    return kept


def split_classes(line):
    """The check of each class of a line that checks several."""
    found = re.search(r"--class[= ]([\w:]+(?:,[\w:]+)+)", line)
    if not found:
        return [line]
    return [line[:found.start(1)] + name + line[found.end(1):] for name in found.group(1).split(",")]


def collect():
    """The checks of each class that one test makes, by the names of the tests."""
    checks, seen = {}, {}
    for suite, (folder, _, names) in [(suite, found) for suite in SUITES for found in sorted(os.walk(suite))]:
        for name in sorted(names):
            file = os.path.join(folder, name)
            if not name.endswith((".test", ".cpp")) or "Inputs" in folder:
                continue
            test = os.path.relpath(file, suite)
            for line in (one for written in run_lines(file) for one in split_classes(written)):
                words = parse(line, file)
                if not words:
                    continue
                # The tool's own tests are about reports; of them, what the samples and test classes are checked by.
                if test.startswith("check/") and not re.search("%samples|%classes", line):
                    continue
                sources = tuple(word for word in words if re.search(r"\.(cpp|cc|cxx|h|hpp)$", word) and "=" not in word)
                chosen = re.search(r"--class[= ](\S+)", line)
                key = (sources, chosen.group(1) if chosen else "")
                if not sources:
                    continue
                if key not in seen:
                    name = test if test not in checks else test + " " + key[1]
                    seen[key] = test, checks.setdefault(name, [])
                if seen[key][0] == test:
                    seen[key][1].append(words)
    return checks


def run_check(words, mutants, arguments):
    """What vkmorph-check reports."""
    report = arguments.state + ".report"
    if os.path.exists(report):
        os.remove(report)
    options = ["--mutants=" + mutants, "--report=" + report, "-j", "1"]
    at = words.index("--") if "--" in words else len(words)
    environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(arguments.build, "test", "cache"))
    command = [os.path.join(arguments.build, "bin", "vkmorph-check")] + words[:at] + options + words[at:]
    try:
        run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        return {"failure": "more than %d s" % arguments.timeout}
    if not os.path.exists(report):
        return {"failure": "status %d: %s" % (run.returncode, (run.stderr.strip().splitlines() or [""])[-1])}
    read = json.load(open(report))
    os.remove(report)
    if not read.get("mutants"):
        return {"class": read["class"], "failure": "status %d, no faults planted" % run.returncode}
    return {"class": read["class"], **read["mutants"][0]}


def score(checks, result, arguments):
    """What the first check notices, and of the rest what the others do; `result` has what is known so far."""
    if not result:
        result = dict(run_check(checks[0], arguments.mutants, arguments), checks=1)
    for words in checks[result.get("checks", 1):]:
        left = {fault["name"]: fault for fault in result.get("faults", []) if fault["outcome"] == "unnoticed"}
        if not left:
            break
        other = run_check(words, ",".join(left), arguments)
        for fault in other.get("faults", []):
            # With other options of the compiler, a name may be another fault's.
            own = left.get(fault["name"], {})
            if fault["outcome"] == "noticed" and all(own.get(key) == fault[key] for key in ("line", "function", "what")):
                own.update(fault)
                result["noticed"] += 1
                result["unnoticed"] -= 1
        result["checks"] = result.get("checks", 1) + 1
    return result


def row(test, result):
    planted = len(result["faults"])
    return [test, result["class"], result["possible"], planted] + [result[name] for name in COLUMNS[4:]]


def read_explanations():
    """Why nobody notices, by test and name of the fault: "equal: ..." where no input could tell, else "inputs: ..." or so."""
    file = os.path.join(os.path.dirname(os.path.abspath(__file__)), "explained.tsv")
    lines = [line.rstrip("\n").split("\t") for line in open(file)] if os.path.exists(file) else []
    return {(line[0], line[1]): line[2] for line in lines}


def read_rows(file, tests):
    """The lines of a table, split, of some tests."""
    lines = [line.rstrip("\n").split("\t") for line in open(file)] if os.path.exists(file) else []
    return [line for line in lines if line[0] in tests]


def write_table(results, kept, arguments):
    """Rows of the tests `kept`, which were not scored now, stay as they are."""
    explanations = read_explanations()
    scored = {test: result for test, result in results.items() if "failure" not in result}
    rows = read_rows(arguments.table, kept) + [row(test, result) for test, result in scored.items()]
    with open(arguments.table, "w") as out:
        for line in [COLUMNS] + sorted(rows):
            out.write("\t".join(map(str, line)) + "\n")
    other = os.path.splitext(arguments.table)[0] + ".unnoticed"
    unnoticed = read_rows(other, kept)
    for test, result in scored.items():
        for fault in result["faults"]:
            if fault["outcome"] == "unnoticed":
                where = "%s:%d" % (os.path.basename(fault["file"]), fault["line"])
                unnoticed.append([test, fault["name"], where, fault["what"], fault["how"],
                                  explanations.get((test, fault["name"]), "not explained")])
    # Of one test in the order in which the faults were planted.
    with open(other, "w") as out:
        for line in sorted(unnoticed, key=lambda line: line[0]):
            out.write("\t".join(line) + "\n")
    summarise(rows, unnoticed, results)


def summarise(rows, faults, results):
    kinds = {}
    for fault in faults:
        kind = fault[5].split(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
    noticed, unnoticed, same, refused = (sum(int(line[index]) for line in rows) for index in range(4, 8))
    equal = kinds.get("equal", 0)
    print("%d classes: %d of %d faults noticed (%.1f %%); without those that no input could tell from the right "
          "translation, %d of %d (%.1f %%)" %
          (len(rows), noticed, noticed + unnoticed, 100.0 * noticed / max(1, noticed + unnoticed), noticed,
           noticed + unnoticed - equal, 100.0 * noticed / max(1, noticed + unnoticed - equal)))
    print("%d more make no difference to what is generated, %d do not compile" %
          (same, refused))
    for kind, count in sorted(kinds.items(), key=lambda item: -item[1]):
        print("not noticed, %s: %d" % (kind, count))
    for test, result in sorted(results.items()):
        if "failure" in result:
            print("not scored: %s: %s" % (test, result["failure"]))


def compare(results, table):
    """Whether no more faults go unnoticed than the table says; says what does."""
    lines = [line.rstrip("\n").split("\t") for line in open(table)]
    known = {line[0]: int(line[COLUMNS.index("unnoticed")]) for line in lines[1:]}
    isGood = True
    for test, result in sorted(results.items()):
        if "failure" in result or test not in known:
            print("%s: %s" % (test, result.get("failure", "the table does not have it")))
            isGood = False
            continue
        print("%s: %d of %d noticed" % (test, result["noticed"], result["noticed"] + result["unnoticed"]))
        if result["unnoticed"] <= known[test] and result["noticed"] > 0:
            continue
        isGood = False
        for fault in result["faults"]:
            if fault["outcome"] == "unnoticed":
                print("  not noticed: %s: %s: %s" % (fault["name"], fault["what"], fault["how"]))
    return isGood


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="build folder")
    parser.add_argument("--state", required=True, help="file with what has been found so far")
    parser.add_argument("--mutants", default="20", help="as vkmorph-check takes it (20)")
    parser.add_argument("--tests", default="", help="only tests that match this")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no other class after so long")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one class (600)")
    parser.add_argument("--table", help="write the table here, and what went unnoticed beside it; what it has of other tests stays")
    parser.add_argument("--compare", help="a table: no more faults may go unnoticed than it says")
    arguments = parser.parse_args()
    arguments.build = os.path.abspath(arguments.build)
    results = {}
    if os.path.exists(arguments.state):
        for line in open(arguments.state):
            entry = json.loads(line)
            results[entry["test"]] = entry
    collected = collect()
    checks = {test: own for test, own in collected.items() if re.search(arguments.tests, test)}
    begin = time.monotonic()
    left = [test for test in checks if test not in results or (
        results[test].get("unnoticed") and results[test].get("checks", 1) < len(checks[test]))]
    # Every seventh, and so on: what is left out, if time is short, is not of one folder.
    left = [test for offset in range(7) for test in left[offset::7]]
    for number, test in enumerate(left):
        if time.monotonic() - begin > arguments.seconds:
            print("%d of %d tests are left" % (len(left) - number, len(checks)))
            break
        results[test] = dict(score(checks[test], results.get(test), arguments), test=test)
        with open(arguments.state, "a") as state:
            state.write(json.dumps(results[test]) + "\n")
    results = {test: result for test, result in results.items() if test in checks}
    if arguments.table:
        write_table(results, set(collected) - set(results), arguments)
    if arguments.compare:
        sys.exit(0 if compare(results, arguments.compare) else 1)


if __name__ == "__main__":
    main()
