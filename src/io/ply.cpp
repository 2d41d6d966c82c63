// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>

#include <array>
#include <cmath>
#include <type_traits>

#include "io/bytes.h"
#include "io/formats.h"
#include "io/ply_header.h"
#include "io/polygons.h"
#include "io/text.h"

// PLY: text, and binary of both byte orders. Of the elements `vertex` (x, y, z) and `face` (vertex_indices or
// vertex_index) are read; other elements and properties are passed over. Numbers of any type are read as
// doubles, which hold them exactly.
namespace graze::io {
namespace {

/// The values of a binary body one after the other.
template <std::endian order>
class BinaryBody {
 public:
  BinaryBody(std::string_view bytes, std::size_t at, std::string_view name)
      : bytes_(bytes), at_(at), name_(name) {}

  static std::size_t shortest(const PlyProperty& property) {
    return size_of(property.count_type.value_or(property.type));
  }

  std::size_t bytes_left() const { return bytes_.size() - at_; }
  std::size_t place() const { return at_; }
  void begin_row(const PlyElement&, std::uint64_t) {}
  void end_row() {}

  double number(PlyType type, std::string_view what) {
    if (bytes_left() < size_of(type)) fail(at_, "the file ends where ", what, " is needed");
    double value = 0;
    numbers(type, 1, [&](auto number, std::size_t) { value = number; });
    return value;
  }

  /// Gives `use` that many numbers, which must be there, each in its own type with its place.
  template <class Use>
  void numbers(PlyType type, std::uint64_t count, const Use& use) {
    const auto all = [&]<class T>(T) {
      for (std::uint64_t i = 0; i < count; ++i, at_ += sizeof(T))
        use(from_bytes<T, order>(bytes_.data() + at_), at_);
    };
    switch (type) {
      case PlyType::int8:
        return all(std::int8_t{});
      case PlyType::uint8:
        return all(std::uint8_t{});
      case PlyType::int16:
        return all(std::int16_t{});
      case PlyType::uint16:
        return all(std::uint16_t{});
      case PlyType::int32:
        return all(std::int32_t{});
      case PlyType::uint32:
        return all(std::uint32_t{});
      case PlyType::float32:
        return all(float{});
      case PlyType::float64:
        return all(double{});
    }
  }

  void skip(PlyType type, std::uint64_t count) {
    if (count > bytes_left() / size_of(type)) {
      fail(at_, "the file ends where ", count, " values of a list are needed");
    }
    at_ += count * size_of(type);
  }

  void finish() {}

  template <class... Parts>
  [[noreturn]] void fail(std::size_t place, const Parts&... parts) const {
    throw Error(message(name_, ": byte ", place, ": ", parts...));
  }

 private:
  std::string_view bytes_;
  std::size_t at_;
  std::string_view name_;
};

/// The values of a text body; every row is a line.
class TextBody {
 public:
  TextBody(std::string_view bytes, std::size_t at, std::string_view name) : text_(bytes, name) {
    text_.go_to(bytes.data() + at);
  }

  static std::size_t shortest(const PlyProperty&) { return 2; }  // a digit and what separates it

  std::size_t bytes_left() const { return text_.bytes_left() + 1; }  // the last separator may be missing
  const char* place() {
    text_.line_is_done();
    return text_.at();
  }
  void begin_row(const PlyElement& element, std::uint64_t row) {
    if (text_.find_word()) return;
    text_.fail(text_.at(), "the file ends after ", row, " of ", element.count, " elements ",
               in_quotes(element.name));
  }
  void end_row() {
    if (text_.line_is_done()) return;
    text_.fail(text_.at(), in_quotes(text_.rest_of_word()), " follows the last value of the line");
  }
  double number(PlyType, std::string_view what) { return text_.number(what); }
  template <class Use>
  void numbers(PlyType, std::uint64_t count, const Use& use) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const char* const here = place();
      use(text_.number("value of a list"), here);
    }
  }
  void skip(PlyType, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) text_.number("value of a list");
  }
  void finish() {
    if (text_.find_word())
      text_.fail(text_.at(), in_quotes(text_.rest_of_word()), " follows the last element");
  }

  template <class... Parts>
  [[noreturn]] void fail(const char* place, const Parts&... parts) const {
    text_.fail(place, parts...);
  }

 private:
  TextReader text_;
};

template <class Body>
class PlyReader {
 public:
  PlyReader(const PlyHeader& header, std::string_view bytes, std::string_view name)
      : header_(header), body_(bytes, header.bytes, name), name_(name) {
    for (const PlyElement& element : header.elements) {
      if (element.name == "vertex") vertices_ = element.count;
    }
  }

  Mesh read(PolygonReport* report) {
    for (const PlyElement& element : header_.elements) {
      check_count(element);
      if (element.name == "vertex") {
        read_vertices(element);
      } else if (element.name == "face") {
        read_faces(element);
      } else {
        pass_over(element);
      }
    }
    body_.finish();
    polygons_.triangulate(mesh_.vertices, report);
    require_faces(mesh_, name_);
    return std::move(mesh_);
  }

 private:
  /// Elements without properties take no bytes, but no memory or time either: `pass_over` has nothing to do
  /// for them.
  void check_count(const PlyElement& element) {
    std::size_t shortest = 0;
    for (const PlyProperty& property : element.properties) shortest += Body::shortest(property);
    if (shortest > 0 && element.count > body_.bytes_left() / shortest) {
      body_.fail(body_.place(), "the header claims ", element.count, " elements ", in_quotes(element.name),
                 ", but only ", body_.bytes_left(), " bytes are left");
    }
  }

  void read_vertices(const PlyElement& element) {
    constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};
    std::array<std::size_t, 3> column;
    for (std::size_t i = 0; i < 3; ++i) {
      column[i] = element.find(axes[i]);
      if (column[i] == PlyElement::npos)
        throw Error(message(name_, ": vertices have no property '", axes[i], "'"));
      if (element.properties[column[i]].count_type) {
        throw Error(message(name_, ": property '", axes[i], "' of the vertices is a list"));
      }
    }
    mesh_.vertices.reserve(element.count);
    for (std::uint64_t row = 0; row < element.count; ++row) {
      body_.begin_row(element, row);
      Eigen::Vector3d vertex;
      for (std::size_t p = 0; p < element.properties.size(); ++p) {
        const PlyProperty& property = element.properties[p];
        if (property.count_type) {
          skip_list(property);
          continue;
        }
        const auto place = body_.place();
        const double value = body_.number(property.type, property.name);
        for (std::size_t i = 0; i < 3; ++i) {
          if (p != column[i]) continue;
          if (!std::isfinite(value)) {
            body_.fail(place, axes[i], " of vertex ", row, " is ", value,
                       ": every coordinate must be finite");
          }
          vertex[static_cast<Eigen::Index>(i)] = value;
        }
      }
      mesh_.vertices.push_back(vertex);
      body_.end_row();
    }
  }

  void read_faces(const PlyElement& element) {
    std::size_t column = element.find("vertex_indices");
    if (column == PlyElement::npos) column = element.find("vertex_index");
    if (column == PlyElement::npos || !element.properties[column].count_type) {
      throw Error(message(name_, ": faces have no list 'vertex_indices' or 'vertex_index'"));
    }
    mesh_.faces.reserve(element.count);
    for (std::uint64_t row = 0; row < element.count; ++row) {
      body_.begin_row(element, row);
      for (std::size_t p = 0; p < element.properties.size(); ++p) {
        if (p == column) {
          read_face(element.properties[p], row);
        } else {
          skip_property(element.properties[p]);
        }
      }
      body_.end_row();
    }
  }

  void read_face(const PlyProperty& property, std::uint64_t row) {
    const auto place = body_.place();
    const std::uint64_t corners = read_list_count(property);
    if (corners < 3) body_.fail(place, "face ", row, " has ", corners, " corners, at least 3 are needed");
    body_.numbers(property.type, corners, [&](auto vertex, auto here) {
      if (!is_vertex(vertex)) {
        body_.fail(here, "face ", row, " uses vertex ", +vertex, ", but there are only ", vertices_);
      }
      polygons_.add_corner(static_cast<std::uint32_t>(vertex));
    });
    polygons_.end_polygon();
  }

  template <class Number>
  bool is_vertex(Number number) const {
    if constexpr (std::is_integral_v<Number>) {
      return number >= 0 && static_cast<std::uint64_t>(number) < vertices_;
    } else {
      return number >= 0 && number < static_cast<double>(vertices_) && number == std::floor(number);
    }
  }

  std::uint64_t read_list_count(const PlyProperty& list) {
    const auto place = body_.place();
    const double count = body_.number(*list.count_type, "count of a list");
    const double most = static_cast<double>(body_.bytes_left() / Body::shortest({{}, list.type, {}}));
    if (!(count >= 0) || count != std::floor(count)) {
      body_.fail(place, "list '", list.name, "' claims ", count, " values: a count is a whole number from 0");
    }
    if (!(count <= most)) {
      body_.fail(place, "list '", list.name, "' claims ", count, " values, but only ", body_.bytes_left(),
                 " bytes are left");
    }
    return static_cast<std::uint64_t>(count);
  }

  void skip_list(const PlyProperty& list) { body_.skip(list.type, read_list_count(list)); }

  void skip_property(const PlyProperty& property) {
    if (property.count_type) {
      skip_list(property);
    } else {
      body_.skip(property.type, 1);
    }
  }

  void pass_over(const PlyElement& element) {
    if (element.properties.empty()) return;
    for (std::uint64_t row = 0; row < element.count; ++row) {
      body_.begin_row(element, row);
      for (const PlyProperty& property : element.properties) skip_property(property);
      body_.end_row();
    }
  }

  const PlyHeader& header_;
  Body body_;
  std::string_view name_;
  Mesh mesh_;
  Polygons polygons_{mesh_.faces};
  std::uint64_t vertices_ = 0;  ///< from the header, for faces that come before vertices
};

}  // namespace

Mesh read_ply(std::string_view bytes, std::string_view name, PolygonReport* polygons) {
  const PlyHeader header = read_ply_header(bytes, name);
  switch (header.format) {
    case PlyFormat::text:
      return PlyReader<TextBody>(header, bytes, name).read(polygons);
    case PlyFormat::little_endian:
      return PlyReader<BinaryBody<std::endian::little>>(header, bytes, name).read(polygons);
    default:
      return PlyReader<BinaryBody<std::endian::big>>(header, bytes, name).read(polygons);
  }
}

std::string write_ply(const Mesh& mesh) {
  std::string out = message(
      "ply\nformat binary_little_endian 1.0\n"
      "element vertex ",
      mesh.vertices.size(),
      "\nproperty double x\nproperty double y\nproperty double z\n"
      "element face ",
      mesh.faces.size(), "\nproperty list uchar uint vertex_indices\nend_header\n");
  out.reserve(out.size() + 24 * mesh.vertices.size() + 13 * mesh.faces.size());
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    for (int i = 0; i < 3; ++i) append_bytes(out, vertex[i]);
  }
  for (const Face& face : mesh.faces) {
    out += '\3';
    for (const std::uint32_t v : face) append_bytes(out, v);
  }
  return out;
}

}  // namespace graze::io
