#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze inspect: what it finds, what it repairs."""
import json
import unittest

from command import CommandTest, graze, tetrahedron

# One face twice, one face with a repeated vertex, and a vertex that nobody uses.
damaged = tetrahedron + "v 7 7 7\nf 1 3 2\nf 1 1 2\n"


class Inspect(CommandTest):
    def test_clean_mesh(self):
        result = graze("inspect", self.write("good.obj", tetrahedron))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("good.obj\n  4 faces, 4 vertices, 6 edges, 1 part\n", result.stdout)
        self.assertIn("closed, volume 0.166667", result.stdout)
        self.assertTrue(result.stdout.endswith("  nothing wrong\n"))

    def test_findings_have_places(self):
        result = graze("inspect", self.write("bad.obj", damaged))
        self.assertEqual(result.returncode, 0)
        self.assertNotIn("nothing wrong", result.stdout)
        self.assertRegex(result.stdout, r"1 unused vertices +at vertex 4\n")
        self.assertRegex(result.stdout, r"1 duplicate faces +at face 4\n")
        self.assertRegex(result.stdout, r"1 faces that name a vertex twice +at face 5\n")

    def test_json(self):
        files = self.write("good.obj", tetrahedron), self.write("bad.obj", damaged)
        good, bad = json.loads(graze("inspect", *files, "--json").stdout)["meshes"]
        self.assertEqual((good["faces"], good["closed"], good["findings"]), (4, True, {}))
        self.assertEqual((good["low"], good["high"]), ([0, 0, 0], [1, 1, 1]))
        self.assertEqual(bad["findings"]["unused_vertices"], {"count": 1, "first": [4]})
        self.assertFalse(bad["closed"])

    def test_repair(self):
        out = self.folder / "better.ply"
        result = graze("inspect", self.write("bad.obj", damaged), "--repair", out)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("repaired, as", result.stdout)
        self.assertIn("2 faces removed", result.stdout)
        self.assertIn("nothing wrong", graze("inspect", out).stdout)

    def test_errors(self):
        good = self.write("good.obj", tetrahedron)
        self.assert_error(graze("inspect", self.folder / "gone.stl"), "gone.stl")
        self.assert_error(graze("inspect", good, good, "--repair", self.folder / "out.obj"), "--repair")
        self.assert_error(graze("inspect", good, "--repair", self.folder / "out.docx"), "out.docx")
        self.assert_error(graze("inspect", good, "--repair", self.folder / "no/such/out.obj"), "out.obj")


if __name__ == "__main__":
    unittest.main()
