#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Installs Graze and uses it as somebody else would: run.py SOURCE BUILD SCRATCH CXX"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], text=True, capture_output=True, **options)
    if result.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))}\n{result.stdout}{result.stderr}failed: {result.returncode}")
    return result.stdout


def run_to_fail(words, *command):
    """Must fail and say these words."""
    result = subprocess.run([str(word) for word in command], text=True, capture_output=True, check=False)
    said = " ".join((result.stdout + result.stderr).split())
    if result.returncode == 0 or any(word not in said for word in words):
        sys.exit(f"{shlex.join(map(str, command))}\n{result.stdout}{result.stderr}should fail with {words}")


def check_output(name, output):
    lines = output.splitlines()
    if lines[:1] != ["in the hole: clear"] or not lines[1:] or not all(l.startswith("face ") for l in lines[1:]):
        sys.exit(f"{name}: unexpected output:\n{output}")
    print(f"{name}: as expected, {len(lines) - 1} face pairs")


def main():
    source, build, scratch = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    compiler = sys.argv[4]
    shutil.rmtree(scratch, ignore_errors=True)
    # Installed in one place and moved to another: nothing in it may remember where it was.
    run("cmake", "--install", build, "--prefix", scratch / "first")
    prefix = scratch / "prefix"
    (scratch / "first").rename(prefix)

    project = source / "tests/consumer"
    run("cmake", "-S", project, "-B", scratch / "found", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release")
    run("cmake", "--build", scratch / "found")
    check_output("find_package", run(scratch / "found/consumer"))

    # The core alone, where there is no Assimp; then what must fail, with a reason.
    configure = ["cmake", "-S", project, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
                 "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_DISABLE_FIND_PACKAGE_assimp=ON"]
    run(*configure, "-B", scratch / "core", "-DGRAZE_COMPONENTS=core")
    run("cmake", "--build", scratch / "core")
    check_output("find_package(COMPONENTS core), without Assimp", run(scratch / "core/consumer"))
    run_to_fail(["graze has no component 'cloth': it was built with core"], *configure, "-B", scratch / "unknown",
                "-DGRAZE_COMPONENTS=core;cloth")
    if "assimp" in (prefix / next(prefix.rglob("graze.pc"))).read_text():
        run_to_fail(["component io of graze needs assimp, which was not found", "COMPONENTS core"], *configure, "-B",
                    scratch / "no_assimp")
    print("find_package: says why it fails")

    [pc] = prefix.rglob("graze.pc")
    libraries = {"LD_LIBRARY_PATH": str(pc.parent.parent)}
    for package in ("graze", "graze-core"):
        def flags(*kinds, name=package):
            path = os.environ | {"PKG_CONFIG_PATH": str(pc.parent)}
            return shlex.split(run("pkg-config", *kinds, name, env=path))
        for kind in ("--cflags", "--libs"):
            if "-pthread" not in flags(kind):
                sys.exit(f"pkg-config {kind} {package} lacks -pthread: {flags(kind)}")
        if package == "graze-core" and any("assimp" in flag or "graze_io" in flag for flag in flags("--libs")):
            sys.exit(f"graze-core needs what only files need: {flags('--libs')}")
        run(compiler, "-std=c++20", project / "main.cpp", "-o", scratch / "by_pkg_config", *flags("--cflags", "--libs"))
        check_output(f"pkg-config {package}", run(scratch / "by_pkg_config", env=os.environ | libraries))

    run("cmake", "-S", project, "-B", scratch / "folder", "-G", "Ninja", f"-DGRAZE_SOURCE={source}",
        f"-DCMAKE_CXX_COMPILER={compiler}")
    print("add_subdirectory: configured, without our apps and tests")


if __name__ == "__main__":
    main()
