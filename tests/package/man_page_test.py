#!/usr/bin/env python3
"""The manual page has every command and option, and groff has no complaint.

    man_page_test.py TAKT

What must be there is read from the help and from the completions, the page itself is made from the reference. Ends with 77
(skipped) without groff.
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import man_page

TAKT = sys.argv.pop(1)
MARKUP = re.compile(r"\\[-e]|\\f[BIR]|\\\((?:ha|ti)|\\&")


class ManPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = man_page.page(TAKT)
        cls.commands = re.findall(r"^  (\w+) ", man_page.printed(TAKT, "--help").split("Subcommands:")[1], re.MULTILINE)

    def section(self, command):
        return re.search(rf'^\.SS "takt {command}"\n(.*?)(?=^\.S[SH] )', self.page, re.DOTALL | re.MULTILINE)[1]

    def test_commands(self):
        self.assertGreater(len(self.commands), 10)
        self.assertEqual(re.findall(r'^\.SS "takt (\w+)"$', self.page, re.MULTILINE), self.commands)

    def test_options(self):
        offered = re.findall(r"^complete -c takt -n '__fish_seen_subcommand_from (\w+)' -l ([\w-]+)",
                             man_page.printed(TAKT, "completion", "fish"), re.MULTILINE)
        self.assertGreater(len(offered), 100)
        for command, option in offered:
            if option == "help":
                continue
            name = f"--{option}".replace("-", r"\-")
            self.assertRegex(self.section(command), rf"(?m)^\.TP\n\\fB{re.escape(name)}\\fR.*\n\S", f"takt {command} --{option}")

    def test_no_markdown_is_left(self):
        text = MARKUP.sub("", self.page)
        for sign in ("`", "&lt;", "](", "\\"):
            self.assertNotIn(sign, text)

    def test_exit_codes(self):
        codes = re.search(r"^\.SH EXIT STATUS\n(.*?)^\.SH ", self.page, re.DOTALL | re.MULTILINE)[1]
        listed = re.findall(r"^\.TP\n\\fB(\d+)\\fR$", codes, re.MULTILINE)
        told = re.findall(r"(\d+) [a-z]", man_page.printed(TAKT, "--help").split("Exit codes:")[1])
        self.assertEqual(listed, told)

    def test_texts_are_no_requests(self):
        self.assertEqual([man_page.roff(t) for t in (".x", "'x", "a.b")], ["\\&.x", "\\&'x", "a.b"])

    def test_groff(self):
        with tempfile.NamedTemporaryFile("w", suffix=".1", encoding="utf-8") as file:
            file.write(self.page)
            file.flush()
            done = subprocess.run(["groff", "-ww", "-k", "-Tutf8", "-man", "-z", file.name], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))


if __name__ == "__main__":
    if shutil.which("groff") is None:
        print("skipped: no groff (Debian: groff)")
        sys.exit(77)
    unittest.main()
