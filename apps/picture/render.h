// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>
#include <graze/pose.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Pictures of meshes without a graphics card: a depth buffer in software, made for documents and for looking
// at test cases.
namespace graze::picture {

/// Red, green, blue from 0 to 1, as displays have them (sRGB).
using Colour = Eigen::Vector3d;

struct RenderBody {
  Mesh mesh;
  Pose pose;
  Colour colour = {0.55, 0.65, 0.78};
  std::vector<std::uint32_t> highlighted;  ///< faces drawn in the camera's highlight colour
};

/// Looks at the bodies' middle from a distance at which all of them just fit.
struct Camera {
  double turn = 35;        ///< degrees about z: 0 looks along -x from the front, 90 along -y
  double tilt = 22;        ///< degrees above the horizon
  double view_angle = 24;  ///< degrees from the picture's top to its bottom; small: flat
  double zoom = 1;         ///< above 1: closer, so that the rims are cut off
  int width = 1200;
  int height = 800;
  int samples = 3;         ///< each pixel is the mean of samples × samples
  bool wireframe = false;  ///< edges drawn over the faces
  Colour background = {1, 1, 1};
  Colour highlight = {0.86, 0.13, 0.10};
};

struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< row by row from the top, three bytes a pixel
};

/// Throws Error for sizes that are not positive or beyond 16384.
Image render(std::span<const RenderBody> bodies, const Camera& camera = {});

/// The image as a PNG file has it.
std::string png_bytes(const Image& image);

}  // namespace graze::picture
