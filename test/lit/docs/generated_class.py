#!/usr/bin/env python3
# Checks that docs/GeneratedClass.md has a row for each function that a generated header declares.
#
# usage: generated_class.py PAGE.md GENERATED.h CONTROL KERNEL
#
# CONTROL and KERNEL are regular expressions for the names of control functions and kernels, which the page calls X and K.
import re
import sys


def functions_of(text):
    """The names that the class declares in front of its members."""
    body = text[text.index("public:"):text.index("  // Handles belong to m_vulkan.")]
    body = re.sub(r"//.*", "", body)
    declared = re.findall(r"(?<![\w:~{])(\w+)\([^()]*\)(?: const)?(?: override)?;", re.sub(r"\{[^{}]*\}", "", body))
    return set(declared) | set(re.findall(r"static constexpr \S+ (\w+)\[\]", body))


def main():
    page, header, control, kernel = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        rows = [line.split("|")[1] for line in file if line.startswith("| `")]
    named = set(re.findall(r"`(\w+)", " ".join(rows)))
    with open(header, encoding="utf-8") as file:
        functions = functions_of(file.read())
    wanted = {re.sub(kernel, "K", re.sub(control, "X", name)) for name in functions}
    print("\n".join(f"no row for {name}" for name in sorted(wanted - named)) or f"{len(wanted)} functions")
    return 1 if wanted - named or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
