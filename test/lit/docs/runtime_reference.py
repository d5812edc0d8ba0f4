#!/usr/bin/env python3
# Writes or checks the reference part of docs/Runtime.md: every public declaration of runtime/include/vkmorph, as it stands
# in its header, with the comment in front of it. Clang says what there is, so that nothing can be left out.
#
#   runtime_reference.py --clang CLANG ROOT          fails where the page is out of date, or a function has no comment
#   runtime_reference.py --clang CLANG --fix ROOT    writes that part of the page
#
# In the page, a line "<!-- header NAME.h -->" is followed by what that header declares.
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

# What stands in headers because templates have to.
INTERNAL = {"detail", "TableOfClass", "PrivateMembersOfClass", "kRows",
            "TextureBinding", "TextureDescriptors",
            # what the tables of records call each other
            "PoolIndex", "PooledVector", "PoolVisitor", "VectorPool", "ObjectVector", "ObjectWithin", "ObjectOwner", "ObjectOwnerReference",
            "ObjectPart", "PackedPart", "StructParts", "CountedPackedVector", "ArgumentPacking",
            "PackContext", "kIsDeep", "kNoPool", "IsOf"}
FUNCTIONS = {"FunctionDecl", "FunctionTemplateDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXConversionDecl"}
RECORDS = {"CXXRecordDecl", "ClassTemplateDecl"}
OTHERS = {"EnumDecl", "VarDecl", "VarTemplateDecl", "TypeAliasDecl", "TypeAliasTemplateDecl", "FieldDecl"}
END = "<!-- end -->\n"


class Header:
    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.lines = self.text.split("\n")

    def line_of(self, offset):
        return self.text.count("\n", 0, offset)

    def comment_above(self, line, mark="///"):
        """The lines of a comment that end right above that line."""
        found = []
        while line > 0 and re.match(rf"\s*{mark}(?!/)", self.lines[line - 1]):
            line -= 1
            found.insert(0, re.sub(rf"^\s*{mark} ?", "", self.lines[line]))
        return found

    def group_above(self, line):
        """What a plain comment says of the declarations from that line on; a blank line may stand between."""
        return self.comment_above(line, "//") or (self.comment_above(line - 1, "//") if not self.lines[line - 1] else [])

    def introduction(self):
        """The comment that the file begins with."""
        end = next(index for index, line in enumerate(self.lines) if not line.startswith("//"))
        return self.comment_above(end, "//")

    def comment_behind(self, begin, end):
        """What stands behind `///<` on lines of a declaration and below it."""
        found = []
        while end + 1 < len(self.lines) and re.match(r"\s*///<", self.lines[end + 1]):
            end += 1
        for line in self.lines[begin:end + 1]:
            parts = re.split(r"///<?\s?", line, maxsplit=1)
            if len(parts) > 1:
                found.append(parts[1])
        return found


def dump(clang, root, headers):
    """Clang's syntax tree of the namespace."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "all.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.writelines(f"#include <vkmorph/{name}>\n" for name in headers)
        text = subprocess.run(
            [clang, "-std=c++17", "-I" + os.path.join(root, "runtime", "include"), "-fsyntax-only", "-Xclang",
             "-ast-dump=json", "-Xclang", "-ast-dump-filter=vkmorph", source],
            capture_output=True, text=True, check=True).stdout
    decoder, position, found = json.JSONDecoder(), 0, []
    while position < len(text):
        start = text.find("{", position)
        if start < 0:
            break
        node, position = decoder.raw_decode(text, start)
        found.append(node)
    return found


class Reader:
    """Puts the declarations of each header in order."""

    def __init__(self, root):
        self.root = os.path.join(root, "runtime", "include", "vkmorph")
        self.file = ""
        self.found = {}  # header: [(offset, declaration)]

    def locate(self, node):
        # The file is said where it changes only, in the order of the text.
        for where in (node.get("loc", {}), node.get("range", {}).get("begin", {}), node.get("range", {}).get("end", {})):
            if "file" in where:
                self.file = where["file"]
        return os.path.basename(self.file) if os.path.dirname(self.file).endswith("include/vkmorph") else ""

    def visit(self, nodes, record, access="public"):
        for node in nodes:
            header = self.locate(node)
            kind = node.get("kind", "")
            if kind == "AccessSpecDecl":
                access = node.get("access", access)
            wanted = header and not node.get("isImplicit") and access == "public" and node.get("name") not in INTERNAL
            if kind in ("NamespaceDecl", "LinkageSpecDecl") and node.get("name") not in INTERNAL:
                self.visit(node.get("inner", []), None)
            elif wanted and kind in FUNCTIONS | RECORDS | OTHERS and "parentDeclContextId" not in node:
                self.add(node, header, record)
            self.follow(node)

    def follow(self, node):
        """Files may change inside of a node as well."""
        for child in node.get("inner", []):
            if isinstance(child, dict):
                self.locate(child)
                self.follow(child)

    def add(self, node, header, record):
        kind = node["kind"]
        inner = node.get("inner", [])
        body = inner
        if kind == "ClassTemplateDecl":
            body = next(child for child in inner if child["kind"] == "CXXRecordDecl").get("inner", [])
        if kind in RECORDS and not (node.get("completeDefinition") or kind == "ClassTemplateDecl"):
            return
        if kind in ("CXXDestructorDecl",) or node.get("explicitlyDeleted"):
            return
        place = node["range"]["begin"]
        begin = place.get("offset", place.get("expansionLoc", {}).get("offset"))
        entry = {"kind": kind, "name": node.get("name", ""), "begin": begin, "node": node, "members": [], "record": record}
        siblings = record["members"] if record else self.found.setdefault(header, [])
        if all(other["begin"] != begin for other in siblings):
            siblings.append(entry)
            if kind in RECORDS:
                tag = node.get("tagUsed") or next(c for c in inner if c["kind"] == "CXXRecordDecl").get("tagUsed")
                self.visit(body, entry, "private" if tag == "class" else "public")


def end_of_head(text, begin):
    """Where a declaration's head ends: at its semicolon, its body, or the list of initialisers in front of that."""
    depth, position = 0, begin
    while position < len(text):
        c = text[position]
        if text[position:position + 2] == "<<":
            position += 1  # a shift, no template
        elif c in "(<":
            depth += 1
        elif c in ")>" and text[position - 1:position + 1] != "->":
            depth -= 1
        elif depth <= 0 and (c in ";{" or (c == ":" and text[position - 1:position + 2].strip() == ":" and
                                           text[:position].rstrip().endswith(")"))):
            return position
        position += 1
    return position


def spell(header, entry):
    """The declaration in one line, without its body."""
    text = header.text
    end = end_of_head(text, entry["begin"])
    if entry["kind"] == "EnumDecl" or (entry["kind"] in OTHERS and "{" in text[end:end + 1]):
        end = end_of_body(text, end) + 1
    said = re.sub(r"///?.*", "", text[entry["begin"]:end])
    said = re.sub(r"\s+", " ", said).strip()
    said = said.replace(", }", " }")
    return re.sub(r" (override|final)$", "", re.sub(r"^(inline|virtual|explicit) ", "", said)), end


def cell(text):
    return text.replace("|", "\\|").replace("\n\n", " ")


def escape(line):
    """Words such as <name> are no HTML, but for what stands between quotation marks."""
    return "`".join(part if index % 2 else part.replace("<", "\\<") for index, part in enumerate(line.split("`")))


def prose(lines):
    """A comment's paragraphs; what stands after \\code becomes a fenced block."""
    blocks, fenced = [[]], False
    for line in lines:
        if line.strip() in ("\\code", "\\endcode"):
            blocks += [["```cpp"]] if not fenced else [[]]
            if fenced:
                blocks[-2].append("```")
            fenced = not fenced
        elif fenced:
            blocks[-1].append(line)
        elif line.strip():
            blocks[-1].append(escape(line.strip()))
        else:
            blocks.append([])
    return "\n\n".join(("\n" if block[0] == "```cpp" else " ").join(block) for block in blocks if block)


def rows_of(header, entries, problems):
    """Tables of declarations, with what is said of groups of them in between."""
    out, open_table, last_end, joins, group = [], False, -1, False, []
    for entry in entries:
        said, end = spell(header, entry)
        first, last = header.line_of(entry["begin"]), header.line_of(end)
        above, behind = header.comment_above(first), header.comment_behind(first, last)
        group_here = header.group_above(first - len(above)) if entry["record"] else []
        if group_here:
            group = group_here
            out += ["", prose(group), ""]
            open_table = False
        if not above and not behind and open_table and joins and first <= last_end + 1:
            # One comment for declarations that stand together.
            out[-1] = out[-1].replace("` | ", f"`<br>`{cell(said)}` | ", 1)
        else:
            text = prose(above or behind) + enumerators_of(header, entry)
            if not text and overrides(entry):
                text = "As the base says."
            if not text and not group and entry["kind"] in FUNCTIONS - {"CXXConstructorDecl"}:
                problems.append(f"{os.path.basename(header.path)}: {entry['name']} has no comment")
            if not open_table:
                out += ["| declaration | what it says |", "|---|---|"]
                open_table = True
            out.append(f"| `{cell(said)}` | {cell(text)} |".replace("  ", " "))
            joins = not behind
        last_end = header.line_of(end_of_body(header.text, end))
    return out


def end_of_body(text, end):
    if text[end] != "{":
        return end
    depth = 0
    for position in range(end, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position
    return end


def enumerators_of(header, entry):
    """What is said of each enumerator."""
    said = []
    for child in entry["node"].get("inner", []):
        if child["kind"] != "EnumConstantDecl":
            continue
        line = header.line_of(child["range"]["begin"]["offset"])
        comment = header.comment_behind(line, line)
        if comment:
            said.append(f"`{child['name']}`: {prose(comment)}")
    return " " + "; ".join(said) if said else ""


def overrides(entry):
    return any(child.get("kind") == "OverrideAttr" for child in entry["node"].get("inner", []))


def macros_of(header):
    """The macros that a header defines: clang's tree does not have them."""
    found = []
    for index, line in enumerate(header.lines):
        macro = re.match(r"#define (\w+)", line)
        comment = header.comment_above(index)
        if macro and found and not comment:
            found[-1] = found[-1].replace("` | ", f"`<br>`{macro.group(1)}` | ", 1)
        elif macro:
            found.append(f"| `{macro.group(1)}` | {cell(prose(comment))} |")
    return ["| macro | what it says |", "|---|---|"] + found if found else []


def reference_of(header, entries, problems):
    out, plain = [], []

    def flush():
        if plain:
            out.extend(rows_of(header, plain, problems) + [""])
            plain.clear()

    out += [prose(header.introduction()), ""] + macros_of(header)
    for entry in sorted(entries, key=lambda entry: entry["begin"]):
        if entry["kind"] not in RECORDS:
            plain.append(entry)
            continue
        flush()
        said, _ = spell(header, entry)
        comment = header.comment_above(header.line_of(entry["begin"]))
        if not comment:
            problems.append(f"{os.path.basename(header.path)}: {entry['name']} has no comment")
        out += [f"#### {entry['name']}", "", f"`{said}`: {prose(comment)}", ""]
        members = sorted(entry["members"], key=lambda member: member["begin"])
        if members:
            out.extend(rows_of(header, members, problems) + [""])
    flush()
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip() + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("root")
    options = parser.parse_args()
    folder = os.path.join(options.root, "runtime", "include", "vkmorph")
    # What textures.h has, the tables of generated classes alone name.
    names = sorted(set(os.listdir(folder)) - {"textures.h"})
    reader = Reader(options.root)
    reader.visit(dump(options.clang, options.root, names), None)
    path = os.path.join(options.root, "docs", "Runtime.md")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    problems, count, written = [], 0, page
    for name in names:
        entries = reader.found.get(name, [])
        header = Header(os.path.join(folder, name))
        if not entries and not macros_of(header):
            continue
        count += sum(len(entry["members"]) + 1 for entry in entries)
        marker = f"<!-- header {name} -->\n"
        if marker not in page:
            problems.append(f"docs/Runtime.md has no place for {name}: a line {marker.strip()}, and one {END.strip()}")
            continue
        start = written.index(marker) + len(marker)
        text = "\n" + reference_of(header, entries, problems) + "\n"
        written = written[:start] + text + written[written.index(END, start):]
    if options.fix:
        with open(path, "w", encoding="utf-8") as file:
            file.write(written)
    elif written != page:
        problems.append("docs/Runtime.md is out of date: test/lit/docs/runtime_reference.py --clang clang++ --fix .")
    print("\n".join(problems) if problems else f"{count} declarations")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
