# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The files of the project, for the tools beside this one."""
import pathlib
import shutil
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
cpp_endings = {".h", ".cpp"}


def all_files():
    """Everything that is not ignored, as paths relative to the root, sorted."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=root,
                            capture_output=True, check=False)
    if listed.returncode == 0:
        paths = [pathlib.Path(name) for name in listed.stdout.decode().split("\0") if name]
    else:  # an archive without history
        paths = [path.relative_to(root) for path in root.rglob("*") if path.is_file()]
        paths = [path for path in paths if path.parts[0] not in ("build", ".git")]
    return sorted(path for path in set(paths) if (root / path).is_file())


def cpp_files(*folders):
    """C++ files, of these folders if any are given."""
    return [path for path in all_files()
            if path.suffix in cpp_endings and (not folders or path.parts[0] in folders)]


def copy_tree(folder):
    """Copies the project, without what git ignores, where the copy differs."""
    for path in all_files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != (root / path).read_bytes():
            shutil.copy(root / path, target)


def finish(name, problems, count):
    """Prints what was found and leaves: 0 for nothing, 1 for something."""
    for problem in problems:
        print(problem)
    print(f"{name}: {count} files, {len(problems)} problems")
    sys.exit(1 if problems else 0)
