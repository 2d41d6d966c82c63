// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "demo_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "terminal.h"

namespace graze::cli {
namespace {

constexpr double seen_radius = 2.6;  // of the world about the origin, so that it fits the canvas

/// From the world to the eye: x to the right, y up, z towards us. A fixed view from the side, a little from
/// above.
Eigen::Matrix3d eye_rotation() {
  const Eigen::Vector3d towards = Eigen::Vector3d(0.35, -1, 0.35).normalized();
  const Eigen::Vector3d right = Eigen::Vector3d::UnitZ();  // the bodies swing along z: across the picture
  Eigen::Matrix3d R;
  R.row(0) = (right - right.dot(towards) * towards).normalized();
  R.row(2) = towards;
  R.row(1) = R.row(2).cross(R.row(0));
  return R;
}

/// `share` of a line of `columns`, in eighths of a character.
std::string bar(double share, int columns) {
  constexpr std::array<std::string_view, 8> eighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto filled = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * columns * 8));
  std::string text;
  for (int i = 0; i < filled / 8; ++i) text += "█";
  text += eighths[static_cast<std::size_t>(filled % 8)];
  return text + std::string(static_cast<std::size_t>(columns) - display_width(text), ' ');
}

/// The number of pairs in each of the last frames, as a row of bars.
std::string history(const std::vector<DemoFrame>& frames, std::size_t columns) {
  constexpr std::array<std::string_view, 8> heights = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::size_t most = 1;
  for (const DemoFrame& frame : frames) most = std::max(most, frame.pairs);
  std::string text;
  for (std::size_t i = frames.size() - std::min(columns, frames.size()); i < frames.size(); ++i) {
    text += frames[i].pairs == 0 ? "·" : heights[frames[i].pairs * 7 / most];
  }
  return text;
}

std::optional<Canvas> canvas_for_terminal() {
  constexpr int status_rows = 3;
  const TerminalSize size = terminal_size();
  if (!use_color() || size.columns < 60 || size.rows < 15) return {};
  const int rows = std::min(size.rows - status_rows, 36);
  return Canvas(std::min(size.columns - 1, 5 * rows), rows);
}

}  // namespace

DemoView::DemoView(const Shape& a, const Shape& b, int frames)
    : a_(std::get<Mesh>(a.kind())),
      b_(std::get<Mesh>(b.kind())),
      frames_(frames),
      canvas_(canvas_for_terminal()) {}

void DemoView::draw(const Mesh& mesh, const Pose& X_WM, const std::vector<bool>& colliding,
                    const Ramp& ramp) {
  const Eigen::Matrix3d R_EM = eye_rotation() * X_WM.R;
  const Eigen::Vector3d t_EM = eye_rotation() * X_WM.t;
  const double scale =
      std::min(canvas_->width() / (2 * 1.25 * seen_radius), canvas_->height() / (2 * 0.62 * seen_radius));
  std::vector<Eigen::Vector3d> p_E(mesh.vertices.size());
  std::transform(mesh.vertices.begin(), mesh.vertices.end(), p_E.begin(),
                 [&](const Eigen::Vector3d& p) -> Eigen::Vector3d { return R_EM * p + t_EM; });
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const auto& [i, j, k] = mesh.faces[f];
    const Eigen::Vector3d normal = (p_E[j] - p_E[i]).cross(p_E[k] - p_E[i]).normalized();
    if (normal.z() <= 0) continue;  // closed and turned away
    const double light = std::clamp(normal.dot(Eigen::Vector3d(-0.4, 0.5, 0.77)), 0.0, 1.0);
    const PaletteColor shade = ramp[static_cast<std::size_t>(std::lround(light * (ramp.size() - 1)))];
    std::array<Eigen::Vector3d, 3> corners;
    for (std::size_t c = 0; c < 3; ++c) {
      const Eigen::Vector3d& p = p_E[mesh.faces[f][c]];
      corners[c] = {canvas_->width() / 2.0 + scale * p.x(), canvas_->height() / 2.0 - scale * p.y(), p.z()};
    }
    canvas_->fill_triangle(corners, colliding[f] ? alarm : shade);
  }
}

void DemoView::draw_frame(const Pose& X_WA, const Pose& X_WB, const std::vector<FacePair>& pairs) {
  std::vector<bool> colliding_a(a_.faces.size());
  std::vector<bool> colliding_b(b_.faces.size());
  for (const FacePair& pair : pairs) {
    colliding_a[pair.a] = true;
    colliding_b[pair.b] = true;
  }
  canvas_->clear();
  draw(a_, X_WA, colliding_a, cool);
  draw(b_, X_WB, colliding_b, warm);
}

void DemoView::show(const std::vector<DemoFrame>& frames, const Pose& X_WA, const Pose& X_WB,
                    const std::vector<FacePair>& pairs) {
  const DemoFrame& frame = frames.back();
  std::string line = fmt::format("frame {:>4}  {:>5} face pairs  {:>9}", frames.size(), frame.pairs,
                                 duration_text(frame.seconds));
  if (!canvas_) {
    // A hundred pairs fill the bar.
    if (stdout_is_terminal()) line += "  " + bar(static_cast<double>(frame.pairs) / 100.0, 20);
    fmt::print("{}\n", line);
    std::fflush(stdout);
    return;
  }
  draw_frame(X_WA, X_WB, pairs);
  const int up = canvas_->height() / 2 + 1;
  const std::string back = drawn_ ? fmt::format("\r\033[{}A", up) : "\033[?25l";
  const std::string status = colored(frame.pairs > 0 ? Color::red : Color::green, line);
  const auto room = static_cast<std::size_t>(canvas_->width()) - std::min(canvas_->width(), 42);
  fmt::print("{}{}\033[K{}  {}\n\033[K{}", back, canvas_->text(), status, history(frames, room),
             colored(Color::dim, bar(static_cast<double>(frames.size()) / frames_,
                                     canvas_->width() - 4)));  // room for ^C
  std::fflush(stdout);
  drawn_ = true;
}

void DemoView::finish() {
  if (drawn_) fmt::print("\r\033[K\033[?25h");
}

}  // namespace graze::cli
