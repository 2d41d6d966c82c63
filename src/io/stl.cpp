// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "io/bytes.h"
#include "io/formats.h"
#include "io/polygons.h"
#include "io/text.h"
#include "io/vertex_merger.h"

// STL, text and binary. A face has its own three vertices there; vertices at the same place become one, so
// that neighbours are neighbours again.
namespace graze::io {
namespace {

constexpr std::size_t header_bytes = 84;  // 80 of any content, and the number of faces
constexpr std::size_t face_bytes = 50;    // normal, three vertices, two bytes of attributes
constexpr std::size_t normal_bytes = 12;

/// Many binary files begin with "solid" too, so that word decides last. A length that fits the number of
/// faces does not happen to a text: four letters there are a number of over 500 million faces.
bool is_binary(std::string_view bytes) {
  if (bytes.size() >= header_bytes) {
    const std::uint64_t faces = from_bytes<std::uint32_t>(bytes.data() + header_bytes - 4);
    if (bytes.size() == header_bytes + face_bytes * faces) return true;
  }
  if (bytes.substr(0, 4 * header_bytes).find('\0') != std::string_view::npos) return true;
  TextReader text(bytes, "");
  return !(text.find_word() && same_word(text.word(), "solid"));
}

[[noreturn]] void fail_coordinate(std::string_view bytes, std::size_t at, std::string_view name) {
  while (std::isfinite(from_bytes<float>(bytes.data() + at))) at += sizeof(float);
  throw Error(message(name, ": byte ", at, ": vertex has the coordinate ",
                      from_bytes<float>(bytes.data() + at), ": every coordinate must be finite"));
}

/// The nine coordinates of a face.
std::array<float, 9> read_corners(std::string_view bytes, std::size_t at, std::string_view name) {
  std::array<float, 9> v;
  float zero = 0;  // NaN if one of them is not finite
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] = from_bytes<float>(bytes.data() + at + sizeof(float) * i);
    zero += v[i] - v[i];
  }
  if (zero != 0) fail_coordinate(bytes, at, name);
  return v;
}

Mesh read_binary(std::string_view bytes, std::string_view name) {
  if (bytes.size() < header_bytes) {
    throw Error(message(name, ": is no STL: it does not start with 'solid', and ", bytes.size(),
                        " bytes are too few for a binary file (at least ", header_bytes, ")"));
  }
  const std::uint64_t count = from_bytes<std::uint32_t>(bytes.data() + header_bytes - 4);
  if (count > (bytes.size() - header_bytes) / face_bytes) {
    throw Error(message(name, ": byte ", header_bytes - 4, ": claims ", count, " faces, which take ",
                        header_bytes + face_bytes * count, " bytes, but there are only ", bytes.size()));
  }
  using Merger = VertexMerger<float>;
  Merger merger(count / 2 + 2);  // as many as a closed mesh has
  Mesh mesh;
  mesh.faces.resize(count);
  // Few enough to stay in the first-level cache, enough to hide a miss.
  constexpr std::size_t faces_a_block = 32;
  std::array<std::array<Merger::Key, 3>, faces_a_block> block;
  for (std::size_t done = 0; done < count; done += faces_a_block) {
    const std::size_t size = std::min<std::size_t>(faces_a_block, count - done);
    for (std::size_t i = 0; i < size; ++i) {
      const auto v = read_corners(bytes, header_bytes + face_bytes * (done + i) + normal_bytes, name);
      for (std::size_t c = 0; c < 3; ++c)
        block[i][c] = merger.announce({v[3 * c], v[3 * c + 1], v[3 * c + 2]});
    }
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t c = 0; c < 3; ++c) mesh.faces[done + i][c] = merger.number_of(block[i][c]);
    }
  }
  mesh.vertices = merger.take_vertices();
  require_faces(mesh, name);
  return mesh;
}

class TextStl {
 public:
  TextStl(std::string_view bytes, std::string_view name) : text_(bytes, name), merger_(bytes.size() / 512) {}

  Mesh read(PolygonReport* report) {
    while (text_.find_word()) {
      expect("solid");
      text_.skip_line();
      read_facets();
      text_.skip_line();  // the name again
    }
    mesh_.vertices = merger_.take_vertices();
    polygons_.triangulate(mesh_.vertices, report);
    require_faces(mesh_, text_.name());
    return std::move(mesh_);
  }

 private:
  void read_facets() {
    for (;;) {
      const char* const place = next_word("endsolid");
      const std::string_view word = text_.word();
      if (same_word(word, "endsolid")) return;
      if (!same_word(word, "facet"))
        text_.fail(place, "'facet' or 'endsolid' is needed, not ", in_quotes(word));
      read_facet();
    }
  }

  void read_facet() {
    expect("normal");
    for (int i = 0; i < 3; ++i) {  // not used, and some writers leave words such as -nan(ind) there
      next_word("normal x y z");
      text_.word();
    }
    expect("outer");
    expect("loop");
    for (;;) {
      const char* const place = next_word("endloop");
      const std::string_view word = text_.word();
      if (same_word(word, "endloop")) {
        const std::size_t corners = polygons_.end_polygon();
        if (corners < 3) text_.fail(place, "face has ", corners, " corners, at least 3 are needed");
        break;
      }
      if (!same_word(word, "vertex"))
        text_.fail(place, "'vertex' or 'endloop' is needed, not ", in_quotes(word));
      const Eigen::Vector3d v = text_.vertex();
      polygons_.add_corner(merger_.number_of({v.x(), v.y(), v.z()}));
    }
    expect("endfacet");
  }

  const char* next_word(std::string_view wanted) {
    if (!text_.find_word()) text_.fail(text_.at(), "the file ends where '", wanted, "' is needed");
    return text_.at();
  }

  void expect(std::string_view wanted) {
    const char* const place = next_word(wanted);
    const std::string_view word = text_.word();
    if (!same_word(word, wanted)) text_.fail(place, "'", wanted, "' is needed, not ", in_quotes(word));
  }

  TextReader text_;
  Mesh mesh_;
  Polygons polygons_{mesh_.faces};
  VertexMerger<double> merger_;
};

void append_vector(std::string& out, const Eigen::Vector3f& v) {
  for (int i = 0; i < 3; ++i) append_bytes(out, v[i]);
}

/// Zero for a face without area, as the format has it.
Eigen::Vector3f normal_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const Eigen::Vector3f n = (b - a).cross(c - a).stableNormalized().cast<float>();
  return n.allFinite() ? n : Eigen::Vector3f::Zero();
}

}  // namespace

Mesh read_stl(std::string_view bytes, std::string_view name, PolygonReport* polygons) {
  return is_binary(bytes) ? read_binary(bytes, name) : TextStl(bytes, name).read(polygons);
}

std::string write_stl(const Mesh& mesh, std::string_view name) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Eigen::Vector3d& v = mesh.vertices[i];
    if (!v.cast<float>().allFinite()) {
      throw Error(message(name, ": vertex ", i, " is (", v.x(), ", ", v.y(), ", ", v.z(),
                          "), too large for the 32-bit numbers of STL"));
    }
  }
  std::string out = "binary STL, 32-bit numbers";
  out.reserve(header_bytes + face_bytes * mesh.faces.size());
  out.resize(header_bytes - 4, ' ');
  append_bytes(out, static_cast<std::uint32_t>(mesh.faces.size()));
  for (const Face& face : mesh.faces) {
    const Eigen::Vector3d& a = mesh.vertices[face[0]];
    const Eigen::Vector3d& b = mesh.vertices[face[1]];
    const Eigen::Vector3d& c = mesh.vertices[face[2]];
    append_vector(out, normal_of(a, b, c));
    for (const Eigen::Vector3d* v : {&a, &b, &c}) append_vector(out, v->cast<float>());
    out.append(2, '\0');
  }
  return out;
}

}  // namespace graze::io
