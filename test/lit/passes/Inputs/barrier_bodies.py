"""Compares the barriers of vkm-place-barriers with brute force over random bodies with loops and branches.

Loops are unrolled three times and branches taken both ways. Of all sets of places (in front of a command, a loop or a
branch) that leave no hazard open on any way, the best one executes the fewest barriers on the longest way: the pass has to
be as good, and the checker has to notice each barrier that is taken out.
"""
import itertools
import random
import re

from barrier_sequences import BUFFERS, conflict, kernel, optimise, parse_arguments


class Body:
    """A list of commands (numbers), ["loop", body] and ["if", body, body]."""

    def __init__(self, choose, budget):
        self.accesses = []
        self.items = self.make(choose, budget, 0)

    def make(self, choose, budget, depth):
        items = []
        for _ in range(choose.randint(1, 3)):
            kind = choose.random()
            if depth < 2 and kind < 0.3 and len(self.accesses) < budget:
                items.append(["loop", self.make(choose, budget, depth + 1)])
            elif depth < 2 and kind < 0.5 and len(self.accesses) < budget:
                items.append(["if", self.make(choose, budget, depth + 1),
                              self.make(choose, budget, depth + 1) if choose.random() < 0.6 else []])
            elif len(self.accesses) < budget:
                items.append(len(self.accesses))
                self.accesses.append(tuple("".join(b for b in BUFFERS if choose.random() < 0.35) for _ in range(2)))
        return items


def places(items):
    """All places, by the objects that stand behind them: a command's number, or the identity of a list."""
    for item in items:
        yield item if isinstance(item, int) else id(item)
        if not isinstance(item, int):
            for inner in item[1:]:
                yield from places(inner)


def ways(items):
    """Every way through a body, as a list of places; where a command stands, its number is one."""
    result = [[]]
    for item in items:
        if isinstance(item, int):
            tails = [[item]]
        elif item[0] == "if":
            tails = [[id(item)] + way for side in item[1:] for way in ways(side)]
        else:
            once = ways(item[1])
            tails = [[id(item)] + sum(turns, []) for count in range(4) for turns in itertools.product(once, repeat=count)]
        result = [way + tail for way in result for tail in tails]
    return result


def print_items(items):
    text = ""
    for item in items:
        if isinstance(item, int):
            text += f"vkm.cmd.run @K{item}_commands()\n"
        elif item[0] == "loop":
            text += "vkm.while {\nvkm.yield %go : i1\n} do {\n" + print_items(item[1]) + "}\n"
        else:
            text += "vkm.if %go {\n" + print_items(item[1]) + "}"
            text += " else {\n" + print_items(item[2]) + "}\n" if item[2] else "\n"
    return text


def module(body):
    text = 'module attributes {vkm.phase = #vkm.phase<lowered>} {\nvkm.class @C namespaces [] header "c.h" {\n'
    for buffer in BUFFERS:
        text += f'vkm.scratch @{buffer} bytes 4 [#vkm.member<"v" : si32 at 0>]\n'
    for index, (reads, writes) in enumerate(body.accesses):
        text += kernel(f"K{index}", reads, writes)
    return text + '\nvkm.control @Run(%go: i1 {vkm.name = "go"}) {\n' + print_items(body.items) + "}\n}\n}\n"


def count_executed(items, chosen):
    """Barriers on the longest way, each loop running three times."""
    total = 0
    for item in items:
        total += (item if isinstance(item, int) else id(item)) in chosen
        if not isinstance(item, int):
            inside = [count_executed(inner, chosen) for inner in item[1:]]
            total += 3 * inside[0] if item[0] == "loop" else max(inside)
    return total


def requirements(body):
    """Sets of places of which one has to be chosen, for each hazard on each way; what ran earlier is a hazard, too."""
    needed = set()
    for way in ways(body.items):
        for last, place in enumerate(way):
            if place >= len(body.accesses):
                continue
            between = set()
            for first in range(last, -1, -1):
                between.add(way[first])
                before = way[first - 1] if first > 0 else None
                if before is not None and before < len(body.accesses) and conflict(body.accesses[before],
                                                                                   body.accesses[place]):
                    needed.add(frozenset(between))
            if any(conflict(earlier, body.accesses[place]) for earlier in body.accesses):
                needed.add(frozenset(way[:last + 1]))
    return [one for one in needed if not any(other < one for other in needed)]


def fewest(body):
    needed = requirements(body)
    everywhere = list(places(body.items))
    best = None
    for count in range(len(everywhere) + 1):
        for chosen in itertools.combinations(everywhere, count):
            if all(one & set(chosen) for one in needed):
                executed = count_executed(body.items, set(chosen))
                best = executed if best is None else min(best, executed)
    return best


def find_placed(items, lines):
    """The places in front of which the text has a barrier; consumes the lines of the body."""
    chosen = set()
    for item in items:
        line = lines.pop(0)
        if "vkm.cmd.barrier" in line:
            chosen.add(item if isinstance(item, int) else id(item))
            line = lines.pop(0)
        if isinstance(item, int):
            assert f"@K{item}_commands" in line, line
            continue
        if item[0] == "loop":
            while "} do {" not in line:
                line = lines.pop(0)
            chosen |= find_placed(item[1], lines)
            lines.pop(0)
        else:
            chosen |= find_placed(item[1], lines)
            line = lines.pop(0)
            if item[2]:
                assert "else" in line, line
                chosen |= find_placed(item[2], lines)
                lines.pop(0)
    return chosen


def main():
    arguments = parse_arguments(__doc__)
    choose = random.Random(arguments.seed)
    bodies = []
    while len(bodies) < arguments.count:
        body = Body(choose, 5)
        if 1 < len(list(places(body.items))) <= 10 and len(ways(body.items)) <= 3000:
            bodies.append(body)
    separator = "\n// -----\n"
    placed = optimise(arguments.work, separator.join(map(module, bodies)), "-vkm-place-barriers", "-vkm-check-barriers")
    assert placed.returncode == 0, placed.stderr
    results = placed.stdout.split("// -----")
    assert len(results) == len(bodies)
    mutants = []
    for number, (body, result) in enumerate(zip(bodies, results)):
        text = result[result.index("vkm.control @Run"):]
        found = count_executed(body.items, find_placed(body.items, text.splitlines()[1:]))
        best = fewest(body)
        assert found == best, f"body {number}, {found} barriers, not {best}:\n{text}"
        mutants += [result[:b.start()] + result[b.end():]
                    for b in re.finditer(r"^.*vkm\.cmd\.barrier.*\n", result, re.M)]
    checked = optimise(arguments.work, separator.join(mutants), "-vkm-check-barriers")
    noticed = checked.stderr.count("[vkm2301]")
    assert noticed == len(mutants), f"{noticed} of {len(mutants)} missing barriers were noticed"
    print(f"seed {arguments.seed}: {len(bodies)} bodies execute the fewest barriers; {len(mutants)} missing ones were noticed")


if __name__ == "__main__":
    main()
