#!/usr/bin/env python3
"""Writes a class with objects behind random interfaces, whose virtual functions kernels call.

usage: random_objects.py SEED FOLDER

An interface has a few virtual functions, pure or with a default, which give values, set references, or change the object. Classes derive
from it and from each other, have data of their own of every type, and override some functions, which call others of the same object, or
what they override. Of some classes, all calls stand where iterations can be sorted by them (--virtual=sort). The class has vectors of smart and plain pointers, arrays with empty slots, and single pointers to such objects;
kernels call one of them, or all in a loop, change objects, append, reduce and count by what they return, also in threads.
"""
import sys

from random_class import PARAMETERS, SMALL, Function, RandomClass, Variable, clamp, write

# What callers give, whose sizes are not known where iterations are left out.
GIVEN = ", ".join(f'[[vkmorph::size("n")]] {one}' if "*" in one else one for one in PARAMETERS.split(", "))
MEMBER_TYPES = ["int", "unsigned", "float", "bool", *SMALL]
PAIR = "Pair"


class Method(Function):
    """A virtual function: (name, type, by reference) of each parameter."""

    def __init__(self, name, kind, parameters, is_const):
        super().__init__(name, kind, parameters)
        self.is_const = is_const

    def signature(self):
        parameters = ", ".join(f"{type_} {'&' if by_reference else ''}{name}" for name, type_, by_reference in self.parameters)
        return f"{self.kind} {self.name}({parameters}){' const' if self.is_const else ''}"


class Called(Function):
    """A method of an object: `path()` leads to it, with its dot or arrow."""

    def __init__(self, method, path):
        super().__init__(method.name, method.kind, method.parameters)
        self.path = path

    def write(self, arguments):
        return f"{self.path()}{self.name}({arguments})"


class Through(Called):
    """The same in a function that takes the object: `path()` is the object, or its address."""

    def write(self, arguments):
        return f"{self.name}({self.path()}, {arguments})"


class Class:
    """A class of an interface: its members, and which methods it has a body for."""

    def __init__(self, name, parent):
        self.name, self.parent = name, parent
        self.members = []  # (access, variable, length of an array or 0)
        self.bodies = set()
        self.is_final = False

    def chain(self):
        return [self, *self.parent.chain()] if self.parent else [self]

    def has(self, method):
        return any(method.name in one.bodies for one in self.chain())


class Interface:
    def __init__(self, name):
        self.name = name
        self.methods, self.classes, self.text = [], [], []

    def concrete(self):
        return [one for one in self.classes if all(one.has(method) for method in self.methods)]


class RandomObjects(RandomClass):
    """One random class; `text()` is its header."""

    calls_left = 0

    # Calls: of what `functions` has, as often as `calls_left` says.

    def call(self, scope, depth, accepts):
        known = [f for f in self.functions if accepts(f.kind) and f.kind not in ("void", PAIR) and not f.has_reference()]
        if not known or self.calls_left <= 0:
            return None
        self.calls_left -= 1
        function = self.choose(known)
        return function.write(self.arguments(function, scope, min(depth, 1)))

    def call_statement(self, scope, indent):
        known = [f for f in self.functions if f.has_reference()]
        if not known or self.calls_left <= 0:
            return []
        function = self.choose(known)
        # Of members by reference, what the function reads would be what it writes.
        places = [v for v in scope if not (v.mutable and "m_" in v.name)]
        arguments = self.arguments(function, places, 1)
        if not arguments:
            return []
        self.calls_left -= 1
        return [f"{indent}{function.write(arguments)};"]

    def pair(self, scope, indent):
        """A variable that is set to what a function returns, and is read by its parts."""
        known = [f for f in self.functions if f.kind == PAIR]
        if not known:
            return []
        function = self.choose(known)
        name = self.name("pair")
        line = f"{indent}const {PAIR} {name} = {function.write(self.arguments(function, scope, 1))};"
        scope += [Variable(f"{name}.whole", "int", False), Variable(f"{name}.part", "float", False)]
        return [line]

    # Interfaces.

    def method(self, is_const, kind):
        parameters = [(self.name("p"), self.choose(["int", "unsigned", "float"]), False) for _ in range(self.random.randint(1, 2))]
        if kind == "void" and is_const:
            parameters.append((self.name("p"), self.choose(["int", "unsigned", "float"]), True))
        return Method(self.name("F"), kind, parameters, is_const)

    def body(self, interface, one, method):
        """The body of a method: it may call those in front of it, and what it overrides."""
        scope = [Variable(name, type_) for name, type_, _ in method.parameters]
        for owner in one.chain():
            for access, variable, length in owner.members:
                if access == "private" and owner is not one:
                    continue
                changes = not method.is_const
                if not length:
                    scope.append(Variable(variable.name, variable.kind, changes))
                    continue
                scope.append(Variable(f"{variable.name}[{self.random.randrange(length)}]", variable.kind, changes))
                index = self.choose(method.parameters)
                if index[1] != "float" and not index[2]:
                    scope.append(Variable(f"{variable.name}[(unsigned){index[0]} % {length}u]", variable.kind, False))
        before = interface.methods[:interface.methods.index(method)]
        self.functions = [Called(other, lambda: "") for other in before if other.is_const and not self.sorts]
        if one.parent and one.parent.has(method) and not method.has_reference() and self.chance(0.7):
            owner = next(base for base in one.parent.chain() if method.name in base.bodies)
            self.functions.append(Called(method, lambda: f"{owner.name}::"))
        self.calls_left = 2
        lines = []
        if self.chance(0.3) and method.kind not in ("void", PAIR):
            lines.append(f"    if ({self.condition(scope, 1)}) return {self.value(method.kind, scope, 1)};")
        lines += self.block(scope, 1, False, "    ")
        if method.kind == PAIR:
            lines.append(f"    return {{{self.value('int', scope, 1)}, {self.value('float', scope, 1)}}};")
        elif method.kind != "void":
            lines.append(f"    return {self.value(method.kind, scope, 2)};")
        else:
            lines += [f"    {name} = {self.value(type_, scope, 2)};" for name, type_, by_reference in method.parameters if by_reference]
        return lines

    def class_text(self, interface, one):
        head = f"class {one.name}{' final' if one.is_final else ''}{f' : public {one.parent.name}' if one.parent else ''} {{"
        init = [f"{one.parent.name}(s * 5u + 3u)"] if one.parent else []
        fill, data = [], []
        for access, variable, length in one.members:
            shift = self.random.randrange(25)
            number = {"float": f"(float)(int)((s >> {shift}) & 63u) * 0.25f - 6.0f", "bool": f"(s >> {shift} & 1u) != 0"}.get(
                variable.kind, f"({variable.kind})(s >> {shift})")
            if length:
                fill.append(f"    for (unsigned k = 0; k < {length}u; k++, s = s * 7u + k) {variable.name}[k] = {number};")
            else:
                init.append(f"{variable.name}({number})")
            data += [f"{access}:", f"  {variable.kind} {variable.name}{f'[{length}]' if length else ''};"]
        lines = [head, "public:", f"  explicit {one.name}(unsigned s){' : ' if init else ''}{', '.join(init)} {{", "    (void)s;", *fill, "  }"]
        if not one.parent:
            lines.append(f"  virtual ~{one.name}() = default;")
        for method in interface.methods:
            if method.name in one.bodies:
                suffix = " override" if one.parent else ""
                lines += [f"  {'' if one.parent else 'virtual '}{method.signature()}{suffix} {{", *self.body(interface, one, method), "  }"]
            elif not one.parent:
                lines.append(f"  virtual {method.signature()} = 0;")
        return [*lines, *data, "};", ""]

    def add_members(self, one, is_root):
        for _ in range(self.random.randint(0 if one.parent else 1, 3)):
            kind = self.choose(MEMBER_TYPES + (["long long"] if self.has_wide else []))
            access = self.choose(["public", "protected"] if is_root else ["private", "protected", "public"])
            length = self.random.randint(1, 4) if self.chance(0.25) else 0
            one.members.append((access, Variable(self.name("m_"), kind), length))

    def interface(self, name, changes):
        interface = Interface(name)
        kinds = [self.choose(["int", "unsigned", "float", "bool"]) for _ in range(self.random.randint(1, 3))]
        if self.chance(0.5):
            kinds.append("void")
        if self.chance(0.4):
            kinds.append(PAIR)
        interface.methods = [self.method(True, kind) for kind in kinds]
        if changes:
            interface.methods += [self.method(False, self.choose(["void", "int"])) for _ in range(self.random.randint(1, 2))]
        root = Class(name, None)
        self.add_members(root, True)
        root.bodies = {method.name for method in interface.methods if self.chance(0.6)}
        interface.classes.append(root)
        for number in range(self.random.randint(2, 4)):
            parent = self.choose([one for one in interface.classes if not one.is_final])
            one = Class(f"{name}{number}", parent)
            self.add_members(one, False)
            # Some stay abstract, for those that derive from them.
            implements = number == 0 or self.chance(0.85)
            one.bodies = {method.name for method in interface.methods
                          if self.chance(0.5) or (implements and not parent.has(method))}
            one.is_final = self.chance(0.2)
            interface.classes.append(one)
        interface.text = [line for one in interface.classes for line in self.class_text(interface, one)]
        return interface

    # The class.

    def path(self, interface, scope):
        """An object of the class, with what leads on to its members."""
        low = interface.name.lower()
        index = self.integer(self.plain(scope), 1)
        if self.sorts:
            return f"m_{low}s[(unsigned)(i * {self.choose([1, 3, 5])} + ({index})) % m_{low}s.size()]->"
        forms = [f"m_{low}s[(unsigned)({index}) % m_{low}s.size()]->", f"m_{low}One->"]
        if not interface.changes:
            forms += [f"m_{low}List[(unsigned)({index}) % {low.upper()}_LIST]->", f"(*m_{low}List[(unsigned)({index}) % {low.upper()}_LIST])."]
        return self.choose(forms)

    def plain(self, scope):
        """Variables that are no members of others."""
        return [v for v in scope if "->" not in v.name and "." not in v.name]

    def address(self, of, element):
        return self.choose([f"{element}.get()", f"&*{element}"]) if of.endswith("s") else self.choose([element, f"&*{element}"])

    def objects(self, scope):
        """What kernels may call."""
        self.functions = []
        for interface in self.interfaces:
            for method in interface.methods:
                if not method.is_const:
                    continue
                self.functions.append(Called(method, lambda interface=interface: self.path(interface, self.outer)))
                if method in interface.through:
                    self.functions.append(ThroughFunction(method, self, interface))
        self.outer = scope

    def kernel_scope(self):
        return [Variable("x", "int", False), Variable("y", "float", False), Variable("i", "int", False), Variable("s", "int", False),
                Variable("u", "unsigned", False), *self.constants]

    def loop_over(self, interface, scope, indent):
        """All objects in a loop, some of which may not be there."""
        low = interface.name.lower()
        array = self.chance(0.5) and not interface.changes
        of = f"m_{low}Slots" if array else f"m_{low}s"
        name = self.name("one")
        method = self.choose([m for m in interface.methods if m.is_const and m.kind not in ("void", PAIR)])
        function = Called(method, lambda: f"{name}->")
        value = function.write(self.arguments(function, [v for v in scope if not v.mutable], 1))
        lines = [f"{indent}for (const auto &{name} : {of}) {{"]
        if array:
            lines.append(f"{indent}  if (!{name}) {self.choose(['continue', 'continue', 'break'])};")
        if self.chance(0.3):
            lines.append(f"{indent}  if ({self.condition(scope, 1)}) continue;")
        if method.kind == "float":
            lines += [f"{indent}  factor += {value};", f"{indent}  factor = {clamp('factor')};"]
        else:
            lines.append(f"{indent}  sum {self.choose(['+=', '^=', '-='])} (int){value};")
        return [*lines, f"{indent}}}"]

    def reads(self, scope, indent):
        """Statements that call objects: sorted ones stand in the iteration itself."""
        lines = []
        for _ in range(1 if self.sorts else self.random.randint(1, 3)):
            interface = self.choose(self.interfaces)
            low = interface.name.lower()
            form = 0 if self.sorts else self.random.randrange(6)
            self.calls_left = 0 if self.sorts else 1
            if form < 2:
                method = self.choose([m for m in interface.methods if m.is_const and m.kind not in ("void", PAIR)])
                function = Called(method, lambda interface=interface: self.path(interface, scope))
                name = self.name("v")
                lines.append(f"{indent}const {method.kind} {name} = "
                             f"{function.write(self.arguments(function, [v for v in scope if not v.mutable], 1))};")
                scope.append(Variable(name, method.kind, False))
            elif form == 2:
                lines += self.loop_over(interface, scope, indent)
            elif form == 3:
                lines += self.pair(scope, indent)
            elif form == 4:
                lines += self.call_statement(scope, indent)
            else:
                name = self.name("object")
                # A pointer stays in one array.
                of = f"m_{low}s" if interface.changes or self.chance(0.5) else f"m_{low}List"
                one, other = (f"{of}[(unsigned)({self.integer(self.plain(scope), 1)}) % {of}.size()]" for _ in range(2))
                lines.append(f"{indent}const {interface.name} *{name} = {self.address(of, one)};")
                if self.chance(0.5):
                    lines.append(f"{indent}if ({self.condition(scope, 1)}) {name} = {self.address(of, other)};")
                root = interface.classes[0]
                for access, variable, length in root.members:
                    if access == "public":
                        scope.append(Variable(f"{name}->{variable.name}{'[0]' if length else ''}", variable.kind, False))
        return lines

    def read_kernel(self, number):
        scope = [*self.kernel_scope(), Variable("sum", "int"), Variable("factor", "float")]
        self.objects(scope)
        lines = [f"  void kernel1D_K{number}({PARAMETERS}) {{", "    for (int i = 0; i < n; i++) {", "      const int x = a[i];",
                 "      const float y = b[i];", "      int sum = x;", "      float factor = y;"]
        if self.chance(0.3) and not self.sorts:
            self.calls_left = 0
            lines.append(f"      if ({self.condition(scope, 1)}) continue;")
        lines += self.reads(scope, "      ")
        self.calls_left = 0 if self.sorts else 2
        lines += self.block(scope, 2, False, "      ")
        self.calls_left = 0 if self.sorts else 1
        return lines + [f"      o[i] = {self.value('int', scope, 2)} ^ sum;", f"      q[i] = {clamp('factor')};", "    }", "  }"]

    def change_kernel(self, interface, number):
        """Each iteration changes one object, by what it reads of objects of other interfaces."""
        low = interface.name.lower()
        scope = [Variable("i", "int", False), Variable("s", "int", False), Variable("u", "unsigned", False), *self.constants]
        outer, self.interfaces = self.interfaces, [other for other in self.interfaces if other is not interface]
        self.objects(scope)
        self.interfaces = outer
        changing = [method for method in interface.methods if not method.is_const]
        lines = [f"  void kernel1D_{interface.name}Change{number}(int s, unsigned u) {{",
                 f"    for (int i = 0; i < (int)m_{low}s.size(); i++) {{"]
        if self.chance(0.3) and not self.sorts:
            lines.append("      if ((i & 3) == (s & 3)) continue;")
        self.calls_left = 0 if self.sorts else 1
        for method in [self.choose(changing), *changing[1:]]:
            path = self.choose([f"m_{low}s[i]->", f"m_{low}s[i]->", f"(*m_{low}s[i])."])
            call = f"{path}{method.name}({self.arguments(method, scope, 1)})"
            root = interface.classes[0]
            ints = [v for access, v, length in root.members if access == "public" and not length and v.kind in ("int", "unsigned")]
            if method.kind == "int" and ints:
                call = f"m_{low}s[i]->{self.choose(ints).name} ^= {call}"
                call = f"const int r = {call.split(' ^= ')[1]}; {call.split(' ^= ')[0]} ^= r"
                lines.append(f"      {{ {call}; }}")
            else:
                lines.append(f"      {call};")
        return [*lines, "    }", "  }"]

    def other_kernel(self, number, form):
        """Appends, sums or counts by what objects return."""
        scope = [*self.kernel_scope()]
        self.objects(scope)
        self.calls_left = 0 if self.sorts else 1
        interface = self.choose(self.interfaces)
        method = self.choose([m for m in interface.methods if m.is_const and m.kind not in ("void", PAIR, "float")] or
                             [m for m in interface.methods if m.is_const and m.kind not in ("void", PAIR)])
        function = Called(method, lambda: self.path(interface, scope))
        value = f"(int)({function.write(self.arguments(function, scope, 1))})"
        if method.kind == "float":
            value = f"(int){clamp(value[5:])}"
        lines = [f"  void kernel1D_{form}({PARAMETERS}) {{"]
        lines += {"Append": ["    m_hits.clear();"], "Count": [], "Sum": ["    m_sum = 0;"]}[form]
        lines += ["    for (int i = 0; i < n; i++) {", "      const int x = a[i];", "      const float y = b[i];",
                  f"      const int value = {value};"]
        scope.append(Variable("value", "int", False))
        lines += {"Append": [f"      if ({self.condition(scope, 1)}) m_hits.push_back({self.value('int', scope, 1)});"],
                  "Count": [f"      m_bins[value & 7] {self.choose(['+=', '^='])} {self.value('int', scope, 1)};"],
                  "Sum": [f"      {'m_sum += value;' if self.chance(0.5) else 'm_sum = std::max(m_sum, value);'}"]}[form]
        # All that is given is used: where iterations are sorted, the class asks for no other arrays.
        return [*lines, "      o[i] ^= value ^ x;", "      q[i] = y;", "    }", "  }"]

    def thread(self):
        """What runs once per thread, and may leave between two calls."""
        scope = [Variable("tid", "unsigned", False), Variable("s", "int", False), Variable("x", "int", False), *self.constants]
        self.objects(scope)
        self.calls_left = 0
        condition = self.condition(scope, 1)
        lines = ['  void T(unsigned tid, [[vkmorph::size("tid")]] const int *a, [[vkmorph::size("tid")]] int *o, int s) {',
                 "    int x = 0, y = 0;", "    kernel_Load(tid, a, &x);",
                 f"    for (int k = 0; k < {self.choose(['3', '(s & 3)'])}; k++) {{",
                 f"      if (!kernel_Goes(tid, x + k, s)) {self.choose(['return;', 'break;'])}",
                 "      kernel_Call(tid, x, s + k, &y);", "    }", "    kernel_Store(tid, x, y, o);", "  }", "protected:",
                 "  void kernel_Load(unsigned tid, const int *a, int *x) { *x = a[tid]; }",
                 f"  bool kernel_Goes(unsigned tid, int x, int s) {{ return {condition}; }}",
                 "  void kernel_Store(unsigned tid, int x, int y, int *o) { o[tid] = x ^ y; }"]
        if self.sorts:  # a call would stand in the loop of the thread
            value = self.integer(scope, 1)
        else:
            self.calls_left = 2
            function = self.choose([f for f in self.functions if f.kind not in ("void", PAIR)])
            value = function.write(self.arguments(function, scope, 1))
            value = f"(int){clamp(value)}" if function.kind == "float" else f"(int){value}"
        return lines + [f"  void kernel_Call(unsigned tid, int x, int s, int *y) {{ *y = *y * 3 + {value}; }}", "public:"]

    def through(self, interface):
        """Functions that take an object, by reference or by its address."""
        lines = []
        interface.through = {}
        for method in interface.methods:
            if not method.is_const or method.kind in ("void", PAIR) or self.sorts or not self.chance(0.5):
                continue
            by_address = self.chance(0.5)
            interface.through[method] = by_address
            parameters = ", ".join(f"{type_} {name}" for name, type_, _ in method.parameters)
            names = ", ".join(name for name, _, _ in method.parameters)
            lines.append(f"  static {method.kind} Ask{method.name}(const {interface.name} {'*' if by_address else '&'}one, {parameters}) "
                         f"{{ return one{'->' if by_address else '.'}{method.name}({names}); }}")
        return lines

    def fill(self, interface):
        """Statements of the constructor that make the objects."""
        low, up = interface.name.lower(), interface.name.upper()
        classes = [one.name for one in interface.concrete()]
        choice = "".join(f" case {k}: return std::make_unique<{name}>(s);" for k, name in enumerate(classes[1:]))
        make = [f"  static std::unique_ptr<{interface.name}> Make{interface.name}(unsigned s) {{",
                f"    switch ((s >> 20) % {len(classes)}u) {{{choice} default: return std::make_unique<{classes[0]}>(s); }}", "  }"]
        lines = [f"    for (int k = 0; k < {self.random.randint(1, 23)}; k++, s = s * 1664525u + 1013904223u) "
                 f"m_{low}s.push_back(Make{interface.name}(s));", f"    m_{low}One = Make{interface.name}(s);"]
        members = [f"  std::vector<std::unique_ptr<{interface.name}>> m_{low}s;",
                   f"  {self.choose(['std::unique_ptr', 'std::shared_ptr'])}<{interface.name}> m_{low}One;"]
        if not interface.changes:
            count = self.random.randint(1, 5)
            members += [f"  static constexpr unsigned {up}_LIST = {count};", f"  std::vector<{interface.name} *> m_{low}List;",
                        f"  {interface.name} *m_{low}Slots[4] = {{}};"]
            lines += [f"    for (unsigned k = 0; k < {up}_LIST; k++) m_{low}List.push_back(m_{low}s[k * 7u % m_{low}s.size()].get());",
                      f"    m_{low}Slots[{self.random.randrange(4)}] = m_{low}s.back().get();",
                      f"    m_{low}Slots[{self.random.randrange(4)}] = m_{low}One.get();"]
        return make, lines, members

    def text(self):
        self.functions = []
        self.constants = []
        self.sorts = self.chance(0.4)
        self.interfaces = [self.interface(name, changes) for name, changes in
                           self.choose([[("Thing", True)], [("Thing", True), ("Tool", False)], [("Tool", False)]])]
        for interface in self.interfaces:
            interface.changes = any(not method.is_const for method in interface.methods)
        if not all(interface.concrete() for interface in self.interfaces):
            return self.text()
        self.constants = [Variable(self.name("m_"), self.choose(["int", "unsigned", "float"]), mutable=False) for _ in range(2)]
        helpers = [line for interface in self.interfaces for line in self.through(interface)]
        kernels, controls, made, filled, members = [], [], [], [], []
        for interface in self.interfaces:
            make, lines, data = self.fill(interface)
            made += make
            filled += lines
            members += data
            if interface.changes:
                kernels += self.change_kernel(interface, 0) + self.change_kernel(interface, 1)
        for number in range(2):
            kernels += self.read_kernel(number)
            change = [f"kernel1D_{i.name}Change{number}(s, u);" for i in self.interfaces if i.changes and self.chance(0.8)]
            if change and self.chance(0.5):
                change = [f"for (int k = 0; k < (s & 3); k++) {{ kernel1D_{self.interfaces[0].name}Change{number}(s + k, u); }}"]
            read = f"kernel1D_K{number}(a, b, o, q, n, s, u);"
            order = [*change, read] if self.chance(0.7) else [read, *change]
            controls.append(f"  virtual void C{number}({GIVEN}) {{ {' '.join(order)} }}")
        form = self.choose(["Count", "Sum"] if self.sorts else ["Append", "Count", "Sum"])
        kernels += self.other_kernel(2, form)
        controls.append(f"  virtual void C2({GIVEN}) {{ kernel1D_{form}(a, b, o, q, n, s, u); }}")
        for interface in self.interfaces:
            if interface.changes:  # what no control function launches is an error
                controls.append(f"  virtual void {interface.name}s(int s, unsigned u) {{ kernel1D_{interface.name}Change0(s, u); "
                                f"kernel1D_{interface.name}Change1(s + 1, u); }}")
        threads = self.thread()
        members += [f"  {v.kind} {v.name} = {self.constant(v.kind)};" for v in self.constants]
        members += ["  std::vector<int> m_hits;", "  int m_bins[8] = {};", "  int m_sum = 0;"]
        classes = [line for interface in self.interfaces for line in interface.text]
        return "\n".join(["#include <algorithm>", "#include <cmath>", "#include <memory>", "#include <vector>", "", f"struct {PAIR} {{",
                          "  int whole;", "  float part;", "};", "", *classes, "class RandomObjects {", "public:", "  RandomObjects() {",
                          f"    unsigned s = {self.random.getrandbits(32)}u;", *filled, "  }", "  virtual ~RandomObjects() = default;",
                          *controls, *threads, *members, "", "protected:", *made, *helpers, *kernels, "};", ""])


class ThroughFunction(Through):
    """A function of the class that takes an object."""

    def __init__(self, method, owner, interface):
        by_address = interface.through[method]

        def path():
            object_ = owner.path(interface, owner.outer)
            object_ = object_[:-1] if object_.startswith("(") else f"*{object_[:-2]}"
            return f"&{object_}" if by_address else object_

        super().__init__(method, path)
        self.name = f"Ask{method.name}"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: random_objects.py SEED FOLDER")
    write(sys.argv[2], "random_objects", RandomObjects(int(sys.argv[1])).text())


if __name__ == "__main__":
    main()
