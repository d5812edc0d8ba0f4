"""Writes classes that reduce values of one type by every operation that there is for it, for vkmorph-check to compare.

    classes.py NAME FOLDER     (writes FOLDER/NAME.h and .cpp)
    classes.py --list

The operations of a class are spread over kernels by what can finish them, because all reductions of a kernel finish alike:
Totals have an atomic operation and a neutral element of zero, Bounds an atomic operation, Rest neither. Parts reduces members
of structs and elements of arrays, Rows sums rows. Totals has statements in front of its loop and behind it; what the other kernels
reduce goes on with what the call before it has left.
"""
import os
import sys

DIMENSIONS = {"Line": ("n",), "Plane": ("w", "h"), "Block": ("w", "h", "d")}
# Which kernels a shape has: all in one dimension, one each in two and three. Software devices take seconds for a shader.
KERNELS = {"Line": ("Totals", "Bounds", "Rest", "Parts"), "Plane": ("Totals",), "Block": ("Bounds",)}
COUNTERS = {"n": "i", "w": "x", "h": "y", "d": "z"}

INTEGERS = {"int8": "std::int8_t", "int16": "std::int16_t", "int32": "std::int32_t", "int64": "std::int64_t",
            "uint8": "std::uint8_t", "uint16": "std::uint16_t", "uint32": "std::uint32_t", "uint64": "std::uint64_t"}
FLOATS = {"float32": "float", "float64": "double"}
VECTORS = {"vec2": "glm::vec2", "vec3": "glm::vec3", "vec4": "glm::vec4", "ivec3": "glm::ivec3", "uvec2": "glm::uvec2",
           "dvec3": "glm::dvec3"}
MATRICES = {"mat3": "glm::mat3", "mat4": "glm::mat4", "dmat2": "glm::dmat2"}


def number(name, type_):
    """What a class of one kind of number reduces: declarations, and statements for one value `v` by kernel."""
    is_float = name in FLOATS
    members, totals, bounds, rest, parts = [], [], [], [], []
    members.append(f"{type_} m_sum = 0, m_half = 0;")
    totals.append("m_sum += v;")
    if not is_float:
        members.append(f"{type_} m_any = 0, m_odd = 1;")
        totals += ["m_any |= v;", "m_odd ^= v;"]
        members.append(f"{type_} m_all = {type_}(~{type_}(0));")
        bounds.append(f"m_all &= {type_}(v | 3);")
    members.append(f"int m_above = 0; {type_} m_sumAbove = 0;")
    totals.append(f"if (v > {type_}(2)) {{ ++m_above; m_sumAbove += v; }}")
    members.append(f"{type_} m_least = 100, m_most = 1;")
    least_most = ["m_least = std::min(m_least, v);", "m_most = v > m_most ? v : m_most;"]
    if name.startswith("uint"):
        totals.append(least_most.pop())
    bounds += least_most
    members.append(f"{type_} m_product = 1;")
    rest.append("m_product *= v < 0 ? -1.0f : 1.0f;" if is_float else f"m_product *= {type_}(v | 1);")
    # The first of equal values or the last one, with the number of the iteration.
    members.append(f"{type_} m_best = 50; int m_bestAt = 7;")
    rest.append(f"if (v {'>=' if name.startswith('uint') else '<'} m_best) {{ m_best = v; m_bestAt = i; }}")
    members.append(f"struct Range {{ {type_} low = 50, high = 2; {type_} sums[2] = {{0, 0}}; }} m_range;")
    members.append(f"{type_} m_bins[3] = {{0, 0, 0}}; unsigned m_counts[2][4] = {{}};")
    parts += ["if (v < m_range.low) m_range.low = v;", "m_range.high = std::max(v, m_range.high);",
              "m_range.sums[AT & 1] += v;", "m_bins[unsigned(AT) % 3u] += v;",
              "m_counts[AT & 1][unsigned(v > 4)]++;"]
    return members, totals, bounds, rest, parts, "m_half = m_sum / 2;"


def boolean(_, type_):
    members = ["int m_count = 0, m_sum = 0;", "bool m_any = false, m_all = true, m_odd = false, m_none = true;",
               "struct { bool all = true; bool some[2] = {false, true}; } m_flags;"]
    return (members, ["m_sum += v;", "if (v) ++m_count;"], ["m_any = m_any || v;", "m_all = m_all && v;"],
            ["m_odd ^= v;", "m_none &= !v;", "m_any |= v;"], ["m_flags.all &= v;", "m_flags.some[AT & 1] |= v;"],
            "m_count += m_sum;")


def vector(name, type_):
    scalar = {"i": "int", "u": "unsigned", "d": "double"}.get(name[0], "float")
    members = [f"{type_} m_sum = {type_}(0), m_twice = {type_}(0);",
               f"{type_} m_least = {type_}(90), m_most = {type_}(2), m_product = {type_}(1);",
               f"struct Pair {{ {type_} sum = {type_}(0); {scalar} first = 0; }} m_pairs[2];"]
    sign = "glm::sign(v) * glm::sign(v)" if name[0] not in "iu" else f"(v | {type_}(1))"
    return (members, ["m_sum += v;"], ["m_least = glm::min(m_least, v);", "m_most = glm::max(m_most, v);"],
            [f"m_product *= {sign};"], ["m_pairs[AT & 1].sum += v;", "m_pairs[AT & 1].first += v.x;"],
            "m_twice = m_sum + m_sum;")


def matrix(_, type_):
    members = [f"{type_} m_sum = {type_}(0), m_twice = {type_}(0);"]
    return members, ["m_sum += v;"], [], [], [], "m_twice = m_sum + m_sum;"


KINDS = [(INTEGERS, number), (FLOATS, number), ({"bool": "bool"}, boolean), (VECTORS, vector), (MATRICES, matrix)]
NAMES = [name for types, _ in KINDS for name in types]


def kernel(name, shape, type_, statements, before="", after=""):
    """One kernel, its loops from the outermost counter inwards."""
    sizes = DIMENSIONS[shape]
    parameters = ", ".join(f"int {size}" for size in sizes)
    counters = [COUNTERS[size] for size in sizes]
    index = counters[-1]
    for size, counter in zip(reversed(sizes[:-1]), reversed(counters[:-1])):
        index = f"({index}) * {size} + {counter}"
    lines = [f"  void kernel{len(sizes)}D_{name}{shape}(const {type_} *a, {parameters}) {{"]
    if before:
        lines.append(f"    {before}")
    for size, counter in reversed(list(zip(sizes, counters))):
        lines.append(f"    for (int {counter} = 0; {counter} < {size}; ++{counter})")
    lines[-1] += " {"
    lines.append(f"      const {type_} v = a[{index}];")
    for statement in statements:
        lines.append("      " + statement.replace("AT", f"({' + '.join(counters)})"))
    lines.append("    }")
    if after:
        lines.append(f"    {after}")
    return lines + ["  }"]


def has_shape(name, shape):
    """Whether the class of a type has a control function of that name."""
    return f" void {shape}(" in write_class(name)


def rows(type_, kind):
    """Rows of one length each, which a thread or a workgroup takes."""
    zero = "0" if kind is number else f"{type_}(0)"
    lines = [f"  void kernel1D_Rows(const {type_} *a, {type_} *sums, {type_} *most, int w, int h) {{",
             "    for (int y = 0; y < h; ++y) {", f"      {type_} sum = {zero}, largest = {zero};",
             "      for (int x = 0; x < w; ++x) {", "        sum += a[y * w + x];"]
    largest = "std::max(largest, a[y * w + x])" if kind is number else "glm::max(largest, a[y * w + x])"
    lines += [f"        largest = {largest};" if kind is not matrix else "        largest = largest + a[y * w + x];", "      }",
              "      sums[y] = sum;", "      most[y] = largest;", "    }", "  }"]
    return lines


def write_class(name):
    """The text of the class for a type."""
    types, kind = next((types, kind) for types, kind in KINDS if name in types)
    type_ = types[name]
    members, totals, bounds, rest, parts, epilogue = kind(name, type_)
    kernels = [("Totals", totals), ("Bounds", bounds), ("Rest", rest), ("Parts", parts)]
    lines = [f"// Reduces {type_} by every operation; written by test/matrix/classes.py.", "#pragma once", "#include <algorithm>",
             "#include <cstdint>"]
    if kind in (vector, matrix):
        lines.append("#include <glm/glm.hpp>")
    lines += ["", "class Reduced {", "public:", "  virtual ~Reduced() = default;"]
    body = []
    for shape, sizes in DIMENSIONS.items():
        parameters = ", ".join(f"int {size}" for size in sizes)
        calls = []
        for kernel_name, statements in kernels:
            if not statements or kernel_name not in KERNELS[shape]:
                continue
            is_first = kernel_name == "Totals"
            zero = "m_sum = 0;" if kind in (number, boolean) else f"m_sum = {type_}(0);"
            body += kernel(kernel_name, shape, type_, statements, zero if is_first else "", epilogue if is_first else "")
            calls.append(f"    kernel{len(sizes)}D_{kernel_name}{shape}(a, {', '.join(sizes)});")
        if not calls:
            continue
        lines += [f"  virtual void {shape}(const {type_} *a, {parameters}) {{"] + calls + ["  }"]
    if kind is not boolean:
        lines += [f"  virtual void Rows(const {type_} *a, {type_} *sums, {type_} *most, int w, int h) {{",
                  "    kernel1D_Rows(a, sums, most, w, h);", "  }"]
        body += rows(type_, kind)
    lines += ["", "protected:"] + body + [""] + ["  " + member for member in members]
    return "\n".join(lines + ["};", ""])


def write_files(name, folder):
    """Writes the class, if it is not there already; returns its source file."""
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, name + ".cpp")
    for path, text in [(os.path.join(folder, name + ".h"), write_class(name)),
                       (source, f'// The class is in its header.\n#include "{name}.h"\n')]:
        if not os.path.exists(path) or open(path).read() != text:
            with open(path, "w") as file:
                file.write(text)
    return source


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(NAMES))
    elif len(sys.argv) == 3 and sys.argv[1] in NAMES:
        write_files(*sys.argv[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
