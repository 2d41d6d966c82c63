// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <ode/ode.h>

#include <array>

#include "peers/peer.h"

namespace graze::bench {
namespace {

/// ODE must be told when a program begins to use it, and again in each thread.
void start_ode() {
  static const bool started = [] {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    return true;
  }();
  static_cast<void>(started);
}

class OdeBody : public Body {
 public:
  explicit OdeBody(const Mesh& mesh) {
    for (const Eigen::Vector3d& v : mesh.vertices) vertices_.insert(vertices_.end(), v.begin(), v.end());
    for (const Face& f : mesh.faces) indices_.insert(indices_.end(), f.begin(), f.end());
  }
  ~OdeBody() override {
    if (arrays_ != nullptr) dGeomTriMeshDataDestroy(arrays_);
  }

  void build() override {
    arrays_ = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(arrays_, vertices_.data(), 3 * sizeof(double),
                                static_cast<int>(vertices_.size() / 3), indices_.data(),
                                static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
  }

  dTriMeshDataID arrays() const { return arrays_; }

 private:
  std::vector<double> vertices_;
  std::vector<dTriIndex> indices_;
  dTriMeshDataID arrays_ = nullptr;
};

void move(dGeomID geom, const Pose& X) {
  const dMatrix3 R = {X.R(0, 0), X.R(0, 1), X.R(0, 2), 0,         X.R(1, 0), X.R(1, 1),
                      X.R(1, 2), 0,         X.R(2, 0), X.R(2, 1), X.R(2, 2), 0};
  dGeomSetRotation(geom, R);
  dGeomSetPosition(geom, X.t[0], X.t[1], X.t[2]);
}

/// One contact at most, and any: the least that ODE can be asked for.
class OdePair : public Pair {
 public:
  OdePair(const OdeBody& a, const OdeBody& b)
      : a_(dCreateTriMesh(nullptr, a.arrays(), nullptr, nullptr, nullptr)),
        b_(dCreateTriMesh(nullptr, b.arrays(), nullptr, nullptr, nullptr)) {}
  ~OdePair() override {
    dGeomDestroy(b_);
    dGeomDestroy(a_);
  }

  bool collides(const Pose& X_WA, const Pose& X_WB) override {
    move(a_, X_WA);
    move(b_, X_WB);
    dContactGeom contact;
    return dCollide(a_, b_, static_cast<int>(1U | CONTACTS_UNIMPORTANT), &contact, sizeof contact) > 0;
  }

 private:
  dGeomID a_, b_;
};

class OdePeer : public Peer {
 public:
  std::string name() const override { return "ode"; }
  std::string setup() const override {
    const bool opcode = dCheckConfiguration("ODE_EXT_opcode") != 0;
    return std::string("ODE, ") + (sizeof(dReal) == 4 ? "float" : "double") + ", dTriMesh of " +
           (opcode ? "OPCODE" : "GIMPACT");
  }
  std::unique_ptr<Body> body(const Mesh& mesh) override { return std::make_unique<OdeBody>(mesh); }
  std::unique_ptr<Pair> pair(Body& a, Body& b) override {
    return std::make_unique<OdePair>(dynamic_cast<OdeBody&>(a), dynamic_cast<OdeBody&>(b));
  }
};

}  // namespace

std::unique_ptr<Peer> make_ode() {
  start_ode();
  return std::make_unique<OdePeer>();
}

}  // namespace graze::bench
