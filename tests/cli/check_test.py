#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze check: verdicts, exit codes, JSON, errors, dumps, and manners in pipes and on terminals."""
import json
import os
import subprocess
import unittest

from command import CommandTest, broad_phases, graze, graze_on_terminal, methods, program, tetrahedron, wedge

far = tetrahedron.replace("v ", "v 1")  # x from 10 to 11
triangle = {"type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]]}


def scene(*bodies, **more):
    return {"graze": 1, "bodies": [dict(zip(("name", "shape", "pose"), body)) for body in bodies], **more}


def pose(*t):
    return {"R": [1, 0, 0, 0, 1, 0, 0, 0, 1], "t": list(t)}


class Verdicts(CommandTest):
    def test_meshes_as_they_lie(self):
        near, away = self.write("near.obj", tetrahedron), self.write("away.obj", far)
        result = graze("check", near, away)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"^near  away  clear\nno collision: 1 pair, in [\d.]+ (µs|ms|s)\n$")
        result = graze("check", near, near, away)
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertRegex(result.stdout, r"^near    near-2  collide\n")
        self.assertIn("collision: 1 of 3 pairs", result.stdout)

    def test_libraries_of_polytopes(self):
        two = self.write("two.polytopes", wedge + wedge.replace("wedge", "far").replace("\n0 ", "\n7 ", 1)
                         .replace("\n1 0 0", "\n8 0 0").replace("\n0 1 0", "\n7 1 0").replace("\n0 0 1", "\n7 0 1"))
        result = graze("check", two)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("wedge  far  clear", result.stdout)
        result = graze("check", two, self.write("wedge.obj", tetrahedron), "--distance", "--method", "gjk")
        self.assert_error(result, "cannot check 'wedge' against 'wedge-2'")
        result = graze("check", two, self.write("wedge.obj", tetrahedron))
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertRegex(result.stdout, r"wedge +wedge-2  collide\n")
        body = {"type": "convex", "file": "two.polytopes", "polytope": "far"}
        file = self.write("s.json", scene(("a", body), ("b", body, pose(1, 0, 0))))
        self.assertEqual(graze("check", file).returncode, 1)
        dump = self.folder / "dump.json"
        graze("check", file, "--dump", dump)
        two.unlink()
        self.assertEqual(graze("check", dump).returncode, 1)

    def test_touching_counts_and_one_ulp_does_not(self):
        touching = self.write("touch.json", scene(("a", triangle), ("b", triangle, pose(1, 0, 0))))
        self.assertEqual(graze("check", touching).returncode, 1)
        apart = self.write("apart.json", scene(("a", triangle), ("b", triangle, pose(1.0000000000000002, 0, 0))))
        self.assertEqual(graze("check", apart).returncode, 0)

    def test_json(self):
        file = self.write("scene.json", scene(("a", triangle), ("b", triangle, pose(0, 0, 5)), ("c", triangle)))
        for faces, expected in (("none", None), ("first", [[0, 0]]), ("all", [[0, 0]])):
            with self.subTest(faces):
                result = graze("check", file, "--json", "--faces", faces)
                self.assertEqual((result.returncode, result.stderr), (1, ""))
                report = json.loads(result.stdout)
                self.assertEqual(list(report), ["pairs", "seconds"])
                self.assertGreater(report["seconds"], 0)
                self.assertEqual([(p["a"], p["b"], p["collide"]) for p in report["pairs"]],
                                 [("a", "b", False), ("a", "c", True), ("b", "c", False)])
                self.assertEqual(report["pairs"][1].get("faces"), expected)
                self.assertEqual("faces" in report["pairs"][0], faces != "none")

    def test_pairs_of_a_scene(self):
        bodies = ("a", triangle), ("b", triangle), ("c", triangle)
        file = self.write("scene.json", scene(*bodies, pairs=[["c", "b"], ["a", "b"]]))
        report = json.loads(graze("check", file, "--json").stdout)
        self.assertEqual([(p["a"], p["b"]) for p in report["pairs"]], [("a", "b"), ("c", "b")])
        self.assertEqual(graze("check", self.write("none.json", scene(*bodies, pairs=[]))).returncode, 0)

    def test_methods_agree(self):
        near = self.write("near.obj", tetrahedron)
        moved = self.write("moved.obj", tetrahedron.replace("v 0 0 0", "v 0.25 0.25 0.25"))
        answers = [json.loads(graze("check", near, moved, "--json", "--faces", "all", "--method", method).stdout)["pairs"]
                   for method in methods()]
        self.assertGreater(len(answers), 2)
        self.assertTrue(answers[0][0]["collide"])
        threaded = graze("check", near, moved, "--json", "--faces", "all", "--threads", 4)
        for answer in (*answers, json.loads(threaded.stdout)["pairs"]):
            self.assertEqual(answer, answers[0])

    def test_broad_phases_agree(self):
        bodies = [(f"body {i}", triangle, pose(0.7 * (i % 5), 0.9 * (i // 5), 0)) for i in range(25)]
        everything = self.write("all.json", scene(*bodies))
        some = self.write("some.json", scene(*bodies, pairs=[["body 3", "body 2"], ["body 2", "body 3"],
                                                             ["body 0", "body 24"], ["body 6", "body 7"]]))
        kinds = broad_phases()
        self.assertGreater(len(kinds), 2)
        for file in (everything, some):
            expected = graze("check", file, "--json", "--faces", "all")
            self.assertEqual(expected.returncode, 1)
            pairs = json.loads(expected.stdout)["pairs"]
            self.assertIn(False, [p["collide"] for p in pairs])
            for kind in kinds:
                with self.subTest(kind):
                    result = graze("check", file, "--json", "--faces", "all", "--broad-phase", kind, "--threads", 2)
                    self.assertEqual((result.returncode, result.stderr), (1, ""))
                    self.assertEqual(json.loads(result.stdout)["pairs"], pairs)
        self.assert_error(graze("check", some, "--broad-phase", "magic"), "--help")

    def test_names_that_are_awkward(self):
        self.write("a\nb\x1b[2J.obj", tetrahedron)
        (self.folder / os.fsdecode(b"\xff.obj")).write_text(tetrahedron)
        files = sorted(self.folder.glob("*.obj"))
        self.assertEqual(graze("check", *files).stdout.count("\n"), 2)
        self.assertNotIn("\x1b", graze("check", *files).stdout)
        json.loads(graze("check", *files, "--json").stdout)


class Budget(CommandTest):
    """Within a budget a pair may stay undecided; what is decided is right."""

    def test_enough_time_decides(self):
        near, away = self.write("near.obj", tetrahedron), self.write("away.obj", far)
        result = graze("check", near, near, away, "--budget-us", "1000000", "--json", "--faces", "first")
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        pairs = json.loads(result.stdout)["pairs"]
        self.assertEqual([p["collide"] for p in pairs], [True, False, False])
        self.assertEqual([len(p["faces"]) for p in pairs], [1, 0, 0])
        self.assertEqual(graze("check", near, away, "--budget-us", "1000000").returncode, 0)

    def test_no_time_decides_nothing_hard(self):
        # Two combs of long slivers, in each other without touching: far more boxes than fit between two looks at the clock.
        def comb(shift):
            lines = [f"v {x / 1000 + shift} {y} {z}" for x in range(2000) for y, z in ((-1, 0), (1, 0), (0, 1))]
            return "\n".join(lines + [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(2000)])

        a, b = self.write("a.obj", comb(0)), self.write("b.obj", comb(0.0005))
        result = graze("check", a, b, "--budget-us", "0")
        self.assertEqual((result.returncode, result.stderr), (3, ""))
        self.assertRegex(result.stdout, r"^a  b  undecided, \d+ pairs of boxes left\nundecided: 1 of 1 pair, in ")
        pair = json.loads(graze("check", a, b, "--budget-us", "0", "--json").stdout)["pairs"][0]
        self.assertIsNone(pair["collide"])
        self.assertGreater(pair["open"], 0)
        mixed = graze("check", a, a, b, "--budget-us", "1000000")
        self.assertEqual(mixed.returncode, 1)

    def test_what_it_does_not_go_with(self):
        mesh = self.write("a.obj", tetrahedron)
        for more in (("--faces", "all"), ("--method", "naive"), ("--broad-phase", "cells"), ("--distance",)):
            with self.subTest(more):
                self.assert_error(graze("check", mesh, mesh, "--budget-us", "5", *more), "--budget-us")
        self.assert_error(graze("check", mesh, mesh, "--budget-us", "-1"), "--budget-us")


class Dump(CommandTest):
    def test_replays(self):
        third = tetrahedron.replace("v 1 0 0", "v 0.1 0.30000000000000004 1e-300")
        files = self.write("a.obj", tetrahedron), self.write("b.obj", third)
        out = self.folder / "out.json"
        first = graze("check", *files, "--json", "--faces", "all", "--dump", out)
        self.assertEqual(first.returncode, 1)
        again = graze("check", out, "--json", "--faces", "all", "--dump", self.folder / "again.json")
        self.assertEqual(json.loads(first.stdout)["pairs"], json.loads(again.stdout)["pairs"])
        self.assertEqual(out.read_text(), (self.folder / "again.json").read_text())
        self.assertIn([0.1, 0.30000000000000004, 1e-300], json.loads(out.read_text())["bodies"][1]["shape"]["vertices"])

    def test_place_that_cannot_be_written(self):
        file = self.write("a.obj", tetrahedron)
        self.assert_error(graze("check", file, file, "--dump", self.folder / "no/such/out.json"), "out.json")


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


class Manners(CommandTest):
    def many_bodies(self):
        return self.write("many.json", scene(*((f"body {i}", triangle) for i in range(300))))

    def test_closed_pipe_ends_quietly(self):
        with subprocess.Popen([program, "check", self.many_bodies()], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk_is_an_error(self):
        mesh = self.write("a.obj", tetrahedron)
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([program, "check", mesh, mesh], stdout=full, stderr=subprocess.PIPE, text=True,
                                    check=False)
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"^graze: .*\n$")

    def test_colour_on_a_terminal_only(self):
        mesh = self.write("a.obj", tetrahedron)
        self.assertNotIn("\x1b", graze("check", mesh, mesh).stdout)
        seen, code = graze_on_terminal("check", mesh, mesh)
        self.assertEqual(code, 1)
        self.assertIn("\x1b[31mcollide\x1b[0m", seen)
        seen, code = graze_on_terminal("check", mesh, mesh, environment={"NO_COLOR": "1"})
        self.assertNotIn("\x1b", seen)

    def test_same_bytes_every_time(self):
        runs = {json.dumps(json.loads(graze("check", self.many_bodies(), "--json", "--faces", "all").stdout)["pairs"])
                for _ in range(3)}
        self.assertEqual(len(runs), 1)


class DistanceTest(CommandTest):
    """Signed distances of convex bodies; a clear error for meshes."""

    def scene(self, *shapes):
        bodies = [{"name": name, "shape": shape, "pose": {"R": [1, 0, 0, 0, 1, 0, 0, 0, 1], "t": [x, 0, 0]}}
                  for name, (shape, x) in zip("ab", shapes)]
        return self.write("scene.json", {"graze": 1, "bodies": bodies})

    def test_apart_and_overlapping(self):
        box, ball = {"type": "box", "half": [1, 1, 1]}, {"type": "sphere", "radius": 0.5}
        for x, expected in ((4, 2.5), (1.25, -0.25)):
            result = graze("check", self.scene((box, 0), (ball, x)), "--json", "--distance")
            [pair] = json.loads(result.stdout)["pairs"]
            self.assertAlmostEqual(pair["distance"], expected, places=12)
            self.assertEqual(pair["collide"], expected < 0)
            self.assertAlmostEqual(pair["points"][1][0] - pair["points"][0][0], expected, places=12)
        self.assertIn("distance -0.25", graze("check", self.scene((box, 0), (ball, 1.25)), "--distance").stdout)

    def test_what_has_none(self):
        mesh = {"type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]]}
        result = graze("check", self.scene((mesh, 0), ({"type": "sphere", "radius": 1}, 3)), "--distance")
        self.assert_error(result, "distance of mesh and sphere", "not supported")
        ball = {"type": "sphere", "radius": 1}
        result = graze("check", self.scene((ball, 0), (ball, 3)), "--distance", "--broad-phase", "cells")
        self.assert_error(result, "--broad-phase excludes --distance")


if __name__ == "__main__":
    unittest.main()
