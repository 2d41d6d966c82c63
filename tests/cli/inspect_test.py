#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze inspect: what it finds, what it repairs."""
import json
import unittest

from command import CommandTest, graze, tetrahedron, wedge

# A face is missing, one looks inward, and nobody uses the last vertex.
spoilt = """polytope spoilt
vertices 5
0 0 0
1 0 0
0 1 0
0 0 1
9 9 9
faces 3
0 1 2
0 1 3
1 2 3
"""
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

    def test_polytopes(self):
        library = self.write("two.polytopes", wedge + spoilt)
        result = graze("inspect", library)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("two.polytopes: wedge\n  4 faces, 4 vertices, convex\n  nothing wrong\n", result.stdout)
        self.assertIn("two.polytopes: spoilt\n  3 faces, 5 vertices, not convex as it is given\n", result.stdout)
        self.assertRegex(result.stdout, r"1 extraneous vertices +at vertex 4\n")
        self.assertRegex(result.stdout, r"1 faces that look inward +at face 0\n")
        self.assertRegex(result.stdout, r"3 faces beside a hole or a doublet +at faces 0, 1, 2\n")
        good, bad = json.loads(graze("inspect", library, "--json").stdout)["polytopes"]
        self.assertEqual((good["name"], good["convex"], good["findings"]), ("wedge", True, {}))
        self.assertEqual(bad["findings"]["back_facing_faces"], {"count": 1, "first": [0]})

    def test_repair_polytopes(self):
        out = self.folder / "better.polytopes"
        result = graze("inspect", self.write("a.polytopes", wedge + spoilt), "--repair", out)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("1 faces turned over", result.stdout)
        self.assertIn("4 faces of the hull", result.stdout)
        self.assertEqual(graze("inspect", out).stdout.count("nothing wrong"), 2)
        self.assertTrue(out.read_text().startswith(wedge), "what is sound is left as it is")

    def test_tolerance(self):
        bent = self.write("bent.polytopes", wedge.replace("0 0 1\n", "0 0 1\n0.5 0.5 1e-4\n", 1)
                          .replace("vertices 4", "vertices 5").replace("\n0 2 1\n", "\n0 2 4 1\n")
                          .replace("\n1 2 3\n", "\n1 4 2 3\n"))
        self.assertIn("not planar", graze("inspect", bent).stdout)
        self.assertNotIn("not planar", graze("inspect", bent, "--tolerance", "1e-3").stdout)
        self.assert_error(graze("inspect", bent, "--tolerance", "7"), "the tolerance is 7")
        self.assert_error(graze("inspect", bent, "--tolerance", "nan"), "the tolerance is nan")
        self.assert_error(graze("inspect", self.write("a.obj", tetrahedron), "--tolerance", "1e-3"), "--tolerance")

    def test_inside_out_is_something_wrong(self):
        turned = self.write("turned.obj", tetrahedron.replace("f 1 3 2", "f 1 2 3").replace("f 1 2 4", "f 1 4 2")
                            .replace("f 1 4 3", "f 1 3 4").replace("f 2 3 4", "f 2 4 3"))
        text = graze("inspect", turned).stdout
        self.assertIn("closed, volume -0.166667\n", text)
        self.assertTrue(text.endswith("it is inside out: its faces look inward\n"), text)
        self.assertNotIn("nothing wrong", text)
        [report] = json.loads(graze("inspect", turned, "--json").stdout)["meshes"]
        self.assertEqual(report["findings"], {"inside_out": {"count": 1, "first": []}})

    def test_polygons(self):
        vertices = "".join(f"v {x} {y} {z}\n" for x, y, z in ((0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (2, 2, 1)))
        for name, faces, findings in (
                ("good", "f 1 2 3 4\n", {}),
                ("bent", "f 1 2 3\nf 1 2 5 4\n", {"not_planar_polygons": {"count": 1, "first": [1]}}),
                ("bow_tie", "f 1 2 3 4\nf 1 3 2 4\nf 1 3 4 2\n", {"crossing_polygons": {"count": 2, "first": [2, 4]}})):
            with self.subTest(name):
                file = self.write(f"{name}.obj", vertices + faces)
                [report] = json.loads(graze("inspect", file, "--json").stdout)["meshes"]
                found = {key: value for key, value in report["findings"].items() if "polygons" in key}
                self.assertEqual(found, findings)
                self.assertEqual(report["polygons"], faces.count("\n") - (name == "bent"))
        self.assertRegex(graze("inspect", self.folder / "bent.obj").stdout, r"1 polygons that are not planar +at face 1\n")
        self.assertRegex(graze("inspect", self.folder / "bow_tie.obj").stdout,
                         r"2 polygons whose boundary crosses itself +at faces 2, 4\n")

    def test_repair_never_over_what_is_there(self):
        bad, library = self.write("bad.obj", damaged), self.write("two.polytopes", wedge + spoilt)
        (self.folder / "link.obj").symlink_to(bad)
        (self.folder / "nowhere.polytopes").symlink_to(self.folder / "gone.polytopes")
        before = {file: file.read_bytes() for file in self.folder.iterdir() if file.is_file()}
        for file, out in ((bad, "bad.obj"), (bad, "./bad.obj"), (bad, "link.obj"), (library, "two.polytopes"),
                          (library, "nowhere.polytopes")):  # an input, however it is spelt; links
            with self.subTest(out):
                self.assert_error(graze("inspect", file, "--repair", out, cwd=self.folder), out, "is there already")
        self.assertEqual({file: file.read_bytes() for file in self.folder.iterdir() if file.is_file()}, before)
        self.assertFalse((self.folder / "gone.polytopes").exists())

    def test_errors(self):
        good = self.write("good.obj", tetrahedron)
        self.assert_error(graze("inspect", self.folder / "gone.stl"), "gone.stl")
        self.assert_error(graze("inspect", good, good, "--repair", self.folder / "out.obj"), "--repair")
        self.assert_error(graze("inspect", good, "--repair", self.folder / "out.docx"), "out.docx")
        self.assert_error(graze("inspect", good, "--repair", self.folder / "no/such/out.obj"), "out.obj")
        library = self.write("good.polytopes", wedge)
        self.assert_error(graze("inspect", library, "--repair", self.folder / "out.obj"), "out.obj")
        bad = self.write("bad.polytopes", "polytope a\nvertices 1\n0 0 x\n")
        self.assert_error(graze("inspect", bad), "bad.polytopes:3: z of the vertex is 'x'")


if __name__ == "__main__":
    unittest.main()
