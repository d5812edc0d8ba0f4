#!/usr/bin/env python3
"""Writes a class with random control functions: loops and branches around launches, pointers that exchange their arrays.

usage: random_control.py SEED FOLDER [reads|kept]

Its kernels are few and simple, on three arrays of the caller and some members; what is random is the order in which control
functions run them: loops that count, `while` loops that halve, branches, switches, early ends of iterations and functions, calls
of other control functions and what they return, members that are assigned, launches on arrays by name, by parity, and by pointers
that are exchanged. With `reads`, conditions also ask for members that kernels change. With `kept`, a member by which kernels count is set
in all of these places, and not all arrays have their sizes stated.
"""
import random
import sys

from random_class import write

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
  void kernel1D_Count(const int *x, int n) {
    m_count = 0;
    m_range = {1000, -1000};
    for (int i = 0; i < n; i++) {
      if (x[i] > m_bias)
        m_count++;
      m_range.low = std::min(m_range.low, x[i]);
      m_range.high = std::max(m_range.high, x[i]);
    }
    if (m_count == 0)
      m_range.high = m_bias;
  }
  void kernel1D_Fill(int *x, int n) {
    for (int i = 0; i < n; i++)
      x[i] = i + m_range.low + m_list[i & 3];
  }
  void kernel1D_List(int n) {
    for (int i = 0; i < 4; i++)
      m_list[i] = i + n + m_count;
  }
  void kernel1D_Scale(int *x, int n) {
    for (int i = 0; i < n; i++)
      x[i] += m_sum & 7;
  }
"""

KEPT = """
  int Wrap(int i) const { return i + 1 < m_size ? i + 1 : 0; }
  void kernel1D_Part(int *x) {
    for (int i = 0; i < m_size; i++)
      x[i] += m_size + Wrap(i);
  }
"""


class Function:
    """One control function, statement by statement."""

    reads = False  # conditions ask for members
    kept = False  # a member by which kernels count is set

    def __init__(self, choose, name, helpers=(), is_helper=False):
        self.choose = choose
        self.name = name
        self.counters = 0
        self.budget = 9
        self.halves = False  # in a loop that halves `left`, which no other one may set again
        # The pointers start on different arrays and are only ever exchanged, so that they never meet.
        self.pointers = choose.choice([[], ["from", "to"], ["from", "to", "spare"]])
        self.lines = []
        self.helpers = helpers
        self.is_helper = is_helper
        self.result = choose.random() < 0.5
        if is_helper:
            self.budget = 4
            self.pointers = []

    def line(self, depth, text):
        self.lines.append("    " + "  " * depth + text)

    def array_pair(self):
        """Two different arrays: by their names or by pointers, since a name may be what a pointer stands for."""
        names = ARRAYS[:2] if self.is_helper else ARRAYS
        return self.choose.sample(self.pointers if len(self.pointers) > 1 else names, 2)

    def launch(self, depth, counters):
        x, y = self.array_pair()
        if Function.kept and self.choose.random() < 0.4:
            self.keep(depth, x)
            return
        kind = self.choose.randrange(10)
        size = self.choose.choice(["n", "n", "n / 2", "left"])
        if kind == 0:
            by = self.choose.choice(["k", "3"] + counters)
            self.line(depth, f"kernel1D_Add({x}, {size}, {by});")
        elif kind == 1:
            self.line(depth, f"kernel1D_Sum({x}, {size});")
        elif kind == 2:
            self.line(depth, f"kernel1D_Scale({x}, {size});")
        elif kind == 3:
            self.line(depth, f"kernel1D_Count({x}, {size});")
        elif kind == 4:
            self.line(depth, f"kernel1D_Fill({x}, {size});")
        elif kind == 5:
            if self.choose.random() < 0.5:
                self.line(depth, "kernel1D_List(4);")
            else:
                self.line(depth, f"m_bias = {self.choose.choice(['k', '2', 'times + 1', 'm_count'])};")
        elif kind == 6 and self.helpers:
            self.call(depth, x, y, size)
        else:
            self.line(depth, f"kernel1D_{self.choose.choice(['Mix', 'Turn'])}({x}, {y}, {size});")

    def keep(self, depth, x):
        if self.choose.random() < 0.5:
            self.line(depth, f"kernel1D_Part({x});")
        else:
            value = self.choose.choice(["= n;", "= n / 2;", "= left;", "/= 2;", "= m_size - m_size / 3;", "-= k < m_size && k > 0 ? k : 0;"])
            self.line(depth, f"m_size {value}")

    def call(self, depth, x, y, size):
        helper = self.choose.choice(self.helpers)
        text = f"{helper.name}({x}, {y}, {size}, k, flag)"
        if helper.result and self.choose.random() < 0.6:
            name = f"r{self.counters}"
            self.counters += 1
            self.line(depth, f"{{ const int {name} = {text}; kernel1D_Add({x}, {size}, {name}); }}")
        else:
            self.line(depth, text + ";")

    def leave(self, depth):
        value = self.choose.choice(["m_count", "m_sum + m_range.low", "k", "m_range.high - m_count"]) if self.result else ""
        self.line(depth, f"return {value};".replace(" ;", ";"))

    def condition(self, counters):
        options = ["k % 2 == 0", "k > 3", "flag", "left > 2", "m_mode == 1", "k == 2 || flag"]
        options += [f"{counter} % 2 == 1" for counter in counters] + [f"{counter} == k" for counter in counters]
        if Function.reads:
            options += ["m_count > k", "m_sum % 2 == 0", "m_range.low < m_range.high", "m_list[2] > n && m_bias < 9"]
        if Function.kept:
            options += ["m_size > 3", "m_size == n", "m_size % 2 == 1"]
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
        elif kind < 0.55 and not in_loop and self.choose.random() < 0.7:
            self.line(depth, f"if ({self.condition(counters)}) {{")
            if self.choose.random() < 0.6:
                self.launch(depth + 1, counters)
            self.leave(depth + 1)
            self.line(depth, "}")
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

    def kind(self):
        return "int" if self.result else "void"

    def text(self):
        if self.is_helper:
            self.line(0, "int left = n;")
            for _ in range(self.choose.randint(1, 3)):
                self.statement(0, [], False)
            if self.result:
                self.leave(0)
            head = f"  {self.kind()} {self.name}(int *a, int *b, int n, int k, bool flag) {{\n"
            return head + "    const int times = 2;\n    (void)times;\n" + "\n".join(self.lines) + "\n  }\n"
        for pointer, array in zip(self.pointers, ARRAYS):
            self.line(0, f"int *{pointer} = {array};")
        self.line(0, "int left = n;")
        if Function.kept:
            self.line(0, f"m_size = {self.choose.choice(['n', 'n / 2', '0'])};")
        for _ in range(self.choose.randint(2, 4)):
            self.statement(0, [], False)
        if self.result:
            self.leave(0)
        def stated():
            return "" if Function.kept and self.choose.random() < 0.4 else '[[vkmorph::size("n")]] '
        parameters = ", ".join(f"{stated()}int *{array}" for array in ARRAYS)
        return f"  virtual {self.kind()} {self.name}({parameters}, int n, int k, int times, bool flag) {{\n" + \
            "\n".join(self.lines) + "\n  }\n"


def make(seed):
    choose = random.Random(seed)
    helpers = [Function(choose, f"Part{number}", is_helper=True) for number in range(3)]
    functions = [Function(choose, f"Run{number}", helpers).text() for number in range(4)]
    parts = [helper.text() for helper in helpers]
    members = ["struct Range { int low, high; };", "Range m_range{3, 4};", "int m_list[4] = {1, 2, 3, 4};",
               "int m_count = 7, m_bias = 2;", "int m_scale = 5;", "int m_mode = 1;", "int m_sum = 0;"]
    if Function.kept:
        members.append("int m_size = 0;")
    return "#pragma once\n#include <algorithm>\n#include <utility>\n\nclass RandomControl {\npublic:\n" + \
        "  virtual ~RandomControl() = default;\n\n" + "\n".join(functions) + "\nprotected:\n" + "\n".join(parts) + \
        KERNELS + (KEPT if Function.kept else "") + "".join(f"\n  {member}" for member in members) + "\n};\n"


def main():
    Function.reads = "reads" in sys.argv[3:]
    Function.kept = "kept" in sys.argv[3:]
    write(sys.argv[2], "random_control", make(int(sys.argv[1])))


if __name__ == "__main__":
    main()
