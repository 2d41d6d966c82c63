#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze demo: lines in a pipe, a picture on a terminal, and a clean end however it comes."""
import re
import signal
import subprocess
import unittest

from command import CommandTest, graze, graze_on_terminal, methods, program


def pair_counts(text):
    return [int(count) for count in re.findall(r"^frame +\d+ +(\d+) face pairs +[\d.]+ (?:µs|ms|s)$", text, re.MULTILINE)]


class Demo(CommandTest):
    def test_a_line_a_frame(self):
        result = graze("demo", "--frames", 12)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        counts = pair_counts(result.stdout)
        self.assertEqual(len(counts), 12)
        self.assertEqual(counts[0], 0)
        self.assertGreater(max(counts), 0)
        self.assertRegex(result.stdout.splitlines()[-1], r" faces, 12 frames, \d+ in collision, up to \d+ face pairs; ")
        self.assertNotIn("\x1b", result.stdout)

    def test_the_seed_decides_and_the_method_does_not(self):
        def counts(*more):
            return pair_counts(graze("demo", "--frames", 6, *more).stdout)
        for method in methods():
            self.assertEqual(counts("--method", method), counts())
        self.assertNotEqual(counts("--seed", 2), counts())

    def test_picture_on_a_terminal(self):
        seen, code = graze_on_terminal("demo", "--frames", 3)
        self.assertEqual(code, 0)
        self.assertIn("\x1b[?25h", seen)  # the cursor is back
        self.assertIn("▀", seen)
        seen, code = graze_on_terminal("demo", "--frames", 3, environment={"NO_COLOR": "1"})
        self.assertNotIn("\x1b", seen)

    def test_ends_when_interrupted_and_when_nobody_reads(self):
        for end in ("interrupt", "close"):
            with self.subTest(end), subprocess.Popen([program, "demo", "--frames", "1000000"], stdout=subprocess.PIPE,
                                                     stderr=subprocess.PIPE) as process:
                process.stdout.readline()
                if end == "interrupt":
                    process.send_signal(signal.SIGINT)
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
                self.assertIn(-process.wait(timeout=20), (signal.SIGINT, signal.SIGPIPE))


if __name__ == "__main__":
    unittest.main()
