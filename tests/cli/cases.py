#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Configurations that made some library answer wrongly, by each method, in both orders: of meshes each as a scene, of
convex bodies all as one.

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


convex_kinds = ("convex-convex", "distance")
convex_methods = ("automatic", "gjk", "lin_canny", "separating_plane")
exact_types = ("box", "convex")


def convex_scene(cases, swap):
    bodies, pairs = [], []
    for number, case in enumerate(cases):
        names = [f"{number}{side}" for side in "ab"]
        for name, shape in zip(names, case["shapes"]):
            fields = {key: value for key, value in shape.items() if key not in ("pose", "axis")}
            pose = {"R": [entry for row in shape["pose"]["R"] for entry in row], "t": shape["pose"]["t"]}
            bodies.append({"name": name, "shape": fields, "pose": pose})
        pairs.append(names)
    if swap:
        bodies.reverse()
    return {"graze": 1, "bodies": bodies, "pairs": pairs}


def convex_problems(cases, method, swap, folder):
    file = pathlib.Path(folder) / f"convex-{method}-{swap}.json"
    file.write_text(json.dumps(convex_scene(cases, swap)))
    result = graze("check", file, "--json", "--distance", "--method", method)
    if result.returncode != 1:
        return [f"convex cases, {method}: exit code {result.returncode}, {result.stderr.strip()}"]
    problems = []
    for pair in json.loads(result.stdout)["pairs"]:
        case = cases[int(pair["a"][:-1])]
        expected = case["expected"]
        exact = all(shape["type"] in exact_types for shape in case["shapes"])
        where = f"{case['id']}, {method}, {'b before a' if swap else 'a before b'}"
        if (exact or expected["decisive"]) and pair["collide"] != expected["intersects"]:
            problems.append(f"{where}: collide is {pair['collide']}")
        off = abs(pair["distance"] - expected["distance"])
        if off > max(expected["tolerance"], 1e-15):
            problems.append(f"{where}: distance is {pair['distance']}, not {expected['distance']}, off by {off}")
    return problems


def main():
    if not cases_file.exists():
        print("SKIP: ../shared/cases/hard_cases.json is not there")
        sys.exit(skipped)
    everything = json.loads(cases_file.read_text())
    cases = [case for case in everything if case["kind"] in kinds]
    convex = [case for case in everything if case["kind"] in convex_kinds]
    names = [name for name in methods() if name not in convex_methods[1:]]
    work = [(case, method, swap) for case in cases for method in names for swap in (False, True)]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda item: problems_of(*item, folder), work))
        found += [convex_problems(convex, method, swap, folder) for method in convex_methods for swap in (False, True)]
    problems = [problem for some in found for problem in some]
    print("\n".join(problems))
    print(f"{len(cases)} cases, methods {', '.join(names)}, both orders: {len(work)} runs; {len(convex)} "
          f"convex cases; {len(problems)} problems")
    sys.exit(1 if problems or not cases else 0)


if __name__ == "__main__":
    main()
