#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze check: verdicts, exit codes, JSON, budgets, and manners in pipes and on terminals."""
import json
import os
import pathlib
import subprocess
import unittest

from command import CommandTest, broad_phases, convex_methods, graze, graze_on_terminal, methods, program, tetrahedron, wedge
from scenes import far, pose, scene, triangle


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
        result = graze("check", two, self.write("wedge.obj", tetrahedron))
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertRegex(result.stdout, r"/two.polytopes:wedge +[^ ]*/wedge.obj  collide\n")
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
                self.assertEqual(list(report), ["pairs", "checked", "seconds"])
                self.assertEqual(report["checked"], 3)
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
        for more in (("--threads", 4), ("--broad-phase", "cells")):
            expected = json.loads(graze("check", near, moved, "--json", "--faces", "all", *more).stdout)["pairs"]
            self.assertTrue(expected[0]["collide"])
            for method in methods():
                with self.subTest(method):
                    result = graze("check", near, moved, "--json", "--faces", "all", "--method", method, *more)
                    [pair] = json.loads(result.stdout)["pairs"]
                    self.assertEqual(pair.pop("method"), "automatic" if method in convex_methods else method)
                    self.assertEqual([pair], expected)

    def test_the_method_that_ran_is_named(self):
        box, ball = {"type": "box", "half": [1, 1, 1]}, {"type": "sphere", "radius": 1}
        soft = triangle | {"type": "deformable"}
        bodies = (("box", box), ("ball", ball), ("mesh", triangle), ("other box", box), ("soft", soft))
        serves = {"automatic": lambda a, b: True, "gjk": lambda a, b: {a, b} <= {"box", "other box", "ball"},
                  "lin_canny": lambda a, b: {a, b} == {"box", "other box"},
                  "separating_plane": lambda a, b: {a, b} == {"box", "other box"},
                  "octree_update": lambda a, b: False, "dop_tree": lambda a, b: {a, b} == {"mesh", "soft"}}
        file = self.write("kinds.json", scene(*bodies))
        for method, expected in serves.items():
            for more in ((), ("--broad-phase", "cells")):
                with self.subTest(method, more=more):
                    result = graze("check", file, "--json", "--method", method, *more)
                    pairs = json.loads(result.stdout)["pairs"]
                    self.assertEqual(len(pairs), 10)
                    for pair in pairs:
                        wanted = method if expected(pair["a"], pair["b"]) else "automatic"
                        self.assertEqual(pair["method"], wanted, pair)
                    left = sum(not expected(p["a"], p["b"]) for p in pairs)
                    said = f"{left} of 10 pairs tested by automatic: {method} does not serve their kinds\n"
                    text = graze("check", file, "--method", method, *more).stdout
                    self.assertEqual(said in text, left > 0)
        self.assertNotIn("method", json.loads(graze("check", file, "--json").stdout)["pairs"][0])

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
            report = json.loads(expected.stdout)
            pairs = report["pairs"]
            if file == some:
                self.assertEqual([p["collide"] for p in pairs], [False, True, True, True])
            else:
                each = [[a[0], b[0]] for i, a in enumerate(bodies) for b in bodies[i + 1:]]
                named = self.write("named.json", scene(*bodies, pairs=each))
                everyone = json.loads(graze("check", named, "--json", "--faces", "all").stdout)
                self.assertEqual((report["checked"], everyone["checked"], len(everyone["pairs"])), (300, 300, 300))
                self.assertEqual(pairs, [p for p in everyone["pairs"] if p["collide"]])
            for kind in kinds:
                with self.subTest(kind):
                    result = graze("check", file, "--json", "--faces", "all", "--broad-phase", kind, "--threads", 2)
                    self.assertEqual((result.returncode, result.stderr), (1, ""))
                    self.assertEqual(json.loads(result.stdout)["pairs"], pairs)
        self.assert_error(graze("check", some, "--broad-phase", "magic"), "--help")

    def test_few_bodies_are_listed_pair_by_pair(self):
        for count, listed in ((9, 36), (10, 0)):
            file = self.write("apart.json", scene(*((f"body {i}", triangle, pose(0, 0, i)) for i in range(count))))
            report = json.loads(graze("check", file, "--json").stdout)
            self.assertEqual((len(report["pairs"]), report["checked"]), (listed, count * (count - 1) // 2))
            text = graze("check", file).stdout
            self.assertEqual(text.count("clear"), listed)
            self.assertIn(f"no collision: {count * (count - 1) // 2} pairs, in ", text)

    def test_no_bodies_and_one(self):
        for bodies in ((), (("a", triangle),)):
            result = graze("check", self.write("few.json", scene(*bodies)), "--json")
            self.assertEqual(result.returncode, 0)
            self.assertEqual(json.loads(result.stdout)["checked"], 0)

    @unittest.skipUnless(hasattr(os, "wait4"), "needs wait4")
    def test_many_bodies_take_no_memory_for_clear_pairs(self):
        # 4,000 boxes in rows, each touching no other, but for some that stand in each other: 8 million pairs.
        box = {"type": "box", "half": [0.4, 0.4, 0.4]}
        bodies = [(f"box {i}", box, pose(i % 20, i // 20 % 20, i // 400)) for i in range(3950)]
        bodies += [(f"twin {i}", box, pose(i % 20, i // 20 % 20, i // 400)) for i in range(50)]
        file = self.write("boxes.json", scene(*bodies))
        most_text = 1_000_000  # 331 MB when every clear pair was listed
        for more in ((), ("--budget-us", "1000")):
            with subprocess.Popen([program, "check", file, "--json", *more], stdout=subprocess.PIPE) as process:
                text = process.stdout.read(most_text)
                self.assertLess(len(text), most_text)
                report = json.loads(text)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 1)
            self.assertEqual(report["checked"], 4000 * 3999 // 2)
            self.assertEqual([(p["a"], p["b"]) for p in report["pairs"]],
                             [(f"box {i}", f"twin {i}") for i in range(50)])
            self.assertTrue(all(p["collide"] for p in report["pairs"]))
            self.assertLess(usage.ru_maxrss, 400_000)  # KB; 6.8 GB when every clear pair was held
        self.assertIn("collision: 50 of 7998000 pairs", graze("check", file).stdout)

    def test_names_tell_files_apart(self):
        for folder in "ab":
            (self.folder / folder).mkdir()
        one, two = self.write("a/part.obj", tetrahedron), self.write("b/part.obj", tetrahedron)
        three = self.write("b/part.off", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
        other = self.write("b/other.obj", tetrahedron)
        files = (one, two, three, other, other)
        pairs = json.loads(graze("check", *files, "--json").stdout)["pairs"]
        names = [p["b"] for p in pairs if p["a"] == str(one)]
        self.assertEqual(names, [str(two), str(three), "other", "other-2"])
        relative = graze("check", "a/part.obj", "b/part.obj", cwd=self.folder)
        self.assertIn("a/part.obj  b/part.obj  collide", relative.stdout)

    def test_a_number_behind_a_name_makes_no_other_name(self):
        part, numbered = self.write("part.obj", tetrahedron), self.write("part-2.obj", tetrahedron)
        for files in ((part, part, numbered), (numbered, part, part)):
            pairs = json.loads(graze("check", *files, "--json").stdout)["pairs"]
            names = {pair["a"] for pair in pairs} | {pair["b"] for pair in pairs}
            self.assertEqual(names, {"part", "part-2", "part-3"})
            numbers = [pathlib.Path(f).stem for f in files]
            self.assertEqual([pairs[0]["a"], pairs[-1]["b"]], [numbers[0], "part-2" if files[2] == numbered else "part-3"])

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


if __name__ == "__main__":
    unittest.main()
