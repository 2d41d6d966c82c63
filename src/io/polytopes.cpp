// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/io.h>

#include <algorithm>
#include <map>

#include "io/file.h"
#include "io/formats.h"
#include "io/text.h"
#include "math/float_environment.h"

// Libraries of polytopes, after I-COLLIDE's (cohen-icollide): for each a name, its vertices, and its faces as vertex
// numbers from 0, a line each.
//
//   polytope wedge
//   vertices 4
//   0 0 0
//   …
//   faces 4
//   0 2 1
//   …
namespace graze::io {
namespace {

/// One word that is read as it is written.
bool is_name(std::string_view name) {
  const auto plain = [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f' && c != '\\'; };
  return !name.empty() && name[0] != '#' && std::all_of(name.begin(), name.end(), plain);
}

class PolytopesReader {
 public:
  PolytopesReader(std::string_view bytes, std::string_view name) : text_(bytes, name) {}

  std::vector<PolytopeModel> read() {
    while (text_.find_word()) read_polytope();
    if (models_.empty()) throw Error(message(text_.name(), ": has no polytopes"));
    return std::move(models_);
  }

 private:
  void read_polytope() {
    const char* const place = text_.at();
    expect("polytope");
    models_.emplace_back();
    read_name(place);
    const std::size_t vertices = read_count("vertices");
    models_.back().vertices.reserve(vertices);
    for (std::size_t i = 0; i < vertices; ++i) read_vertex(i, vertices);
    const std::size_t faces = read_count("faces");
    if (faces == 0) text_.fail(place, "polytope ", in_quotes(models_.back().name), " has no faces");
    models_.back().faces.reserve(faces);
    for (std::size_t i = 0; i < faces; ++i) read_face(i, faces);
  }

  void expect(std::string_view wanted) {
    if (!text_.find_word()) text_.fail(text_.at(), "the file ends where '", wanted, "' is needed");
    const char* const place = text_.at();
    const std::string_view word = text_.word();
    if (word != wanted) text_.fail(place, "'", wanted, "' is needed, not ", in_quotes(word));
  }

  void expect_line_end(std::string_view what) {
    if (!text_.line_is_done()) text_.fail(text_.at(), in_quotes(text_.rest_of_word()), " follows the ", what);
  }

  void read_name(const char* place) {
    const std::string_view name = text_.word();
    if (!is_name(name)) text_.fail(place, "polytope has the name ", in_quotes(name), ", a word is needed");
    const auto [known, is_new] = numbers_.emplace(name, models_.size() - 1);
    if (!is_new) {
      text_.fail(place, "polytope ", models_.size() - 1, " has the name ", in_quotes(name), ", as polytope ",
                 known->second, " has");
    }
    models_.back().name = name;
    expect_line_end("name");
  }

  std::size_t read_count(std::string_view what) {
    constexpr std::size_t shortest = 6;  // "0 0 0" and a line end
    expect(what);
    const std::size_t count = text_.count(what, shortest);
    expect_line_end(message("number of ", what));
    return count;
  }

  void read_vertex(std::size_t i, std::size_t count) {
    if (!text_.find_word()) text_.fail(text_.at(), "the file ends after ", i, " of ", count, " vertices");
    models_.back().vertices.push_back(text_.vertex());
    expect_line_end("vertex");
  }

  void read_face(std::size_t i, std::size_t count) {
    if (!text_.find_word()) text_.fail(text_.at(), "the file ends after ", i, " of ", count, " faces");
    const char* const place = text_.at();
    const std::size_t vertices = models_.back().vertices.size();
    std::vector<std::uint32_t>& corners = models_.back().faces.emplace_back();
    while (!text_.line_is_done()) {
      const char* const corner = text_.at();
      const std::int64_t vertex = text_.integer("vertex of the face");
      if (vertex < 0 || static_cast<std::uint64_t>(vertex) >= vertices) {
        text_.fail(corner, "face uses vertex ", vertex, ", but there are only ", vertices);
      }
      corners.push_back(static_cast<std::uint32_t>(vertex));
    }
    if (corners.size() < 3) {
      text_.fail(place, "face has ", corners.size(), " corners, at least 3 are needed");
    }
  }

  TextReader text_;
  std::vector<PolytopeModel> models_;
  std::map<std::string, std::size_t, std::less<>> numbers_;  ///< of the models, by name
};

/// A library that could not be read again is refused here.
void require_readable_again(std::span<const PolytopeModel> models, std::string_view file) {
  if (models.empty()) throw Error(message(file, ": there are no polytopes to write"));
  std::map<std::string_view, std::size_t> numbers;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const PolytopeModel& model = models[i];
    if (!is_name(model.name)) {
      throw Error(
          message(file, ": polytope ", i, " has the name ", in_quotes(model.name), ", a word is needed"));
    }
    const auto [known, is_new] = numbers.emplace(model.name, i);
    if (!is_new) {
      throw Error(message(file, ": polytope ", i, " has the name ", in_quotes(model.name), ", as polytope ",
                          known->second, " has"));
    }
    validate(model);
    if (model.faces.empty())
      throw Error(message(file, ": polytope ", in_quotes(model.name), " has no faces"));
  }
}

/// Numbers with blanks between them.
void append_line(std::string& out, const auto& numbers) {
  for (const auto number : numbers) {
    append_number(out, number);
    out += ' ';
  }
  out.back() = '\n';
}

}  // namespace

std::vector<PolytopeModel> read_polytopes(std::string_view bytes, std::string_view name) {
  return PolytopesReader(bytes, name).read();
}

std::string write_polytopes(std::span<const PolytopeModel> models, std::string_view name) {
  require_readable_again(models, name);
  std::string out;
  for (const PolytopeModel& model : models) {
    out += message("polytope ", model.name, "\nvertices ", model.vertices.size(), "\n");
    for (const Eigen::Vector3d& vertex : model.vertices) append_line(out, vertex);
    out += message("faces ", model.faces.size(), "\n");
    for (const std::vector<std::uint32_t>& face : model.faces) append_line(out, face);
  }
  return out;
}

}  // namespace graze::io

namespace graze {

bool is_polytope_library(const std::filesystem::path& file) {
  return io::same_word(file.extension().string(), ".polytopes");
}

std::vector<PolytopeModel> load_polytopes(const std::filesystem::path& file) {
  const FloatEnvironment environment;
  return io::read_polytopes(io::read_file(file).view(), file.string());
}

void save_polytopes(std::span<const PolytopeModel> models, const std::filesystem::path& file,
                    IfExists existing) {
  if (!is_polytope_library(file)) {
    throw Error(
        message(file.string(), ": is no name for a library of polytopes, which ends with .polytopes"));
  }
  io::write_file(file, io::write_polytopes(models, file.string()), existing);
}

}  // namespace graze
