#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Configurations that made some library answer wrongly, each as a scene, by each method, in both orders.

They lie beside the project, in ../shared/cases/hard_cases.json; without them this test is skipped.
"""
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile

from command import graze, methods, root

cases_file = root.parent / "shared/cases/hard_cases.json"
kinds = ("tri-tri", "mesh-mesh")
skipped = 77


def scene_of(case):
    bodies = []
    for name, shape in zip("ab", case["shapes"]):
        pose = {"R": [entry for row in shape["pose"]["R"] for entry in row], "t": shape["pose"]["t"]}
        mesh = {"type": "mesh", "vertices": shape["vertices"], "faces": shape["triangles"]}
        bodies.append({"name": name, "shape": mesh, "pose": pose})
    return {"graze": 1, "bodies": bodies}


def problems_of(case, method, swap, folder):
    """Sentences about the case that are wrong; json writes numbers so that they read back exactly."""
    scene = scene_of(case)
    if swap:
        scene["bodies"].reverse()
    file = pathlib.Path(folder) / f"{case['id'].replace('/', '_')}-{method}-{swap}.json"
    file.write_text(json.dumps(scene))
    result = graze("check", file, "--json", "--faces", "all", "--method", method)
    file.unlink()
    where = f"{case['id']}, {method}, {'b before a' if swap else 'a before b'}"
    expected = case["expected"]
    if result.returncode != (1 if expected["intersects"] else 0):
        return [f"{where}: exit code {result.returncode}, {result.stderr.strip()}"]
    [pair] = json.loads(result.stdout)["pairs"]
    problems = []
    if pair["collide"] != expected["intersects"]:
        problems.append(f"{where}: collide is {pair['collide']}")
    faces = sorted(ab[::-1] if swap else ab for ab in pair["faces"])
    if "intersecting_pairs" in expected and faces != sorted(expected["intersecting_pairs"]):
        problems.append(f"{where}: faces are {faces}, not {sorted(expected['intersecting_pairs'])}")
    if pair["faces"] != sorted(pair["faces"]):
        problems.append(f"{where}: faces are not sorted")
    return problems


def main():
    if not cases_file.exists():
        print("SKIP: ../shared/cases/hard_cases.json is not there")
        sys.exit(skipped)
    cases = [case for case in json.loads(cases_file.read_text()) if case["kind"] in kinds]
    names = methods()
    work = [(case, method, swap) for case in cases for method in names for swap in (False, True)]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda item: problems_of(*item, folder), work))
    problems = [problem for some in found for problem in some]
    print("\n".join(problems))
    print(f"{len(cases)} cases, methods {', '.join(names)}, both orders: {len(work)} runs, {len(problems)} problems")
    sys.exit(1 if problems or not cases else 0)


if __name__ == "__main__":
    main()
