#!/usr/bin/env python3
"""Writes a class with random control functions: loops and branches around launches, pointers that exchange their arrays.

usage: random_control.py SEED FOLDER

Its kernels are few and simple, on three arrays of the caller and a member each; what is random is the order in which control
functions run them: loops that count, `while` loops that halve, branches, switches, early ends of iterations, launches on
arrays by name, by parity, and by pointers that are exchanged.
"""
import os
import random
import sys

ARRAYS = ["a", "b", "c"]

KERNELS = """
  void kernel1D_Mix(const int *x, int *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = y[i] * 3 + x[i] + m_scale;
  }
  void kernel1D_Turn(const int *x, int *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[n - 1 - i] ^ i;
  }
  void kernel1D_Add(int *x, int n, int by) {
    for (int i = 0; i < n; i++)
      x[i] += by;
  }
  void kernel1D_Sum(const int *x, int n) {
    for (int i = 0; i < n; i++)
      m_sum += x[i];
  }
  void kernel1D_Scale(int *x, int n) {
    for (int i = 0; i < n; i++)
      x[i] += m_sum & 7;
  }
"""


class Function:
    """One control function, statement by statement."""

    def __init__(self, choose, name):
        self.choose = choose
        self.name = name
        self.counters = 0
        self.budget = 9
        self.halves = False  # in a loop that halves `left`, which no other one may set again
        # The pointers start on different arrays and are only ever exchanged, so that they never meet.
        self.pointers = choose.choice([[], ["from", "to"], ["from", "to", "spare"]])
        self.lines = []

    def line(self, depth, text):
        self.lines.append("    " + "  " * depth + text)

    def array_pair(self):
        """Two different arrays: by their names or by pointers, since a name may be what a pointer stands for."""
        return self.choose.sample(self.pointers if len(self.pointers) > 1 else ARRAYS, 2)

    def launch(self, depth, counters):
        x, y = self.array_pair()
        kind = self.choose.randrange(6)
        size = self.choose.choice(["n", "n", "n / 2", "left"])
        if kind == 0:
            by = self.choose.choice(["k", "3"] + counters)
            self.line(depth, f"kernel1D_Add({x}, {size}, {by});")
        elif kind == 1:
            self.line(depth, f"kernel1D_Sum({x}, {size});")
        elif kind == 2:
            self.line(depth, f"kernel1D_Scale({x}, {size});")
        else:
            self.line(depth, f"kernel1D_{self.choose.choice(['Mix', 'Turn'])}({x}, {y}, {size});")

    def condition(self, counters):
        options = ["k % 2 == 0", "k > 3", "flag", "left > 2", "m_mode == 1", "k == 2 || flag"]
        options += [f"{counter} % 2 == 1" for counter in counters] + [f"{counter} == k" for counter in counters]
        return self.choose.choice(options)

    def exchange(self, depth):
        if len(self.pointers) < 2:
            return
        x, y = self.choose.sample(self.pointers, 2)
        if self.choose.random() < 0.6:
            self.line(depth, f"std::swap({x}, {y});")
        else:
            self.line(depth, f"{{ int *const kept{self.counters} = {x}; {x} = {y}; {y} = kept{self.counters}; }}")
            self.counters += 1

    def body(self, depth, counters, in_loop):
        for _ in range(self.choose.randint(1, 3)):
            self.statement(depth, counters, in_loop)
        if in_loop:
            self.exchange(depth)

    def statement(self, depth, counters, in_loop):
        self.budget -= 1
        kind = self.choose.random()
        if depth > 2 or self.budget < 0 or kind < 0.45:
            self.launch(depth, counters)
        elif kind < 0.6:
            counter = f"i{self.counters}"
            self.counters += 1
            self.line(depth, f"for (int {counter} = 0; {counter} < {self.choose.choice(['k', 'times', '3'])}; {counter}++) {{")
            self.body(depth + 1, counters + [counter], True)
            self.line(depth, "}")
        elif kind < 0.68 and not self.halves:
            self.halves = True
            self.line(depth, "left = n;")
            self.line(depth, "while (left > 1) {")
            self.line(depth + 1, "left /= 2;")
            if self.choose.random() < 0.4:
                self.line(depth + 1, f"if ({self.condition(counters)})")
                self.line(depth + 2, self.choose.choice(["continue;", "break;"]))
            self.body(depth + 1, counters, True)
            self.halves = False
            self.line(depth, "}")
        elif kind < 0.9:
            self.line(depth, f"if ({self.condition(counters)}) {{")
            self.body(depth + 1, counters, False)
            if self.choose.random() < 0.6:
                self.line(depth, "} else {")
                self.body(depth + 1, counters, False)
            self.line(depth, "}")
        elif in_loop and self.choose.random() < 0.3:
            self.line(depth, f"if ({self.condition(counters)})")
            self.line(depth + 1, "continue;")
        else:
            self.line(depth, "switch (k) {")
            self.line(depth, "case 0:")
            self.launch(depth + 1, counters)
            self.line(depth + 1, self.choose.choice(["break;", "[[fallthrough]];"]))
            self.line(depth, "case 1:")
            self.launch(depth + 1, counters)
            self.line(depth + 1, "break;")
            self.line(depth, "default:")
            self.launch(depth + 1, counters)
            self.line(depth, "}")

    def text(self):
        for pointer, array in zip(self.pointers, ARRAYS):
            self.line(0, f"int *{pointer} = {array};")
        self.line(0, "int left = n;")
        for _ in range(self.choose.randint(2, 4)):
            self.statement(0, [], False)
        size = '[[vkmorph::size("n")]] int *'
        parameters = ", ".join(size + array for array in ARRAYS)
        return f"  virtual void {self.name}({parameters}, int n, int k, int times, bool flag) {{\n" + \
            "\n".join(self.lines) + "\n  }\n"


def make(seed):
    choose = random.Random(seed)
    functions = [Function(choose, f"Run{number}").text() for number in range(4)]
    return "#pragma once\n#include <utility>\n\nclass RandomControl {\npublic:\n  virtual ~RandomControl() = default;\n\n" + \
        "\n".join(functions) + "\nprotected:" + KERNELS + "\n  int m_scale = 5;\n  int m_mode = 1;\n  int m_sum = 0;\n};\n"


def main():
    seed, folder = int(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "random_control.h"), "w", encoding="utf-8") as file:
        file.write(make(seed))
    with open(os.path.join(folder, "random_control.cpp"), "w", encoding="utf-8") as file:
        file.write('#include "random_control.h"\n')


if __name__ == "__main__":
    main()
