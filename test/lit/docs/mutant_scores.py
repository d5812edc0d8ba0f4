#!/usr/bin/env python3
# mutant_scores.py ROOT: whether the tables of test/mutants agree with each other and with docs/Check.md, at least 95 % of the
# faults are noticed, and each of the others has its reason.
import collections
import os
import re
import sys

root = sys.argv[1]
wrong = []


def table(name):
    return [line.rstrip("\n").split("\t") for line in open(os.path.join(root, "test", "mutants", name))]


rows = table("scores.tsv")[1:]
unnoticed = table("scores.unnoticed")
explained = {(line[0], line[1]): line[2] for line in table("explained.tsv")}
counts = collections.Counter(line[0] for line in unnoticed)
for test, _, _, planted, *outcomes in rows:
    if sum(map(int, outcomes)) != int(planted):
        wrong.append("%s: outcomes do not add up to %s" % (test, planted))
    if int(outcomes[1]) != counts.pop(test, 0):
        wrong.append("%s: scores.unnoticed has another number of faults" % test)
wrong += ["%s: scores.tsv does not have it" % test for test in counts]
for line in unnoticed:
    if explained.pop((line[0], line[1]), None) != line[5]:
        wrong.append("%s, %s: explained.tsv says something else" % (line[0], line[1]))
wrong += ["%s, %s: is explained, and noticed" % key for key in explained]
noticed, missed, same, refused = (sum(int(row[index]) for row in rows) for index in range(4, 8))
if noticed < 0.95 * (noticed + missed):
    wrong.append("%d of %d are less than 95 %%" % (noticed, noticed + missed))
kinds = collections.Counter(line[5].split(":")[0] for line in unnoticed)
check = " ".join(open(os.path.join(root, "docs", "Check.md")).read().split())
for text in ["Of %d classes," % len(rows), "%d of %d faults are noticed (%.1f %%)" % (
        noticed, noticed + missed, 100.0 * noticed / (noticed + missed)),
             "%d more make no difference to what is generated, %d do not compile" % (same, refused)
             ] + ["| %s | %d |" % kind for kind in kinds.items()]:
    if text not in check:
        wrong.append("docs/Check.md does not say: " + text)
for section in re.findall(r"\| (\w+) \| \d+ \|", check):
    if section not in kinds:
        wrong.append("docs/Check.md has a reason that there is not: " + section)
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
