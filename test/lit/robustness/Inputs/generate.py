"""Prints a class whose kernel holds some construct very often, or very deep in itself: generate.py CONSTRUCT NUMBER."""
import sys


def joined(count, text, between=""):
    return between.join(text.replace("@", str(number)) for number in range(count))


# What stands before the class, in it, and in its kernel's loop over i.
CONSTRUCTS = {
    # Many of them.
    "updates": lambda n: ("", "", joined(n, "a[i] += 1;\n")),
    "elements": lambda n: ("", "", joined(n, f"a[{n} * i + @] += 1;\n")),
    "scatters": lambda n: ("", "int bins[256] = {};\n", joined(n, "bins[(a[i] + @) & 255] += @;\n")),
    "cases": lambda n: ("", "", "switch (a[i]) {\n" + joined(n, "case @: a[i] = @ * 7; break;\n") + "}"),
    "members": lambda n: ("", joined(n, "int m@ = @;\n"), joined(n, "a[i] += m@;\n")),
    "kernels": lambda n: ("", joined(n, "void kernel1D_k@(int *a, int n) { for (int i = 0; i < n; ++i) a[i] += @; }\n") +
                          "virtual void All(int *a, int n) {\n" + joined(n, "kernel1D_k@(a, n);\n") + "}\n", "a[i] += 1;"),
    "table": lambda n: (f"static const int kTable[{n}] = {{" + joined(n, "@ * 7", ", ") + "};", "",
                        f"a[i] = kTable[a[i] & {n - 1}];"),
    "functions": lambda n: (joined(n, "static int f@(int x) { return x + @; }\n"), "", joined(n, "a[i] = f@(a[i]);\n")),
    "lines": lambda n: ("\n" * n, "", "a[i] = 1;"),
    # Each in the one before it.
    "chain": lambda n: ("template <int N> static int f(int x) { return f<N - 1>(x) + N; }\n"
                        "template <> int f<0>(int x) { return x; }", "", f"a[i] = f<{n}>(a[i]);"),
    "doubling": lambda n: ("static int f0(int x) { return x; }\n" +
                           "".join(f"static int f{k}(int x) {{ return f{k - 1}(x) + f{k - 1}(x + 1); }}\n" for k in range(1, n)),
                           "", f"a[i] = f{n - 1}(a[i]);"),
    "branches": lambda n: ("", "", joined(n, "if (a[i] > @)\n") + "a[i] = 1;"),
    "alternatives": lambda n: ("", "", joined(n, "if (a[i] == @) a[i] = 1; else\n") + "a[i] = 2;"),
    "loops": lambda n: ("", "", joined(n, "for (int j@ = 0; j@ < 2; ++j@)\n") + "a[i] += 1;"),
    "whiles": lambda n: ("", "", "while (a[i] > 0)\n" * n + "a[i] -= 1;"),
    "blocks": lambda n: ("", "", "{" * n + "a[i] = 1;" + "}" * n),
    "conjunctions": lambda n: ("", "", "if (" + joined(n, "a[i] != @", " && ") + ") a[i] = 1;"),
    "commas": lambda n: ("", "", joined(n, "a[i] += @", ", ") + ";"),
    "sums": lambda n: ("", "", "a[i] = " + joined(n, "i * @", " + ") + ";"),
    "choices": lambda n: ("", "", "a[i] = " + joined(n, "i == @ ? 1 : ") + "0;"),
    "parentheses": lambda n: ("", "", "a[i] = " + "(" * n + "i" + ")" * n + ";"),
    "negations": lambda n: ("", "", "a[i] = " + "!" * n + "i;"),
    "calls": lambda n: ("static int f(int x) { return x + 1; }", "", "a[i] = " + "f(" * n + "i" + ")" * n + ";"),
    "dimensions": lambda n: ("", f"int m_deep{'[1]' * n};", f"a[i] = m_deep{'[0]' * n};"),
}


def main():
    before, members, body = CONSTRUCTS[sys.argv[1]](int(sys.argv[2]))
    print(f"""{before}
class C {{
public:
  virtual ~C() {{}}
  virtual void Run(int *a, int n) {{ kernel1D_k(a, n); }}
  void kernel1D_k(int *a, int n) {{
    for (int i = 0; i < n; ++i) {{
{body}
    }}
  }}
{members}
}};""")


main()
