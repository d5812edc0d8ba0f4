#!/usr/bin/env python3
# Tests the checks of this folder and the test runner on inputs that they have to refuse: a check must be able to fail.
import json
import os
import sys
import tempfile
import unittest

import include_rules
import same_bytes
import sample_identifiers
import shader_names
import source_rules
import tree

sys.path.insert(0, os.path.join(tree.ROOT, "scripts"))
import run_tests  # noqa: E402


class ShaderNames(unittest.TestCase):
    def test_names(self):
        page = "## Names\n\n| in the text | is |\n|---|---|\n| `lid`, `NAMELocal` | a thread |\n\n## Limits\n| `other` | none |\n"
        judge = shader_names.Judge(page, '"get_local_id",\n"uint",\n"const",\n"convert_"', "float smaller(float low);")
        source = {"m_total", "total", "Sums", "Add", "kernel1D_Add"}

        def unknown(text):
            return judge.unknown_names(text, source)
        self.assertEqual(unknown("__kernel const uint lid = get_local_id(0); // a word\n m_totalLocal += 0x1fu + total.xy; Sums_Add(lid2, lid_);"), [])
        self.assertEqual(unknown("smaller(low, convert_int4(total));"), [])
        self.assertEqual(unknown("tmp17 = other + lidLocal + totalShared;"), ["other", "tmp17", "totalShared"])
        self.assertEqual(unknown("Sums_gone(goneLocal, Local);"), ["Local", "Sums_gone", "goneLocal"])

    def test_lines(self):
        self.assertEqual(same_bytes.problems_of_text("a.cl", b"x" * 120 + b"\n", []), [])
        self.assertEqual(len(same_bytes.problems_of_text("a.cl", b"x" * 121 + b"\n", [])), 1)

    def test_host(self):
        def count(text, name="a_generated.cpp"):
            return len(same_bytes.problems_of_text(name, text.encode(), []))
        barrier = "  vkmorph::Barrier(cmd, AllStages(), AllStages());\n"
        self.assertEqual([count("f() {\n" + "  // A wrote a.\n" * lines + barrier) for lines in (2, 3)], [0, 1])
        command = "virtual void kernel1D_SumCmd(VkCommandBuffer cmd);\n"
        self.assertEqual([count(command, "a_generated.h"), count(command + "virtual void SumCmd(int n);\n", "a_generated.h")], [1, 0])

    def test_part(self):
        # A listing without classes, and a compiler that is not there, are no reason to pass.
        classes = shader_names.load_snapshot().collect()
        self.assertGreater(len(shader_names.choose(classes, False)), 15)
        self.assertEqual(sorted(shader_names.choose(classes, True)), sorted(classes))
        with self.assertRaises(OSError):
            shader_names.main(["/nowhere/vkmorph"])


class SourceRules(unittest.TestCase):
    def test_opening_comment(self):
        self.assertEqual(source_rules.problems_of("ir/A.cpp", "// What A is.\nint a;\n"), [])
        self.assertEqual(source_rules.problems_of("cmake/A.h.in", "/* What A is. */\n"), [])
        self.assertEqual(source_rules.problems_of("scripts/a", "#!/usr/bin/env bash\n# What it does.\n"), [])
        for path, text in [("ir/A.cpp", "int a;\n"), ("ir/A.cpp", ""), ("ir/A.cpp", "//\n"),
                           ("scripts/a", "#!/usr/bin/env bash\nset -e\n"), ("CMakeLists.txt", "project(a)\n")]:
            self.assertEqual(len(source_rules.problems_of(path, text)), 1, (path, text))

    def test_length(self):
        self.assertEqual(source_rules.problems_of("a.h", "// Aa.\n" * 899), [])
        self.assertEqual(len(source_rules.problems_of("a.h", "// Aa.\n" * 900)), 1)

    def test_length_of_functions(self):
        def count(lines, closing="}", indent=""):
            body = f"{indent}void Run(\n{indent}    int a) {{\n" + f"{indent}  a++;\n" * (lines - 3) + f"{indent}{closing}\n"
            return len(source_rules.long_functions("ir/A.cpp", "private:\n" + body))
        self.assertEqual([count(100), count(101), count(101, indent="  "), count(101, "};"), count(101, "} // namespace")], [0, 1, 1, 0, 0])

    def test_places_of_tests(self):
        class_ = "// Origin: written as a user would.\nclass A;\n"
        for path, text in [("test/lit/passes/a.cpp", "// A.\n"), ("test/programs/control/a.cpp", class_),
                           ("test/programs/control/Inputs/b.cpp", "// B.\n"), ("test/programs/samples/a.test", "# A.\n")]:
            self.assertEqual(source_rules.misplaced_tests(path, text), [], path)
        for path, text in [("test/lit/newcomers/a.cpp", class_), ("test/programs/others/a.cpp", class_),
                           ("test/programs/control/a.cpp", "// A.\n" + class_)]:
            self.assertEqual(len(source_rules.misplaced_tests(path, text)), 1, path)

    def test_attributes(self):
        table = '    {"vkm.words", "kernel", kStrings},\n'
        ods = 'def Vkm_ForOp : Vkm_Op<"for", [Vkm_Statement]> {\n let arguments = (ins I64Attr:$count);\n'
        def unknown(text):
            return source_rules.unknown_attributes({"passes/A.cpp": text}, table, ods)
        self.assertEqual(unknown('op->getAttr("vkm.words"); name == "vkm.for"; // "vkm.comment"\n'), [])
        self.assertEqual(len(unknown('op->getAttr("vkm.word");\n')), 1)
        self.assertEqual(unknown('op->setAttr("name", x); set("other");'), ['passes/A.cpp: the attribute name is neither declared in ODS '
                                                                        'nor a row of ir/VkmAttributes.cpp'])
        self.assertEqual(unknown('op->hasAttr("count");'), ['passes/A.cpp: the attribute count is declared in ODS, whose operations have '
                                                            'accessors for it'])

    def test_unset_attributes(self):
        table = '    {"vkm.words", "kernel", kStrings},\n'
        for text in ['op->setAttr("vkm.words", x);', 'constexpr StringLiteral kWords = "vkm.words"; b.getNamedAttr(kWords, x);']:
            self.assertEqual(source_rules.unset_attributes({"passes/A.cpp": text}, table), [], text)
        for text in ['op->getAttr("vkm.words");', 'constexpr StringLiteral kWords = "vkm.words"; op->setAttr(other, x); op->hasAttr(kWords);']:
            self.assertEqual(len(source_rules.unset_attributes({"passes/A.cpp": text}, table)), 1, text)

    def test_tree(self):
        self.assertEqual(source_rules.main(), 0)


class IncludeRules(unittest.TestCase):
    def test_direction(self):
        texts = {"ir/README.md": "**May include**: nothing of the tree.\n", "passes/README.md": "**May include**: `ir`, `passes`.\n",
                 "passes/plan/README.md": "**May include**: `ir`, `passes`, `analysis`.\n"}

        def problems(path, included):
            return include_rules.problems_of(path, f'#include "{included}"\n', texts, texts.get)
        for path, included in [("ir/A.h", "ir/B.h"), ("passes/plan/A.cpp", "analysis/values/B.h"), ("passes/plan/A.cpp", "mlir/IR/B.h"),
                               ("passes/plan/A.cpp", "passes/B.h"), ("passes/A.cpp", "passes/lower/B.h"), ("passes/lower/x/A.cpp", "ir/B.h")]:
            self.assertEqual(problems(path, included), [], (path, included))
        for path, included in [("ir/A.h", "passes/B.h"), ("passes/plan/A.cpp", "passes/lower/B.h"), ("passes/plan/A.cpp", "frontend/B.h"),
                               ("passes/A.cpp", "analysis/B.h"), ("analysis/A.cpp", "ir/B.h")]:
            self.assertEqual(len(problems(path, included)), 1, (path, included))

    def test_readmes(self):
        whole = "# A\n\n**May include**: `ir`.\n\n**Where to add**: here.\n"

        def count(readme):
            texts = {"ir/A.cpp": "", "runtime/src/a.cpp": "", "tools/a/test/a.cpp": ""} | ({"ir/README.md": readme} if readme else {})
            return len(include_rules.folders_without_readme(texts, texts.get))
        self.assertEqual([count(whole), count(None), count("# A\n\n**May include**: `ir`.\n"), count("# A\n")], [0, 1, 1, 2])

    def test_public_model(self):
        texts = {name: tree.read(name) for name in ("backends/host_vulkan/print/README.md", "tools/vkmorph-check/README.md")}

        def problems(path, included):
            return include_rules.problems_of(path, f'#include "{included}"\n', texts, texts.get)
        for path in ("tools/vkmorph-check/A.cpp", "backends/host_vulkan/print/A.cpp"):
            self.assertEqual(problems(path, "backends/host_vulkan/Model.h"), [], path)
            self.assertEqual(len(problems(path, "backends/host_vulkan/raise/Names.h")), 1, path)
        self.assertEqual(len(problems("tools/vkmorph-check/A.cpp", "backends/host_vulkan/print/Text.h")), 1)


class SampleIdentifiers(unittest.TestCase):
    def test_class_identifiers(self):
        text = '#include "other.h"\n// NotMe\nint Sum_Up(uint32_t n) { return first + 1e5f + m_total; } /* NorMe */ "MeNeither"'
        self.assertEqual(sample_identifiers.class_identifiers(text), {"Sum_Up", "m_total"})

    def test_hits(self):
        forbidden = {"Sum_Up": "samples/a/a.h"}
        for text in ["if (name == \"Sum_Up\")", "int Sum_Up;", "/* a */ Sum_Up"]:
            self.assertEqual(len(sample_identifiers.hits("ir/A.cpp", text, forbidden)), 1, text)
        for text in ["// as in Sum_Up", "/* Sum_Up */", "int Sum_Upper;"]:
            self.assertEqual(sample_identifiers.hits("ir/A.cpp", text, forbidden), [], text)
        self.assertEqual(sample_identifiers.hits("ir/A.td", "let description = [{ Sum_Up }];", forbidden), [])
        self.assertEqual(len(sample_identifiers.hits("ir/A.td", "let code = [{ Sum_Up }];", forbidden)), 1)

    def test_drivers_do_not_count(self):
        found = sample_identifiers.sample_identifiers(tree.source_files())
        self.assertIn("CalcArraySumm", found)
        self.assertNotIn("argv", found)


class RunTests(unittest.TestCase):
    def read(self, function, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "results")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return function(path)

    def test_lit(self):
        codes = ["PASS", "XFAIL", "UNSUPPORTED", "FAIL", "XPASS", "UNRESOLVED", "TIMEOUT", "EXCLUDED"]
        text = json.dumps({"tests": [{"name": code, "code": code} for code in codes]})
        outcomes = [outcome for _, outcome in self.read(run_tests.read_lit_results, text)]
        self.assertEqual(outcomes, ["passed", "passed", "skipped", "failed", "failed", "failed", "failed"])

    def test_ctest(self):
        text = """<testsuite>
          <testcase name="a" status="run"/>
          <testcase name="b" status="fail"><failure message="Failed"/></testcase>
          <testcase name="c" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
          <testcase name="d" status="notrun"><skipped message="Unable to find executable"/></testcase>
          <testcase name="e" status="disabled"><skipped message="Disabled"/></testcase>
        </testsuite>"""
        outcomes = [outcome for _, outcome in self.read(run_tests.read_ctest_results, text)]
        self.assertEqual(outcomes, ["passed", "failed", "skipped", "failed", "skipped"])

    def test_unit_tests(self):
        tests = [{"name": "A", "classname": "S", "status": "RUN", "result": "COMPLETED"},
                 {"name": "B", "classname": "S", "status": "RUN", "result": "COMPLETED", "failures": [{"failure": "no"}]},
                 {"name": "C", "classname": "S", "status": "RUN", "result": "SKIPPED"},
                 {"name": "D", "classname": "S", "status": "NOTRUN", "result": "SUPPRESSED"}]
        text = json.dumps({"testsuites": [{"testsuite": tests[:1]}, {"testsuite": tests[1:]}]})
        results = self.read(lambda path: run_tests.read_unit_test_results(path, "runtime."), text)
        self.assertEqual(results, [("runtime.S.A", "passed"), ("runtime.S.B", "failed"), ("runtime.S.C", "skipped"),
                                   ("runtime.S.D", "skipped")])


if __name__ == "__main__":
    unittest.main()
