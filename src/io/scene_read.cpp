// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/io.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <map>
#include <utility>

#include "io/file.h"
#include "io/json_text.h"
#include "io/scene_json.h"
#include "io/text.h"
#include "math/float_environment.h"

namespace graze::io {
namespace {

using nlohmann::json;

// A compound takes three levels: its shape, the list of pieces, a piece. The rest is for what surrounds and
// fills them.
constexpr std::size_t most_levels = 3 * most_nested_compounds + 16;

/// Where in the file a value is. A chain through the callers' frames, made into text only for an error.
struct Place {
  const Place* parent = nullptr;
  std::string_view key = {};
  std::size_t index = 0;
  bool is_name = false;  ///< the key is what somebody called a body

  Place at(std::string_view child) const { return {this, child}; }
  Place at(std::size_t child) const { return {this, {}, child}; }
  Place at_body(std::string_view name) const { return {.parent = this, .key = name, .is_name = true}; }

  std::string text() const {
    if (!parent) return {};
    const std::string before = parent->text();
    if (is_name) return message(before, "[", in_quotes(key), "]");
    if (key.empty()) return message(before, "[", index, "]");
    return before.empty() ? std::string(key) : message(before, ".", key);
  }
};

class SceneReader {
 public:
  SceneReader(const std::filesystem::path& base, std::string_view name) : base_(base), name_(name) {}

  Scene read(const json& root) {
    const Place top;
    if (!root.is_object()) fail(top, "the file is ", described(root), ", an object is needed");
    read_version(root, top);
    only_keys(root, top, {"graze", "bodies", "pairs", "frames"});
    Scene scene;
    const Place bodies = top.at("bodies");
    for (std::size_t i = 0; const json& body : list(member(root, top, "bodies"), bodies)) {
      scene.bodies.push_back(read_body(body, bodies.at(i), i));
      ++i;
    }
    if (const auto pairs = root.find("pairs"); pairs != root.end())
      read_pairs(*pairs, top.at("pairs"), scene);
    if (const auto frames = root.find("frames"); frames != root.end())
      read_frames(*frames, top.at("frames"), scene);
    return scene;
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail(const Place& place, const Parts&... parts) const {
    const std::string where = place.text();
    throw Error(message(name_, ": ", where, where.empty() ? "" : " ", parts...));
  }

  /// Runs `make`; its errors get the place in front.
  template <class Make>
  auto with_place(const Place& place, const Make& make) const {
    try {
      return make();
    } catch (const Error& error) {
      throw Error(message(name_, ": ", place.text(), ": ", error.what()));
    }
  }

  static std::string described(const json& value) {
    constexpr std::size_t longest = 40;
    if (value.is_array()) return message("an array of ", value.size());
    if (value.is_object()) return "an object";
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    if (text.size() > longest) text = text.substr(0, longest) + "...";
    return text;
  }

  void read_version(const json& root, const Place& top) const {
    const auto version = root.find("graze");
    if (version == root.end())
      fail(top, "'graze' is missing: a scene starts with \"graze\": ", scene_version);
    if (!version->is_number_integer() || *version != scene_version) {
      fail(top.at("graze"), "is ", described(*version), ", but only version ", scene_version, " is known");
    }
  }

  SceneBody read_body(const json& body, const Place& place, std::size_t number) {
    object(body, place);
    only_keys(body, place, {"name", "shape", "pose"});
    std::string name = default_body_name(number);
    if (const auto given = body.find("name"); given != body.end()) name = text(*given, place.at("name"));
    if (name.empty()) fail(place.at("name"), "is empty");
    const auto [known, is_new] = numbers_.emplace(name, number);
    if (!is_new)
      fail(place.at("name"), "is ", in_quotes(name), ", as is that of bodies[", known->second, "]");
    return {std::move(name), read_shape(member(body, place, "shape"), place.at("shape"), 0),
            pose_of(body, place)};
  }

  Shape read_shape(const json& shape, const Place& place, std::size_t depth) {
    object(shape, place);
    const std::string type = text(member(shape, place, "type"), place.at("type"));
    if (type == "compound") return read_compound(shape, place, depth);
    if (type == "mesh" && shape.contains("file")) return read_shared_mesh(shape, place);
    if (type == "convex" && shape.contains("file")) return read_shared_polytope(shape, place);
    ShapeKind kind = read_kind(type, shape, place);
    return with_place(place, [&] { return Shape::of(std::move(kind)); });
  }

  ShapeKind read_kind(std::string_view type, const json& shape, const Place& place) const {
    if (type == "mesh") return read_mesh(shape, place);
    if (type == "deformable")
      return Deformable{shape.contains("file") ? load(shape, place) : read_mesh(shape, place)};
    if (type == "convex") {
      only_keys(shape, place, {"type", "vertices"});
      return Convex{read_points(member(shape, place, "vertices"), place.at("vertices"))};
    }
    if (type == "sphere") {
      only_keys(shape, place, {"type", "radius"});
      return Sphere{member_number(shape, place, "radius")};
    }
    if (type == "box") return Box{read_half(shape, place)};
    if (type == "ellipsoid") return Ellipsoid{read_half(shape, place)};
    if (type == "capsule") return read_round<Capsule>(shape, place);
    if (type == "cylinder") return read_round<Cylinder>(shape, place);
    if (type == "cone") return read_round<Cone>(shape, place);
    fail(place.at("type"), "is ", in_quotes(type),
         ", which is none of mesh, deformable, convex, sphere, box, capsule, ",
         "cylinder, cone, ellipsoid and compound");
  }

  template <class Round>
  Round read_round(const json& shape, const Place& place) const {
    only_keys(shape, place, {"type", "radius", "half_length"});
    return {member_number(shape, place, "radius"), member_number(shape, place, "half_length")};
  }

  Eigen::Vector3d read_half(const json& shape, const Place& place) const {
    only_keys(shape, place, {"type", "half"});
    return read_vector(member(shape, place, "half"), place.at("half"));
  }

  Shape read_compound(const json& shape, const Place& place, std::size_t depth) {
    only_keys(shape, place, {"type", "pieces"});
    if (depth >= most_nested_compounds) {
      fail(place, "is a compound in ", depth, " compounds; with it, at most ", most_nested_compounds,
           " may contain each other");
    }
    Compound compound;
    const Place pieces = place.at("pieces");
    for (std::size_t i = 0; const json& piece : list(member(shape, place, "pieces"), pieces)) {
      const Place here = pieces.at(i++);
      object(piece, here);
      only_keys(piece, here, {"shape", "pose"});
      compound.pieces.push_back(
          {read_shape(member(piece, here, "shape"), here.at("shape"), depth + 1), pose_of(piece, here)});
    }
    return with_place(place, [&] { return Shape::of(std::move(compound)); });
  }

  /// Bodies with the same file share one shape, so that it is read and prepared once.
  Shape read_shared_mesh(const json& shape, const Place& place) {
    const std::string file = file_name(shape, place);
    if (const auto known = shared_.find(file); known != shared_.end()) return known->second;
    return shared_.emplace(file, Shape::mesh(load(shape, place))).first->second;
  }

  /// A polytope of a library, which is read once for all bodies that are of it.
  Shape read_shared_polytope(const json& shape, const Place& place) {
    only_keys(shape, place, {"type", "file", "polytope"});
    const std::string file = text(shape["file"], place.at("file"));
    auto library = libraries_.find(file);
    if (library == libraries_.end()) {
      library =
          libraries_.emplace(file, with_place(place.at("file"), [&] { return load_polytopes(base_ / file); }))
              .first;
    }
    const PolytopeModel& model = find_polytope(library->second, shape, place);
    const auto key = std::pair(file, model.name);
    if (const auto known = polytopes_.find(key); known != polytopes_.end()) return known->second;
    return with_place(place,
                      [&] { return polytopes_.emplace(key, Shape::of(convex_of(model))).first->second; });
  }

  /// By its name, which may be left out where there is just one.
  const PolytopeModel& find_polytope(const std::vector<PolytopeModel>& library, const json& shape,
                                     const Place& place) const {
    if (!shape.contains("polytope")) {
      if (library.size() == 1) return library.front();
      fail(place, "has no 'polytope', but the file has ", library.size());
    }
    const std::string name = text(shape["polytope"], place.at("polytope"));
    const auto found = std::find_if(library.begin(), library.end(),
                                    [&](const PolytopeModel& model) { return model.name == name; });
    if (found == library.end())
      fail(place.at("polytope"), "is ", in_quotes(name), ", which the file does not have");
    return *found;
  }

  Mesh load(const json& shape, const Place& place) const {
    const std::string file = file_name(shape, place);
    return with_place(place.at("file"), [&] { return load_mesh(base_ / file); });
  }

  std::string file_name(const json& shape, const Place& place) const {
    only_keys(shape, place, {"type", "file"});
    return text(shape["file"], place.at("file"));
  }

  Mesh read_mesh(const json& shape, const Place& place) const {
    only_keys(shape, place, {"type", "vertices", "faces"});
    if (!shape.contains("vertices")) fail(place, "has neither 'file' nor 'vertices' and 'faces'");
    Mesh mesh;
    mesh.vertices = read_points(shape["vertices"], place.at("vertices"));
    const Place faces = place.at("faces");
    for (std::size_t f = 0; const json& face : list(member(shape, place, "faces"), faces)) {
      mesh.faces.push_back(read_face(face, faces.at(f++), mesh.vertices.size()));
    }
    return mesh;
  }

  Face read_face(const json& face, const Place& place, std::size_t vertices) const {
    if (list(face, place).size() != 3) fail(place, "has ", face.size(), " corners, 3 are needed");
    Face corners;
    for (std::size_t c = 0; c < 3; ++c) {
      if (!face[c].is_number_integer())
        fail(place.at(c), "is ", described(face[c]), ", a vertex number is needed");
      if (!face[c].is_number_unsigned() || face[c].get<std::uint64_t>() >= vertices) {
        fail(place, "uses vertex ", described(face[c]), ", but there are only ", vertices);
      }
      corners[c] = face[c].get<std::uint32_t>();
    }
    return corners;
  }

  std::vector<Eigen::Vector3d> read_points(const json& points, const Place& place) const {
    std::vector<Eigen::Vector3d> vertices;
    vertices.reserve(list(points, place).size());
    for (const json& point : points) vertices.push_back(read_vector(point, place.at(vertices.size())));
    return vertices;
  }

  /// That of a body or piece; without one, it lies at the identity.
  Pose pose_of(const json& owner, const Place& place) const {
    const auto pose = owner.find("pose");
    return pose == owner.end() ? Pose() : read_pose(*pose, place.at("pose"));
  }

  Pose read_pose(const json& pose, const Place& place) const {
    object(pose, place);
    only_keys(pose, place, {"R", "t"});
    Pose X;
    if (const auto R = pose.find("R"); R != pose.end()) {
      const auto rows = read_numbers<9>(*R, place.at("R"));
      X.R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows.data());
    }
    if (const auto t = pose.find("t"); t != pose.end()) X.t = read_vector(*t, place.at("t"));
    return with_place(place, [&] {
      validate(X);
      return X;
    });
  }

  void read_pairs(const json& pairs, const Place& place, Scene& scene) const {
    scene.pairs.emplace();
    for (std::size_t i = 0; const json& pair : list(pairs, place)) {
      const Place here = place.at(i++);
      if (list(pair, here).size() != 2) fail(here, "has ", pair.size(), " names, 2 are needed");
      const std::array<std::size_t, 2> bodies = {body_number(pair[0], here.at(0)),
                                                 body_number(pair[1], here.at(1))};
      if (bodies[0] == bodies[1])
        fail(here, "pairs ", in_quotes(scene.bodies[bodies[0]].name), " with itself");
      scene.pairs->push_back(bodies);
    }
  }

  void read_frames(const json& frames, const Place& place, Scene& scene) const {
    for (std::size_t i = 0; const json& frame : list(frames, place))
      scene.frames.push_back(read_frame(frame, place.at(i++), scene.bodies));
  }

  /// Changes in the order of the bodies, whatever the order of the file.
  SceneFrame read_frame(const json& frame, const Place& place, const std::vector<SceneBody>& bodies) const {
    object(frame, place);
    SceneFrame changes;
    for (const auto& [name, change] : frame.items()) {
      const auto known = numbers_.find(name);
      if (known == numbers_.end()) fail(place, "changes ", in_quotes(name), ", but no body has that name");
      const std::size_t body = known->second;
      changes.push_back(read_change(change, place.at_body(name), body, bodies[body]));
    }
    std::sort(changes.begin(), changes.end(),
              [](const SceneChange& a, const SceneChange& b) { return a.body < b.body; });
    return changes;
  }

  SceneChange read_change(const json& change, const Place& place, std::size_t number,
                          const SceneBody& body) const {
    object(change, place);
    only_keys(change, place, {"pose", "vertices"});
    SceneChange result{.body = number};
    if (const auto pose = change.find("pose"); pose != change.end())
      result.pose = read_pose(*pose, place.at("pose"));
    if (const auto vertices = change.find("vertices"); vertices != change.end()) {
      const Place here = place.at("vertices");
      result.vertices = read_points(*vertices, here);
      with_place(here, [&] { check_new_vertices(body, result.vertices); });
    }
    return result;
  }

  std::size_t body_number(const json& name, const Place& place) const {
    const auto found = numbers_.find(text(name, place));
    if (found == numbers_.end()) fail(place, "is ", described(name), ", but no body has that name");
    return found->second;
  }

  Eigen::Vector3d read_vector(const json& values, const Place& place) const {
    return Eigen::Vector3d(read_numbers<3>(values, place).data());
  }

  template <std::size_t count>
  std::array<double, count> read_numbers(const json& values, const Place& place) const {
    if (list(values, place).size() != count) {
      fail(place, "has ", values.size(), " numbers, ", count, " are needed");
    }
    std::array<double, count> numbers;
    for (std::size_t i = 0; i < count; ++i) numbers[i] = number(values[i], place.at(i));
    return numbers;
  }

  double number(const json& value, const Place& place) const {
    if (!value.is_number()) fail(place, "is ", described(value), ", a number is needed");
    return value.get<double>();
  }

  double member_number(const json& owner, const Place& place, std::string_view key) const {
    return number(member(owner, place, key), place.at(key));
  }

  std::string text(const json& value, const Place& place) const {
    if (!value.is_string()) fail(place, "is ", described(value), ", a string is needed");
    return value.get<std::string>();
  }

  const json& list(const json& value, const Place& place) const {
    if (!value.is_array()) fail(place, "is ", described(value), ", an array is needed");
    return value;
  }

  void object(const json& value, const Place& place) const {
    if (!value.is_object()) fail(place, "is ", described(value), ", an object is needed");
  }

  const json& member(const json& owner, const Place& place, std::string_view key) const {
    const auto found = owner.find(key);
    if (found == owner.end()) fail(place, place.parent ? "has no '" : "there is no '", key, "'");
    return *found;
  }

  void only_keys(const json& owner, const Place& place, std::initializer_list<std::string_view> known) const {
    for (const auto& [key, value] : owner.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      fail(place, place.parent ? "has an unknown key " : "unknown key ", in_quotes(key));
    }
  }

  std::filesystem::path base_;
  std::string_view name_;
  std::map<std::string, std::size_t, std::less<>> numbers_;         ///< of the bodies, by name
  std::map<std::string, Shape> shared_;                             ///< meshes by file, as written
  std::map<std::string, std::vector<PolytopeModel>> libraries_;     ///< by file, likewise
  std::map<std::pair<std::string, std::string>, Shape> polytopes_;  ///< by file and name
};

/// That of a mesh or deformable; null for other kinds.
const Mesh* mesh_of(const Shape& shape) {
  if (const auto* deformable = std::get_if<Deformable>(&shape.kind())) return &deformable->mesh;
  return std::get_if<Mesh>(&shape.kind());
}

}  // namespace

std::string default_body_name(std::size_t number) {
  return message("body", number);
}

void check_new_vertices(const SceneBody& body, const std::vector<Eigen::Vector3d>& vertices) {
  const Mesh* const mesh = mesh_of(body.shape);
  if (mesh == nullptr) throw Error(message("a ", kind_name(body.shape.kind()), " cannot be given vertices"));
  if (vertices.size() != mesh->vertices.size()) {
    throw Error(message("a ", kind_name(body.shape.kind()), " of ", mesh->vertices.size(),
                        " vertices cannot be given ", vertices.size()));
  }
  validate(Mesh{vertices, {}});
}

Scene scene_from_json(std::string_view text, const std::filesystem::path& base, std::string_view name) {
  return SceneReader(base, name).read(parse_json(text, most_levels, name));
}

}  // namespace graze::io

namespace graze {

Scene load_scene(const std::filesystem::path& file) {
  const FloatEnvironment environment;
  return io::scene_from_json(io::read_file(file).view(), file.parent_path(), file.string());
}

}  // namespace graze
