// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/io.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "io/file.h"
#include "io/scene_json.h"
#include "io/text.h"
#include "math/float_environment.h"

// Laid out by hand, a body a paragraph and a few vertices a line, so that a dumped scene can be read and
// compared.
namespace graze::io {
namespace {

class SceneWriter {
 public:
  explicit SceneWriter(std::string_view name) : name_(name) {}

  std::string write(const Scene& scene) {
    const std::vector<std::string> names = checked_names(scene);
    out_ = message("{ \"graze\": ", scene_version, ",\n  \"bodies\": [");
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      out_ += i == 0 ? "\n    { \"name\": " : ",\n    { \"name\": ";
      append_text(names[i], i);
      out_ += ",\n      \"shape\": ";
      append_shape(scene.bodies[i].shape, 0);
      out_ += ",\n      \"pose\": ";
      append_pose(scene.bodies[i].pose);
      out_ += " }";
    }
    out_ += " ]";
    if (scene.pairs) append_pairs(*scene.pairs, names);
    if (!scene.frames.empty()) append_frames(scene, names);
    out_ += " }\n";
    return std::move(out_);
  }

 private:
  /// A scene that could not be read again is refused here.
  std::vector<std::string> checked_names(const Scene& scene) const {
    std::vector<std::string> names;
    std::set<std::string_view> known;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const SceneBody& body = scene.bodies[i];
      names.push_back(body.name.empty() ? default_body_name(i) : body.name);
      with_place([&] { validate(body.pose); }, "bodies[", i, "].pose");
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (known.insert(names[i]).second) continue;
      throw Error(
          message(name_, ": bodies[", i, "].name is ", in_quotes(names[i]), ", as is that of another body"));
    }
    return names;
  }

  void append_pairs(const std::vector<std::array<std::size_t, 2>>& pairs,
                    const std::vector<std::string>& names) {
    out_ += ",\n  \"pairs\": [";
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      if (a >= names.size() || b >= names.size() || a == b) {
        throw Error(message(name_, ": pairs[", i, "] is of the bodies ", a, " and ", b, ", but two of ",
                            names.size(), " are needed"));
      }
      out_ += i == 0 ? "[" : ",[";
      append_text(names[a], a);
      out_ += ",";
      append_text(names[b], b);
      out_ += "]";
    }
    out_ += "]";
  }

  /// A frame a paragraph, a body a line.
  void append_frames(const Scene& scene, const std::vector<std::string>& names) {
    out_ += ",\n  \"frames\": [";
    for (std::size_t i = 0; i < scene.frames.size(); ++i) {
      check_frame(scene, i, names);
      out_ += i == 0 ? "\n    {" : ",\n    {";
      std::string_view before = " ";
      for (const SceneChange& change : scene.frames[i]) {
        out_ += before;
        before = ",\n      ";
        append_text(names[change.body], change.body);
        append_change(change);
      }
      out_ += " }";
    }
    out_ += " ]";
  }

  void append_change(const SceneChange& change) {
    out_ += ": {";
    std::string_view before = " ";
    if (change.pose) {
      out_ += " \"pose\": ";
      append_pose(*change.pose);
      before = ", ";
    }
    if (!change.vertices.empty()) {
      out_ += before;
      append_points(change.vertices);
    }
    out_ += " }";
  }

  /// As checked_names does: what could not be read again is refused.
  void check_frame(const Scene& scene, std::size_t number, const std::vector<std::string>& names) const {
    std::set<std::size_t> changed;
    for (const SceneChange& change : scene.frames[number]) {
      const std::size_t body = change.body;
      if (body >= names.size()) {
        throw Error(message(name_, ": frames[", number, "] changes body ", body, ", but there are only ",
                            names.size()));
      }
      const std::string place = message("frames[", number, "][", in_quotes(names[body]), "]");
      if (!changed.insert(body).second) throw Error(message(name_, ": ", place, " is there twice"));
      if (change.pose) with_place([&] { validate(*change.pose); }, place, ".pose");
      if (!change.vertices.empty())
        with_place([&] { check_new_vertices(scene.bodies[body], change.vertices); }, place, ".vertices");
    }
  }

  /// Runs `check`; its errors get the place in front.
  template <class Check, class... Parts>
  void with_place(const Check& check, const Parts&... place) const {
    try {
      check();
    } catch (const Error& error) {
      throw Error(message(name_, ": ", place..., ": ", error.what()));
    }
  }

  void append_shape(const Shape& shape, std::size_t depth) {
    const ShapeKind& kind = shape.kind();
    out_ += message("{ \"type\": \"", kind_name(kind), "\"");
    std::visit([&](const auto& value) { append_members(value, depth); }, kind);
    out_ += " }";
  }

  void append_members(const Mesh& mesh, std::size_t) {
    out_ += ", ";
    append_points(mesh.vertices);
    out_ += ", ";
    append_list("faces", mesh.faces, [&](const Face& face) { append_row(face); });
  }
  void append_members(const Deformable& body, std::size_t depth) { append_members(body.mesh, depth); }
  void append_members(const Convex& convex, std::size_t) {
    out_ += ", ";
    append_points(convex.vertices);
  }
  void append_members(const Sphere& sphere, std::size_t) { append_member("radius", sphere.radius); }
  void append_members(const Box& box, std::size_t) { append_half(box.half); }
  void append_members(const Ellipsoid& ellipsoid, std::size_t) { append_half(ellipsoid.half); }
  template <class Round>
  void append_members(const Round& round, std::size_t) {
    append_member("radius", round.radius);
    append_member("half_length", round.half_length);
  }
  void append_members(const Compound& compound, std::size_t depth) {
    out_ += ", ";
    append_list("pieces", compound.pieces, [&](const Piece& piece) {
      out_ += "{ \"shape\": ";
      append_shape(piece.shape, depth + 1);
      out_ += ", \"pose\": ";
      append_pose(piece.pose);
      out_ += " }";
    });
  }

  void append_points(const std::vector<Eigen::Vector3d>& points) {
    append_list("vertices", points, [&](const Eigen::Vector3d& point) { append_row(point); });
  }

  void append_half(const Eigen::Vector3d& half) {
    out_ += ", \"half\": ";
    append_row(half);
  }

  void append_member(std::string_view key, double value) {
    out_ += message(", \"", key, "\": ");
    append_number(value);
  }

  template <class Items, class Append>
  void append_list(std::string_view key, const Items& items, const Append& append) {
    constexpr std::size_t items_a_line = 8;
    out_ += message("\"", key, "\": [");
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out_ += ",";
      if (i > 0 && i % items_a_line == 0) out_ += "\n        ";
      append(items[i]);
    }
    out_ += "]";
  }

  template <class Row>
  void append_row(const Row& row) {
    char before = '[';
    for (const auto value : row) {
      out_ += before;
      append_number(value);
      before = ',';
    }
    out_ += ']';
  }

  void append_pose(const Pose& X) {
    const Eigen::Matrix3d columns = X.R.transpose();
    out_ += "{ \"R\": ";
    append_row(columns.reshaped());
    out_ += ", \"t\": ";
    append_row(X.t);
    out_ += " }";
  }

  template <class Number>
  void append_number(Number value) {
    io::append_number(out_, value);
    if constexpr (std::is_same_v<Number, double>) {
      if (value == 0 && std::signbit(value))
        out_ += ".0";  // JSON readers take -0 for a whole number, which has no sign
    }
  }

  void append_text(const std::string& text, std::size_t body) {
    try {
      out_ += nlohmann::json(text).dump();
    } catch (const nlohmann::json::exception&) {
      throw Error(message(name_, ": bodies[", body, "].name is ", in_quotes(text), ", which is no UTF-8"));
    }
  }

  std::string_view name_;
  std::string out_;
};

}  // namespace

std::string scene_to_json(const Scene& scene, std::string_view name) {
  return SceneWriter(name).write(scene);
}

}  // namespace graze::io

namespace graze {

void save_scene(const Scene& scene, const std::filesystem::path& file, IfExists existing) {
  const FloatEnvironment environment;
  io::write_file(file, io::scene_to_json(scene, file.string()), existing);
}

}  // namespace graze
