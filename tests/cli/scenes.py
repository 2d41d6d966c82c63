# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Bodies and scenes for the tests of `graze check`."""
from command import tetrahedron

far = tetrahedron.replace("v ", "v 1")  # x from 10 to 11
triangle = {"type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]]}


def scene(*bodies, **more):
    return {"graze": 1, "bodies": [dict(zip(("name", "shape", "pose"), body)) for body in bodies], **more}


def pose(*t):
    return {"R": [1, 0, 0, 0, 1, 0, 0, 0, 1], "t": list(t)}
