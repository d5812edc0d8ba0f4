# Reads a report whole: every choice has the keys that docs/Options.md describes, and each way that an option asks for is
# taken when it is asked for, if nothing is against it.
#
#   read_report.py --docs PAGE --vkmorph COMMAND... -- FOLDER
import json
import os
import re
import subprocess
import sys


def read_documented(path):
    """The keys of a choice and of an alternative, from the two tables of the page."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    section = text[text.index("## The report"):]
    tables = re.findall(r"\| key \| (of .*?) \|.*?\n((?:\|.*\n)+)", section)
    return {title: set(re.findall(r"^\| `(\w+)`", rows, re.M)) for title, rows in tables}


def walk(node, path=()):
    """(where, choice) of all choices in a report."""
    if isinstance(node, list):
        for number, entry in enumerate(node):
            yield from walk(entry, path + (number,))
    elif isinstance(node, dict):
        for key, entry in node.items():
            if key == "choices":
                for number, choice in enumerate(entry):
                    yield path + (number,), choice
            else:
                yield from walk(entry, path + (key,))


def make_report(command, folder, *options):
    path = os.path.join(folder, "report.json")
    subprocess.run([*command[:2], *options, "--report=" + path, *command[2:]], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    arguments = sys.argv[1:]
    documented = read_documented(arguments[1])
    command, folder = arguments[3:-1], arguments[-1]
    os.makedirs(folder, exist_ok=True)
    report = make_report(command, folder)
    seen, asked = set(), {}
    for where, choice in walk(report):
        seen.add(choice["subject"])
        name = f"{'/'.join(map(str, where))} ({choice['subject']})"
        assert set(choice) - {"option", "about"} == documented["of a choice"] - {"option", "about"}, f"{name} has the keys {sorted(choice)}"
        for way in choice["alternatives"]:
            assert set(way) <= documented["of an alternative"], f"{name} has an alternative with the keys {sorted(way)}"
            assert ("cost" in way) != ("obstacle" in way), f"{name}: {way}"
            assert way["value"] != choice["chosen"], f"{name} was chosen and is an alternative: {way}"
            if "ask" in way and "obstacle" not in way:
                asked.setdefault(way["ask"], []).append((where, choice["subject"], way["value"]))
    for option, ways in sorted(asked.items()):
        others = dict(walk(make_report(command, folder, option)))
        for where, subject, value in ways:
            got = [choice["chosen"] for place, choice in others.items() if place[:-1] == where[:-1] and choice["subject"] == subject]
            assert value in got, f"{option} does not give {value} at {where}, but {got}"
            print(f"{option}: {subject} is {value}")
    print("subjects:", ", ".join(sorted(seen)))


main()
