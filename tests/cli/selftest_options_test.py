#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""`graze selftest` as a person uses it: options, refusals, and what an interrupted run leaves behind."""
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from command import graze, program


class Selftest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *arguments):
        return subprocess.Popen([program, "selftest", *arguments], text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, cwd=self.folder)

    def test_counts_what_it_compared(self):
        run = graze("selftest", "--seconds", "0.5", "--only", "soups,touching", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        kinds = [line.split()[0] for line in run.stdout.splitlines() if line[:1].isalpha() and "(number" in line]
        self.assertEqual(kinds, ["soups", "touching", "all"])
        self.assertIn("no disagreement", run.stdout)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_interrupted_run_prints_its_counts(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("--seconds", "1000", "--threads", "1", "--only", "soups")
            time.sleep(1)
            process.send_signal(number)
            output, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, -number, errors)
            self.assertRegex(output, r"(?m)^soups +\d+ +\d+ ")
            self.assertIn("interrupted after", output)
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_refused(self):
        for arguments, word in ((("--only", "nonsense"), "nonsense"), (("--seconds", "-1"), "-1"), (("--threads", "0"), "0"),
                                (("--only", "soups", "--case", "3"), "--case"), (("--seed", "x"), "x"),
                                (("--out", program), "--out")):
            run = graze("selftest", *arguments, cwd=self.folder)
            self.assertEqual((run.returncode, run.stdout), (2, ""), arguments)
            self.assertIn(word, run.stderr)

    def test_one_case_alone(self):
        first, second = (graze("selftest", "--seed", "3", "--case", "4", cwd=self.folder) for _ in range(2))
        self.assertEqual(first.returncode, 0, first.stdout + first.stderr)

        def compared(run):
            return [line.split()[:4] for line in run.stdout.splitlines() if "(number" in line]

        self.assertEqual(compared(first), compared(second))
        self.assertEqual(len(compared(first)), 2)  # the kind of the case, and all


if __name__ == "__main__":
    unittest.main()
