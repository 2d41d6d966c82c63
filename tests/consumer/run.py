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

    [pc] = prefix.rglob("graze.pc")
    libraries = {"LD_LIBRARY_PATH": str(pc.parent.parent)}
    flags = run("pkg-config", "--cflags", "--libs", "graze", env=os.environ | {"PKG_CONFIG_PATH": str(pc.parent)})
    run(compiler, "-std=c++20", project / "main.cpp", "-o", scratch / "by_pkg_config", *shlex.split(flags))
    check_output("pkg-config", run(scratch / "by_pkg_config", env=os.environ | libraries))

    run("cmake", "-S", project, "-B", scratch / "folder", "-G", "Ninja", f"-DGRAZE_SOURCE={source}",
        f"-DCMAKE_CXX_COMPILER={compiler}")
    print("add_subdirectory: configured, without our apps and tests")


if __name__ == "__main__":
    main()
