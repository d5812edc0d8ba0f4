# Checks that every row of the front end's table of messages is expected, code and remedy, by some test beside this
# folder.
import glob
import os
import re
import sys

root = sys.argv[1]
table = open(os.path.join(root, "frontend", "Diagnostics.def"), encoding="utf-8").read()
folder = os.path.join(root, "test", "lit", "frontend")
tests = [path for path in glob.glob(os.path.join(folder, "*")) if os.path.isfile(path)]
checks = "\n".join(line for path in tests for line in open(path, encoding="utf-8", errors="replace")
                   if re.match(r"\s*((//|#)\s*)?[A-Z]+(-NEXT|-SAME)?:", line))
missing = []
rows = re.findall(r'VKM_DIAG\((\w+), "(vkm\d+)", \w+, "([^"]*)",\s*((?:"[^"\\]*(?:\\.[^"\\]*)*"\s*)+),\s*'
                  r'((?:"[^"\\]*(?:\\.[^"\\]*)*"\s*)+)\)', table)
for name, code, flag, _, remedy in rows:
    if f"[{code}{', ' + flag if flag else ''}]" not in checks:
        missing.append(f"{name} ({code}): no test expects it")
    # The beginning of the remedy, up to its first argument.
    words = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', remedy)).split("{")[0].replace('\\"', '"')[:20].strip()
    if words and words not in checks:
        missing.append(f"{name} ({code}): no test expects its remedy")
if len(rows) != table.count("VKM_DIAG("):
    missing.append("a row that this script does not understand")
print("\n".join(missing) or f"all {len(rows)} messages are tested")
sys.exit(1 if missing else 0)
