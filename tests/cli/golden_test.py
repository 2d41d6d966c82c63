#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The answers to the scenes of tests/golden are those that were found before, to the last bit, on every instruction set and for 1 to 8 threads."""
import pathlib
import unittest

from command import graze


class Golden(unittest.TestCase):
    def test_answers_are_those_of_before(self):
        golden = pathlib.Path(__file__).parent.parent / "golden"
        run = graze("selftest", "--hash", golden)
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertEqual(run.stdout.splitlines()[-1], (golden / "answers.txt").read_text().strip())


if __name__ == "__main__":
    unittest.main()
