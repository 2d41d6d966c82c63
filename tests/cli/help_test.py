#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Help, version and usage errors."""
import shlex
import subprocess
import unittest

from command import CommandTest, graze, program


class Help(CommandTest):
    def assert_help(self, *arguments):
        result = graze(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("Usage: graze", result.stdout)
        self.assertIn("Examples:\n  graze", result.stdout)
        return result.stdout

    def test_alone_is_help(self):
        self.assertEqual(self.assert_help(), self.assert_help("--help"))

    def test_help_names_each_verb_with_an_example(self):
        text = self.assert_help("--help")
        for verb in ("check", "inspect", "demo", "selftest"):
            self.assertIn(f"  graze {verb}", text)
            self.assertIn(f"  graze {verb}", self.assert_help(verb, "--help"))

    def test_version(self):
        result = graze("--version")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^graze \d+\.\d+\.\d+\n$")

    def test_usage_errors(self):
        for arguments in (["fly"], ["--fast"], ["check"], ["check", "--speed", "a.obj", "b.obj"],
                          ["check", "a.obj", "--faces", "some"], ["check", "a.obj", "--method", "magic"],
                          ["inspect"], ["demo", "--frames", "0"],
                          ["demo", "--seed", "-1"], ["demo", "--seed", "99999999999999999999"], ["demo", "--threads", "0"],
                          ["check", "a.obj", "b.obj", "--threads", "-3"], ["check", "a.obj", "b.obj", "--threads", "1e99"],
                          ["check", "a.obj", "b.obj", "--budget-us", "nan"],
                          ["check", "a.obj", "b.obj", "--budget-us", "1e300"], ["demo", "--frames", "many"], ["demo", "extra"],
                          ["selftest", "--seconds", "-1"], ["selftest", "--threads", "0"], ["selftest", "--case", "x"]):
            with self.subTest(arguments):
                self.assert_error(graze(*arguments), "--help")

    def test_an_unknown_command_is_named(self):
        self.assert_error(graze("chek", "a.obj"), "no command 'chek'", "check, inspect, demo, bench, selftest")
        self.assert_error(graze(""), "no command ''")

    def test_an_unknown_option_is_named_before_a_missing_file(self):
        self.assert_error(graze("check", "--foo"), "--foo")
        self.assert_error(graze("check"), "FILE")

    def test_errors_that_cannot_be_said_have_their_exit_code(self):
        for stream in ("2>&-", "2>/dev/full", "<&- >&- 2>&-"):
            for arguments in ("check nonexist.obj", "inspect nonexist.obj", "chek", "demo --bodies 0", "selftest --only foo"):
                with self.subTest(arguments + " " + stream):
                    command = f"{shlex.quote(program)} {arguments} {stream}"
                    self.assertEqual(subprocess.run(command, shell=True, check=False).returncode, 2)

    def test_selftest_writes_into_a_new_folder(self):
        mine = self.write("mine.json", "{}")
        self.assert_error(graze("selftest", "--seconds", "0.1", "--out", self.folder), "--out", "not empty")
        self.assert_error(graze("selftest", "--seconds", "0.1", "--out", mine), "--out", "mine.json")
        self.assertEqual(mine.read_text(), "{}")
        self.assertEqual(graze("selftest", "--seconds", "0.1", "--out", self.folder / "new").returncode, 0)
        self.assertFalse((self.folder / "new").exists())


if __name__ == "__main__":
    unittest.main()
