#!/usr/bin/env python3
# Runs the tests of one build folder (lit and ctest), lists what failed, and ends with 'N passed, N failed'.
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
LIT_OUTCOMES = {"PASS": PASSED, "FLAKYPASS": PASSED, "XFAIL": PASSED, "UNSUPPORTED": SKIPPED, "SKIPPED": SKIPPED}


def read_lit_results(path):
    """[(name, outcome)] of the file that lit's --output writes. What it does not list as passed or skipped failed."""
    with open(path, encoding="utf-8") as file:
        tests = json.load(file)["tests"]
    return [(test["name"], LIT_OUTCOMES.get(test["code"], FAILED)) for test in tests if test["code"] != "EXCLUDED"]


def read_ctest_results(path):
    """[(name, outcome)] of the JUnit file that ctest's --output-junit writes."""
    results = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        if case.get("status") == "run":
            outcome = PASSED
        elif case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
            # A test whose program is missing is 'notrun' as well, and that is a failure.
            missing = case.find("skipped") is not None and "Unable to find" in (case.find("skipped").get("message") or "")
            outcome = FAILED if missing else SKIPPED
        else:
            outcome = FAILED
        results.append((case.get("name"), outcome))
    return results


def run_lit(build, options, scratch):
    results = os.path.join(scratch, "lit.json")
    # One more than there are cores: programs wait for their device a tenth of the time.
    command = [sys.executable, os.path.join(build, "bin", "vkmorph-lit"), "-v", "--no-progress-bar",
               "--allow-empty-runs", "-j", str(options.jobs + 1), "-o", results]
    if options.filter:
        command += ["--filter", options.filter]
    if options.quick:
        command += ["--param", "quick=1", "--filter-out", "^e2e/| e2e/"]
    suites = [os.path.join(build, "test", name) for name in ("lit", "programs")]
    status = subprocess.run(command + suites, check=False).returncode
    if not os.path.exists(results):
        return [("lit itself", FAILED)] if status != 0 else []
    return read_lit_results(results)


class CTest:
    """A run of ctest that has been started. What it says is kept until its results are read: lit speaks meanwhile."""

    def __init__(self, build, options, scratch, name, chosen, jobs):
        self.results = os.path.join(scratch, name + ".xml")
        self.output = open(os.path.join(scratch, name + ".txt"), "w+b")
        command = ["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=ignore", "--timeout", "1200",
                   "-j", str(jobs), "--output-junit", self.results]
        if options.filter:
            command += ["-R", options.filter]
        command += chosen
        self.process = subprocess.Popen(command, stdout=self.output, stderr=subprocess.STDOUT)

    def read_results(self):
        status = self.process.wait()
        self.output.seek(0)
        sys.stdout.flush()
        shutil.copyfileobj(self.output, sys.stdout.buffer)
        sys.stdout.flush()
        self.output.close()
        if not os.path.exists(self.results):
            return [("ctest itself", FAILED)] if status != 0 else []
        return read_ctest_results(self.results)


def run_all(build, options, scratch):
    """One test of ctest's at a time runs beside lit, so that no core is idle where one of them comes to its last tests.
    Those that look at what lit's tests have left run behind them."""
    left_out = "after-lit|slow" if options.quick else "after-lit"
    beside = CTest(build, options, scratch, "beside", ["-LE", left_out], jobs=1)
    results = run_lit(build, options, scratch)
    results += beside.read_results()
    return results + CTest(build, options, scratch, "behind", ["-L", "after-lit"], options.jobs).read_results()


def main():
    parser = argparse.ArgumentParser(description="Runs the tests of one build folder.")
    parser.add_argument("build", help="the build folder")
    parser.add_argument("--filter", help="only tests whose names match this regular expression")
    parser.add_argument("--quick", action="store_true", help="leave out whole runs and other slow tests")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="tests at once; lit runs one more")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)

    with tempfile.TemporaryDirectory() as scratch:
        results = run_all(options.build, options, scratch)
    failed = [name for name, outcome in results if outcome == FAILED]
    skipped = sum(outcome == SKIPPED for _, outcome in results)
    passed = len(results) - len(failed) - skipped

    print()
    for name in failed:
        print(f"failed: {name}")
    if not results:
        print("no test matches" if options.filter else "no tests were found")
    print(f"{passed} passed, {len(failed)} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if passed > 0 and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
