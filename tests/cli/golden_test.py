#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The answers of fixed cases are those that were found before, to the last bit, on every instruction set and for 1 to 8 threads."""
import pathlib
import unittest

from command import graze


class Golden(unittest.TestCase):
    def test_answers_are_those_of_before(self):
        run = graze("selftest", "--hash")
        self.assertEqual(run.returncode, 0, run.stdout)
        golden = pathlib.Path(__file__).parent.parent / "golden.txt"
        self.assertEqual(run.stdout.splitlines()[-1], golden.read_text().strip())


if __name__ == "__main__":
    unittest.main()
