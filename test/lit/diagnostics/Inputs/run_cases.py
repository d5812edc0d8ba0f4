# Provokes every message of the compiler by small classes and checks what a user sees: code, line, column, text, remedy,
# exit status, and what lies in the output folder.
#
#   run_cases.py ROOT WORK [FILE...]     runs the cases of the files beside this folder, all of them unless named
#
# A file of cases:
#
#   === a class that is final | --class=C -- -std=c++20     options of vkmorph, where there are any; @ is the case's folder
#   --- other.h                                              a further file; without this line it is class.cpp
#   struct C final {
#          ^ vkm1010 'C'                                      the message of the line above, at this column, and words of it
#   === kernel: a new expression                             the text is the body of a kernel's loop
#   --- before                                               what stands before the class
#   --- members                                              what stands in it
#   ! vkm1004                                                a message without a place
#   ^ note: words                                            a note at this place
#
# Errors are complete: one that no line expects fails the case. A case without errors has to succeed; its warnings have to
# go away when silenced, and to become errors that write nothing when promoted.
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

STRING = r'(?:"(?:[^"\\]|\\.)*"\s*)+'
ROW = re.compile(rf'VKM_DIAG\((\w+), "(vkm\d+)", (\w+), "([^"]*)",\s*({STRING}),\s*({STRING})\)')
MESSAGE = re.compile(r"^(?:(?:(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): )?)(?P<kind>error|warning|remark|note): (?P<text>.*)$")
CODE = re.compile(r"^(?P<text>.*) \[(?P<code>vkm\d+)(?P<flags>(?:, [-a-z]+)*)\]$", re.DOTALL)
MARK = re.compile(r"^(\s*)\^ (note:|vkm\d+)\s*(.*)$")

FRAME = """class C {
public:
  virtual ~C() {}
  virtual void Run(int *a, float *b, int n) { kernel1D_K(a, b, n); }
  void kernel1D_K(int *a, float *b, int n) {
    for (int i = 0; i < n; i++) {
$body
    }
  }
$members
};
""".splitlines()


def unquote(literals):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"').replace("\\\\", "\\")


class Row:
    """A row of a table of messages."""

    def __init__(self, match):
        self.name, self.code, severity, self.flag = match.group(1, 2, 3, 4)
        self.kind = severity.lower()
        self.text, self.remedy = unquote(match.group(5)), unquote(match.group(6))

    def arguments(self, text):
        """What a message has in place of the marks {0}, {1} of the text; None where it is another text."""
        pattern, seen = "", set()
        for part in re.split(r"(\{\d\})", self.text):
            if not re.fullmatch(r"\{\d\}", part):
                pattern += re.escape(part)
            elif part in seen:
                pattern += f"(?P=a{part[1]})"
            else:
                seen.add(part)
                pattern += f"(?P<a{part[1]}>.*)"
        match = re.fullmatch(pattern, text, re.DOTALL)
        return match.groupdict() if match else None

    def remedy_pattern(self, arguments):
        parts = re.split(r"(\{\d\})", self.remedy)
        return "".join(re.escape(arguments["a" + part[1]]) if re.fullmatch(r"\{\d\}", part) and "a" + part[1] in arguments
                       else ".*" if re.fullmatch(r"\{\d\}", part) else re.escape(part) for part in parts)


class Expected:
    """One message that a case expects."""

    def __init__(self, code, file, line, column, words):
        self.code, self.place, self.words = code, (file, line, column), words

    def __str__(self):
        return f"{self.code} at {spell(self.place)}" + (f" saying '{self.words}'" if self.words else "")


def spell(place):
    return ":".join(str(part) for part in place) if place[0] else "no place"


class Case:
    def __init__(self, title, where):
        name, _, options = title.partition(" | ")
        self.where, self.options = where, options.split()
        self.in_frame = name.startswith("kernel: ")
        self.name = name.removeprefix("kernel: ").strip()
        self.parts = {}   # name of the file or the part of the frame -> its lines, with marks
        self.files = {}   # name of the file -> its lines, without marks
        self.expected, self.notes = [], []

    def add(self, part, line):
        self.parts.setdefault(part, []).append(line)

    def compose(self):
        """Makes the text of files of parts, and the places that marks point at."""
        parts = dict(self.parts)
        if self.in_frame:
            lines = parts.pop("before", [])
            for line in FRAME:
                lines += parts.pop(line[1:], []) if line.startswith("$") else [line]
            parts["class.cpp"] = lines
        for file, lines in parts.items():
            kept = self.files.setdefault(file, [])
            for line in lines:
                mark = MARK.match(line)
                if mark:
                    message = Expected(mark.group(2), file, len(kept), len(mark.group(1)) + 1, mark.group(3))
                    (self.notes if mark.group(2) == "note:" else self.expected).append(message)
                elif line.startswith("! "):
                    code, _, words = line[2:].partition(" ")
                    self.expected.append(Expected(code, "", 0, 0, words))
                else:
                    kept.append(line)


def read_cases(path):
    cases, case, part = [], None, None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            if line.startswith("=== "):
                case = Case(line[4:], f"{os.path.basename(path)}:{number}")
                part = "body" if case.in_frame else "class.cpp"
                cases.append(case)
            elif case is None:
                continue
            elif line.startswith("--- "):
                part = line[4:].strip()
            else:
                case.add(part, line)
    for case in cases:
        case.compose()
    return cases


class Message:
    """One message as it was printed, with its notes."""

    def __init__(self, match, folder):
        file = match["file"] or ""
        self.place = (os.path.relpath(file, folder) if file else "", int(match["line"] or 0), int(match["column"] or 0))
        self.kind, self.text, self.notes = match["kind"], match["text"], []
        code = CODE.match(self.text)
        self.code = code["code"] if code else ""
        self.flags = code["flags"].split(", ")[1:] if code else []
        self.plain = code["text"] if code else self.text

    def __str__(self):
        return f"{spell(self.place)}: {self.kind}: {self.text}"


def parse(output, folder):
    messages = []
    for line in output.splitlines():
        match = MESSAGE.match(line)
        if not match:
            continue
        message = Message(match, folder)
        if message.kind == "note" and messages:
            messages[-1].notes.append(message)
        else:
            messages.append(message)
    return messages


def files_of(folder):
    return [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]


class Run:
    """Runs vkmorph on a case's files and holds what came of it."""

    def __init__(self, case, folder, more=()):
        out = os.path.join(folder, "out")
        shutil.rmtree(out, ignore_errors=True)
        options = [option.replace("@", folder) for option in case.options]
        dashes = options.index("--") if "--" in options else len(options)
        sources = [os.path.join(folder, name) for name in case.files if name.endswith(".cpp")]
        own = ["--remarks=all", *more, *options[:dashes]]
        clang = options[dashes + 1:]
        command = ["vkmorph", *sources, "-o", out, *own]
        if not any(option.startswith("-p") for option in own):
            command += ["--", *(clang if any(option.startswith("-std=") for option in clang) else ["-std=c++17", *clang])]
        run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=300)
        self.status, self.output = run.returncode, run.stdout + run.stderr
        self.messages, self.files = parse(run.stderr, folder), files_of(out)


def check_message(expected, messages, rows, faults):
    """Finds the message that a mark is about, and compares it with its row of the table."""
    row = rows.get(expected.code)
    if not row:
        faults.append(f"no table has {expected.code}")
        return None
    for message in messages:
        if (message.code, message.place) != (expected.code, expected.place) or expected.words not in message.plain:
            continue
        arguments = row.arguments(message.plain)
        if message.kind != row.kind or arguments is None:
            faults.append(f"'{message}' is not the text of {row.name}")
        elif row.remedy and not any(re.fullmatch(row.remedy_pattern(arguments), note.text) for note in message.notes):
            faults.append(f"'{message}' has no note with its remedy")
        return message
    faults.append(f"missing: {expected}")
    return None


def check_case(case, rows, work, number):
    folder = os.path.join(work, f"{os.path.splitext(os.path.basename(case.where.split(':')[0]))[0]}-{number}")
    shutil.rmtree(folder, ignore_errors=True)
    for name, lines in case.files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines).replace("@CASE@", folder) + "\n")
    faults, run = [], Run(case, folder)
    found = [check_message(expected, run.messages, rows, faults) for expected in case.expected]
    for message in run.messages:
        if message.kind == "error" and message not in found:
            faults.append(f"not expected: {message}")
    notes = [note for message in run.messages for note in message.notes]
    for note in case.notes:
        if not any(other.place == note.place and note.words in other.text for other in notes):
            faults.append(f"missing: {note}")
    if any(message.kind == "error" for message in run.messages):
        if run.status != 1:
            faults.append(f"exit status {run.status}, not 1")
        if run.files:
            faults.append(f"wrote {run.files}")
    else:
        if run.status != 0 or not run.files:
            faults.append(f"exit status {run.status}, not 0, with {len(run.files)} files")
        check_warnings(case, folder, found, faults)
    if not case.expected:
        faults.append("it expects no message")
    if faults:
        faults.append(run.output.strip() or "(no output)")
    return faults


def check_warnings(case, folder, found, faults):
    """A warning is silenced by its name, and promoted by its name and with all others."""
    for flag in sorted({message.flags[0] for message in found if message and message.kind == "warning"}):
        silent = Run(case, folder, [f"--silence={flag}"])
        if silent.status != 0 or not silent.files or any(flag in message.flags for message in silent.messages):
            faults.append(f"--silence={flag} does not silence it")
        for option in (f"--werror={flag}", "--werror"):
            strict = Run(case, folder, [option])
            errors = [message for message in strict.messages if message.kind == "error" and flag in message.flags]
            if strict.status != 1 or strict.files or not errors:
                faults.append(f"{option} does not make it an error, or something is written")


def main():
    root, work, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    rows = {}
    for part in ("frontend", "passes", "backends"):
        with open(os.path.join(root, part, "Diagnostics.def"), encoding="utf-8") as file:
            rows.update((row.code, row) for row in map(Row, ROW.finditer(file.read())))
    beside = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    paths = [os.path.join(beside, name) for name in names] or sorted(glob.glob(os.path.join(beside, "*.txt")))
    cases = [case for path in paths for case in read_cases(path)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda item: check_case(item[1], rows, work, item[0]), enumerate(cases))
        for case, faults in zip(cases, results):
            if faults:
                failed += 1
                print(f"{case.where}: {case.name}\n    " + "\n    ".join("\n".join(faults).splitlines()))
    seen = {expected.code for case in cases for expected in case.expected}
    if not names:
        failed += check_table(rows, seen, os.path.join(beside, "elsewhere.md"))
    print(f"{len(cases)} cases, {len(seen)} of {len(rows)} messages, {failed} faults")
    sys.exit(1 if failed else 0)


def check_table(rows, seen, path):
    """Every row is provoked, or said to be beyond what C++ text can provoke."""
    with open(path, encoding="utf-8") as file:
        elsewhere = dict(re.findall(r"^- (vkm\d+): (.+)$", file.read(), re.MULTILINE))
    faults = [f"no case expects {code} ({row.name})" for code, row in rows.items() if code not in seen and code not in elsewhere]
    faults += [f"{code} has a case, and is listed as beyond C++" for code in sorted(seen & set(elsewhere))]
    faults += [f"elsewhere.md lists {code}, which no table has" for code in elsewhere if code not in rows]
    print("".join(fault + "\n" for fault in faults), end="")
    return len(faults)


if __name__ == "__main__":
    main()
