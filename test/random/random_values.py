#!/usr/bin/env python3
"""Writes a class whose kernels copy objects, visit variants, and read objects with vectors inside and through pointers back.

usage: random_values.py SEED FOLDER

Some of these parts, each with kernels and control functions of its own:
  variants   `std::variant`s of structs and numbers as member, vector, array and local; std::visit by lambdas, overload sets and function
             objects, std::get, std::get_if, std::holds_alternative, emplace and assignments
  tables     objects with vectors inside, as members, in vectors and arrays, behind plain, unique and shared pointers
  copies     objects behind an interface that are assigned and swapped, and have a struct which is copied from and to locals and members
  owners     objects behind an interface that point back to the class, or are given it, in fixed arrays of plain, unique and shared pointers
"""
import sys

from random_class import PARAMETERS, SMALL, Function, RandomClass, Variable, clamp, write

GIVEN = ", ".join(f'[[vkmorph::size("n")]] {one}' if "*" in one else one for one in PARAMETERS.split(", "))
CALL = "(a, b, o, q, n, s, u)"
NAME = "RandomValues"


class Fields:
    """A struct: its members, some of them arrays."""

    def __init__(self, owner, name, least=1):
        self.name = name
        types = ["int", "unsigned", "float", "bool", *SMALL] + (["long long"] if owner.has_wide else [])
        self.members = [(Variable(owner.name("f"), owner.choose(types)), owner.random.randint(1, 4) if owner.chance(0.2) else 0)
                        for _ in range(owner.random.randint(least, 3))]

    def places(self, owner, path, mutable):
        return [Variable(f"{path}{v.name}{f'[{owner.random.randrange(length)}]' if length else ''}", v.kind, mutable)
                for v, length in self.members]

    def declared(self):
        return [f"  {v.kind} {v.name}{f'[{length}]' if length else ''} = {'{}' if length else '0'};" for v, length in self.members]

    def text(self, methods=()):
        return [f"struct {self.name} {{", *self.declared(), *methods, "};", ""]

    def fill(self, owner, path):
        """Statements of the host that give each member a value made of s."""
        lines = []
        for place in self.places(owner, path, True):
            shift = owner.random.randrange(25)
            number = {"float": f"(float)(int)((s >> {shift}) & 63u) * 0.25f - 6.0f", "bool": f"(s >> {shift} & 1u) != 0"}.get(
                place.kind, f"({place.kind})(s >> {shift})")
            lines.append(f"{place.name} = {number};")
        return lines


NEXT = "s = s * 1664525u + 1013904223u"


class RandomValues(RandomClass):
    """One random class; `text()` is its header."""

    def begin(self):
        self.types, self.behind, self.filled, self.members, self.helpers = [], [], [], [], []
        self.kernels, self.controls = [], []

    def index(self, scope, size):
        """An index that is smaller than `size`, which an expression of a number larger than 0 says."""
        plain = [v for v in scope if "." not in v.name and "->" not in v.name]
        return f"(unsigned)({self.integer(plain, 1)}) % {size}"

    def call(self, scope, depth, accepts):
        known = [f for f in self.functions if accepts(f.kind) and not f.has_reference()]
        function = self.choose(known) if known and self.chance(0.5) else None
        return f"{function.name}({self.arguments(function, scope, min(depth, 0))})" if function else None

    def body(self, parameters, kind, scope, indent, depth=1):
        """The body of a function of `kind`."""
        scope = [Variable(name, type_) for name, type_ in parameters] + scope
        lines = []
        if self.chance(0.3):
            lines.append(f"{indent}if ({self.condition(scope, 1)}) return {self.value(kind, scope, 1)};")
        return [*lines, *self.block(scope, depth, False, indent), f"{indent}return {self.value(kind, scope, 2)};"]

    def kernel(self, name, lines_of, over="n"):
        """A kernel over a, b, o and q, of whose iterations `lines_of(scope)` are a part."""
        scope = [Variable("x", "int", False), Variable("y", "float", False), Variable("i", "int", False), Variable("s", "int", False),
                 Variable("u", "unsigned", False), *self.constants, Variable("sum", "int"), Variable("factor", "float")]
        lines = [f"  void kernel1D_{name}({PARAMETERS}) {{", f"    for (int i = 0; i < {over}; i++) {{", "      const int x = a[i];",
                 "      const float y = b[i];", "      int sum = x;", "      float factor = y;"]
        if self.chance(0.2):
            lines.append(f"      if ({self.condition(scope, 1)}) continue;")
        for _ in range(self.random.randint(1, 3)):
            lines += lines_of(scope)
        lines += self.block(scope, 1, False, "      ")
        self.kernels += [*lines, f"      o[i] = {self.value('int', scope, 2)} ^ sum;", f"      q[i] = {clamp('factor')};", "    }", "  }"]

    def change(self, name, over, lines_of):
        """A kernel each of whose iterations changes an object of its own."""
        scope = [Variable("i", "int", False), Variable("s", "int", False), Variable("u", "unsigned", False), *self.constants]
        lines = [f"  void kernel1D_{name}(int s, unsigned u) {{", f"    for (int i = 0; i < (int)({over}); i++) {{"]
        if self.chance(0.3):
            lines.append("      if ((i & 3) == (s & 3)) continue;")
        self.kernels += [*lines, *lines_of(scope), "    }", "  }"]

    def control(self, name, changes, reads):
        calls = [f"kernel1D_{one}(s, u);" for one in changes]
        if calls and self.chance(0.4):
            calls = [f"for (int k = 0; k < (s & 3); k++) {{ {' '.join(calls)} }}"]
        calls += [f"kernel1D_{one}{CALL};" for one in reads]
        self.controls.append(f"  virtual void {name}({GIVEN}) {{ {' '.join(calls)} }}")

    def result(self, kind, value, scope, indent="      "):
        """What becomes of a value: a variable, or a part of the sum."""
        form = self.random.randrange(3)
        if form == 0:
            name = self.name("v")
            scope.append(Variable(name, kind, False))
            return [f"{indent}const {kind} {name} = {value};"]
        if kind == "float":
            return [f"{indent}factor += {value};", f"{indent}factor = {clamp('factor')};"]
        return [f"{indent}sum {self.choose(['+=', '^=', '-='])} (int){value};"]

    # Variants.

    def alternative(self, number):
        """A struct that is one, or the name of a number's type."""
        if number and self.chance(0.25):
            return self.choose([kind for kind in ("int", "float", "unsigned") if kind not in self.alternatives] or ["double"])
        one = Fields(self, f"Case{number}", 0)
        one.kind = self.choose(["int", "unsigned", "float", "bool"])
        one.methods = []
        self.types += one.text(one.methods)
        return one

    def visit(self, variant, kind, scope, indent):
        """A call of std::visit that gives `kind`."""
        outer = [v for v in scope if not v.mutable]
        lambdas = []
        structs = [one for one in self.alternatives if isinstance(one, Fields)]
        left = []
        for one in self.alternatives:
            if len(left) < 1 and one in structs and one.members and self.chance(0.3):
                left.append(one)
                continue
            name = one.name if isinstance(one, Fields) else one
            places = one.places(self, "it.", False) if isinstance(one, Fields) else [Variable("it", one, False)]
            parameter = self.choose([f"const {name} &it", f"const {name} it" if one in structs else f"{name} it"])
            if self.chance(0.6):
                inner = f"{indent}    "
                body = "\n".join(["", *self.body([], kind, outer + places, inner), indent + "  "])
            else:
                body = f" return {self.value(kind, outer + places, 1)}; "
            lambdas.append(f"[&]({parameter}){' -> ' + kind if kind in SMALL or self.chance(0.5) else ''} {{{body}}}")
        if left:
            lambdas.append(f"[&](const auto &it) {{ return {self.converted(kind, left[0])}; }}")
        function = f"Overloaded{{{', '.join(lambdas)}}}"
        return f"std::visit({function}, {variant})"

    def converted(self, kind, one):
        place = one.places(self, "it.", False)[0]
        if kind == "bool":
            return f"it.{place.name[3:]} != 0"
        return f"({kind}){clamp(place.name)}" if place.kind == "float" else f"({kind}){place.name}"

    def made(self, one, scope):
        """An expression of an alternative."""
        if not isinstance(one, Fields):
            return f"({one}){'(' + self.float(scope, 1) + ')' if one in ('float', 'double') else self.value(one, scope, 1)}"
        values = [f"{{{self.value(v.kind, scope, 0)}}}" if length else self.value(v.kind, scope, 1) for v, length in one.members]
        return f"{one.name}{{{', '.join(values)}}}"

    def variant(self, scope):
        return self.choose(["m_held", f"m_cases[{self.index(scope, 'm_cases.size()')}]", f"m_fixed[{self.index(scope, '3u')}]",
                            f"m_cases[{self.index(scope, 'm_cases.size()')}]"])

    def read_variant(self, scope):
        form = self.random.randrange(7)
        kind = self.choose(["int", "unsigned", "float", "bool"])
        variant = self.variant(scope)
        if form == 0:
            name = self.name("local")
            lines = [f"      {self.choose(['const Held', 'const Held &'])} {name} = {variant};"]
            return lines + self.result(kind, self.visit(name, kind, scope, "      "), scope)
        if form == 1:
            return self.local_variant(scope)
        if form == 2:
            return self.result("int", f"(int){variant}.index()", scope)
        if form == 3:
            return self.result(kind := self.asked[0], f"Ask({variant}, {self.value('int', scope, 1)})", scope)
        if form == 4:
            one = self.choose(self.alternatives)
            name = self.name("got")
            type_ = one.name if isinstance(one, Fields) else one
            places = one.places(self, f"{name}->", False) if isinstance(one, Fields) else [Variable(f"*{name}", one, False)]
            return [f"      if ({self.choose(['const auto', f'const {type_}'])} *{name} = std::get_if<{type_}>(&{variant})) {{",
                    f"        sum ^= {self.value('int', scope + places, 2)};", "      }"]
        if form == 5:
            one = self.choose(self.alternatives)
            type_ = one.name if isinstance(one, Fields) else one
            name = self.name("which")
            number = self.alternatives.index(one)
            get = self.choose([f"std::get<{type_}>({name})", f"std::get<{number}>({name})"])
            places = one.places(self, f"{get}.", False) if isinstance(one, Fields) else [Variable(get, one, False)]
            return [f"      const Held &{name} = {variant};", f"      if (std::holds_alternative<{type_}>({name})) {{",
                    f"        sum += {self.value('int', [*scope, *places], 2)};", "      }"]
        return self.result(kind, self.visit(variant, kind, scope, "      "), scope)

    def local_variant(self, scope):
        """A variant of the iteration's own, which changes."""
        name = self.name("local")
        first, other = self.choose(self.alternatives), self.choose(self.alternatives)
        type_ = other.name if isinstance(other, Fields) else other
        made = self.made(other, scope)
        change = self.choose([f"{name} = {made};", f"{name}.emplace<{self.alternatives.index(other)}>({made});",
                              f"{name} = {self.variant(scope)};", f"if ({self.condition(scope, 1)}) {name} = {made};",
                              f"{name} = {'Made' if self.has_made else 'Held'}({made if not self.has_made else self.value('int', scope, 1)});"])
        if isinstance(other, Fields) and other.members and self.chance(0.4):
            place = other.places(self, "held->", True)[0]
            change += f"\n      if (auto *held = std::get_if<{type_}>(&{name})) {place.name} = {self.value(place.kind, scope, 1)};"
        kind = self.choose(["int", "unsigned", "float"])
        return [f"      Held {name} = {self.made(first, scope)};", f"      {change}",
                *self.result(kind, self.visit(name, kind, scope, "      "), scope)]

    def change_variant(self, scope):
        name = self.name("one")
        other = self.choose(self.alternatives)
        lines = [f"      Held &{name} = m_cases[i];"]
        form = self.random.randrange(4)
        if form == 0:
            lines.append(f"      if ({self.condition(scope, 1)}) {name} = {self.made(other, scope)};")
        elif form == 1:
            lines.append(f"      {name} = {self.choose(['m_held', f'm_fixed[{self.index(scope, 3)}u]'])};")
        elif form == 2:
            lines.append(f"      if ({name}.index() == {self.random.randrange(len(self.alternatives))}) "
                         f"{name}.emplace<{self.alternatives.index(other)}>({self.made(other, scope)});")
        lambdas = []
        for one in self.alternatives:
            is_struct = isinstance(one, Fields)
            places = one.places(self, "it.", True) if is_struct else [Variable("it", one)]
            body = "".join(f" {p.name} = {self.value(p.kind, scope + places, 1)};" for p in places if p.kind != "double")
            lambdas.append(f"[&]({one.name if is_struct else one} &it) {{ (void)it;{body} }}")
        return [*lines, f"      std::visit(Overloaded{{{', '.join(lambdas)}}}, {name});"]

    def add_variants(self):
        self.types += ["template <class... Ts> struct Overloaded : Ts... {", "  using Ts::operator()...;", "};",
                       "template <class... Ts> Overloaded(Ts...) -> Overloaded<Ts...>;", ""]
        self.alternatives = []
        for number in range(self.random.randint(2, 4)):
            self.alternatives.append(self.alternative(number))
        names = [one.name if isinstance(one, Fields) else one for one in self.alternatives]
        self.types += [f"using Held = std::variant<{', '.join(names)}>;", ""]
        kind = self.choose(["int", "unsigned", "float"])
        self.asked = (kind, names)
        operators = []
        for one, name in zip(self.alternatives, names):
            places = one.places(self, "it.", False) if isinstance(one, Fields) else [Variable("it", one, False)]
            operators += [f"  {kind} operator()(const {name} &it) const {{", "    (void)it;",
                          *self.body([], kind, [*places, Variable("by", "int", False)], "    "), "  }"]
        self.types += ["struct Asking {", "  int by;", *operators, "};", ""]
        self.helpers.append(f"  static {kind} Ask(const Held &held, int by) {{ return std::visit(Asking{{by}}, held); }}")
        self.has_made = self.chance(0.5)
        if self.has_made:
            scope = [Variable("by", "int", False)]
            self.helpers += ["  static Held Made(int by) {", f"    if ({self.condition(scope, 1)}) return {self.made(self.alternatives[-1], scope)};",
                             f"    return {self.made(self.alternatives[0], scope)};", "  }"]
        self.members += ["  Held m_held;", "  std::vector<Held> m_cases;", "  Held m_fixed[3];"]
        make = []
        for number, one in enumerate(self.alternatives):
            if isinstance(one, Fields):
                make.append(f"    case {number}: {{ {one.name} one; {' '.join(one.fill(self, 'one.'))} return one; }}")
            else:
                make.append(f"    case {number}: return ({one})(int)(s >> 3 & 1023u);")
        self.helpers += ["  static Held MakeHeld(unsigned s) {", f"    switch ((s >> 20) % {len(names)}u) {{", *make,
                         "    default: return Held();", "    }", "  }"]
        self.filled += [f"    for (int k = 0; k < {self.random.randint(1, 21)}; k++, {NEXT}) m_cases.push_back(MakeHeld(s));",
                        f"    for (int k = 0; k < 3; k++, {NEXT}) m_fixed[k] = MakeHeld(s);", "    m_held = MakeHeld(s);"]
        self.kernel("Visit", self.read_variant)
        self.change("Age", "m_cases.size()", self.change_variant)
        self.control("Cases", ["Age"], ["Visit"])

    # Objects with vectors inside.

    def table_path(self, scope):
        forms = ["m_table.", f"m_tables[{self.index(scope, 'm_tables.size()')}].", f"m_few[{self.index(scope, '2u')}].",
                 f"m_owned[{self.index(scope, 'm_owned.size()')}]->", "m_shared->"]
        return self.choose(forms)

    def read_table(self, scope):
        path = self.table_path(scope)
        form = self.random.randrange(5)
        kind = self.cell_kind
        at = self.value("int", scope, 1)
        if form == 0:
            return self.result(kind, f"{path}At({at})", scope)
        if form == 1:
            name = self.name("table")
            target = f"*{path[:-2]}" if path.endswith("->") else path[:-1]
            return [f"      const Table &{name} = {target};", *self.result(kind, f"{name}.At({at})", scope),
                    *self.result("int", f"(int){name}.cells.size()", scope)]
        if form == 2:
            target = f"*{path[:-2]}" if path.endswith("->") else path[:-1]
            return self.result("int", f"Total({target}, {at})", scope)
        if form == 3:
            name = self.name("one")
            over = self.choose(["m_tables", "m_few"])
            return [f"      for (const Table &{name} : {over}) {{", f"        if ({name}.cells.empty()) continue;",
                    f"        sum ^= (int){name}.At({at}) + {name}.width;", "      }"]
        return self.result("int", f"(int){path}Row({at})", scope)

    def change_table(self, scope):
        kind = self.cell_kind
        places = [Variable("m_table.cells[i]", kind)]
        value = self.value(kind, scope + places, 2)
        return [self.choose([f"      m_table.cells[i] = {value};", f"      m_table.Set(i, {value});",
                             f"      m_table.Cell(i) = {value};"])]

    def add_tables(self):
        kind = self.cell_kind = self.choose(["int", "unsigned", "float", "unsigned char"])
        other = Fields(self, "Extra", 0)
        scope = [Variable("at", "int", False), Variable("width", "int", False), *other.places(self, "", False)]
        zero = self.constant(kind)
        self.types += ["struct Table {", *other.declared(), "  int width = 1;", f"  std::vector<{kind}> cells;",
                       f"  {kind} At(int at) const {{", f"    if (cells.empty()) return {zero};",
                       "    return cells[(unsigned)at % cells.size()];", "  }",
                       f"  void Set(int at, {kind} value) {{ cells[at] = value; }}", f"  {kind} &Cell(int at) {{ return cells[at]; }}",
                       "  int Row(int at) const {", "    int sum = 0;",
                       "    for (int k = 0; k < width && k < (int)cells.size(); k++)",
                       f"      sum {self.choose(['+=', '^='])} (int)cells[k] * {self.integer(scope, 1)};", "    return sum;", "  }", "};", ""]
        self.helpers += ["  static int Total(const Table &table, int at) {", "    int sum = at;",
                         self.choose([f"    for (const {kind} cell : table.cells) sum = sum * 3 + (int)cell;",
                                      "    for (size_t k = 0; k < table.cells.size(); k++) sum ^= (int)table.cells[k] << (k & 3);"]),
                         "    return sum;", "  }", "  static Table MakeTable(unsigned s) {", "    Table table;",
                         *[f"    {one}" for one in other.fill(self, "table.")], "    table.width = 1 + (int)(s >> 9 & 7u);",
                         f"    for (unsigned k = 0; k < (s >> 14 & 15u); k++, {NEXT}) table.cells.push_back(({kind})(s >> 24 & 127u));",
                         "    return table;", "  }"]
        self.members += ["  Table m_table;", "  std::vector<Table> m_tables;", "  Table m_few[2];",
                         f"  std::vector<std::{self.choose(['unique', 'shared'])}_ptr<Table>> m_owned;", "  std::shared_ptr<Table> m_shared;"]
        self.filled += ["    m_table = MakeTable(s | 0x8000u);",
                        f"    for (int k = 0; k < {self.random.randint(1, 9)}; k++, {NEXT}) m_tables.push_back(MakeTable(s));",
                        f"    for (int k = 0; k < {self.random.randint(1, 4)}; k++, {NEXT}) "
                        "{ m_owned.emplace_back(new Table(MakeTable(s))); m_few[k & 1] = MakeTable(s ^ 77u); }",
                        "    m_shared = std::make_shared<Table>(MakeTable(s));"]
        self.kernel("Look", self.read_table)
        self.change("Write", "m_table.cells.size()", self.change_table)
        self.control("Tables", ["Write"], ["Look"])

    # Objects behind interfaces: what is the same of copies and owners.

    def classes(self, root, members, methods, derived):
        """`methods` are (name, kind, parameters, const, scope); bodies are outside of the classes, as they may use the whole class."""
        lines, bodies = [], []
        names = [root] + [f"{root}{k}" for k in range(derived)]
        for number, name in enumerate(names):
            own = Fields(self, name, 0 if number else 1)
            parent = "" if not number else self.choose(names[:number])
            fields = [*members, *own.members] if not number else own.members
            self.fields_of[name] = fields + (self.fields_of[parent] if parent else [])
            lines += [f"struct {name}{f' : {parent}' if parent else ''} {{", *([f"  virtual ~{name}() = default;"] if not number else [])]
            for method, kind, parameters, is_const, scope in methods:
                if number and not self.chance(0.6):
                    continue
                list_ = ", ".join(f"{type_} {one}" for one, type_ in parameters)
                const = " const" if is_const else ""
                lines.append(f"  {'virtual ' if not number else ''}{kind} {method}({list_}){const}{' override' if number else ''};")
                inner = [Variable(v.name + (f"[{self.random.randrange(length)}]" if length else ""), v.kind, not is_const)
                         for v, length in self.fields_of[name]]
                plain = [(one, type_) for one, type_ in parameters if "&" not in type_]
                bodies += [f"inline {kind} {name}::{method}({list_}){const} {{",
                           *self.body(plain, kind, inner + scope, "  "), "}"]
            lines += [*(own.declared()), *([f"  {m}" for m in self.extra_of.get(name, [])]), "};", ""]
        return names, lines, bodies

    def make(self, root, names, more=""):
        cases = []
        for number, name in enumerate(names):
            assigned = []
            for v, length in self.fields_of[name]:
                shift = self.random.randrange(25)
                place = f"one->{v.name}{f'[{self.random.randrange(length)}]' if length else ''}"
                if v.kind in self.structs:
                    assigned += self.structs[v.kind].fill(self, f"{place}.")
                    continue
                assigned.append(f"{place} = " + {"float": f"(float)(int)((s >> {shift}) & 63u) * 0.25f - 6.0f",
                                                 "bool": f"(s >> {shift} & 1u) != 0"}.get(v.kind, f"({v.kind})(s >> {shift})") + ";")
            cases.append(f"    case {number}: {{ auto one = std::make_unique<{name}>(); {' '.join(assigned)} {more} return one; }}")
        return [f"  std::unique_ptr<{root}> Make{root}(unsigned s) {{", f"    switch ((s >> 20) % {len(names)}u) {{", *cases,
                f"    default: return std::make_unique<{root}>();", "    }", "  }"]

    # Copies.

    def add_copies(self):
        data = self.structs["Data"] = Fields(self, "Data")
        state = self.name("f")
        self.types += data.text()
        self.extra_of["Body"] = [f"Data {state};"]
        parameters = [(self.name("p"), self.choose(["int", "unsigned", "float"]))]
        scope = data.places(self, f"{state}.", False)
        result = self.choose(["int", "unsigned", "float"])
        changing = [Variable(v.name, v.kind) for v in scope]
        names, lines, bodies = self.classes("Body", [], [("Weigh", result, parameters, True, scope), ("Move", "int", parameters, False, changing)],
                                            self.random.randint(1, 3))
        self.types += lines
        self.behind += bodies
        self.fields_of = {name: [*fields, (Variable(state, "Data"), 0)] for name, fields in self.fields_of.items()}
        half = self.random.randint(1, 9)
        self.helpers += self.make("Body", names)
        self.members += ["  std::vector<std::unique_ptr<Body>> m_bodies;", "  std::vector<Data> m_data;", "  Data m_last;",
                         f"  static constexpr int HALF = {half};"]
        self.filled += [f"    for (int k = 0; k < 2 * HALF; k++, {NEXT}) {{ m_bodies.push_back(MakeBody(s)); m_data.emplace_back(); "
                        f"Data &one = m_data.back(); {' '.join(data.fill(self, 'one.'))} }}"]
        value = self.name("d")

        def copied(scope):
            first, other = self.choose([("m_bodies[i]", "m_bodies[i + HALF]"), ("m_bodies[i + HALF]", "m_bodies[i]")])
            local = data.places(self, f"{value}.", True)
            place = self.choose(local)
            forms = [[f"      *{first} = *{other};"], [f"      std::swap(*{first}, *{other});"],
                     [f"      Body &one = *{first};", f"      const Body &two = *{other};", "      one = two;"],
                     [f"      Data {value} = {other}->{state};", f"      {place.name} = {self.value(place.kind, scope + local, 1)};",
                      f"      {first}->{state} = {value};"],
                     [f"      std::swap({first}->{state}, {other}->{state});"],
                     [f"      m_data[i] = {first}->{state};", f"      {other}->{state} = m_data[i + HALF];"],
                     [f"      {first}->{state} = {other}->{state};"],
                     [f"      if ({self.condition(scope, 1)}) *{first} = *{other};"],
                     [f"      const int moved = {first}->Move({self.value(parameters[0][1], scope, 1)});",
                      f"      if (moved & 1) {first}->{state} = m_last;"]]
            return self.choose(forms)

        def read(scope):
            index = self.index(scope, "m_bodies.size()")
            if self.chance(0.5):
                fixed = [v for v in scope if not v.mutable]
                return self.result(result, f"m_bodies[{index}]->Weigh({self.value(parameters[0][1], fixed, 1)})", scope)
            name = self.name("d")
            place = self.choose(data.places(self, f"{name}.", False))
            source = self.choose([f"m_bodies[{index}]->{state}", f"m_data[{self.index(scope, 'm_data.size()')}]", "m_last"])
            return [f"      {self.choose(['const Data', 'const Data &', 'Data'])} {name} = {source};",
                    f"      sum ^= {self.value('int', [*scope, place], 2)};"]

        self.change("Copy0", "HALF", copied)
        self.change("Copy1", "HALF", copied)
        self.kernel("Weigh", read)
        self.control("Copies", ["Copy0", "Copy1"] if self.chance(0.5) else ["Copy1", "Copy0"], ["Weigh"])

    # Owners.

    def add_owners(self):
        owner = self.choose([f"{NAME} *", f"const {NAME} *"])
        given = self.chance(0.4)
        self.types += [f"class {NAME};", ""]
        who = self.name("f")
        self.extra_of["Agent"] = [f"{owner}{who} = nullptr;"]
        parameters = [(self.name("p"), self.choose(["int", "unsigned", "float"])) for _ in range(self.random.randint(1, 2))]
        scope = [Variable(f"{who}->{v.name}", v.kind, False) for v in self.constants]
        asked = Variable(f"{who}->Level({parameters[0][0]})", "int", False)
        taken = list(parameters)
        methods = [("Act", self.choose(["int", "float"]), taken, True,
                    [*scope, asked, Variable(f"{who}->m_levels[(unsigned){parameters[0][0]} % 16u]", "int", False)])]
        if parameters[0][1] == "float":
            methods[0][4].pop()
        if given:
            methods.append(("See", "int", [("owner", f"const {NAME} &"), *parameters], True,
                            [Variable(f"owner.{v.name}", v.kind, False) for v in self.constants] +
                            [Variable(f"owner.Level({parameters[0][0]})", "int", False)]))
        names, lines, bodies = self.classes("Agent", [], methods, self.random.randint(1, 3))
        self.types += lines
        self.behind += bodies
        self.helpers += self.make("Agent", names, f"one->{who} = this;")
        kind = self.choose(["std::unique_ptr", "std::shared_ptr"])
        array = self.choose(["Agent *m_slots[3] = {};", "std::array<Agent *, 3> m_slots = {};", f"{kind}<Agent> m_slots[3];",
                             f"std::array<{kind}<Agent>, 3> m_slots;"])
        plain = "Agent *" in array
        self.members += [f"  {kind}<Agent> m_agent;", "  std::vector<std::shared_ptr<Agent>> m_agents;", f"  {array}"]
        self.filled += [f"    for (int k = 0; k < {self.random.randint(3, 12)}; k++, {NEXT}) m_agents.push_back(MakeAgent(s));",
                        "    m_agent = MakeAgent(s ^ 0x5a5a5a5au);",
                        "    for (int k = 0; k < 3; k++) m_slots[k] = m_agents[k].get();" if plain else
                        f"    for (int k = 0; k < 3; k++, {NEXT}) m_slots[k] = MakeAgent(s);"]
        if self.chance(0.4):
            self.filled.append(f"    m_slots[{self.random.randrange(3)}] = nullptr;")
            null = True
        else:
            null = False
        self.helpers.append(f"  int Level(int at) const {{ return m_levels[(unsigned)at % m_levels.size()]; }}")
        self.members.append("  std::vector<int> m_levels;")
        self.filled.append(f"    for (int k = 0; k < {self.random.randint(16, 33)}; k++, {NEXT}) m_levels.push_back((int)(s >> 16) - 30000);")

        def read(scope):
            method = self.choose(methods)
            fixed = [v for v in scope if not v.mutable]
            arguments = ", ".join("*this" if "&" in type_ else self.value(type_, fixed, 1) for _, type_ in method[2])
            slot = f"m_slots[{self.index(scope, '3u')}]"
            path = self.choose(["m_agent", f"m_agents[{self.index(scope, 'm_agents.size()')}]", slot])
            if path is slot and null:
                name = self.name("slot")
                return [f"      const Agent *{name} = {slot}{'' if plain else '.get()'};",
                        f"      if ({self.choose([name, f'{name} != nullptr'])}) {{",
                        f"        sum ^= (int){clamp(f'(float){name}->{method[0]}({arguments})') if method[1] == 'float' else f'{name}->{method[0]}({arguments})'};",
                        "      }"]
            return self.result(method[1], f"{path}->{method[0]}({arguments})", scope)

        self.kernel("Act", read)
        self.change("Level", "m_levels.size()", lambda scope: [f"      m_levels[i] {self.choose(['+=', '^='])} {self.integer(scope, 2)};"])
        self.control("Owners", ["Level"], ["Act"])

    def text(self):
        self.begin()
        self.functions, self.structs, self.fields_of, self.extra_of = [], {}, {}, {}
        self.constants = [Variable(self.name("m_"), self.choose(["int", "unsigned", "float"]), mutable=False) for _ in range(2)]
        parts = [self.add_variants, self.add_tables, self.add_copies, self.add_owners]
        for part in self.random.sample(parts, self.random.randint(1, 2)):
            part()
        members = [f"  {v.kind} {v.name} = {self.constant(v.kind)};" for v in self.constants]
        heads = ["algorithm", "array", "cmath", "memory", "utility", "variant", "vector"]
        return "\n".join([*[f"#include <{head}>" for head in heads], "", *self.types, f"class {NAME} {{", "public:", f"  {NAME}() {{",
                          f"    unsigned s = {self.random.getrandbits(32)}u;", *self.filled, "  }", f"  virtual ~{NAME}() = default;",
                          *self.controls, *members, *self.members, *self.helpers, "", "protected:", *self.kernels, "};", "", *self.behind, ""])


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: random_values.py SEED FOLDER")
    write(sys.argv[2], "random_values", RandomValues(int(sys.argv[1])).text())


if __name__ == "__main__":
    main()
