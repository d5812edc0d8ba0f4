#!/usr/bin/env python3
# Checks the hash of generated files as docs and FileHash.h describe it: FNV-1a of all text after the line of the hash.
import re
import sys

for path in sys.argv[1:]:
    with open(path, "rb") as file:
        text = file.read()
    found = re.search(rb'^\W*hash\W+([0-9a-f]{16})\b[^\n]*\n', text, re.MULTILINE)
    if not found:
        sys.exit(f"{path}: no hash")
    value = 0xcbf29ce484222325
    for byte in text[found.end():]:
        value = (value ^ byte) * 0x100000001b3 % 2**64
    if found.group(1).decode() != f"{value:016x}":
        sys.exit(f"{path}: the hash is {found.group(1).decode()}, its text's {value:016x}")
