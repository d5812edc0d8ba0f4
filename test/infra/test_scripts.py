#!/usr/bin/env python3
# Tests how the scripts answer: help, wrong usage, set-up on a machine that lacks nothing and its apt sources.
import json
import os
import subprocess
import tempfile
import time
import unittest

import tree

SCRIPTS = ("setup", "build", "test", "demo", "snapshot")
DEB822 = """# main
Types: deb deb-src
URIs: {mirror}
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
 -----END PGP PUBLIC KEY BLOCK-----
"""


def run(script, *arguments, **environment):
    return subprocess.run([os.path.join(tree.ROOT, "scripts", script), *arguments], capture_output=True, text=True,
                          env={**os.environ, **environment}, timeout=60, check=False)


class Usage(unittest.TestCase):
    def test_help(self):
        for script in SCRIPTS:
            answer = run(script, "--help")
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIn(f"scripts/{script}", answer.stdout)
            self.assertNotIn("set -e", answer.stdout)

    def test_wrong_option(self):
        for script in SCRIPTS:
            answer = run(script, "--no-such-option")
            self.assertEqual(answer.returncode, 2, script)
            self.assertIn("--no-such-option", answer.stderr)

    def test_unknown_names(self):
        self.assertEqual(run("build", "no-such-preset").returncode, 2)
        self.assertEqual(run("test", "--preset", "no-such-preset").returncode, 2)
        self.assertEqual(run("demo", "no_such_sample").returncode, 2)
        self.assertEqual(run("test", "--filter").returncode, 2)

    def test_preset_folders(self):
        presets = json.loads(tree.read("CMakePresets.json"))["configurePresets"]
        folders = {preset["name"]: preset["binaryDir"] for preset in presets if "binaryDir" in preset}
        self.assertIn("release", folders)
        for name, folder in folders.items():
            command = f'source "{tree.ROOT}/scripts/common.sh"; preset_folder {name}'
            answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout.strip()
            self.assertEqual(answer, folder.replace("${sourceDir}", tree.ROOT))

    def test_snapshots_replace_snapshots_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "kept.txt")
            with open(kept, "w", encoding="utf-8") as file:
                file.write("somebody's")
            build = os.path.join(folder, "no-build")
            self.assertIn("build first", run("snapshot", folder, "--build", build).stderr)
            os.makedirs(os.path.join(build, "bin"))
            os.symlink("/bin/true", os.path.join(build, "bin", "vkmorph"))
            self.assertIn("is no snapshot", run("snapshot", folder, "--build", build).stderr)
            self.assertTrue(os.path.exists(kept))
            new = os.path.join(folder, "new")
            for _ in range(2):
                answer = run("snapshot", new, "--build", build, "--filter", "^(classes/array_sum|samples/bloom.0)$")
                self.assertIn("2 of 2 runs", answer.stdout, answer.stderr)

    def test_samples_are_listed(self):
        listed = run("demo", "--list").stdout.split()
        self.assertLessEqual({"array_sum", "bloom", "fluid_2d"}, set(listed))
        self.assertNotIn("common", listed)


class Setup(unittest.TestCase):
    def test_names_for_other_systems(self):
        answer = run("setup", "--list").stdout
        for word in ("Debian", "Ubuntu", "Fedora", "Arch", "libmlir-19-dev", "mesa-vulkan-drivers"):
            self.assertIn(word, answer)

    def test_quick_when_nothing_is_missing(self):
        # Another load of the machine may slow one run down, not three.
        times = []
        for _ in range(3):
            start = time.monotonic()
            answer = run("setup", "--check")
            times.append(time.monotonic() - start)
            self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        self.assertEqual(answer.stdout, "")
        self.assertLess(min(times), 1.0)

    def backports(self, files):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "sources.list.d"))
            for name, text in files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text.format(mirror="http://mirror.example/debian"))
            answer = run("setup", "--backports", APT_ETC=folder)
            return answer.stdout if answer.returncode == 0 else None

    def test_deb822_source(self):
        answer = self.backports({"sources.list.d/debian.sources": DEB822})
        self.assertEqual(answer, "Types: deb\nSuites: bookworm-backports\nComponents: main\n"
                                 "URIs: http://mirror.example/debian\n" + DEB822[DEB822.index("Signed-By"):])

    def test_deb822_other_entries(self):
        security = DEB822.replace("bookworm bookworm-updates", "bookworm-security")
        disabled = DEB822 + "Enabled: no\n"
        sources = DEB822.replace("Types: deb deb-src", "Types: deb-src")
        for text in (security, disabled, sources, ""):
            self.assertIsNone(self.backports({"sources.list.d/debian.sources": text}), text)
        self.assertIsNotNone(self.backports({"sources.list.d/a.sources": f"{security}\n{disabled}\n{DEB822}"}))
        self.assertIsNotNone(self.backports({"sources.list.d/a.sources": security, "sources.list.d/b.sources": DEB822}))

    def test_one_line_source(self):
        text = "deb-src {mirror} bookworm main\n# deb {mirror} bookworm main\n" \
               "deb {mirror}-security bookworm-security main\ndeb [signed-by=/a.gpg arch=amd64] {mirror} bookworm contrib main\n"
        expected = "deb [signed-by=/a.gpg arch=amd64] http://mirror.example/debian bookworm-backports main\n"
        self.assertEqual(self.backports({"sources.list": text}), expected)
        self.assertEqual(self.backports({"sources.list.d/a.list": text}), expected)
        self.assertIsNone(self.backports({"sources.list": text.replace("contrib main", "contrib")}))

    def test_no_sources(self):
        self.assertIsNone(self.backports({}))


if __name__ == "__main__":
    unittest.main()
