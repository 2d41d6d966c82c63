#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze check --distance."""
import json
import unittest

from command import CommandTest, graze
from scenes import pose, scene, triangle


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


if __name__ == "__main__":
    unittest.main()
