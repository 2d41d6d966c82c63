#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""--memory: enough changes nothing, too little is an error, whatever was being done."""
import os
import random
import unittest

from command import CommandTest, graze, tetrahedron


def soup(faces, seed):
    """Large triangles, all through each other."""
    draw = random.Random(seed)
    corners = "".join(f"v {draw.random()} {draw.random()} {draw.random()}\n" for _ in range(3 * faces))
    return corners + "".join(f"f {i + 1} {i + 2} {i + 3}\n" for i in range(0, 3 * faces, 3))


class Memory(CommandTest):
    def test_enough_changes_nothing(self):
        near = self.write("near.obj", tetrahedron)
        result = graze("check", near, near, "--memory", "4G")
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertEqual(graze("inspect", near, "--memory", "4G").stdout, graze("inspect", near).stdout)

    def test_too_many_pairs(self):
        # Some 10^7 pairs: more than 100 MB of them.
        a, b = self.write("a.obj", soup(6000, 1)), self.write("b.obj", soup(6000, 2))
        for more in ((), ("--threads", 2), ("--method", "naive"), ("--method", "face_octree"), ("--world",)):
            result = graze("check", a, b, "--faces", "all", "--memory", "150M", *more)
            self.assert_error(result, "out of memory", "150M")
        result = graze("check", a, b, "--memory", "150M")
        self.assertEqual((result.returncode, result.stderr), (1, ""))

    def test_too_large_a_file(self):
        large = self.write("large.obj", soup(300000, 3))
        for verb in ("inspect", "check"):
            result = graze(verb, large, "--memory", "60M")
            self.assert_error(result, "large.obj", str(os.path.getsize(large)), "out of memory", "--memory allows 60M")

    def test_hardly_any(self):
        near = self.write("near.obj", tetrahedron)
        for size in ("1", "1K", "1M"):
            result = graze("check", near, near, "--memory", size)
            self.assert_error(result, "out of memory", size)

    def test_sizes_that_are_none(self):
        near = self.write("near.obj", tetrahedron)
        for size in ("", "0", "-1", "500 M", "5T", "M", "1e9", "99999999999G"):
            self.assert_error(graze("check", near, near, "--memory", size), "size")


if __name__ == "__main__":
    unittest.main()
