//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A workload for Bullet: bodies of all shapes fall on a terrain, joined by
/// constraints, with a vehicle's suspension, triggers and queries; prints where
/// they are.
///
//===----------------------------------------------------------------------===//

#include "BulletCollision/CollisionDispatch/btGhostObject.h"
#include "BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h"
#include "BulletSoftBody/btSoftBodyHelpers.h"
#include "BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h"
#include "BulletSoftBody/btSoftRigidDynamicsWorld.h"
#include "btBulletDynamicsCommon.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

static unsigned State = 1;

static double next(double Limit) {
  State = State * 1103515245 + 12345;
  return (State >> 16) % 1000 * Limit / 1000;
}

namespace {
/// A world and all that is in it.
class Scene {
  btSoftBodyRigidBodyCollisionConfiguration Configuration;
  btCollisionDispatcher Dispatcher{&Configuration};
  btDbvtBroadphase Broadphase;
  btSequentialImpulseConstraintSolver Solver;
  std::vector<std::unique_ptr<btCollisionShape>> Shapes;
  std::vector<std::unique_ptr<btMotionState>> States;
  std::vector<std::unique_ptr<btRigidBody>> Bodies;
  std::vector<std::unique_ptr<btTypedConstraint>> Constraints;
  std::unique_ptr<btTriangleMesh> Mesh = std::make_unique<btTriangleMesh>();
  btSoftRigidDynamicsWorld World{&Dispatcher, &Broadphase, &Solver,
                                 &Configuration};

  template <class T, class... Arguments> T *shape(Arguments &&...Values) {
    Shapes.push_back(std::make_unique<T>(Values...));
    return static_cast<T *>(Shapes.back().get());
  }

  btRigidBody *body(btCollisionShape *Shape, double Mass, btVector3 Where) {
    btTransform Transform(btQuaternion(btVector3(1, 2, 3), next(3)), Where);
    if (Mass == 0)
      Transform.setRotation(btQuaternion::getIdentity());
    btVector3 Inertia(0, 0, 0);
    if (Mass != 0)
      Shape->calculateLocalInertia(Mass, Inertia);
    States.push_back(std::make_unique<btDefaultMotionState>(Transform));
    Bodies.push_back(std::make_unique<btRigidBody>(Mass, States.back().get(),
                                                   Shape, Inertia));
    World.addRigidBody(Bodies.back().get());
    return Bodies.back().get();
  }

  template <class T, class... Arguments> void join(Arguments &&...Values) {
    Constraints.push_back(std::make_unique<T>(Values...));
    World.addConstraint(Constraints.back().get(), true);
  }

  void makeGround() {
    for (int X = -10; X != 10; ++X)
      for (int Z = -10; Z != 10; ++Z) {
        auto At = [&](int X, int Z) {
          return btVector3(X * 3, (X * X + Z * 7) % 5 * 0.2, Z * 3);
        };
        Mesh->addTriangle(At(X, Z), At(X + 1, Z), At(X, Z + 1));
        Mesh->addTriangle(At(X + 1, Z), At(X + 1, Z + 1), At(X, Z + 1));
      }
    body(shape<btBvhTriangleMeshShape>(Mesh.get(), true), 0,
         btVector3(0, 0, 0));
    body(shape<btStaticPlaneShape>(btVector3(0, 1, 0), 0), 0,
         btVector3(0, -5, 0));
  }

  void makeBodies() {
    auto *Compound = shape<btCompoundShape>();
    Compound->addChildShape(btTransform::getIdentity(),
                            shape<btBoxShape>(btVector3(0.6, 0.2, 0.2)));
    Compound->addChildShape(btTransform::getIdentity(),
                            shape<btSphereShape>(0.4));
    auto *Hull = shape<btConvexHullShape>();
    for (int I = 0; I != 12; ++I)
      Hull->addPoint(btVector3(next(1), next(1), next(1)));
    btCollisionShape *Kinds[] = {shape<btBoxShape>(btVector3(0.5, 0.4, 0.3)),
                                 shape<btSphereShape>(0.5),
                                 shape<btCapsuleShape>(0.3, 0.8),
                                 shape<btCylinderShape>(btVector3(0.4, 0.3, 1)),
                                 shape<btConeShape>(0.5, 1),
                                 Compound,
                                 Hull};
    for (int I = 0; I != 70; ++I)
      body(Kinds[I % 7], 1 + I % 3,
           btVector3(next(12) - 6, 2 + I * 0.3, next(12) - 6));
  }

  void makeConstraints() {
    auto Body = [&](unsigned I) -> btRigidBody & { return *Bodies[I + 2]; };
    btVector3 Pivot(0.5, 0, 0);
    btTransform Frame = btTransform::getIdentity();
    for (unsigned I = 0; I < 60; I += 10) {
      join<btPoint2PointConstraint>(Body(I), Body(I + 1), Pivot, -Pivot);
      join<btHingeConstraint>(Body(I + 1), Body(I + 2), Pivot, -Pivot,
                              btVector3(0, 1, 0), btVector3(0, 1, 0));
      join<btSliderConstraint>(Body(I + 2), Body(I + 3), Frame, Frame, true);
      join<btConeTwistConstraint>(Body(I + 3), Body(I + 4), Frame, Frame);
      join<btGeneric6DofSpring2Constraint>(Body(I + 5), Body(I + 6), Frame,
                                           Frame);
      join<btFixedConstraint>(Body(I + 7), Body(I + 8), Frame, Frame);
    }
  }

  void makeCloth() {
    btSoftBody *Cloth = btSoftBodyHelpers::CreatePatch(
        World.getWorldInfo(), btVector3(-3, 8, -3), btVector3(3, 8, -3),
        btVector3(-3, 8, 3), btVector3(3, 8, 3), 12, 12, 1 + 2, true);
    Cloth->setTotalMass(1);
    World.addSoftBody(Cloth);
  }

public:
  Scene() {
    makeGround();
    makeBodies();
    makeConstraints();
    makeCloth();
  }

  ~Scene() {
    while (World.getSoftBodyArray().size()) {
      btSoftBody *Cloth = World.getSoftBodyArray()[0];
      World.removeSoftBody(Cloth);
      delete Cloth;
    }
    for (auto &Constraint : Constraints)
      World.removeConstraint(Constraint.get());
    for (auto &Body : Bodies)
      World.removeRigidBody(Body.get());
  }

  void run(int Steps) {
    for (int Step = 0; Step != Steps; ++Step) {
      World.stepSimulation(1.0 / 60, 1, 1.0 / 60);
      if (Step % 10)
        continue;
      btVector3 From(next(10) - 5, 20, next(10) - 5), To(0, -10, 0);
      btCollisionWorld::AllHitsRayResultCallback Hits(From, To);
      World.rayTest(From, To, Hits);
      btVector3 Low, High;
      Bodies[5]->getAabb(Low, High);
      std::printf("%d: %d hits, %d manifolds, %.6f\n", Step,
                  Hits.m_collisionObjects.size(), Dispatcher.getNumManifolds(),
                  High.y());
    }
    for (auto &Body : Bodies) {
      const btVector3 &Where = Body->getWorldTransform().getOrigin();
      std::printf("%s %.6f %.6f %.6f\n", Body->getCollisionShape()->getName(),
                  Where.x(), Where.y(), Where.z());
    }
  }
};
} // namespace

int main(int NumArguments, char **Arguments) {
  auto World = std::make_unique<Scene>();
  World->run(NumArguments > 1 ? std::atoi(Arguments[1]) : 10);
  return 0;
}
