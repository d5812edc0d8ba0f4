"""Prints measurements, lines of JSON in a file, as a table: one row per work and size, one column per variant."""

import json
import sys


def main():
    rows, variants = {}, []
    with open(sys.argv[1], encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            rows.setdefault((entry["work"], entry["size"]), {})[entry["variant"]] = entry
            if entry["variant"] not in variants:
                variants.append(entry["variant"])
    print("| work | size | " + " | ".join(f"{name}, ms" for name in variants) + " | best, GB/s |")
    print("|---" * (len(variants) + 3) + "|")
    for (work, size), entries in rows.items():
        times = [f"{entries[name]['ms']:.4f}" if name in entries else "" for name in variants]
        best = max(entry.get("GB/s", 0) for entry in entries.values())
        waits = [f"{entry['wait ms']:.4f} until the host knows" for entry in entries.values() if "wait ms" in entry]
        print(f"| {work} | {size} | " + " | ".join(times) + f" | {', '.join(waits) or f'{best:.0f}'} |")


if __name__ == "__main__":
    main()
