# Prints the choices of a report on one subject: what was chosen, why, and what else there was.
import json
import sys


def choices_of(node, subject):
    """Those of a part of the report, in order."""
    if isinstance(node, list):
        for inner in node:
            yield from choices_of(inner, subject)
    elif isinstance(node, dict):
        if node.get("subject") == subject:
            yield node
        for inner in node.values():
            yield from choices_of(inner, subject)


with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for choice in choices_of(report, sys.argv[2]):
    print(f"{choice.get('about')}: {choice['chosen']}, as {choice['reason']}; option {choice.get('option')}")
    for other in choice["alternatives"]:
        if "obstacle" in other:
            print(f"  {other['value']}: {other['obstacle']}")
        else:
            print(f"  {other['value']} {other['cost']} by {other.get('ask')}")
