#!/usr/bin/env python3
# planted.py SOURCE faults.json CLASS: compares the faults that --mistranslations lists with what the source says of the
# lines of a class:
#   // plants KIND [KIND...]     // spares KIND [KIND...]
import json
import re
import sys

faults = json.load(open(sys.argv[2]))["faults"]
planted = {(fault["line"], fault["name"].split("@")[0]) for fault in faults}
told = wrong = 0
isInClass = False
for number, line in enumerate(open(sys.argv[1]), 1):
    if line.startswith("class "):
        isInClass = line.split()[1] == sys.argv[3]
    found = re.search(r"(plants|spares)((?: [a-z]+-[a-z-]+)+)$", line.partition("//")[2].rstrip()) if isInClass else None
    for kind in found.group(2).split() if found else ():
        told += 1
        if ((number, kind) in planted) != (found.group(1) == "plants"):
            wrong += 1
            print("%d: %s %s" % (number, "has" if found.group(1) == "spares" else "has no", kind))
if told == 0:
    print("nothing is said of %s" % sys.argv[3])
sys.exit(wrong != 0 or told == 0)
