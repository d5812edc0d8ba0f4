#!/usr/bin/env python3
# Derives from the SPIR-V of generated programs which bindings each kernel reads and writes: a second derivation of the
# effects from which barriers are placed, which shares nothing with the compiler's. Loads, stores and atomic operations of
# the binary are followed to the variable that they name. Nothing may be done that vkmorph.json does not say.
#
# usage: effects.py FOLDER...       all programs below them; exit status 77 where there is none
import collections
import json
import os
import struct
import sys

DECORATE, VARIABLE, TEXEL_POINTER, LOAD, STORE, COPY_MEMORY = 71, 59, 60, 61, 62, 63
ACCESS_CHAINS = (65, 66, 67, 70)
COPY_OBJECT, SAMPLED_IMAGE, IMAGE, FUNCTION_CALL = 83, 86, 100, 57
IMAGE_READS, IMAGE_WRITE = (*range(87, 99),), 99
ATOMIC_LOAD, ATOMIC_STORE, OTHER_ATOMICS = 227, 228, (*range(229, 243), 6035, 5614, 5615)
BINDING, STORAGE_CLASSES = 33, (0, 2, 12)
# What every device stores as it is. Others may be bytes, or structs with bytes.
WIDE = {"float", "double", "int", "unsigned int", "int32_t", "uint32_t", "int64_t", "uint64_t", "long", "unsigned long", "size_t"}


def instructions(words):
    """(opcode, operands) of each instruction."""
    at = 5
    while at < len(words):
        count, opcode = words[at] >> 16, words[at] & 0xFFFF
        yield opcode, words[at + 1:at + count]
        at += count


def derive(path):
    """{binding: set of 'read' and 'write'} of one shader."""
    with open(path, "rb") as file:
        data = file.read()
    words = struct.unpack(f"<{len(data) // 4}I", data)
    bindings, roots = {}, {}
    effects = collections.defaultdict(set)

    def note(pointer, *what):
        if pointer in roots:
            effects[roots[pointer]].update(what)

    for opcode, operands in instructions(words):
        if opcode == DECORATE and operands[1] == BINDING:
            bindings[operands[0]] = operands[2]
        elif opcode == VARIABLE and operands[2] in STORAGE_CLASSES and operands[1] in bindings:
            roots[operands[1]] = bindings[operands[1]]
        elif opcode in (*ACCESS_CHAINS, COPY_OBJECT, TEXEL_POINTER, SAMPLED_IMAGE, IMAGE) and operands[2] in roots:
            roots[operands[1]] = roots[operands[2]]
        elif opcode == LOAD:
            if operands[2] in roots:
                roots[operands[1]] = roots[operands[2]]
                # An image is loaded before it is read or written.
                effects[roots[operands[2]]].add("load")
        elif opcode == STORE:
            note(operands[0], "write")
        elif opcode == COPY_MEMORY:
            note(operands[0], "write")
            note(operands[1], "read")
        elif opcode == ATOMIC_STORE:
            note(operands[0], "write")
        elif opcode == ATOMIC_LOAD or opcode in IMAGE_READS:
            note(operands[2], "read", "image" if opcode in IMAGE_READS else "read")
        elif opcode in OTHER_ATOMICS:
            note(operands[2], "read", "write")
        elif opcode == IMAGE_WRITE:
            note(operands[0], "write", "image")
        elif opcode == FUNCTION_CALL:
            for argument in operands[3:]:
                note(argument, "read", "write")
    for what in effects.values():
        if "load" in what and "image" not in what:
            what.add("read")
        what.difference_update(("load", "image"))
    return effects


def stated(program, binding):
    """What may be done to a binding."""
    effects = set(binding["access"].split("_"))
    types = [binding.get("elementType", "")]
    if binding["kind"] == "class_data":
        types = [member["type"] for member in program["classData"]["members"]]
    # A device without narrow storage stores them by atomic operations on words.
    if "write" in effects and not WIDE.issuperset(types):
        effects.add("read")
    return effects


def is_wrong_on_purpose(path):
    """Whether a fault was planted in a program, for vkmorph-check to find."""
    with open(path, encoding="utf-8") as file:
        return "wrong on purpose" in file.read(2000)


def check(folder):
    """What is wrong with one generated program."""
    with open(os.path.join(folder, "vkmorph.json"), encoding="utf-8") as file:
        program = json.load(file)
    problems = []
    for kernel in program["kernels"]:
        found = collections.defaultdict(set)
        for shader in kernel["shaders"]:
            text = os.path.join(folder, shader["file"])
            if is_wrong_on_purpose(text):
                return []
            for binding, what in derive(os.path.splitext(text)[0] + ".spv").items():
                found[binding] |= what
        for binding in kernel["bindings"]:
            derived = found.pop(binding["binding"], set())
            if derived - stated(program, binding):
                problems.append(f"{folder}: kernel {kernel['name']}: the access to '{binding['name']}' is said to be "
                                f"'{binding['access']}', and the shaders {' and '.join(sorted(derived))} it")
        problems += [f"{folder}: kernel {kernel['name']}: no binding {number} is listed" for number, what in found.items() if what]
    return problems


def main():
    programs = sorted(base for folder in sys.argv[1:] for base, _, names in os.walk(folder) if "vkmorph.json" in names)
    problems = [problem for program in programs for problem in check(program)]
    print("\n".join(problems + [f"{len(programs)} programs, {len(problems)} differences"]))
    return 1 if problems else 0 if programs else 77


if __name__ == "__main__":
    sys.exit(main())
