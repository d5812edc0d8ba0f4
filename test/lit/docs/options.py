#!/usr/bin/env python3
# Checks docs/Options.md against the tools themselves: below '## TOOL' a table whose first column is headed 'option' has a row
# for each option that `TOOL --help` lists, with the same values, and no other. Passes and pipelines of vkmorph-opt stand in
# a table that is made from its help. The arguments of vkmorph_add_class are compared with cmake/VkmorphAddClass.cmake, and
# environment variables with those that runtime and tools read. Each option occurs in a test.
#
# usage: options.py [--fix] ROOT
import glob
import os
import re
import subprocess
import sys

TOOLS = ["vkmorph", "vkmorph-check", "vkmorph-translate", "vkmorph-opt", "vkmorph-probe"]
# What LLVM and MLIR bring is described by them.
NOT_OURS = {"Generic Options", "General options"}
# No class is known whose shaders are rejected, so that nothing is ever kept.
UNTESTABLE = {"keep-rejected"}
SECTION = re.compile(r"(\w.*):$")
OPTION = re.compile(r"\s+(-[\w-]+(?:\[?[= ](?:<[^>]*>|[A-Z]+)\]?)?)(?:\s+- (.*)|\s\s+\w.*)?$")
VALUE = re.compile(r"\s+=([\w-]+)\s")
BEGIN, END = "<!-- made by test/lit/docs/options.py --fix . -->\n", "<!-- end -->\n"


def help_of(tool):
    return subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout.split("\n")


def spell(option, values):
    """--emit=<value> with the listed values, as the page has it."""
    option = option.replace("<value>", "|".join(values)) if values else option
    return option.replace("<", "").replace(">", "")


def options_of(lines):
    """The options of a tool's help, as the page has to spell them."""
    found, section = [], ""
    for line in lines:
        if SECTION.match(line):
            section = SECTION.match(line).group(1)
        elif section in NOT_OURS and "Translations" not in line and not re.match(r"\s+--(emit|import)-", line):
            continue
        elif OPTION.match(line):
            found.append((OPTION.match(line).group(1), []))
        elif VALUE.match(line):
            found[-1][1].append(VALUE.match(line).group(1))
    spelled = [spell(option, values) for option, values in found]
    return {option for option in spelled if option not in ("--help", "--version")}


def passes_of(lines):
    """The passes and pipelines of vkmorph-opt: name, summary, and rows of options with theirs."""
    found = []
    for line in lines:
        option = OPTION.match(line)
        if option and line.startswith("      --vkm-"):
            found.append((option.group(1), option.group(2).strip(), []))
        elif option and line.startswith("        --") and found:
            found[-1][2].append((option.group(1).lstrip("-").split("=")[0], option.group(2)))
    return found


def table_of(passes):
    rows = ["| pass or pipeline | what it does | its options |", "|---|---|---|"]
    for name, summary, options in passes:
        said = "; ".join(f"`{option}`: {text}" for option, text in options)
        rows.append(f"| `{name}` | {summary} | {said} |".replace("  ", " "))
    return "\n".join(rows) + "\n"


def rows_below(page, title, column):
    """The first cells of the tables below a heading whose first column is called so, without their quotation marks."""
    found, inside, watched = [], False, False
    for line in page.split("\n"):
        if line.startswith("## "):
            inside = line == "## " + title
        if not line.startswith("|"):
            watched = False
        elif inside and line.startswith(f"| {column} |"):
            watched = True
        elif watched and not line.startswith("|---"):
            cell = re.split(r"(?<!\\)\|", line)[1].replace("\\|", "|")
            found += re.findall(r"`([^`]+)`", cell)
    return found


def compare(where, rows, wanted):
    problems = [f"{where}: no row for {option}" for option in sorted(wanted - set(rows))]
    problems += [f"{where}: {option} does not exist, or has other values" for option in sorted(set(rows) - wanted)]
    problems += [f"{where}: {option} has two rows" for option in sorted({row for row in rows if rows.count(row) > 1})]
    return problems


def words_of_tests(root):
    """All options that tests use."""
    words = set()
    for path in glob.glob(os.path.join(root, "test", "**", "*"), recursive=True):
        if path.endswith((".test", ".cpp", ".mlir", ".txt", ".py", ".cfg", ".sh")) and not path.endswith("docs/options.py"):
            with open(path, encoding="utf-8", errors="replace") as file:
                words.update(re.findall(r"(?:^|[\s\"'=\[])--?([A-Za-z][\w-]*)", file.read()))
    return words


def cmake_arguments(root):
    with open(os.path.join(root, "cmake", "VkmorphAddClass.cmake"), encoding="utf-8") as file:
        lists = re.search(r'cmake_parse_arguments\(PARSE_ARGV 0 arg "([^"]*)" "([^"]*)" "([^"]*)"\)', file.read()).groups()
    return {word for words in lists for word in words.split(";") if word}


def environment_of(root):
    """The variables that runtime and tools read."""
    names = set()
    for folder in ("runtime/src", "tools", "backends"):
        for path in glob.glob(os.path.join(root, folder, "**", "*.cpp"), recursive=True):
            with open(path, encoding="utf-8") as file:
                names.update(re.findall(r'(?:getenv|EnvironmentVariable)\("(\w+)"\)', file.read()))
    return names


def main():
    fixing = "--fix" in sys.argv[1:]
    root = [argument for argument in sys.argv[1:] if argument != "--fix"][0]
    path = os.path.join(root, "docs", "Options.md")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    helps = {tool: help_of(tool) for tool in TOOLS}
    passes = passes_of(helps["vkmorph-opt"])
    made = re.compile(re.escape(BEGIN) + r"(.*?)" + re.escape(END), re.S)
    if fixing:
        page = made.sub(lambda _: BEGIN + table_of(passes) + END, page)
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
    problems = [] if made.findall(page) == [table_of(passes)] else ["the passes of vkmorph-opt are others: options.py --fix ."]
    tested = words_of_tests(root)
    count = 0
    for tool in TOOLS:
        wanted = options_of(helps[tool]) if tool != "vkmorph-opt" else set()
        problems += compare(tool, rows_below(page, tool, "option"), wanted)
        names = {re.split(r"[=\[ ]", option)[0].lstrip("-") for option in wanted} - UNTESTABLE
        problems += [f"{tool}: no test uses {name}" for name in sorted(names - tested)]
        count += len(wanted)
    problems += compare("vkmorph_add_class", [row.split()[0] for row in rows_below(page, "vkmorph_add_class", "argument")],
                        cmake_arguments(root))
    problems += compare("environment", rows_below(page, "Environment", "variable"), environment_of(root))
    print("\n".join(problems) if problems else f"{count} options, {len(passes)} passes")
    return 1 if problems or not count or not passes else 0


if __name__ == "__main__":
    sys.exit(main())
