// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "io/formats.h"
#include "io/polygons.h"
#include "io/text.h"

// Wavefront OBJ. `v` and `f` are read; the other statements of the format are passed over, and words that are
// none are errors.
namespace graze::io {
namespace {

bool is_passed_over(std::string_view statement) {
  constexpr auto known = std::to_array<std::string_view>(
      {"vn",        "vt",   "g",      "o",      "s",      "usemtl",   "mtllib",   "vp",    "l",
       "p",         "mg",   "usemap", "maplib", "bevel",  "c_interp", "d_interp", "lod",   "call",
       "csh",       "deg",  "bmat",   "step",   "cstype", "curv",     "curv2",    "surf",  "parm",
       "trim",      "hole", "scrv",   "sp",     "end",    "con",      "ctech",    "stech", "shadow_obj",
       "trace_obj", "bsp",  "bzp",    "cdc",    "cdp",    "res"});
  return std::find(known.begin(), known.end(), statement) != known.end();
}

/// The usual lines, " x y z" and " i j k" after the statement, in one go; null if the line is of another form
/// and must be read word by word. The state stays in registers, which makes whole files read in half the
/// time.
const char* read_plain_triple(const char* at, const char* end, const auto& read_one) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (at == end || *at++ != ' ') return nullptr;
    at = read_one(at, i);
    if (!at) return nullptr;
  }
  if (at != end && *at == '\r') ++at;
  return at != end && *at == '\n' ? at + 1 : nullptr;
}

class ObjReader {
 public:
  ObjReader(std::string_view bytes, std::string_view name) : text_(bytes, name) {
    mesh_.vertices.reserve(bytes.size() /
                           64);  // about what a plain file of triangles has; no more than the file takes
    mesh_.faces.reserve(bytes.size() / 32);
  }

  Mesh read(PolygonReport* report) {
    while (text_.find_word()) {
      const char* const place = text_.at();
      const std::string_view statement = text_.word();
      if (statement == "v") {
        read_vertex();
      } else if (statement == "f" || statement == "fo") {
        read_face(place);
      } else if (is_passed_over(statement)) {
        text_.skip_statement();
      } else {
        text_.fail(place, in_quotes(statement), " is no statement of OBJ");
      }
    }
    if (largest_ > mesh_.vertices.size())
      fail_vertex(largest_place_, static_cast<std::int64_t>(largest_), "");
    polygons_.triangulate(mesh_.vertices, report);
    require_faces(mesh_, text_.name());
    return std::move(mesh_);
  }

 private:
  void read_vertex() {
    Eigen::Vector3d plain;
    const char* const next = read_plain_triple(text_.at(), text_.end(), [&](const char* at, std::size_t i) {
      return read_plain_number(at, text_.end(), plain[static_cast<Eigen::Index>(i)]);
    });
    if (next) {
      mesh_.vertices.push_back(plain);
      text_.go_to(next);
      return;
    }
    mesh_.vertices.push_back(text_.vertex());
    while (!text_.line_is_done()) text_.number("a further value of the vertex");  // a weight or a colour
  }

  void read_face(const char* place) {
    Face plain;
    const char* const next = read_plain_triple(text_.at(), text_.end(), [&](const char* at, std::size_t i) {
      std::uint64_t vertex = 0;
      const char* const stop = read_digits(at, text_.end(), vertex);
      const bool known = stop - at <= most_digits && vertex - 1 < mesh_.vertices.size();
      plain[i] = static_cast<std::uint32_t>(vertex - 1);
      return known ? stop : nullptr;
    });
    if (next) {
      mesh_.faces.push_back(plain);
      text_.go_to(next);
      return;
    }
    while (!text_.line_is_done()) polygons_.add_corner(read_corner());
    const std::size_t corners = polygons_.end_polygon();
    if (corners < 3) text_.fail(place, "face has ", corners, " corners, at least 3 are needed");
  }

  /// 7, 7/1, 7//3 or 7/1/3: vertex, texture, normal.
  std::uint32_t read_corner() {
    const char* const place = text_.at();
    const std::int64_t vertex = text_.leading_integer("vertex of the face");
    const std::string_view rest = text_.rest_of_word();
    if (!rest.empty() &&
        (rest[0] != '/' || rest.find_first_not_of("0123456789-+/") != std::string_view::npos)) {
      text_.fail(place, "corner of the face is ", in_quotes({place, rest.end()}),
                 ", which is none of v, v/t, v//n and v/t/n");
    }
    return vertex_number(vertex, place);
  }

  std::uint32_t vertex_number(std::int64_t vertex, const char* place) {
    const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
    if (vertex == 0) text_.fail(place, "face uses vertex 0, but OBJ counts from 1");
    if (vertex < 0) {
      if (vertex < -count) fail_vertex(place, vertex, " so far");
      return static_cast<std::uint32_t>(count + vertex);
    }
    if (vertex > count && static_cast<std::uint64_t>(vertex) > largest_) {
      largest_ = static_cast<std::uint64_t>(vertex);
      largest_place_ = place;
    }
    return static_cast<std::uint32_t>(vertex - 1);
  }

  [[noreturn]] void fail_vertex(const char* place, std::int64_t vertex, std::string_view when) const {
    text_.fail(place, "face uses vertex ", vertex, ", but there are only ", mesh_.vertices.size(), when);
  }

  TextReader text_;
  Mesh mesh_;
  Polygons polygons_{mesh_.faces};
  std::uint64_t largest_ = 0;  ///< largest vertex used before it was given: it may still follow
  const char* largest_place_ = nullptr;
};

}  // namespace

Mesh read_obj(std::string_view bytes, std::string_view name, PolygonReport* polygons) {
  return ObjReader(bytes, name).read(polygons);
}

std::string write_obj(const Mesh& mesh) {
  std::string out;
  out.reserve(48 * mesh.vertices.size() + 24 * mesh.faces.size());
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    out += 'v';
    for (int i = 0; i < 3; ++i) append_number(out += ' ', vertex[i]);
    out += '\n';
  }
  for (const Face& face : mesh.faces) {
    out += 'f';
    for (const std::uint32_t v : face) append_number(out += ' ', std::uint64_t{v} + 1);
    out += '\n';
  }
  return out;
}

}  // namespace graze::io
