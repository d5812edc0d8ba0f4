"""Compares the barriers of vkm-place-barriers with brute force over random sequences of commands.

Each sequence runs kernels that read and write a few buffers. The number of barriers placed has to be the smallest
number of points that no hazard escapes, and the checker has to notice each barrier that is taken out.
"""
import argparse
import itertools
import random
import re
import subprocess

BUFFERS = "abc"


def kernel(name, reads, writes):
    body = ""
    for buffer in reads:
        body += f'%r{buffer} = vkm.scratch_ref @{buffer}["v"] : !vkm.ref<si32>\n'
        body += f"%v{buffer} = vkm.load %r{buffer} : !vkm.ref<si32>\n"
    for buffer in writes:
        body += f'%w{buffer} = vkm.scratch_ref @{buffer}["v"] : !vkm.ref<si32>\n'
        body += f"vkm.assign %w{buffer}, %c : !vkm.ref<si32>\n"
    return f"""
vkm.shader @{name} kernel "{name}" local_size [1, 1, 1] bindings [] doc "" {{
%c = vkm.constant 1 : si32
{body}}}
vkm.commands @{name}_commands() attributes {{display = "{name}", kernel = "{name}", bindings = [], fields = {{}}}} {{
%one = vkm.constant 1 : ui32
vkm.cmd.pipeline @{name}
vkm.cmd.dispatch(%one) : ui32
}}"""


def module(commands):
    """The sequence as one kernel of each name; equal accesses at two places are two kernels."""
    text = 'module attributes {vkm.phase = #vkm.phase<lowered>} {\nvkm.class @C namespaces [] header "c.h" {\n'
    for buffer in BUFFERS:
        text += f'vkm.scratch @{buffer} bytes 4 [#vkm.member<"v" : si32 at 0>]\n'
    for index, (reads, writes) in enumerate(commands):
        text += kernel(f"K{index}", reads, writes)
    text += "\nvkm.control @Run() {\n"
    text += "".join(f"vkm.cmd.run @K{index}_commands()\n" for index in range(len(commands)))
    return text + "}\n}\n}\n"


def conflict(before, after):
    return set(before[1]) & set(after[0] + after[1]) or set(before[0]) & set(after[1])


def fewest(commands):
    """Over all sets of points, a point p standing before command p; what ran earlier stands before all."""
    hazards = [(first, last) for last in range(len(commands)) for first in range(last)
               if conflict(commands[first], commands[last])]
    hazards += [(-1, last) for last in range(len(commands))
                if any(conflict(earlier, commands[last]) for earlier in commands)]
    for count in range(len(commands) + 1):
        for points in itertools.combinations(range(len(commands)), count):
            if all(any(first < point <= last for point in points) for first, last in hazards):
                return count
    raise AssertionError("a barrier before each command is enough")


def optimise(path, text, *passes):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return subprocess.run(["vkmorph-opt", path, "-split-input-file", *passes], capture_output=True, text=True,
                          check=False)


def parse_arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("work", help="a file to write modules to")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    arguments = parse_arguments(__doc__)
    choose = random.Random(arguments.seed)

    def pick():
        return "".join(b for b in BUFFERS if choose.random() < 0.4)

    sequences = [[(pick(), pick()) for _ in range(choose.randint(1, 6))] for _ in range(arguments.count)]
    separator = "\n// -----\n"
    placed = optimise(arguments.work, separator.join(map(module, sequences)), "-vkm-place-barriers",
                      "-vkm-check-barriers")
    assert placed.returncode == 0, placed.stderr
    results = placed.stdout.split("// -----")
    assert len(results) == len(sequences)

    mutants = []
    for commands, result in zip(sequences, results):
        barriers = list(re.finditer(r"^.*vkm\.cmd\.barrier.*\n", result, re.M))
        assert len(barriers) == fewest(commands), f"{commands}: {len(barriers)} barriers, not {fewest(commands)}"
        mutants += [result[:b.start()] + result[b.end():] for b in barriers]
    checked = optimise(arguments.work, separator.join(mutants), "-vkm-check-barriers")
    noticed = checked.stderr.count("[vkm2301]")
    assert noticed == len(mutants), f"{noticed} of {len(mutants)} missing barriers were noticed"
    print(f"seed {arguments.seed}: {len(sequences)} sequences have the fewest barriers; "
          f"{len(mutants)} missing ones were noticed")


if __name__ == "__main__":
    main()
