// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/formats.h"
#include "io/polygons.h"
#include "io/text.h"

// OFF as text: OFF, and its variants with colours, normals or texture (COFF, NOFF, STOFF, …), whose further
// values are passed over. Four-dimensional and binary files are refused.
namespace graze::io {
namespace {

class OffReader {
 public:
  OffReader(std::string_view bytes, std::string_view name) : text_(bytes, name) {}

  Mesh read(PolygonReport* report) {
    read_header();
    const std::size_t vertices = read_count("vertices", 6);  // the shortest is "0 0 0" and a line end
    const std::size_t faces = read_count("faces", 8);        // and "3 0 0 0"
    while (!text_.line_is_done()) text_.integer("number of edges");
    mesh_.vertices.reserve(vertices);
    for (std::size_t i = 0; i < vertices; ++i) read_vertex(i, vertices);
    mesh_.faces.reserve(faces);
    for (std::size_t i = 0; i < faces; ++i) read_face(i, faces);
    if (text_.find_word()) {
      text_.fail(text_.at(), in_quotes(text_.rest_of_word()), " follows the last of ", faces, " faces");
    }
    polygons_.triangulate(mesh_.vertices, report);
    require_faces(mesh_, text_.name());
    return std::move(mesh_);
  }

 private:
  /// Some widely used files have the first count glued to the word, as in "OFF1568 1200 0".
  void read_header() {
    if (!text_.find_word()) text_.fail(text_.at(), "the file is empty, 'OFF' is needed");
    const char* const place = text_.at();
    std::string_view rest = text_.word();
    const std::string_view word = rest;
    for (const std::string_view variant : {"ST", "C", "N"}) {
      if (rest.starts_with(variant)) rest.remove_prefix(variant.size());
    }
    if (rest.starts_with('4') || rest.starts_with('n')) {
      text_.fail(place, in_quotes(word), " has other than three dimensions, which is not supported");
    }
    if (!rest.starts_with("OFF")) text_.fail(place, "'OFF' is needed, not ", in_quotes(word));
    rest.remove_prefix(3);
    if (!rest.empty()) {
      if (rest[0] < '0' || rest[0] > '9') text_.fail(place, "'OFF' is needed, not ", in_quotes(word));
      text_.go_to(rest.data());
      return;
    }
    if (text_.line_is_done()) return;
    const char* const second = text_.at();
    if (text_.word() == "BINARY") text_.fail(second, "binary OFF is not supported");
    text_.go_to(second);
  }

  std::size_t read_count(std::string_view what, std::size_t shortest) {
    if (!text_.find_word()) text_.fail(text_.at(), "the file ends where the number of ", what, " is needed");
    return text_.count(what, shortest);
  }

  void read_vertex(std::size_t i, std::size_t count) {
    if (!text_.find_word()) text_.fail(text_.at(), "the file ends after ", i, " of ", count, " vertices");
    mesh_.vertices.push_back(text_.vertex());
    while (!text_.line_is_done()) text_.number("a further value of the vertex");
  }

  void read_face(std::size_t i, std::size_t count) {
    if (!text_.find_word()) text_.fail(text_.at(), "the file ends after ", i, " of ", count, " faces");
    const char* const place = text_.at();
    const std::int64_t corners = text_.integer("number of corners");
    if (corners < 3) text_.fail(place, "face has ", corners, " corners, at least 3 are needed");
    for (std::int64_t c = 0; c < corners; ++c) {
      if (text_.line_is_done())
        text_.fail(place, "face has ", c, " of the ", corners, " corners that it claims");
      const char* const corner = text_.at();
      const std::int64_t vertex = text_.integer("vertex of the face");
      if (vertex < 0 || static_cast<std::uint64_t>(vertex) >= mesh_.vertices.size()) {
        text_.fail(corner, "face uses vertex ", vertex, ", but there are only ", mesh_.vertices.size());
      }
      polygons_.add_corner(static_cast<std::uint32_t>(vertex));
    }
    polygons_.end_polygon();
    while (!text_.line_is_done()) text_.number("colour of the face");
  }

  TextReader text_;
  Mesh mesh_;
  Polygons polygons_{mesh_.faces};
};

}  // namespace

Mesh read_off(std::string_view bytes, std::string_view name, PolygonReport* polygons) {
  return OffReader(bytes, name).read(polygons);
}

}  // namespace graze::io
