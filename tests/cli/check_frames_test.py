#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze check: scenes that it writes and reads again, and scenes with frames."""
import json
import os
import shlex
import subprocess
import unittest

from command import CommandTest, broad_phases, graze, methods, program, tetrahedron
from scenes import far, pose, scene, triangle


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

    def test_a_file_that_grows_too_large_is_an_error_and_goes(self):
        file = self.write("a.obj", tetrahedron * 40)
        before = sorted(self.folder.iterdir())
        command = f"ulimit -f 1; {shlex.quote(program)} check a.obj a.obj --dump out.json"
        result = subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assert_error(result, "out.json")
        self.assertEqual(sorted(self.folder.iterdir()), before)

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


if __name__ == "__main__":
    unittest.main()
