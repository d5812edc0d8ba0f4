# Mutates C++ text token by token: most results are no C++, many are almost C++, some are C++ that means something else.
import random
import re

TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<directive>^[ \t]*\#[^\n]*)
      | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<number>\.?\d(?:[\w.']|[eEpP][+-])*)
      | (?P<word>[A-Za-z_]\w*)
      | (?P<operator><<=|>>=|<=>|->\*|\.\.\.|::|->|\+\+|--|&&|\|\||[-+*/%&|^=!<>]=|<<|>>|.)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

OPERATORS = "+ - * / % & | ^ && || << >> < <= > >= == != = += -= *= /= %= &= |= ^= <<= >>= , ? : . -> :: ! ~ ++ -- ( ) [ ] { } ;".split()
SAME_PLACE = ["+ - * / % & | ^ << >>".split(), "< <= > >= == !=".split(), "= += -= *= /= |= &= ^=".split(), ["++", "--"], ["&&", "||", "&", "|", ","],
              ["break", "continue", "return"], ["public", "private", "protected"], ["const", "static", "inline", "virtual", "constexpr", "mutable", ""],
              ["struct", "class", "union"], ["while", "if"], ["float", "double", "int", "unsigned", "bool", "uint8_t", "int64_t", "short"]]
NUMBERS = ["0", "1", "-1", "2147483647", "2147483648", "4294967295u", "18446744073709551615ull", "1e39f", "1e-320", "0x7f",
           "0.0f", "1.0", "'a'", "true", "nullptr", "1024", "65536", "3000000000"]
TYPES = ["int", "unsigned", "float", "double", "bool", "char", "signed char", "short", "uint16_t", "long long", "size_t",
         "long double", "void", "auto", "const int", "volatile int", "int *", "float *", "int &", "const float &", "int **",
         "float (*)(float)", "__int128", "wchar_t", "decltype(nullptr)"]
STATEMENTS = ["break;", "continue;", "return;", "return 0;", "goto out;", "out:;", "throw 1;", "new int;", "delete this;",
              "asm(\"\");", ";", "{", "}", "int x;", "int x[4] = {};", "static int s;", "auto f = [&](int q) { return q; };",
              "if (1) {", "for (;;) {}", "while (true) break;", "do {} while (0);", "switch (1) { default:; }", "case 3:",
              "try {} catch (...) {}", "using namespace std;", "struct L { int a, b; } l{1, 2};", "union U { int i; float f; } u;",
              "volatile int v = 0;", "int *p = nullptr;", "(void)sizeof(int);", "int y = int{}, *q = &y;", "this;", "*this;"]


def tokenise(text):
    """[(kind, text)] whose texts make up the input again."""
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def _pick(rng, tokens, kinds):
    places = [index for index, (kind, _) in enumerate(tokens) if kind in kinds]
    return rng.choice(places) if places else None


def _delete(rng, tokens):
    at = _pick(rng, tokens, ("word", "operator", "number", "string", "directive"))
    if at is not None:
        del tokens[at]


def _duplicate(rng, tokens):
    at = _pick(rng, tokens, ("word", "operator", "number", "string"))
    if at is not None:
        tokens.insert(at, tokens[at])


def _swap(rng, tokens):
    first, second = (_pick(rng, tokens, ("word", "operator", "number")) for _ in range(2))
    if first is not None:
        tokens[first], tokens[second] = tokens[second], tokens[first]


def _replace(kind, choices):
    def mutate(rng, tokens):
        at = _pick(rng, tokens, (kind,))
        if at is not None:
            options = choices or [text for other, text in tokens if other == kind]
            tokens[at] = (kind, rng.choice(options))
    return mutate


def _operate(rng, tokens):
    """Another operator where one stands that C++ allows there too."""
    groups = [group for group in SAME_PLACE if any(text in group for _, text in tokens)]
    if groups:
        group = rng.choice(groups)
        places = [index for index, (_, text) in enumerate(tokens) if text in group]
        tokens[rng.choice(places)] = ("operator", rng.choice(group))


def _retype(rng, tokens):
    places = [index for index, (_, text) in enumerate(tokens)
              if text in ("int", "float", "double", "unsigned", "bool", "char", "void", "auto", "size_t") or re.fullmatch(r"u?int\d+_t", text)]
    if places:
        tokens[rng.choice(places)] = ("word", rng.choice(TYPES))


def _insert_statement(rng, tokens):
    places = [index for index, (_, text) in enumerate(tokens) if text in (";", "{", "}")]
    if places:
        tokens.insert(rng.choice(places) + 1, ("word", " " + rng.choice(STATEMENTS) + " "))


def _copy_run(rng, tokens):
    """Copies or moves a run of tokens, as an editor does by mistake."""
    if len(tokens) < 8:
        return
    begin = rng.randrange(len(tokens) - 4)
    run = tokens[begin:begin + rng.randint(2, 40)]
    if rng.random() < 0.5:
        del tokens[begin:begin + len(run)]
    at = rng.randrange(len(tokens) + 1)
    tokens[at:at] = run


def _nest(rng, tokens):
    at = _pick(rng, tokens, ("number", "word"))
    if at is not None:
        depth = rng.choice([3, 60, 240])
        tokens[at] = ("word", "(" * depth + tokens[at][1] + ")" * depth)


def _truncate(rng, tokens):
    del tokens[rng.randrange(max(1, len(tokens) // 2), len(tokens) + 1):]


MUTATIONS = [(_operate, 20), (_delete, 5), (_duplicate, 3), (_swap, 3), (_replace("operator", OPERATORS), 5), (_replace("word", None), 8),
             (_replace("number", NUMBERS), 5), (_retype, 6), (_insert_statement, 6), (_copy_run, 2), (_nest, 1), (_truncate, 0.3)]


def mutate(text, rng):
    """One to four mutations of the text; rarely also bytes that are no text. Returns bytes."""
    tokens = tokenise(text)
    for _ in range(rng.choice([1, 1, 1, 1, 1, 2, 2, 3])):
        function = rng.choices([function for function, _ in MUTATIONS], [weight for _, weight in MUTATIONS])[0]
        function(rng, tokens)
    data = "".join(text for _, text in tokens).encode("utf-8", "surrogateescape")
    if rng.random() < 0.02:
        at = rng.randrange(len(data) + 1)
        data = data[:at] + bytes(rng.randrange(256) for _ in range(rng.randint(1, 8))) + data[at:]
    return data


if __name__ == "__main__":
    import sys
    sys.stdout.buffer.write(mutate(open(sys.argv[1], encoding="utf-8", errors="surrogateescape").read(), random.Random(int(sys.argv[2]))))
