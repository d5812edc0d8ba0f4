#!/usr/bin/env python3
"""Writes a class with random methods that run once per thread, and that leave early in every way.

usage: random_threads.py SEED FOLDER

A thread calls methods kernel_X, which are few and change what the thread passes on; what is random is the way between them: loops in loops
whose trip counts the host knows or threads compute, branches, switches, `break`, `continue` and `return` out of them, other methods of the
thread that return early, and variables that live across calls. The class has no loops over threads: the generated class does.
"""
import sys

from random_class import RandomClass, Variable, clamp, write

ARRAYS = "const int *a, int *o"
GIVEN = "tid, a, o"


class RandomThreads(RandomClass):
    """One random class; `text()` is its header."""

    def kernel_x(self, number):
        """A method that changes what the thread passes on, and its element of o; says whether the thread goes on."""
        scope = [Variable("x", "int", False), Variable("turn", "int", False), Variable("sum", "int"), Variable("factor", "float"),
                 *self.constants]
        lines = [f"  bool kernel_K{number}(unsigned tid, {ARRAYS}, int turn, int *sum_, float *factor_) {{",
                 "    const int x = a[tid] ^ o[tid];", "    int sum = *sum_;", "    float factor = *factor_;",
                 *self.block(scope, 1, False, "    ")]
        if self.chance(0.5):
            lines.append(f"    o[tid] += {self.value('int', scope, 1)};")
        lines += ["    *sum_ = sum;", f"    *factor_ = {clamp('factor')};"]
        # Most threads go on, so that some get far.
        goes_on = self.choose([f"((unsigned)sum % {self.choose([3, 5, 9])}u) != 0", f"{self.condition(scope, 1)}", "x % 7 != turn"])
        return lines + [f"    return {goes_on};", "  }"]

    def step(self, turn):
        return f"kernel_K{self.random.randrange(4)}({GIVEN}, {turn}, &sum, &factor)"

    def leave(self, in_loop):
        return self.choose(["break;", "continue;", "break;", "return;"]) if in_loop else "return;"

    def way(self, scope, depth, loops, indent):
        """A statement of what a thread does; `loops` are the counters around it."""
        turn = self.choose(loops) if loops and self.chance(0.7) else str(self.random.randrange(4))
        form = self.random.randrange(16)
        if form < 4:
            return [f"{indent}{self.step(turn)};"]
        if form < 6:
            return [f"{indent}if (!{self.step(turn)})", f"{indent}  {self.leave(bool(loops))}"]
        if form == 6:
            return [f"{indent}if ({self.condition(scope, 1)})", f"{indent}  {self.leave(bool(loops))}"]
        if form == 7:
            return self.declaration(scope, indent)
        if form == 8:
            return [f"{indent}sum = {self.value('int', scope, 2)};"]
        if form == 9 and self.has_part:
            return [f"{indent}Part({GIVEN}, {turn}, &sum, &factor);"]
        if depth == 0:
            return [f"{indent}{self.step(turn)};"]
        if form < 12:
            condition = self.choose([self.condition(scope, 1), self.step(turn), f"!{self.step(turn)}"])
            lines = [f"{indent}if ({condition}) {{", *self.ways(scope, depth - 1, loops, indent + "  "), indent + "}"]
            if self.chance(0.5):
                lines[-1] = f"{indent}}} else {{"
                lines += [*self.ways(scope, depth - 1, loops, indent + "  "), indent + "}"]
            return lines
        if form < 15:
            return self.loop(scope, depth, loops, indent)
        lines = [f"{indent}switch ((int)({self.integer(scope, 1)}) & 3) {{"]
        for label in range(self.random.randint(1, 3)):
            lines += [f"{indent}case {label}: {{", *self.ways(scope, 0, loops, indent + "  "), indent + "}"]
            if self.chance(0.7):
                lines.append(f"{indent}  break;")
        return lines + [indent + "}"]

    def loop(self, scope, depth, loops, indent):
        name = self.name("k")
        inner = scope + [Variable(name, "int", mutable=False)]
        # What the host knows, and what threads compute.
        count = self.choose(["2", "3", "(s & 3)", "(m_turns & 3)", "(sum & 3)"])
        header = f"for (int {name} = 0; {name} < {count}; {name}++) {{"
        if "sum" in count:  # threads change it
            return [f"{indent}const int {name}_end = {count};", f"{indent}for (int {name} = 0; {name} < {name}_end; {name}++) {{",
                    *self.ways(inner, depth - 1, [*loops, name], indent + "  "), indent + "}"]
        return [indent + header, *self.ways(inner, depth - 1, [*loops, name], indent + "  "), indent + "}"]

    def ways(self, scope, depth, loops, indent):
        inner = list(scope)
        return [line for _ in range(self.random.randint(1, 3)) for line in self.way(inner, depth, loops, indent)]

    def thread_method(self, number):
        scope = [Variable("s", "int", False), Variable("tid", "unsigned", False), Variable("sum", "int"), *self.constants]
        lines = [f"  void T{number}(unsigned tid, {ARRAYS}, float *q, int s) {{", "    int sum = a[tid];", "    float factor = 0.5f;"]
        for _ in range(self.random.randint(2, 4)):
            lines += self.way(scope, 3, [], "    ")
        if number == 0:
            lines.append(f"    Part({GIVEN}, s & 3, &sum, &factor);")
        if number == 1:  # a method that nothing calls is an error
            lines += [f"    kernel_K{kernel}({GIVEN}, {kernel}, &sum, &factor);" for kernel in range(4)]
        return lines + ["    kernel_Store(tid, sum, factor, o, q);", "  }"]

    def part(self):
        scope = [Variable("turn", "int", False), Variable("tid", "unsigned", False), *self.constants]
        lines = [f"  void Part(unsigned tid, {ARRAYS}, int turn, int *sum_, float *factor_) {{", "    int sum = *sum_;",
                 "    float factor = *factor_;"]
        return lines + [*self.ways(scope, 1, [], "    "), "    *sum_ = sum;", "    *factor_ = factor;", "  }"]

    def text(self):
        self.constants = [Variable(self.name("m_"), self.choose(["int", "unsigned", "float"]), mutable=False) for _ in range(2)]
        self.has_part = False
        kernels = [line for number in range(4) for line in self.kernel_x(number)]
        kernels += ["  void kernel_Store(unsigned tid, int sum, float factor, int *o, float *q) {", "    o[tid] ^= sum;",
                    "    q[tid] = factor;", "  }"]
        part = [line.replace("(s & 3)", "(turn & 3)") for line in self.part()]
        self.has_part = True
        threads = [line for number in range(3) for line in self.thread_method(number)]
        members = [f"  {v.kind} {v.name} = {self.constant(v.kind)};" for v in self.constants]
        members.append(f"  int m_turns = {self.random.randint(0, 3)};")
        return "\n".join(["#include <algorithm>", "#include <cmath>", "", "class RandomThreads {", "public:",
                          "  virtual ~RandomThreads() = default;", *threads, *members, "", "private:", *part, *kernels, "};", ""])


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: random_threads.py SEED FOLDER")
    write(sys.argv[2], "random_threads", RandomThreads(int(sys.argv[1])).text())


if __name__ == "__main__":
    main()
