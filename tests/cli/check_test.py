#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze check: verdicts, exit codes, JSON, errors, dumps, and manners in pipes and on terminals."""
import json
import os
import subprocess
import unittest

from command import CommandTest, broad_phases, convex_methods, graze, graze_on_terminal, methods, program, tetrahedron, wedge

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
        for more in ((), ("--budget-us", "1000")):
            with subprocess.Popen([program, "check", file, "--json", *more], stdout=subprocess.PIPE) as process:
                report = json.loads(process.stdout.read())
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

    def test_never_over_what_is_there(self):
        a, b = self.write("a.obj", tetrahedron), self.write("b.obj", far)
        lonely = self.write("scene.json", scene(("a", triangle), ("b", triangle)))
        (self.folder / "folder.json").mkdir()
        (self.folder / "link.json").symlink_to(a)
        (self.folder / "nowhere.json").symlink_to(self.folder / "gone.json")
        os.link(a, self.folder / "hard.json")
        readonly = self.write("readonly.json", "somebody else's")
        readonly.chmod(0o444)
        before = {file: file.read_bytes() for file in self.folder.iterdir() if file.is_file()}
        # What is there stays: inputs however they are spelt, links, folders, any other file.
        for dump in ("scene.json", "./scene.json", "../" + self.folder.name + "/scene.json", "folder.json", "link.json",
                     "nowhere.json", "hard.json", "readonly.json"):
            with self.subTest(dump):
                self.assert_error(graze("check", lonely, "--dump", dump, cwd=self.folder), dump, "is there already")
        for dump in ("a.obj", "b.obj", "new.obj", "new", "new.json.txt", ""):
            with self.subTest(dump):
                self.assert_error(graze("check", a, b, "--dump", dump, cwd=self.folder), dump, ".json")
        self.assertEqual({file: file.read_bytes() for file in self.folder.iterdir() if file.is_file()}, before)
        self.assertFalse((self.folder / "gone.json").exists())
        self.assertEqual(sorted(f.name for f in self.folder.iterdir()), sorted(
            ["a.obj", "b.obj", "scene.json", "folder.json", "link.json", "nowhere.json", "hard.json", "readonly.json"]))

    def test_nothing_is_left_of_a_check_that_fails(self):
        bad = self.write("bad.obj", "v 1 2 x")
        self.assert_error(graze("check", bad, bad, "--dump", self.folder / "out.json"), "bad.obj")
        self.assertEqual([f.name for f in self.folder.iterdir()], ["bad.obj"])


class Frames(CommandTest):
    """A scene with frames: every pair of every frame, with caches or by a World, dumped and replayed."""

    soft = triangle | {"type": "deformable"}
    box = {"type": "box", "half": [0.5, 0.5, 0.5]}

    @staticmethod
    def lifted(height, tip=0):
        return [[0, 0, height], [1, 0, height], [0, 1, height + tip]]

    def motion(self, **more):
        """Bodies that rest, move, deform and touch, and the pairs that meet in each frame."""
        bodies = ("floor", triangle), ("soft", self.soft), ("mesh", triangle, pose(0, 0, 1)), ("box", self.box, pose(0, 0, 9))
        frames = [
            {},
            {"soft": {"vertices": self.lifted(1)}},
            {"soft": {"pose": pose(0, 0, -1)}, "mesh": {"vertices": self.lifted(5)}},
            {"soft": {"pose": pose(0, 0, 0), "vertices": self.lifted(1, 5e-324)}, "mesh": {"pose": pose(0, 0, -4)}},
            {"box": {"pose": pose(0, 0, 0.5)}},
            {"box": {"pose": pose(0, 0, 0.5000000000000001)}, "soft": {"vertices": self.lifted(5e-324)}},
        ]
        met = ["floor soft", "floor soft", "soft mesh", "floor soft", "soft mesh", "floor box,soft mesh,soft box,mesh box",
               "mesh box"]
        return scene(*bodies, frames=frames, **more), met

    def met(self, result):
        """The pairs that collide, by frame."""
        pairs = json.loads(result.stdout)["pairs"]
        count = 1 + max(p["frame"] for p in pairs)
        return [",".join(f'{p["a"]} {p["b"]}' for p in pairs if p["frame"] == i and p["collide"]) for i in range(count)]

    def test_every_way_of_asking_gives_the_same(self):
        content, met = self.motion()
        file = self.write("motion.json", content)
        ways = [(), ("--world",), ("--threads", 2), ("--world", "--threads", 2)]
        ways += [("--method", m) for m in methods()] + [("--world", "--method", m) for m in methods()]
        ways += [("--broad-phase", kind) for kind in broad_phases()]
        for way in ways:
            for faces in ("none", "first", "all"):
                with self.subTest(way, faces=faces):
                    result = graze("check", file, "--json", "--faces", faces, *way)
                    self.assertEqual((result.returncode, result.stderr), (1, ""))
                    self.assertEqual(self.met(result), met)
                    report = json.loads(result.stdout)
                    self.assertEqual(list(report), ["pairs", "checked", "frames", "seconds"])
                    self.assertEqual((len(report["pairs"]), report["checked"], report["frames"]), (42, 42, 7))
                    self.assertEqual([p["frame"] for p in report["pairs"]], [f for f in range(7) for _ in range(6)])
                    for pair in report["pairs"]:
                        self.assertEqual(bool(pair.get("faces")), pair["collide"] and faces != "none")

    def test_text_names_the_frame(self):
        content, _ = self.motion(pairs=[["floor", "box"]])
        file = self.write("motion.json", content)
        for more in ((), ("--world",)):
            lines = graze("check", file, *more).stdout.splitlines()
            self.assertEqual(lines[:-1], [f"frame {i}  floor  box  {'collide' if i == 5 else 'clear'}" for i in range(7)])
            self.assertRegex(lines[-1], r"^collision: 1 of 7 pairs \(7 frames, first in frame 5\), in ")
        content["frames"] = content["frames"][:1]
        result = graze("check", self.write("still.json", content))
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout.splitlines()[-1], r"^no collision: 2 pairs \(2 frames\), in ")

    def test_without_frames_nothing_is_said_of_them(self):
        content, _ = self.motion()
        content["frames"] = []
        file = self.write("still.json", content)
        for more in ((), ("--world",)):
            self.assertNotIn("frame", graze("check", file, "--json", *more).stdout)
            self.assertNotIn("frame", graze("check", file, *more).stdout)

    def test_many_bodies_are_asked_by_a_world(self):
        bodies = [(f"body {i}", self.soft, pose(0, 0, i)) for i in range(12)]
        frames = [{}, {"body 3": {"pose": pose(0, 0, 7)}}, {"body 7": {"vertices": self.lifted(1)}}]
        result = graze("check", self.write("many.json", scene(*bodies, frames=frames)), "--json")
        report = json.loads(result.stdout)
        self.assertEqual((result.returncode, report["checked"], report["frames"]), (1, 4 * 66, 4))
        self.assertEqual([(p["frame"], p["a"], p["b"]) for p in report["pairs"]],
                         [(2, "body 3", "body 7"), (3, "body 7", "body 8")])

    def test_a_method_that_does_not_serve_is_counted_in_each_frame(self):
        content, _ = self.motion()
        file = self.write("motion.json", content)
        for more in ((), ("--world",)):
            text = graze("check", file, "--method", "dop_tree", *more).stdout
            self.assertIn("21 of 42 pairs tested by automatic: dop_tree does not serve their kinds\n", text)

    def test_distances_of_frames(self):
        bodies = ("a", self.box), ("b", self.box, pose(3, 0, 0))
        frames = [{"b": {"pose": pose(2, 0, 0)}}, {"b": {"pose": pose(0.75, 0, 0)}}, {"a": {"pose": pose(-5, 0, 0)}}]
        file = self.write("boxes.json", scene(*bodies, frames=frames))
        for more in ((), ("--method", "lin_canny")):
            pairs = json.loads(graze("check", file, "--json", "--distance", *more).stdout)["pairs"]
            self.assertEqual([(p["frame"], round(p["distance"], 9)) for p in pairs], [(0, 2), (1, 1), (2, -0.25), (3, 4.75)])

    def test_dump_and_replay(self):
        content, _ = self.motion(pairs=[["box", "mesh"], ["soft", "floor"]])
        content["frames"][1]["soft"]["vertices"][2] = [0.1, 0.30000000000000004, 1e-300]
        content["frames"][4]["box"]["pose"]["t"][0] = -0.0
        file, out, again = self.write("motion.json", content), self.folder / "out.json", self.folder / "again.json"
        first = graze("check", file, "--json", "--faces", "all", "--dump", out)
        second = graze("check", out, "--world", "--json", "--faces", "all", "--dump", again)
        self.assertEqual((first.returncode, second.returncode), (1, 1))
        self.assertEqual(json.loads(first.stdout)["pairs"], json.loads(second.stdout)["pairs"])
        self.assertEqual(out.read_text(), again.read_text())
        frames = json.loads(out.read_text())["frames"]
        self.assertEqual(frames, content["frames"])
        self.assertEqual(repr(frames[4]["box"]["pose"]["t"][0]), "-0.0")

    def test_errors(self):
        content, _ = self.motion()
        file = self.write("motion.json", content)
        self.assert_error(graze("check", file, "--budget-us", 5), "--budget-us", "motion.json", "7")
        self.assert_error(graze("check", file, "--distance", "--world"), "--distance", "--world")
        self.assert_error(graze("check", file, "--budget-us", 5, "--world"), "--budget-us", "--world")
        for change, words in (({"nobody": {}}, ("frames[6]", "nobody")), ({"box": {"vertices": []}}, ("'box'", "vertices")),
                              ({"soft": {"vertices": [[0, 0, 0]]}}, ("'soft'", "3 vertices", "given 1")),
                              ({"mesh": {"pose": {"R": [2, 0, 0, 0, 1, 0, 0, 0, 1]}}}, ("'mesh'", "pose", "rigid"))):
            with self.subTest(change):
                bad = self.write("bad.json", content | {"frames": content["frames"] + [change]})
                self.assert_error(graze("check", bad), "bad.json", "frames[6]", *words)


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
        self.assert_error(result, "no pair has a distance", "distance of mesh and sphere", "not supported")
        ball = {"type": "sphere", "radius": 1}
        result = graze("check", self.scene((ball, 0), (ball, 3)), "--distance", "--broad-phase", "cells")
        self.assert_error(result, "--broad-phase excludes --distance")


    def test_a_pair_without_a_distance_does_not_hide_the_others(self):
        box, ball = {"type": "box", "half": [1, 1, 1]}, {"type": "sphere", "radius": 0.5}
        bodies = ("mesh", triangle), ("box", box, pose(4, 0, 0)), ("ball", ball, pose(8, 0, 0))
        file = self.write("mixed.json", scene(*bodies))
        result = graze("check", file, "--json", "--distance")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        first, second, third = json.loads(result.stdout)["pairs"]
        for pair in (first, second):
            self.assertFalse(pair["collide"])
            self.assertIsNone(pair["distance"])
            self.assertIn("the distance of mesh and", pair["reason"])
            self.assertNotIn("points", pair)
        self.assertAlmostEqual(third["distance"], 2.5)
        text = graze("check", file, "--distance").stdout
        self.assertRegex(text, r"mesh +box +clear  no distance\n")
        self.assertRegex(text, r"box +ball +clear  distance 2.5\n")
        self.assertIn("2 of 3 pairs without a distance, for example: the distance of mesh and box", text)

    def test_every_pair_has_its_distance(self):
        ball = {"type": "sphere", "radius": 0.5}
        file = self.write("many.json", scene(*((f"ball {i}", ball, pose(2 * i, 0, 0)) for i in range(60))))
        report = json.loads(graze("check", file, "--json", "--distance").stdout)
        self.assertEqual((len(report["pairs"]), report["checked"]), (1770, 1770))
        self.assertTrue(all(pair["distance"] > 0.9 for pair in report["pairs"]))
        self.assertEqual(graze("check", file, "--distance").stdout.count(" distance "), 1770)

    def test_the_method_is_used(self):
        box, ball = {"type": "box", "half": [1, 1, 1]}, {"type": "sphere", "radius": 0.5}
        file = self.write("s.json", scene(("a", box), ("b", box, pose(4, 0, 0)), ("ball", ball, pose(0, 9, 0))))
        for method, boxes, round_one in (("lin_canny", "lin_canny", "automatic"), ("gjk", "gjk", "gjk"),
                                         ("separating_plane", "automatic", "automatic"),
                                         ("dop_tree", "automatic", "automatic")):
            with self.subTest(method):
                pairs = json.loads(graze("check", file, "--json", "--distance", "--method", method).stdout)["pairs"]
                self.assertEqual([p["distance_method"] for p in pairs], [boxes, round_one, round_one])
                self.assertEqual([round(p["distance"], 9) for p in pairs], [2, 7.5, 8.044003745])


    def test_beyond_doubles(self):
        ball, small = {"type": "sphere", "radius": 1e308}, {"type": "sphere", "radius": 1}
        file = self.write("s.json", scene(("a", ball, pose(1e308, 0, 0)), ("b", ball, pose(-1e308, 0, 0))))
        touching = json.loads(graze("check", file, "--distance", "--json").stdout)["pairs"][0]
        self.assertEqual((touching["collide"], touching["distance"]), (True, 0))
        file = self.write("t.json", scene(("a", small, pose(1.7e308, 0, 0)), ("b", small, pose(-1.7e308, 0, 0)),
                                          ("c", small)))
        first = json.loads(graze("check", file, "--distance", "--json").stdout)["pairs"][0]
        self.assertEqual((first["collide"], first["distance"]), (False, None))
        self.assertIn("beyond the range of doubles", first["reason"])


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
