//===- Box2D.cpp - A program on top of box2d ------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets a pyramid of boxes and balls with some joints fall, and prints where
// they are in the end.
//
//===----------------------------------------------------------------------===//

#include "box2d/box2d.h"
#include <cstdio>
#include <cstdlib>

namespace {
class Listener : public b2ContactListener {
public:
  void BeginContact(b2Contact *) override { ++Begun; }
  void EndContact(b2Contact *) override { ++Ended; }
  long Begun = 0, Ended = 0;
};
} // namespace

int main(int argc, char **argv) {
  const int Size = argc > 1 ? std::atoi(argv[1]) : 10;
  const int Steps = argc > 2 ? std::atoi(argv[2]) : 200;

  b2World World(b2Vec2(0.0f, -10.0f));
  Listener L;
  World.SetContactListener(&L);
  b2BodyDef GroundDef;
  b2Body *Ground = World.CreateBody(&GroundDef);
  b2EdgeShape Edge;
  Edge.SetTwoSided(b2Vec2(-60.0f, 0.0f), b2Vec2(60.0f, 0.0f));
  Ground->CreateFixture(&Edge, 0.0f);
  b2Vec2 Corners[] = {
      {-60.0f, 20.0f}, {-50.0f, 1.0f}, {50.0f, 1.0f}, {60.0f, 20.0f}};
  b2ChainShape Chain;
  Chain.CreateChain(Corners, 4, {-70.0f, 20.0f}, {70.0f, 20.0f});
  Ground->CreateFixture(&Chain, 0.0f);

  b2PolygonShape Box;
  Box.SetAsBox(0.5f, 0.5f);
  b2CircleShape Ball;
  Ball.m_radius = 0.5f;
  b2Body *Last = Ground;
  for (int Row = 0; Row < Size; ++Row)
    for (int Column = Row; Column < Size; ++Column) {
      b2BodyDef Def;
      Def.type = b2_dynamicBody;
      Def.position.Set(-7.0f + 0.5625f * Row * 1.1f + 1.125f * Column,
                       2.0f + 1.25f * Row);
      b2Body *Body = World.CreateBody(&Def);
      if ((Row + Column) % 3)
        Body->CreateFixture(&Box, 5.0f);
      else
        Body->CreateFixture(&Ball, 5.0f);
      if (Column % 5 == 4 && Last != Ground) {
        b2DistanceJointDef Joint;
        Joint.Initialize(Last, Body, Last->GetPosition(), Body->GetPosition());
        World.CreateJoint(&Joint);
      }
      Last = Body;
    }

  for (int Step = 0; Step < Steps; ++Step)
    World.Step(1.0f / 60.0f, 8, 3);
  double Sum = 0;
  for (const b2Body *Body = World.GetBodyList(); Body; Body = Body->GetNext())
    Sum += Body->GetPosition().x + 3 * Body->GetPosition().y;
  std::printf("%.6f %ld %ld\n", Sum, L.Begun, L.Ended);
  return 0;
}
