// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "demo_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "terminal.h"

namespace graze::cli {
namespace {

constexpr int status_rows = 6;

/// From the room to the eye, which goes slowly round it: x to the right, y up, z towards us.
Eigen::Matrix3d eye_rotation(int frame) {
  return (Eigen::AngleAxisd(0.45, Eigen::Vector3d::UnitX()) *
          Eigen::AngleAxisd(0.4 + 0.004 * frame, Eigen::Vector3d::UnitY()))
      .toRotationMatrix();
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

std::optional<Canvas> canvas_for(const TerminalSize& size) {
  if (!use_color() || size.columns < 60 || size.rows < 16) return {};
  const int rows = std::min(size.rows - status_rows - 1, 40);
  return Canvas(std::min(size.columns - 1, 5 * rows), rows);
}

/// Of an average over some ten frames, so that figures can be read.
double smooth(double old, double now, bool first) {
  return first ? now : old + 0.1 * (now - old);
}

}  // namespace

DemoView::DemoView(const scenes::PolytopeCrowd& crowd, int frames)
    : crowd_(crowd),
      frames_(frames),
      hit_(crowd.size(), -glow),
      terminal_(terminal_size()),
      canvas_(canvas_for(terminal_)) {}

/// Starts anew on an empty screen if the terminal has another size than at the last frame: what was drawn is wrapped or
/// cut off there.
void DemoView::fit_terminal() {
  const TerminalSize now = terminal_size();
  if (now == terminal_) return;
  terminal_ = now;
  canvas_ = canvas_for(now);
  if (!drawn_) return;
  fmt::print("\033[2J\033[H");
  show_cursor_below();
}

void DemoView::show_cursor_below() {
  if (drawn_) fmt::print("\r\033[K\033[?25h");
  drawn_ = false;
}

void DemoView::show(const Frame& frame) {
  ++shown_;
  fit_terminal();
  colliding_.push_back(frame.collisions.size());
  if (canvas_) {
    draw(frame);
  } else {
    fmt::print("{}\n", line(frame));
  }
  std::fflush(stdout);
}

std::string DemoView::line(const Frame& frame) const {
  const StepSeconds& s = frame.seconds;
  return fmt::format("frame {:>4}  {:>5} candidates  {:>5} colliding  {:>9}  (boxes {}, broad {}, narrow {})",
                     shown_, frame.counters.candidates, frame.collisions.size(), duration_text(s.total()),
                     duration_text(s.update), duration_text(s.broad),
                     duration_text(s.narrow + s.filter + s.report));
}

/// A line for each stage of a step, with its time as a bar.
std::string DemoView::stages(const Frame& frame) {
  const StepSeconds& s = frame.seconds;
  const std::array<double, 4> now = {s.update, s.broad, s.narrow, s.filter + s.report};
  constexpr std::array<std::string_view, 4> names = {"boxes ", "broad ", "narrow", "rest  "};
  seconds_ = smooth(seconds_, s.total(), shown_ == 1);
  std::string text;
  const int columns = std::max(10, canvas_->width() - 24);
  for (std::size_t i = 0; i < now.size(); ++i) {
    stage_seconds_[i] = smooth(stage_seconds_[i], now[i], shown_ == 1);
    text += fmt::format("\033[K{} {:>10}  {}\n", names[i], duration_text(stage_seconds_[i]),
                        colored(Color::yellow, bar(stage_seconds_[i] / seconds_, columns)));
  }
  return text;
}

/// How many pairs collided in each of the last frames, as a row of bars.
std::string DemoView::history(int columns) const {
  constexpr std::array<std::string_view, 8> heights = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::size_t shown = std::min(static_cast<std::size_t>(std::max(columns, 0)), colliding_.size());
  const std::size_t most = std::max<std::size_t>(1, *std::max_element(colliding_.begin(), colliding_.end()));
  std::string text;
  for (std::size_t i = colliding_.size() - shown; i < colliding_.size(); ++i) {
    text += colliding_[i] == 0 ? "·" : heights[colliding_[i] * 7 / most];
  }
  return text;
}

void DemoView::draw(const Frame& frame) {
  for (const Collision& c : frame.collisions) hit_[c.a.number] = hit_[c.b.number] = shown_;
  canvas_->clear();
  for (std::size_t i = 0; i < crowd_.size(); ++i) draw_body(i);
  const std::string below = stages(frame);
  const std::string figures =
      fmt::format("{} bodies  {:>6.0f} frames a second  {:>4} candidates  {:>3} colliding", crowd_.size(),
                  1 / seconds_, frame.counters.candidates, frame.collisions.size());
  const int room = canvas_->width() - static_cast<int>(figures.size()) - 2;
  const std::string back =
      drawn_ ? fmt::format("\r\033[{}A", canvas_->height() / 2 + status_rows - 1) : "\033[?25l";
  fmt::print(
      "{}{}\033[K{}  {}\n{}\033[K{}", back, canvas_->text(), colored(Color::bold, figures),
      colored(Color::red, history(room)), below,
      colored(Color::dim, bar(static_cast<double>(shown_) / frames_, canvas_->width() - 4)));  // room for ^C
  drawn_ = true;
}

PaletteColor DemoView::color(std::size_t body, double depth) const {
  constexpr PaletteColor alarm = 196, ember = 124;
  const int since = shown_ - hit_[body];
  if (since < glow) return since < glow / 2 ? alarm : ember;
  const auto shade = static_cast<std::size_t>(std::clamp(depth, 0.0, 1.0) * (cool.size() - 1) + 0.5);
  return cool[shade];
}

/// Its faces where they are large enough to be seen, otherwise a spot.
void DemoView::draw_body(std::size_t body) {
  const double room = crowd_.room();
  const Eigen::Matrix3d R = eye_rotation(shown_);
  const Pose X = crowd_.pose(body);
  const Eigen::Vector3d centre = R * (X.t - Eigen::Vector3d::Constant(room / 2));
  const double scale = std::min(canvas_->width() / 1.5, canvas_->height() / 1.35) / room;
  const auto pixel = [&](const Eigen::Vector3d& p) {
    return Eigen::Vector3d(canvas_->width() / 2.0 + scale * p.x(), canvas_->height() / 2.0 - scale * p.y(),
                           p.z());
  };
  const PaletteColor shade = color(body, centre.z() / (1.4 * room) + 0.5);
  constexpr double least = 2;  // pixels across
  if (scale * 2 < least) {
    const Eigen::Vector3d p = pixel(centre);
    const double x = std::floor(p.x()), y = std::floor(p.y());
    const double size = std::max(1.2, scale * 2);  // at least the pixel's middle
    canvas_->fill_triangle({Eigen::Vector3d(x, y, p.z()), {x + size, y, p.z()}, {x, y + size, p.z()}}, shade);
    return;
  }
  const Mesh& mesh = crowd_.mesh(body);
  for (const Face& f : mesh.faces) {
    std::array<Eigen::Vector3d, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) corners[k] = pixel(centre + R * (X.R * mesh.vertices[f[k]]));
    canvas_->fill_triangle(corners, shade);
  }
}

void DemoView::finish() {
  show_cursor_below();
}

}  // namespace graze::cli
