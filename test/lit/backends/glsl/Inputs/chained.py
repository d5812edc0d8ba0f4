# Counts, in SPIR-V as spirv-dis --raw-id writes it, the access chains that are stored to, and those that begin at another one and
# are used. Modules follow each other.
import sys

chains, stored, chained = {}, 0, 0
for line in sys.stdin:
    words = line.split()
    if "OpMemoryModel" in words:
        chains = {}
    if len(words) > 4 and words[2] in ("OpAccessChain", "OpInBoundsAccessChain"):
        chains[words[0]] = words[4] in chains
    elif words and words[0] == "OpStore" and words[1] in chains:
        stored += 1
        chained += chains[words[1]]
    elif len(words) > 4 and words[2] == "OpLoad" and words[4] in chains:
        chained += chains[words[4]]
print("chains that members are stored by:", stored)
print("chains of chains that are used:", chained)
