#!/usr/bin/env python3
# Checks the texts of kernels in OpenCL C: each name is one of the source, one that docs/OpenCLC.md lists, or a word of
# OpenCL C; and no line is over 120 columns.
#
# usage: shader_names.py VKMORPH [--all]     every class of the tree, not the samples and a part of the others
import argparse
import concurrent.futures
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys

import sample_identifiers
import same_bytes
import tree

PAGE = "docs/OpenCLC.md"
WORDS = "backends/openclc/raise/Words.cpp"
# Where the functions are that the page names as a whole, with their variables.
FUNCTIONS = ("backends/shading/maths/", "backends/shading/raise/PolyfillTexts.h")
# Of the classes that are no samples, one in so many.
PART = 60
# What belongs to the language, and that no class could be afraid of using as a name.
LANGUAGE = re.compile(r"__\w+|[us]?char\d*|as_\w+|OPENCL|EXTENSION|FP_CONTRACT|ON|OFF|cl_khr_subgroups|enable|pragma|reqd_work_group_size|[xyzw]{1,4}|"
                      r"(?:u?(?:char|short|int|long)|float)\d+")


def load_snapshot():
    """scripts/snapshot, which knows all classes of the tree and the options of their tests."""
    loader = importlib.machinery.SourceFileLoader("snapshot", os.path.join(tree.ROOT, "scripts", "snapshot"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("snapshot", loader))
    loader.exec_module(module)
    return module


def documented_names(page):
    """In the table of names that a page has: (names, [(beginning, end)] of those that a name of the source is a part of,
    what stands between two of them)."""
    names, affixes, joints = set(), [], set()
    section = page[page.index("## Names"):].split("\n## ")[0]
    for row in re.findall(r"^\| (.*?) \|", section, re.M):
        for name in re.findall(r"`([^`]+)`", row):
            begin, found, end = name.partition("NAME")
            if end.endswith("NAME"):
                joints.add(end[: -len("NAME")])
            elif found:
                affixes.append((begin, end))
            else:
                names.add(name)
    return names, affixes, joints


def language_words(text):
    """(words, prefixes) of OpenCL C that the compiler keeps names of the source from."""
    words = set(re.findall(r"\w+", " ".join(re.findall(r'"([^"]*)"', text))))
    return words, tuple(word for word in words if word.endswith("_") or word in ("vload", "vstore"))


def source_words(sources, folders):
    """The identifiers of sources, and of headers that they include in quotes, or from those folders."""
    words, seen, queue = set(), set(), list(sources)
    while queue:
        path = queue.pop()
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        words |= sample_identifiers.identifiers(re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S))
        for name in re.findall(r'^\s*#\s*include\s*["<]([^">]+)[">]', text, re.M):
            queue += [os.path.normpath(os.path.join(folder, name)) for folder in (os.path.dirname(path), *folders)]
    # Without what says that it is a kernel, its driver, or a member.
    return words | {re.sub(r"^(kernel(\dD)?_|m_)|(_|Block)$", "", word) for word in words}


class Judge:
    """Tells names that somebody has announced from others."""

    def __init__(self, page, words, functions):
        self.names, self.affixes, self.joints = documented_names(page)
        self.names |= sample_identifiers.identifiers(functions)
        self.words, self.prefixes = language_words(words)

    def is_of_language(self, name):
        return name in self.words or name.startswith(self.prefixes) or bool(LANGUAGE.fullmatch(name))

    def is_known(self, name, source):
        """Of the source or the page; also joined of such, and with an underscore or a number that keeps it apart."""
        if any(spelled in words for spelled in (name, name[:1].swapcase() + name[1:]) for words in (source, self.names)):
            return True
        shorter = re.sub(r"(_\d*|\d+(x\d+)?)$", "", name)
        if shorter not in ("", name) and self.is_known(shorter, source):
            return True
        for begin, end in self.affixes:
            if name.startswith(begin) and name.endswith(end) and len(name) > len(begin) + len(end) and \
                    self.is_known(name[len(begin):len(name) - len(end)], source):
                return True
        for joint in self.joints:
            head, found, tail = name.partition(joint)
            if found and head and self.is_known(head, source) and self.is_known(tail, source):
                return True
        # A class and its method; an instance of a template and its arguments; an object and its member: smallWidth.
        for joint in re.finditer(r"(?<=\w)_(?=\w)|(?<=[a-z\d])(?=[A-Z])", name):
            head, tail = name[:joint.start()], name[joint.end():]
            is_part = head in source or (joint.group() == "_" and self.is_known(head, source))
            if is_part and (self.is_known(tail, source) or self.is_of_language(tail) or tail.isdigit()):
                return True
        return False

    def unknown_names(self, text, source):
        """The names in one text that nobody has announced, in order."""
        text = re.sub(r'//[^\n]*|/\*.*?\*/|\b\d[\w.]*', " ", text, flags=re.S)
        return sorted(name for name in sample_identifiers.identifiers(text)
                      if not self.is_of_language(name) and not self.is_known(name, source))


def check(vkmorph, judge, check_):
    """(messages, whether the class was translated)"""
    sources, options, clang = check_
    command = [os.path.abspath(vkmorph), *sources, *options, "--emit=openclc", "--verify-each", "--", *clang]
    run = subprocess.run(command, cwd=tree.ROOT, capture_output=True, text=True, check=False, env={**os.environ, "CLSPV": "none"})
    if run.returncode != 0:
        return [], False
    folders = [os.path.join(tree.ROOT, word[2:]) for word in clang if word.startswith("-I")]
    source = source_words(sources, folders)
    found = []
    for text in re.split(r"^//--- ", run.stdout, flags=re.M)[1:]:
        title, _, text = text.partition("\n")
        where = f"{os.path.relpath(sources[0], tree.ROOT)}: {title.strip()}"
        found += [f"{where}: '{name}' is no name of the source, and {PAGE} does not list it" for name in judge.unknown_names(text, source)]
        found += [f"{where}: {problem}" for problem in same_bytes.problems_of_text(title.strip(), text.encode(), [])]
    return found, True


def make_judge():
    functions = "".join(tree.read(path) for path in tree.source_files() if path.startswith(FUNCTIONS) and path.endswith(".h"))
    return Judge(tree.read(PAGE), tree.read(WORDS), sample_identifiers.strip(functions))


def choose(classes, everything):
    """The names of the classes to translate: the samples first."""
    samples = [name for name in classes if re.fullmatch(r"samples/\w+\.\d+", name)]
    others = [name for name in classes if name not in samples]
    return samples + (others if everything else others[::PART])


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("vkmorph")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args(arguments)
    judge = make_judge()
    classes = load_snapshot().collect()
    chosen = choose(classes, options.all)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda name: check(options.vkmorph, judge, classes[name]), chosen))
    found = [message for messages, _ in results for message in messages]
    translated = sum(done for _, done in results)
    print("\n".join(found) if found else f"{translated} of {len(chosen)} classes have names of the source and of {PAGE} alone")
    return 1 if found or not translated else 0


if __name__ == "__main__":
    sys.exit(main())
