//===- Opaque.cpp - What cases cannot see ---------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled in the same way for all compilers; nothing is counted here.
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

static const void *volatile LastSeen;

void look(const void *Object) { LastSeen = Object; }

void *hideAddress(void *Address) {
  LastSeen = Address;
  return const_cast<void *>(LastSeen);
}

Hexagon::Hexagon(long S) : Side(S) {}
Hexagon::Hexagon(const Hexagon &Other) : Shape(Other), Side(Other.Side) {}
long Hexagon::area() const { return 2 * Side * Side; }
long Hexagon::edges() const { return 6; }

Animal::Animal() : Weight(7) {}
Animal::Animal(const Animal &Other) : Weight(Other.Weight + 1) {}
Animal::~Animal() {}
long Animal::legs() const { return 0; }

Prism::Prism(long H) : Height(H) {}
Prism::Prism(const Prism &Other) : Shape(Other), Height(Other.Height) {}
Prism::~Prism() {}
long Prism::area() const { return 6 * Height; }
long Prism::edges() const { return 12; }
long Prism::height() const { return Height; }

Hexagon TheHexagon(5);
const Disc TheDisc(8);
const Tile TheTile(3);

Shape *makeAnyShape(long Size) { return new Hexagon(Size); }
Disc makeDiscElsewhere(long Radius) { return Disc(Radius + 1); }
