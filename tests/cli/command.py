# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Runs the command line for the tests beside this file. GRAZE names the program."""
import codecs
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import tempfile
import termios
import time
import unittest

root = pathlib.Path(__file__).resolve().parent.parent.parent
program = os.environ.get("GRAZE", str(root / "build/release/apps/graze"))

tetrahedron = """v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
"""

# The same as a library of polytopes.
wedge = """polytope wedge
vertices 4
0 0 0
1 0 0
0 1 0
0 0 1
faces 4
0 2 1
0 1 3
1 2 3
0 3 2
"""


def graze(*arguments, **options):
    return subprocess.run([program, *map(str, arguments)], text=True, errors="surrogateescape",
                          capture_output=True, timeout=120, check=False, **options)


def graze_on_terminal(*arguments, environment=None, size=None):
    """What a person would see: both streams of a run on a terminal of (rows, columns), and the exit code."""
    master, slave = pty.openpty()
    if size is not None:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    full = os.environ | {"TERM": "xterm-256color"}
    full.pop("NO_COLOR", None)
    with subprocess.Popen([program, *map(str, arguments)], stdin=slave, stdout=slave, stderr=slave,
                          env=full | (environment or {})) as process:
        os.close(slave)
        seen = b""
        try:
            while data := os.read(master, 65536):
                seen += data
        except OSError:  # how Linux says that the other side is gone
            pass
        os.close(master)
        return seen.decode(), process.wait()


class Terminal:
    """A run on a terminal that is watched, resized, and ended by its being closed."""

    def __init__(self, *arguments, size):
        self.master, slave = pty.openpty()
        self.resize(*size)
        full = os.environ | {"TERM": "xterm-256color"}
        full.pop("NO_COLOR", None)
        self.process = subprocess.Popen([program, *map(str, arguments)], stdin=slave, stdout=slave, stderr=slave, env=full)
        os.close(slave)
        self.unread = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read_until(self, *words, seconds=60):
        """What is written up to these words, one after the other; then the next call goes on from there."""
        seen, deadline = "", time.monotonic() + seconds
        for word in words:
            while word not in self.unread:
                left = deadline - time.monotonic()
                if left < 0 or not select.select([self.master], [], [], left)[0]:
                    raise AssertionError(f"{word!r} does not come after {(seen + self.unread)[-2000:]!r}")
                self.unread += self.decoder.decode(os.read(self.master, 65536))
            end = self.unread.index(word) + len(word)
            seen, self.unread = seen + self.unread[:end], self.unread[end:]
        return seen


def methods():
    """Those that the help names, so that a new one is tested from its first day."""
    text = re.sub(r"\s+", " ", graze("check", "--help").stdout)
    names = re.search(r"--method NAME .*?: ([\w, ]+) \(default", text).group(1)
    return names.split(", ")


def broad_phases():
    text = re.sub(r"\s+", " ", graze("check", "--help").stdout)
    return re.search(r"--broad-phase KIND .*?: ([\w, ]+?) --", text).group(1).split(", ")


# Those of the methods that are for pairs of convex bodies.
convex_methods = ("gjk", "lin_canny", "separating_plane")


class CommandTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def assert_error(self, result, *words):
        """Exit code 2, nothing on stdout, and one line on stderr that begins with our name and has these words."""
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.startswith("graze: "), result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)
