#!/usr/bin/env python3
# Checks that the C++ of the tree is laid out as clang-format-19 does it; with --fix lays it out.
import shutil
import subprocess
import sys

import tree

# Tests of the front end are laid out for what they test: positions that diagnostics name, long RUN lines.
# Golden files are laid out by what wrote them.
EXEMPT = ("test/lit/", "test/programs/", "runtime/test/golden/")


def formatted_files():
    return [path for path in tree.source_files()
            if path.endswith((".cpp", ".cc", ".h")) and not path.startswith(EXEMPT) and "_generated" not in path]


def main():
    tool = shutil.which("clang-format-19")
    if not tool:
        print("clang-format-19 is missing: run scripts/setup")
        return 1
    files = formatted_files()
    if sys.argv[1:] == ["--fix"]:
        return subprocess.run([tool, "-i", *files], cwd=tree.ROOT, check=False).returncode
    run = subprocess.run([tool, "--dry-run", "-Werror", "--ferror-limit=1", *files], cwd=tree.ROOT, capture_output=True,
                         text=True, check=False)
    if run.returncode != 0:
        print(run.stderr + "\nto mend: test/infra/format.py --fix")
        return 1
    print(f"{len(files)} files are formatted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
