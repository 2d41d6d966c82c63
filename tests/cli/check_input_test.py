#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze check: files and scenes that are wrong, and polygons as files have them."""
import unittest

from command import CommandTest, graze, tetrahedron, wedge
from scenes import scene, triangle


class Errors(CommandTest):
    def assert_bad_mesh(self, name, content, *words):
        good = self.write("good.obj", tetrahedron)
        with self.subTest(name=name, content=content[:60]):
            self.assert_error(graze("check", self.write(name, content), good), name, *words)

    def test_files_that_are_not_there(self):
        good = self.write("good.obj", tetrahedron)
        self.assert_error(graze("check", self.folder / "gone.obj", good), "gone.obj")
        self.assert_error(graze("check", self.folder / "gone.json"), "gone.json")
        self.assert_error(graze("check", self.folder, good), self.folder.name)
        (self.folder / "folder.obj").mkdir()
        self.assert_error(graze("check", self.folder / "folder.obj", good), "folder.obj")

    def test_a_dumped_scene_can_be_read_whatever_the_case_of_its_ending(self):
        good = self.write("good.obj", tetrahedron)
        for name in ("small.json", "LARGE.JSON"):
            self.assertEqual(graze("check", good, good, "--dump", self.folder / name).returncode, 1)
            self.assertEqual(graze("check", self.folder / name).returncode, 1)

    def test_meshes_that_are_wrong(self):
        self.assert_bad_mesh("empty.obj", "")
        self.assert_bad_mesh("nan.obj", tetrahedron.replace("v 1 0 0", "v nan 0 0"), "nan")
        self.assert_bad_mesh("inf.obj", tetrahedron.replace("v 1 0 0", "v 1e999 0 0"), "1e999")
        self.assert_bad_mesh("index.obj", tetrahedron + "f 1 2 99\n", "99")
        self.assert_bad_mesh("negative.obj", tetrahedron + "f 1 2 -99\n", "-99")
        self.assert_bad_mesh("zero.obj", tetrahedron + "f 0 1 2\n", "0")
        self.assert_bad_mesh("ending.xyz123", tetrahedron)
        self.assert_bad_mesh("noending", tetrahedron)
        self.assert_bad_mesh("empty.stl", b"")
        self.assert_bad_mesh("short.stl", b"\0" * 80 + b"\x02\0\0\0" + b"\0" * 50)
        self.assert_bad_mesh("huge.stl", b"\0" * 80 + b"\xff\xff\xff\xff" + b"\0" * 50)
        self.assert_bad_mesh("short.off", "OFF\n4 4 0\n0 0 0\n")
        self.assert_bad_mesh("huge.off", "OFF\n4000000000 4000000000 0\n0 0 0\n")
        self.assert_bad_mesh("negative.off", "OFF\n-4 4 0\n0 0 0\n")
        self.assert_bad_mesh("short.ply", "ply\nformat ascii 1.0\nelement vertex 3\n")

    def test_scenes_that_are_wrong(self):
        bad_index = triangle | {"faces": [[0, 1, 3]]}
        negative = triangle | {"faces": [[0, 1, -1]]}
        mirror = {"R": [-1, 0, 0, 0, 1, 0, 0, 0, 1], "t": [0, 0, 0]}
        scenes = {
            "empty": "", "text": "not json", "truncated": '{"graze": 1, "bodies": [', "list": "[]",
            "version": {"graze": 99, "bodies": []}, "bodies": {"graze": 1},
            "nan": '{"graze": 1, "bodies": [{"name": "a", "shape": {"type": "mesh", "vertices": [[NaN,0,0]], "faces": []}}]}',
            "index": scene(("a", bad_index)), "negative": scene(("a", negative)),
            "kind": scene(("a", {"type": "teapot"})), "radius": scene(("a", {"type": "sphere", "radius": -1})),
            "mirror": scene(("a", triangle, mirror)), "name": scene(("a", triangle), ("a", triangle)),
            "pair": scene(("a", triangle), pairs=[["a", "z"]]), "file": scene(("a", {"type": "mesh", "file": "no.obj"})),
            "deep": "[" * 100000,
        }
        for name, content in scenes.items():
            with self.subTest(name):
                self.assert_error(graze("check", self.write(f"{name}.json", content)), f"{name}.json")

    def test_combinations(self):
        mesh, file = self.write("a.obj", tetrahedron), self.write("s.json", scene(("a", triangle)))
        self.assert_error(graze("check", mesh), "alone")
        self.assert_error(graze("check", file, mesh), "s.json")
        self.assert_error(graze("check", self.write("one.polytopes", wedge)), "alone")
        hole = self.write("hole.polytopes", wedge.replace("faces 4", "faces 3").replace("0 3 2\n", ""))
        self.assert_error(graze("check", hole, mesh), "hole.polytopes: polytope 'wedge' is not convex", "face 0")


class Polygons(CommandTest):
    """Polygons of a file are what they are: whatever the format, and whichever corner comes first."""

    corners = ((0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4))  # an L

    def write_l(self, ending, shift, turned):
        loop = list(range(6))[::-1] if turned else list(range(6))
        loop = loop[shift:] + loop[:shift]
        points = [f"{x} {y} 0" for x, y in self.corners]
        if ending == "obj":
            return "".join(f"v {p}\n" for p in points) + "f " + " ".join(str(i + 1) for i in loop) + "\n"
        face = "6 " + " ".join(map(str, loop)) + "\n"
        if ending == "off":
            return "OFF\n6 1 0\n" + "\n".join(points) + "\n" + face
        if ending == "ply":
            return ("ply\nformat ascii 1.0\nelement vertex 6\nproperty double x\nproperty double y\nproperty double z\n"
                    "element face 1\nproperty list uchar int vertex_indices\nend_header\n" + "\n".join(points) + "\n" + face)
        return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="18">{" ".join(points)}</float_array>
      <technique_common><accessor source="#pa" count="6" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>6</vcount>
      <p>{" ".join(map(str, loop))}</p></polylist>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene>
  </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>
</COLLADA>"""

    def test_a_column_in_the_notch_is_clear(self):
        def column(x, y):
            return f"v {x} {y} -1\nv {x} {y} 1\nv {x + 0.25} {y} 0\nf 1 2 3\n"

        notch, through = self.write("notch.obj", column(1.5, 1.5)), self.write("through.obj", column(0.25, 2.5))
        for ending in ("obj", "off", "ply", "dae"):
            for shift in range(6):
                for turned in (False, True):
                    file = self.write(f"l.{ending}", self.write_l(ending, shift, turned))
                    result = graze("check", file, notch)
                    if "built without Assimp" in result.stderr:
                        continue
                    with self.subTest(ending, shift=shift, turned=turned):
                        self.assertEqual((result.returncode, result.stderr), (0, ""))
                        self.assertEqual(graze("check", file, through).returncode, 1)


if __name__ == "__main__":
    unittest.main()
