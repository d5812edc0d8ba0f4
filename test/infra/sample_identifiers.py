#!/usr/bin/env python3
# Checks that the compiler knows no sample: no identifier of a sample's class stands in the compiler's sources.
import os
import re
import sys

import tree

SOURCES = (".cpp", ".h", ".td", ".inc", ".def", ".pdll")

# A file of one of these names drives a class; its identifiers are not the class's.
DRIVERS = re.compile(r"^(main|driver|object|test)|_main\b|_driver\b")

KEYWORDS = set("""
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
    const_cast constexpr continue decltype default defined delete do double dynamic_cast else endif enum explicit export
    extern false final float for friend goto if ifdef ifndef include inline int long mutable namespace new noexcept not
    not_eq nullptr once operator or or_eq override pragma private protected public register reinterpret_cast return short
    signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid
    typename union unsigned using virtual void volatile wchar_t while xor xor_eq define undef elif error
""".split())

# Names of C and C++ themselves: a compiler for C++ has to know its standard library.
STANDARD_LIBRARY = set("""
    std size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t size array vector
    min max abs fabs fabsf sqrt sqrtf floor floorf ceil exp log sin cos pow fmin fmax fminf fmaxf round trunc numeric_limits
    memcpy string pair first second begin end data swap move forward UINT32_MAX INT32_MAX INT_MIN INT_MAX FLT_MAX lowest
    infinity isnan isinf clamp quiet_NaN push_back emplace_back unique_ptr make_unique
""".split())

# Identifiers of classes that the compiler has from elsewhere, each with its reason.
ALLOWED = {
    "Region": "a class of MLIR",
    "__attribute__": "a keyword of compilers, which OpenCL C has, too",
    "Texture": "what shading languages and Vulkan call an image that samplers read",
    "Turn": "what counters of a thread's turns end in, in shaders",
    "tidX": "a name by which kernels that run per thread are recognised",
    "tidY": "a name by which kernels that run per thread are recognised",
}


def strip(text):
    """C++ or TableGen without comments and character literals."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)

    def keep(match):
        # A string of the compiler counts: a name in quotes is how a compiler would know a sample.
        return match.group(0) if match.group(0).startswith('"') else " "

    return pattern.sub(keep, text)


def strip_descriptions(text):
    """TableGen without the prose of 'description' and 'summary': documentation may show any class."""
    text = re.sub(r"\b(?:let\s+)?description\s*=\s*\[\{.*?\}\]", " ", text, flags=re.S)
    return re.sub(r'\b(?:let\s+)?summary\s*=\s*"(?:\\.|[^"\\])*"', " ", text)


def identifiers(text):
    return set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", text))


def class_identifiers(text):
    """The identifiers of a class's source that could only be its own."""
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', " ", strip(text))
    text = re.sub(r"^\s*#.*$", " ", text, flags=re.M)
    text = re.sub(r"\b\d[\w.']*", " ", text)
    found = identifiers(text) - KEYWORDS - STANDARD_LIBRARY - set(ALLOWED)
    # A single lower-case word ('region', 'first') or a letter ('i', 'x0') is everybody's; names with capitals,
    # prefixes or several words are the class's own.
    return {name for name in found if len(name) > 2 and not re.fullmatch(r"[a-z]+[0-9]?", name)}


def sample_identifiers(files):
    """{identifier: a file that has it} of all samples' classes."""
    found = {}
    for path in files:
        parts = path.split("/")
        in_sample = len(parts) > 2 and parts[0] == "samples"
        in_class = len(parts) > 3 and parts[:2] == ["test", "classes"] and parts[2] != "support"
        if not (in_sample or in_class) or not path.endswith((".h", ".hpp", ".cpp", ".cc")):
            continue
        if DRIVERS.search(os.path.basename(path)) or "_generated" in path:
            continue
        for name in class_identifiers(tree.read(path)):
            found.setdefault(name, path)
    return found


def hits(path, text, forbidden):
    """Messages for the forbidden identifiers in one file of the compiler."""
    if path.endswith(".td"):
        text = strip_descriptions(text)
    return [f"{path}: '{name}' is an identifier of {forbidden[name]}"
            for name in sorted(identifiers(strip(text)) & set(forbidden))]


def main():
    files = tree.source_files()
    forbidden = sample_identifiers(files)
    if not forbidden:
        print("no identifiers of samples were found: the check would pass whatever the compiler contains")
        return 1
    found, checked = [], 0
    for path in files:
        if path.split("/")[0] in tree.COMPILER and path.endswith(SOURCES):
            checked += 1
            found += hits(path, tree.read(path), forbidden)
    print("\n".join(found) if found else f"none of {len(forbidden)} identifiers stands in {checked} files")
    return 1 if found or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
