#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze demo: lines in a pipe, a picture on a terminal, and a clean end however it comes."""
import re
import signal
import subprocess
import unittest

from command import CommandTest, Terminal, broad_phases, convex_methods, graze, graze_on_terminal, methods, program


line = re.compile(r"^frame +\d+ +(\d+) candidates +(\d+) colliding +[\d.]+ (?:µs|ms|s)  \(boxes .*\)$", re.MULTILINE)


def pair_counts(text):
    return [(int(candidates), int(colliding)) for candidates, colliding in line.findall(text)]


class Demo(CommandTest):
    def test_a_line_a_frame(self):
        result = graze("demo", "--frames", 12)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        counts = pair_counts(result.stdout)
        self.assertEqual(len(counts), 12)
        for candidates, colliding in counts:
            self.assertGreater(candidates, colliding)
            self.assertGreater(colliding, 0)
        self.assertRegex(result.stdout.splitlines()[-1],
                         r"^1000 polytopes of 36 faces, 12 frames: \d+ frames a second \(median .*\); "
                         r"[\d.]+ candidates and [\d.]+ collisions a frame")
        self.assertNotIn("\x1b", result.stdout)

    def test_the_seed_decides_and_nothing_else_does(self):
        def counts(*more):
            return pair_counts(graze("demo", "--frames", 6, "--bodies", 300, *more).stdout)
        expected = counts()
        self.assertEqual(len(expected), 6)
        for method in methods():
            self.assertEqual(counts("--method", method), expected)
        for kind in broad_phases():
            self.assertEqual(counts("--broad-phase", kind), expected)
        self.assertEqual(counts("--threads", 2), expected)
        self.assertNotEqual(counts("--seed", 2), expected)

    def test_the_classic_methods_remember_what_they_found(self):
        def last(method):
            return graze("demo", "--frames", 40, "--method", method).stdout.splitlines()[-1]
        steps = re.search(r"method lin_canny; ([\d.]+) steps a walk\)", last("lin_canny"))
        self.assertLess(float(steps[1]), 3)
        share = re.search(r"method separating_plane; ([\d.]+) % of queries", last("separating_plane"))
        self.assertGreater(float(share[1]), 50)

    def test_follows_a_terminal_that_is_resized(self):
        def widest(text):
            """Of the lines of the picture, without colours."""
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
            return max(len(line) for line in re.split(r"[\r\n]+", plain) if re.search("[▀▄█]", line))

        with Terminal("demo", "--frames", 1000000, size=(40, 120)) as terminal:
            terminal.read_until("narrow")
            self.assertEqual(widest(terminal.read_until("narrow")), 119)
            terminal.resize(30, 90)
            terminal.read_until("\x1b[2J")
            terminal.read_until("narrow")
            self.assertEqual(widest(terminal.read_until("narrow")), 89)
            terminal.resize(10, 40)  # too small for a picture: lines
            seen = terminal.read_until("candidates", "colliding", "(boxes")
            self.assertIn("\x1b[?25h", seen)
            terminal.resize(40, 120)
            terminal.read_until("▀")

    def test_one_body_and_many(self):
        self.assertEqual(pair_counts(graze("demo", "--frames", 2, "--bodies", 1).stdout), [(0, 0), (0, 0)])
        self.assertEqual(len(pair_counts(graze("demo", "--frames", 2, "--bodies", 20000).stdout)), 2)

    def test_picture_on_a_terminal(self):
        seen, code = graze_on_terminal("demo", "--frames", 3, size=(30, 100))
        self.assertEqual(code, 0)
        self.assertIn("\x1b[?25h", seen)  # the cursor is back
        for sign in ("▀", "█", "frames a second", "boxes", "broad", "narrow", "colliding"):
            self.assertIn(sign, seen)
        seen, code = graze_on_terminal("demo", "--frames", 3, size=(10, 40))  # no room for a picture
        self.assertEqual(len(pair_counts(seen.replace("\r", ""))), 3)
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
