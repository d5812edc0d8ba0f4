#!/usr/bin/env python3
# Runs the tests of one build folder (lit, ctest, and the programs of unit tests), lists what failed, and ends with 'N passed, N failed'.
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
# {how ctest's names of a program's unit tests begin: (the program, the folder that it runs in)}
UNIT_TESTS = {
    "runtime.": ("vkmorph_runtime_tests", os.path.join("runtime", "test")),
    "check.": ("vkmorph_check_support_tests", os.path.join("tools", "vkmorph-check", "support", "test")),
}
# ctest's names of them. Other tests have names without capitals.
UNIT_TEST_NAMES = r"^(runtime|check)\.[A-Z]"
MOST_SECONDS = 1200
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


def read_unit_test_results(path, prefix):
    """[(name, outcome)] of the file that GoogleTest's --gtest_output=json writes; names as ctest has them."""
    with open(path, encoding="utf-8") as file:
        suites = json.load(file)["testsuites"]
    results = []
    for test in (test for suite in suites for test in suite["testsuite"]):
        ran = test["status"] == "RUN" and test["result"] != "SKIPPED"
        outcome = FAILED if "failures" in test else PASSED if ran else SKIPPED
        results.append((f"{prefix}{test['classname']}.{test['name']}", outcome))
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
        command = ["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=ignore", "--timeout", str(MOST_SECONDS),
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


class UnitTests:
    """A program of unit tests that has been started. ctest runs each test as a process of its own, of which all but a tenth
    of the time is the start: the device that tests share is made again in each."""

    def __init__(self, build, scratch, prefix):
        program, folder = UNIT_TESTS[prefix]
        self.prefix = prefix
        self.results = os.path.join(scratch, program + ".json")
        self.output = open(os.path.join(scratch, program + ".txt"), "w+b")
        self.process = subprocess.Popen([os.path.join(build, "bin", program), "--gtest_output=json:" + self.results],
                                        cwd=os.path.join(build, folder), stdout=self.output, stderr=subprocess.STDOUT)

    def read_results(self):
        try:
            status = self.process.wait(MOST_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        results = read_unit_test_results(self.results, self.prefix) if os.path.exists(self.results) else []
        # Written at the end: where there are none, a test has ended the program, and what it said last tells which.
        if status != 0 and all(outcome != FAILED for _, outcome in results):
            results.append((self.prefix + " itself", FAILED))
        if status != 0:
            self.output.seek(0)
            sys.stdout.flush()
            shutil.copyfileobj(self.output, sys.stdout.buffer)
            sys.stdout.flush()
        self.output.close()
        return results


def run_all(build, options, scratch):
    """One test of ctest's at a time runs beside lit, so that no core is idle where one of them comes to its last tests.
    Those that look at what lit's tests have left run behind them."""
    left_out = "after-lit|slow" if options.quick else "after-lit"
    # Some of them are chosen by ctest.
    whole = [] if options.filter else [UnitTests(build, scratch, prefix) for prefix in UNIT_TESTS]
    chosen = ["-LE", left_out] + (["-E", UNIT_TEST_NAMES] if whole else [])
    beside = CTest(build, options, scratch, "beside", chosen, jobs=1)
    results = run_lit(build, options, scratch)
    results += beside.read_results()
    for tests in whole:
        results += tests.read_results()
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
