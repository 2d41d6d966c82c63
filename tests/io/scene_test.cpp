// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/io.h>

#include "io/files.h"
#include "io/scene_json.h"

namespace graze {
namespace {

using testing::error_of;
using testing::Folder;

Scene read(const std::string& text) {
  return io::scene_from_json(text, "", "room.json");
}
std::string error(const std::string& text) {
  return error_of([&] { read(text); });
}

/// The text of a scene with these bodies.
std::string bodies(const std::string& list) {
  return R"({"graze":1,"bodies":[)" + list + "]}";
}
/// The text of a scene with one body of this shape.
std::string shape(const std::string& members) {
  return bodies(R"({"shape":{)" + members + "}}");
}
std::string posed(const std::string& pose) {
  return bodies(R"({"shape":{"type":"sphere","radius":1},"pose":)" + pose + "}");
}

Pose quarter_turn() {
  Pose X;
  X.R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  X.t << 0.1, -0.0, 1e-300;
  return X;
}

void expect_equal(const Scene& a, const Scene& b) {
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    EXPECT_EQ(a.bodies[i].name, b.bodies[i].name);
    EXPECT_EQ(a.bodies[i].pose, b.bodies[i].pose);
    EXPECT_TRUE(a.bodies[i].shape.kind() == b.bodies[i].shape.kind()) << "body " << i;
  }
  EXPECT_EQ(a.pairs, b.pairs);
  EXPECT_EQ(a.frames, b.frames);
}

Scene every_kind() {
  const Pose X = quarter_turn();
  const Shape inner =
      Shape::of(Compound{{{Shape::of(Box{{1, 2, 0.1}}), X}, {Shape::mesh(testing::tetrahedron()), {}}}});
  return {{{"a", Shape::mesh(testing::odd_mesh()), X},
           {"b \"quoted\" \xC3\xA9\n", Shape::of(Deformable{testing::tetrahedron()}), {}},
           {"c", Shape::of(Convex{testing::odd_mesh().vertices}), X},
           {"d", Shape::of(Sphere{0.1}), X},
           {"e", Shape::of(Box{{0.1, 1e300, 5e-324}}), X},
           {"f", Shape::of(Capsule{1, 1.0 / 3}), X},
           {"g", Shape::of(Cylinder{2, 3}), X},
           {"h", Shape::of(Cone{4, 5}), X},
           {"i", Shape::of(Ellipsoid{{1, 2, 3}}), X},
           {"j", Shape::of(Compound{{{inner, X}, {Shape::of(Sphere{7}), X}}}), X},
           {"k", Shape::mesh({}), {}},
           {"l", Shape::of(Compound{}), {}}},
          {{{0, 1}, {1, 9}}}};
}

TEST(Scene, RoundTripIsExactForEveryKind) {
  const Folder folder;
  const Scene scene = every_kind();
  save_scene(scene, folder / "room.json");
  expect_equal(load_scene(folder / "room.json"), scene);
}

TEST(Scene, KeepsTheSignOfZero) {
  const Scene scene = read(io::scene_to_json(every_kind(), "x"));
  EXPECT_TRUE(std::signbit(scene.bodies[0].pose.t.y()));
  EXPECT_TRUE(std::signbit(std::get<Mesh>(scene.bodies[0].shape.kind()).vertices[1].y()));
}

TEST(Scene, TellsNoPairsFromAllPairs) {
  Scene scene;
  EXPECT_EQ(read(io::scene_to_json(scene, "x")).pairs, std::nullopt);
  scene.pairs.emplace();
  EXPECT_EQ(read(io::scene_to_json(scene, "x")).pairs, scene.pairs);
}

/// A scene of a triangle "a", a deforming one "b" and a ball, with these frames.
std::string framed(const std::string& frames) {
  const std::string triangle = R"("vertices":[[0,0,0],[1,0,0],[0,1,0]],"faces":[[0,1,2]]}})";
  return R"({"graze":1,"bodies":[{"name":"a","shape":{"type":"mesh",)" + triangle +
         R"(,{"name":"b","shape":{"type":"deformable",)" + triangle +
         R"(,{"name":"ball","shape":{"type":"sphere","radius":1}}],"frames":)" + frames + "}";
}

TEST(Scene, RoundTripOfFramesIsExact) {
  Scene scene = every_kind();
  auto moved = testing::tetrahedron().vertices;
  moved[2] << 0.1, -0.0, 5e-324;
  const SceneChange pose{.body = 9, .pose = quarter_turn()};
  const SceneChange form{.body = 1, .vertices = moved};
  const SceneChange both{.body = 0, .pose = Pose(), .vertices = testing::odd_mesh().vertices};
  scene.frames = {{pose}, {}, {both, form, pose}, {{.body = 4}}};
  const std::string text = io::scene_to_json(scene, "x");
  const Scene again = read(text);
  expect_equal(again, scene);
  EXPECT_TRUE(std::signbit(again.frames[0][0].pose->t.y()));
  EXPECT_TRUE(std::signbit(again.frames[2][1].vertices[2].y()));
  EXPECT_EQ(io::scene_to_json(again, "x"), text);
}

TEST(Scene, ReadsFrames) {
  const Scene scene =
      read(framed(R"([{"ball":{"pose":{"t":[1,2,3]}},"a":{"vertices":[[0,0,1],[1,0,1],[0,1,1]]}},
      {},{"b":{}}])"));
  ASSERT_EQ(scene.frames.size(), 3U);
  ASSERT_EQ(scene.frames[0].size(), 2U) << "in the order of the bodies";
  EXPECT_EQ(scene.frames[0][0], (SceneChange{.body = 0, .vertices = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}}));
  EXPECT_EQ(scene.frames[0][1],
            (SceneChange{.body = 2, .pose = Pose(Eigen::Matrix3d::Identity(), {1, 2, 3})}));
  EXPECT_TRUE(scene.frames[1].empty());
  EXPECT_EQ(scene.frames[2], SceneFrame{{.body = 1}});
  EXPECT_TRUE(read(framed("[]")).frames.empty());
}

TEST(Scene, FrameErrors) {
  const auto frames = [](const std::string& list) { return error(framed(list)); };
  EXPECT_EQ(frames("{}"), "room.json: frames is an object, an array is needed");
  EXPECT_EQ(frames("[{},[]]"), "room.json: frames[1] is an array of 0, an object is needed");
  EXPECT_EQ(frames(R"([{"c":{}}])"), "room.json: frames[0] changes 'c', but no body has that name");
  EXPECT_EQ(frames(R"([{"a":7}])"), "room.json: frames[0]['a'] is 7, an object is needed");
  EXPECT_EQ(frames(R"([{"a":{"t":[1,2,3]}}])"), "room.json: frames[0]['a'] has an unknown key 't'");
  EXPECT_TRUE(frames(R"([{"a":{},"a":{}}])").ends_with("key 'a' is there twice"));
}

TEST(Scene, FrameErrorsOfPosesAndVertices) {
  const auto change = [](const std::string& members) { return error(framed("[{},{" + members + "}]")); };
  EXPECT_EQ(change(R"("a":{"pose":null})"), "room.json: frames[1]['a'].pose is null, an object is needed");
  EXPECT_EQ(change(R"("a":{"pose":{"R":[1]}})"),
            "room.json: frames[1]['a'].pose.R has 1 numbers, 9 are needed");
  const std::string stretched = change(R"("a":{"pose":{"R":[2,0,0,0,1,0,0,0,1]}})");
  EXPECT_TRUE(stretched.starts_with("room.json: frames[1]['a'].pose: pose is not rigid")) << stretched;
  const std::string mirrored = change(R"("b":{"pose":{"R":[-1,0,0,0,1,0,0,0,1]}})");
  EXPECT_TRUE(mirrored.starts_with("room.json: frames[1]['b'].pose: pose is a reflection")) << mirrored;
  EXPECT_EQ(change(R"("a":{"vertices":7})"), "room.json: frames[1]['a'].vertices is 7, an array is needed");
  EXPECT_EQ(change(R"("a":{"vertices":[[0,0]]})"),
            "room.json: frames[1]['a'].vertices[0] has 2 numbers, 3 are needed");
  EXPECT_EQ(change(R"("a":{"vertices":[[0,0,0]]})"),
            "room.json: frames[1]['a'].vertices: a mesh of 3 vertices cannot be given 1");
  EXPECT_EQ(change(R"("b":{"vertices":[]})"),
            "room.json: frames[1]['b'].vertices: a deformable of 3 vertices cannot be given 0");
  EXPECT_EQ(change(R"("ball":{"vertices":[[0,0,0]]})"),
            "room.json: frames[1]['ball'].vertices: a sphere cannot be given vertices");
  for (const char* number : {"1e999", "NaN", "null"}) {
    const std::string bad = change(R"("a":{"vertices":[[0,0,)" + std::string(number) + "],[1,0,0],[0,1,0]]}");
    EXPECT_TRUE(bad.starts_with("room.json")) << bad;
  }
}

TEST(Scene, RefusesToWriteFramesThatItCouldNotRead) {
  const auto save = [](const SceneChange& change, std::size_t times = 1) {
    Scene scene = read(framed("[{}]"));
    scene.frames.emplace_back(times, change);
    return error_of([&] { io::scene_to_json(scene, "room.json"); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(save({.body = 3}), "room.json: frames[1] changes body 3, but there are only 3");
  EXPECT_EQ(save({.body = 2}, 2), "room.json: frames[1]['ball'] is there twice");
  const std::string pose = save({.body = 2, .pose = Pose(Eigen::Matrix3d::Identity(), {0, nan, 0})});
  EXPECT_TRUE(pose.starts_with("room.json: frames[1]['ball'].pose: pose has an entry that is not finite"));
  EXPECT_EQ(save({.body = 2, .vertices = {{0, 0, 0}}}),
            "room.json: frames[1]['ball'].vertices: a sphere cannot be given vertices");
  EXPECT_EQ(save({.body = 0, .vertices = {{0, 0, 0}}}),
            "room.json: frames[1]['a'].vertices: a mesh of 3 vertices cannot be given 1");
  const std::string vertex = save({.body = 1, .vertices = {{0, 0, 0}, {0, nan, 0}, {0, 0, 0}}});
  EXPECT_TRUE(vertex.starts_with("room.json: frames[1]['b'].vertices: vertex 1 of")) << vertex;
}

TEST(Scene, ReadsFilesBesideIt) {
  const Folder folder;
  std::filesystem::create_directory(folder / "parts");
  save_mesh(testing::tetrahedron(), folder / "parts/t.obj");
  folder.write("room.json", R"({ "graze": 1, "bodies": [
    { "name": "a", "shape": { "type": "mesh", "file": "parts/t.obj" },
      "pose": { "R": [0,-1,0, 1,0,0, 0,0,1], "t": [1,2,3] } },
    { "shape": { "type": "mesh", "file": "parts/t.obj" } },
    { "shape": { "type": "deformable", "file": "parts/t.obj" } } ],
    "pairs": [["a", "body2"]] })");
  const Scene scene = load_scene(folder / "room.json");
  ASSERT_EQ(scene.bodies.size(), 3U);
  EXPECT_EQ(std::get<Mesh>(scene.bodies[0].shape.kind()), testing::tetrahedron());
  EXPECT_EQ(&scene.bodies[0].shape.kind(), &scene.bodies[1].shape.kind()) << "the same file is read once";
  EXPECT_EQ(std::get<Deformable>(scene.bodies[2].shape.kind()).mesh, testing::tetrahedron());
  EXPECT_EQ(scene.bodies[0].pose.R(0, 1), -1) << "R is row by row";
  EXPECT_EQ(scene.bodies[1].name, "body1");
  EXPECT_EQ(scene.bodies[1].pose, Pose());
  EXPECT_EQ(scene.pairs, (std::vector<std::array<std::size_t, 2>>{{0, 2}}));
}

TEST(Scene, FileErrorsHaveBothPlaces) {
  const Folder folder;
  folder.write("t.obj", "v 0 0 0\nf 1 1 7\n");
  const auto scene = folder.write("room.json", shape(R"("type":"mesh","file":"t.obj")"));
  EXPECT_EQ(error_of([&] { load_scene(scene); }),
            scene.string() + ": bodies[0].shape.file: " + (folder / "t.obj").string() +
                ":2: face uses vertex 7, but there are only 1");
  EXPECT_EQ(error_of([&] { load_scene(folder / "none.json"); }),
            (folder / "none.json").string() + ": there is no such file");
}

TEST(Scene, MalformedJsonHasLineAndColumn) {
  EXPECT_TRUE(error("").starts_with("room.json:1:1: ")) << error("");
  const std::string missing = error("{ \"graze\": 1,\n  \"bodies\": [}\n");
  EXPECT_TRUE(missing.starts_with("room.json:2:14: syntax error")) << missing;
  const std::string large = error("{ \"graze\":\n1e999 }");
  EXPECT_TRUE(large.starts_with("room.json:2:")) << large;
  EXPECT_EQ(error("{\"graze\":1,\n\"graze\":1}"), "room.json:2:7: key 'graze' is there twice");
  EXPECT_EQ(error(std::string("{}\n\0{}", 6)), "room.json:2:1: a zero byte, which JSON does not have");
  EXPECT_EQ(error(std::string(100000, '[')), "room.json:1:65: nested deeper than 64 levels");
  for (const std::string& text : {std::string("{\"a\n\"}"), std::string("\xff\xfe"), std::string("{} x")}) {
    EXPECT_EQ(error(text).find('\n'), std::string::npos) << "one line";
    EXPECT_TRUE(error(text).starts_with("room.json:1:")) << error(text);
  }
}

TEST(Scene, TopLevelErrors) {
  EXPECT_EQ(error("[]"), "room.json: the file is an array of 0, an object is needed");
  EXPECT_EQ(error("{}"), "room.json: 'graze' is missing: a scene starts with \"graze\": 1");
  EXPECT_EQ(error(R"({"graze":2})"), "room.json: graze is 2, but only version 1 is known");
  EXPECT_EQ(error(R"({"graze":1.0})"), "room.json: graze is 1.0, but only version 1 is known");
  EXPECT_EQ(error(R"({"graze":"1"})"), "room.json: graze is \"1\", but only version 1 is known");
  EXPECT_EQ(error(R"({"graze":1})"), "room.json: there is no 'bodies'");
  EXPECT_EQ(error(R"({"graze":1,"bodies":[],"body":[]})"), "room.json: unknown key 'body'");
  EXPECT_EQ(error(R"({"graze":1,"bodies":{}})"), "room.json: bodies is an object, an array is needed");
}

TEST(Scene, BodyErrors) {
  const std::string s = R"("shape":{"type":"sphere","radius":1})";
  EXPECT_EQ(error(bodies("7")), "room.json: bodies[0] is 7, an object is needed");
  EXPECT_EQ(error(bodies("{}")), "room.json: bodies[0] has no 'shape'");
  EXPECT_EQ(error(bodies("{" + s + R"(,"colour":1})")), "room.json: bodies[0] has an unknown key 'colour'");
  EXPECT_EQ(error(bodies("{" + s + R"(,"name":3})")), "room.json: bodies[0].name is 3, a string is needed");
  EXPECT_EQ(error(bodies("{" + s + R"(,"name":""})")), "room.json: bodies[0].name is empty");
  EXPECT_EQ(error(bodies(R"({"name":"a",)" + s + R"(},{"name":"a",)" + s + "}")),
            "room.json: bodies[1].name is 'a', as is that of bodies[0]");
  EXPECT_EQ(error(bodies(R"({"name":"body1",)" + s + "},{" + s + "}")),
            "room.json: bodies[1].name is 'body1', as is that of bodies[0]");
}

TEST(Scene, ShapeErrors) {
  EXPECT_EQ(error(bodies(R"({"shape":null})")), "room.json: bodies[0].shape is null, an object is needed");
  EXPECT_EQ(error(shape("")), "room.json: bodies[0].shape has no 'type'");
  EXPECT_EQ(error(shape(R"("type":"cube")")),
            "room.json: bodies[0].shape.type is 'cube', which is none of mesh, deformable, convex, sphere, "
            "box, capsule, "
            "cylinder, cone, ellipsoid and compound");
  EXPECT_EQ(error(shape(R"("type":"box","half":[1,2])")),
            "room.json: bodies[0].shape.half has 2 numbers, 3 are needed");
  EXPECT_EQ(error(shape(R"("type":"box","half":[1,2,"3"])")),
            "room.json: bodies[0].shape.half[2] is \"3\", a number is needed");
  EXPECT_EQ(error(shape(R"("type":"box","half":[1,2,-3])")),
            "room.json: bodies[0].shape: box has half extent -3: it must be finite and not negative");
  EXPECT_EQ(error(shape(R"("type":"sphere")")), "room.json: bodies[0].shape has no 'radius'");
  EXPECT_EQ(error(shape(R"("type":"sphere","radius":-1)")),
            "room.json: bodies[0].shape: sphere has radius -1: it must be finite and not negative");
  EXPECT_EQ(error(shape(R"("type":"sphere","radius":[1])")),
            "room.json: bodies[0].shape.radius is an array of 1, a number is needed");
  EXPECT_EQ(error(shape(R"("type":"sphere","radius":1,"half":1)")),
            "room.json: bodies[0].shape has an unknown key 'half'");
  EXPECT_EQ(error(shape(R"("type":"cone","radius":1)")), "room.json: bodies[0].shape has no 'half_length'");
  EXPECT_EQ(error(shape(R"("type":"convex","vertices":[])")),
            "room.json: bodies[0].shape: convex shape has no vertices");
}

TEST(Scene, MeshErrors) {
  EXPECT_EQ(error(shape(R"("type":"mesh")")),
            "room.json: bodies[0].shape has neither 'file' nor 'vertices' and 'faces'");
  EXPECT_EQ(error(shape(R"("type":"mesh","vertices":[])")), "room.json: bodies[0].shape has no 'faces'");
  EXPECT_EQ(error(shape(R"("type":"mesh","file":"a.obj","faces":[])")),
            "room.json: bodies[0].shape has an unknown key 'faces'");
  EXPECT_EQ(error(shape(R"("type":"mesh","file":5)")),
            "room.json: bodies[0].shape.file is 5, a string is needed");
  EXPECT_EQ(error(shape(R"("type":"mesh","vertices":[[0,0,0],[1,0]],"faces":[])")),
            "room.json: bodies[0].shape.vertices[1] has 2 numbers, 3 are needed");
  const auto faces = [](const std::string& list) {
    return error(shape(R"("type":"deformable","vertices":[[0,0,0],[1,0,0],[0,1,0]],"faces":)" + list));
  };
  EXPECT_EQ(faces("[[0,1,2],[0,1]]"), "room.json: bodies[0].shape.faces[1] has 2 corners, 3 are needed");
  EXPECT_EQ(faces("[[0,1,3]]"), "room.json: bodies[0].shape.faces[0] uses vertex 3, but there are only 3");
  EXPECT_EQ(faces("[[0,1,-1]]"), "room.json: bodies[0].shape.faces[0] uses vertex -1, but there are only 3");
  EXPECT_EQ(faces("[[0,1,4294967296]]"),
            "room.json: bodies[0].shape.faces[0] uses vertex 4294967296, but there are only 3");
  EXPECT_EQ(faces("[[0,1,1.5]]"), "room.json: bodies[0].shape.faces[0][2] is 1.5, a vertex number is needed");
}

TEST(Scene, PoseErrors) {
  EXPECT_EQ(error(posed("[]")), "room.json: bodies[0].pose is an array of 0, an object is needed");
  EXPECT_EQ(error(posed(R"({"R":[1,0,0]})")), "room.json: bodies[0].pose.R has 3 numbers, 9 are needed");
  EXPECT_EQ(error(posed(R"({"t":[1,0,null]})")),
            "room.json: bodies[0].pose.t[2] is null, a number is needed");
  EXPECT_EQ(error(posed(R"({"q":[1,0,0,0]})")), "room.json: bodies[0].pose has an unknown key 'q'");
  const std::string stretched = error(posed(R"({"R":[2,0,0,0,1,0,0,0,1]})"));
  EXPECT_TRUE(stretched.starts_with("room.json: bodies[0].pose: pose is not rigid")) << stretched;
  const std::string mirrored = error(posed(R"({"R":[-1,0,0,0,1,0,0,0,1]})"));
  EXPECT_TRUE(mirrored.starts_with("room.json: bodies[0].pose: pose is a reflection")) << mirrored;
}

TEST(Scene, PairErrors) {
  const auto pairs = [](const std::string& list) {
    return error(R"({"graze":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":1}}],"pairs":)" +
                 list + "}");
  };
  EXPECT_EQ(pairs("{}"), "room.json: pairs is an object, an array is needed");
  EXPECT_EQ(pairs(R"([["a"]])"), "room.json: pairs[0] has 1 names, 2 are needed");
  EXPECT_EQ(pairs(R"([["a","b"]])"), "room.json: pairs[0][1] is \"b\", but no body has that name");
  EXPECT_EQ(pairs(R"([[0,1]])"), "room.json: pairs[0][0] is 0, a string is needed");
  EXPECT_EQ(pairs(R"([["a","a"]])"), "room.json: pairs[0] pairs 'a' with itself");
}

TEST(Scene, CompoundErrorsAndDepth) {
  EXPECT_EQ(error(shape(R"("type":"compound")")), "room.json: bodies[0].shape has no 'pieces'");
  EXPECT_EQ(error(shape(R"("type":"compound","pieces":[{"shape":{"type":"box","half":[-1,1,1]}}])")),
            "room.json: bodies[0].shape.pieces[0].shape: box has half extent -1: it must be finite and not "
            "negative");
  EXPECT_EQ(error(shape(R"("type":"compound","pieces":[{"shape":{"type":"sphere","radius":1},"name":"x"}])")),
            "room.json: bodies[0].shape.pieces[0] has an unknown key 'name'");
  Shape nested = Shape::of(Sphere{1});
  for (std::size_t i = 0; i < io::most_nested_compounds; ++i) nested = Shape::of(Compound{{{nested, {}}}});
  const Scene deepest{{{"a", nested, {}}}, {}};
  expect_equal(read(io::scene_to_json(deepest, "x")), deepest);
  std::string text = R"({"type":"sphere","radius":1})";
  for (int i = 0; i < 17; ++i) text = R"({"type":"compound","pieces":[{"shape":)" + text + "}]}";
  const std::string message = error(bodies(R"({"shape":)" + text + "}"));
  EXPECT_TRUE(message.ends_with("is a compound in 16 compounds; with it, at most 16 may contain each other"))
      << message;
}

TEST(Scene, RefusesToWriteWhatItCouldNotRead) {
  const auto save = [](const Scene& scene) {
    return error_of([&] { io::scene_to_json(scene, "room.json"); });
  };
  const Shape ball = Shape::of(Sphere{1});
  Pose bad;
  bad.t.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(save({{{"a", ball, bad}}, {}})
                  .starts_with("room.json: bodies[0].pose: pose has an entry that is not finite"));
  EXPECT_EQ(save({{{"a", ball, {}}, {"a", ball, {}}}, {}}),
            "room.json: bodies[1].name is 'a', as is that of another body");
  EXPECT_EQ(save({{{"a\xff", ball, {}}}, {}}), "room.json: bodies[0].name is 'a?', which is no UTF-8");
  EXPECT_EQ(save({{{"a", ball, {}}}, {{{0, 1}}}}),
            "room.json: pairs[0] is of the bodies 0 and 1, but two of 1 are needed");
  EXPECT_EQ(read(io::scene_to_json({{{"", ball, {}}}, {}}, "x")).bodies[0].name, "body0");
}

}  // namespace
}  // namespace graze
