#!/usr/bin/env python3
# Writes a random class that is well defined in C++ and within the supported language, for vkmorph-check to compare.
#
# usage: random_class.py SEED FOLDER      (writes FOLDER/random_class.h and .cpp, the same for the same seed)
#
# Well defined: divisors are 1 to 16, shift counts 0 to 7, floats that become integers are clamped first, loops end, every
# variable has a value. Signed overflow wraps, as vkmorph-check builds the class. Exact on any device: of floats there is
# only + - * and what does not round, and all values stay finite.
import os
import random
import sys

SMALL = ["signed char", "unsigned char", "short", "unsigned short"]
WIDE = ["long long", "unsigned long long"]
NUMBERS = [0, 1, 2, 3, 5, 7, 8, 13, 31, 100, 127, 128, 255, 1000, 65535, 65536, 0x7FFFFFFF, -1, -2, -7, -128, -1000]
FLOATS = ["0.5f", "2.0f", "-1.25f", "0.1f", "3.0f", "100.0f", "1e-3f", "0.0f"]
FLOAT_LIMIT = "1e6f"
PARAMETERS = "const int *a, const float *b, int *o, float *q, int n, int s, unsigned u"


class Variable:
    def __init__(self, name, kind, mutable=True):
        self.name, self.kind, self.mutable = name, kind, mutable


class Function:
    def __init__(self, name, kind, parameters):
        self.name, self.kind, self.parameters = name, kind, parameters  # parameters: [(name, type, by reference)]

    def has_reference(self):
        return any(by_reference for _, _, by_reference in self.parameters)


def clamp(text):
    return f"std::min(std::max({text}, -{FLOAT_LIMIT}), {FLOAT_LIMIT})"


class RandomClass:
    """One random class; `text()` is its header."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.functions = []
        self.has_wide = self.chance(0.5)

    def chance(self, probability):
        return self.random.random() < probability

    def choose(self, options):
        return self.random.choice(options)

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # Types and leaves.

    def integer_type(self):
        roll = self.random.random()
        if roll < 0.45:
            return "int"
        if roll < 0.75:
            return "unsigned"
        if roll < 0.9 and self.has_wide:
            return self.choose(WIDE)
        return self.choose(SMALL) if roll < 0.97 else "bool"

    def any_type(self):
        return "float" if self.chance(0.35) else self.integer_type()

    def constant(self, kind):
        if kind == "bool":
            return self.choose(["true", "false"])
        if kind == "float":
            return self.choose(FLOATS)
        number = self.choose(NUMBERS)
        if kind in ("unsigned", "unsigned long long"):
            return f"{abs(number)}u"
        if kind == "long long":
            return f"{number}ll"
        if kind in SMALL:
            return f"({kind}){number}"
        return f"({number})" if number < 0 else str(number)

    def variable(self, scope, kind=None, mutable=True):
        known = [v for v in scope if (v.mutable or not mutable) and kind in (None, v.kind)]
        return self.choose(known) if known else None

    # Expressions, at most `depth` operators deep. Those of integers may have any integer type.

    def integer(self, scope, depth):
        if depth <= 0 or self.chance(0.15):
            variable = self.variable(scope, mutable=False)
            if not variable or self.chance(0.25):
                return self.constant(self.integer_type())
            return f"(int){clamp(variable.name)}" if variable.kind == "float" else variable.name

        def operand():
            return self.integer(scope, depth - 1)

        def divisor():
            return f"(({operand()} & 15) + 1)"

        form = self.random.randrange(17)
        if form < 5:
            return f"({operand()} {self.choose('+-*')} {operand()})"
        if form == 5:
            return f"({operand()} {self.choose('&|^')} {operand()})"
        if form in (6, 7):
            return f"({operand()} {'/' if form == 6 else '%'} {divisor()})"
        if form in (8, 9):
            return f"({operand()} {'<<' if form == 8 else '>>'} ({operand()} & 7))"
        if form == 10:
            return f"({self.condition(scope, depth - 1)} ? {operand()} : {operand()})"
        if form == 11:
            return f"(({self.integer_type()}){operand()})"
        if form == 12:
            return f"{self.choose('~-+')}({operand()})"
        if form == 13:
            return f"({self.condition(scope, depth - 1)})"
        if form == 14:
            return self.call(scope, depth - 1, lambda kind: kind != "float") or operand()
        if form == 15:
            return f"std::{self.choose(['min', 'max'])}<int>({operand()}, {operand()})"
        return f"(int){clamp(self.float(scope, depth - 1))}"

    def condition(self, scope, depth):
        form = self.random.randrange(6)
        if depth <= 0 or form < 2:
            sign = self.choose(["<", "<=", ">", ">=", "==", "!="])
            return f"{self.integer(scope, depth - 1)} {sign} {self.integer(scope, depth - 1)}"
        if form == 2:
            sign = self.choose(["&&", "||"])
            return f"({self.condition(scope, depth - 1)}) {sign} ({self.condition(scope, depth - 1)})"
        if form == 3:
            return f"!({self.condition(scope, depth - 1)})"
        if form == 4:
            sign = self.choose(["<", "<=", ">", ">="])
            return f"{self.float(scope, depth - 1)} {sign} {self.float(scope, depth - 1)}"
        return f"({self.integer(scope, depth - 1)}) != 0"

    def float(self, scope, depth):
        if depth <= 0 or self.chance(0.2):
            variable = self.variable(scope, "float", mutable=False)
            return variable.name if variable and self.chance(0.8) else self.constant("float")

        def operand():
            return self.float(scope, depth - 1)

        form = self.random.randrange(8)
        if form < 3:
            return f"({operand()} {self.choose('+-*')} {operand()})"
        if form == 3:
            return f"(float)({self.integer(scope, depth - 1)})"
        if form == 4:
            return f"({self.condition(scope, depth - 1)} ? {operand()} : {operand()})"
        if form == 5:
            return f"std::{self.choose(['fabs', 'floor'])}({operand()})"
        if form == 6:
            return self.call(scope, depth - 1, lambda kind: kind == "float") or operand()
        return f"-({operand()})"

    def value(self, kind, scope, depth):
        """An expression of exactly this type."""
        if kind == "float":
            return clamp(self.float(scope, depth))
        if kind == "bool":
            return self.condition(scope, depth)
        return f"({kind})({self.integer(scope, depth)})"

    def arguments(self, function, scope, depth):
        """Arguments of a call; none where no variable fits a reference. What a reference may change is not read by the
        other arguments: their order is not defined."""
        readable = [v for v in scope if not v.mutable] if function.has_reference() else scope
        arguments = []
        for _, kind, by_reference in function.parameters:
            if not by_reference:
                arguments.append(self.value(kind, readable, depth))
                continue
            places = [v.name for v in scope if v.mutable and v.kind == kind and v.name not in arguments]
            if not places:
                return None
            arguments.append(self.choose(places))
        return ", ".join(arguments)

    def call(self, scope, depth, accepts):
        """A call within an expression, which changes nothing; none where no function fits."""
        known = [f for f in self.functions if accepts(f.kind) and not f.has_reference()]
        function = self.choose(known) if known else None
        return f"{function.name}({self.arguments(function, scope, min(depth, 1))})" if function else None

    def call_statement(self, scope, indent):
        known = [f for f in self.functions if f.has_reference()]
        function = self.choose(known) if known else None
        arguments = self.arguments(function, scope, 1) if function else None
        return [f"{indent}{function.name}({arguments});"] if arguments else []

    # Statements. A list of lines each; a declaration extends `scope`.

    def block(self, scope, depth, in_loop, indent):
        inner = list(scope)
        lines = []
        for _ in range(self.random.randint(1, 4)):
            lines += self.statement(inner, depth, in_loop, indent)
        return lines

    def braces(self, header, scope, depth, in_loop, indent, footer="}"):
        return [f"{indent}{header} {{", *self.block(scope, depth - 1, in_loop, indent + "  "), indent + footer]

    def statement(self, scope, depth, in_loop, indent):
        form = self.random.randrange(15)
        if form < 3:
            return self.declaration(scope, indent)
        if form < 6:
            variable = self.variable(scope)
            return [f"{indent}{variable.name} = {self.value(variable.kind, scope, 3)};"] if variable else []
        if form < 8:
            return self.update(scope, indent)
        if form == 8:
            return self.call_statement(scope, indent)
        if form == 9 and in_loop:
            return [f"{indent}if ({self.condition(scope, 1)}) {self.choose(['break', 'continue'])};"]
        if depth == 0:
            return []
        if form < 12:
            lines = self.braces(f"if ({self.condition(scope, 2)})", scope, depth, in_loop, indent)
            if self.chance(0.5):
                lines[-1] = f"{indent}}} else {{"
                lines += [*self.block(scope, depth - 1, in_loop, indent + "  "), indent + "}"]
            return lines
        if form == 12:
            return self.counted_loop(scope, depth, indent)
        if form == 13:
            return self.other_loop(scope, depth, indent)
        return self.switch(scope, depth, indent)

    def declaration(self, scope, indent):
        kind = self.any_type()
        variable = Variable(self.name("v"), kind, mutable=self.chance(0.7))
        line = f"{indent}{'' if variable.mutable else 'const '}{kind} {variable.name} = {self.value(kind, scope, 3)};"
        scope.append(variable)
        return [line]

    def update(self, scope, indent):
        variable = self.variable(scope)
        if not variable:
            return []
        name, kind = variable.name, variable.kind
        if kind == "bool":
            return [f"{indent}{name} = {self.condition(scope, 2)};"]
        if kind == "float":
            lines = [f"{indent}{name} {self.choose(['+=', '-=', '*='])} {self.value(kind, scope, 1)};"]
            return lines + [f"{indent}{name} = {clamp(name)};"]
        sign = self.choose(["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%=", "++", "--"])
        if sign in ("++", "--"):
            return [f"{indent}{name}{sign};" if self.chance(0.5) else f"{indent}{sign}{name};"]
        operand = self.integer(scope, 2)
        if sign in ("<<=", ">>="):
            operand = f"({operand}) & 7"
        if sign in ("/=", "%="):
            operand = f"(({operand}) & 15) + 1"
        return [f"{indent}{name} {sign} {operand};"]

    def counted_loop(self, scope, depth, indent):
        name = self.name("k")
        kind = self.choose(["int", "unsigned", "unsigned char"])
        count = self.random.randint(1, 5)
        header = self.choose([f"for ({kind} {name} = 0; {name} < {count}; {name}++)",
                              f"for ({kind} {name} = {count}; {name} > 0; --{name})",
                              f"for ({kind} {name} = 1; {name} <= {2 * count}; {name} += 2)"])
        return self.braces(header, scope + [Variable(name, kind, mutable=False)], depth, True, indent)

    def other_loop(self, scope, depth, indent):
        name = self.name("w")
        inner = scope + [Variable(name, "int", mutable=False)]
        start = f"{indent}int {name} = {self.random.randint(1, 4)};"
        if self.chance(0.5):
            return [start, *self.braces(f"while ({name}-- > 0)", inner, depth, True, indent)]
        return [start, *self.braces("do", inner, depth, True, indent, f"}} while (--{name} > 0);")]

    def switch(self, scope, depth, indent):
        lines = [f"{indent}switch ((int)({self.integer(scope, 2)}) & 3) {{"]
        for label in range(self.random.randint(1, 4)):
            lines += self.braces(f"case {label}:", scope, depth, False, indent)
            if self.chance(0.7):
                lines.append(f"{indent}  break;")
        if self.chance(0.5):
            lines += self.braces("default:", scope, depth, False, indent)
        return lines + [indent + "}"]

    # The class.

    def function(self):
        kind = self.choose(["int", "unsigned", "float", "long long" if self.has_wide else "int"])
        parameters = []
        for _ in range(self.random.randint(1, 3)):
            by_reference = self.chance(0.25)
            type_ = self.choose(["int", "unsigned", "float"]) if by_reference else self.any_type()
            parameters.append((self.name("p"), type_, by_reference))
        function = Function(self.name("f"), kind, parameters)
        scope = [Variable(name, type_) for name, type_, _ in parameters] + self.constants
        list_ = ", ".join(f"{type_} {'&' if by_reference else ''}{name}" for name, type_, by_reference in parameters)
        lines = [f"  {kind} {function.name}({list_}) const {{"]
        if self.chance(0.4):
            lines.append(f"    if ({self.condition(scope, 1)}) return {self.value(kind, scope, 1)};")
        lines += self.block(scope, 2, False, "    ") + [f"    return {self.value(kind, scope, 2)};", "  }"]
        self.functions.append(function)
        return lines

    def reduction(self, member, scope):
        """A statement of the loop that reduces into a member."""
        form = self.choose(["+=", "-=", "min", "max"])
        value = self.value(member.kind, scope, 2)
        if form in ("min", "max"):
            line = f"{member.name} = std::{form}({member.name}, {value});"
        else:
            line = f"{member.name} {form} {value};"
        if self.chance(0.5):
            return [f"      if ({self.condition(scope, 1)}) {{", f"        {line}", "      }"]
        return [f"      {line}"]

    def kernel(self, number, member):
        scope = [Variable("x", "int", False), Variable("y", "float", False), Variable("i", "int", False),
                 Variable("s", "int", False), Variable("u", "unsigned", False), *self.constants,
                 Variable("sum", "int"), Variable("factor", "float")]
        lines = [f"  void kernel1D_K{number}({PARAMETERS}) {{"]
        if member:
            lines.append(f"    {member.name} = {self.constant(member.kind)};")
        lines += ["    for (int i = 0; i < n; i++) {", "      const int x = a[i];", "      const float y = b[i];",
                  "      int sum = x;", "      float factor = y;", *self.block(scope, 3, False, "      ")]
        if member:
            lines += self.reduction(member, scope)
        return lines + [f"      o[i] = {self.value('int', scope, 2)} ^ sum;", f"      q[i] = {clamp('factor')};",
                        "    }", "  }"]

    def text(self):
        kinds = ["int", "unsigned", "float", "long long" if self.has_wide else "int"]
        self.constants = [Variable(self.name("m_"), self.choose(kinds), mutable=False) for _ in range(3)]
        reduced = Variable(self.name("m_"), self.choose([kind for kind in kinds if kind != "float"]))
        functions = [line for _ in range(self.random.randint(1, 3)) for line in self.function()]
        kernels, controls = [], []
        for number in range(4):
            kernels += self.kernel(number, reduced if number == 0 else None)
            controls.append(f"  virtual void C{number}({PARAMETERS}) {{ kernel1D_K{number}(a, b, o, q, n, s, u); }}")
        members = [f"  {v.kind} {v.name} = {self.constant(v.kind)};" for v in [*self.constants, reduced]]
        return "\n".join(["#include <algorithm>", "#include <cmath>", "", "class RandomClass {", "public:",
                          "  virtual ~RandomClass() = default;", *controls, "", "protected:", *functions, *kernels, "",
                          "private:", *members, "};", ""])


def write(folder, name, text):
    """The class as FOLDER/NAME.h, with a source that includes it."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, f"{name}.h"), "w", encoding="utf-8") as file:
        file.write("#pragma once\n" + text)
    with open(os.path.join(folder, f"{name}.cpp"), "w", encoding="utf-8") as file:
        file.write(f'#include "{name}.h"\n')


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: random_class.py SEED FOLDER")
    write(sys.argv[2], "random_class", RandomClass(int(sys.argv[1])).text())


if __name__ == "__main__":
    main()
