// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/cast.h>
#include <graze/deform.h>
#include <graze/distance.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/inspect.h>
#include <graze/io.h>
#include <graze/mesh.h>
#include <graze/motion.h>
#include <graze/polytope.h>
#include <graze/pose.h>
#include <graze/progressive.h>
#include <graze/query.h>
#include <graze/scene.h>
#include <graze/shape.h>
#include <graze/world.h>
