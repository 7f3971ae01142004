//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A C++ program with a mistake: it calls a virtual function of an object that
/// was never made.
///
/// Usage: shapes KIND...
///
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {
struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};

struct Box : Shape {
  Box(int Width, int Height) : Width(Width), Height(Height) {}
  int area() const override { return Width * Height; }
  int Width, Height;
};

struct Triangle : Shape {
  Triangle(int Base, int Height) : Base(Base), Height(Height) {}
  int area() const override { return Base * Height / 2; }
  int Base, Height;
};
} // namespace

__attribute__((noinline)) static std::unique_ptr<Shape>
make(const std::string &Kind, int Size) {
  if (Kind == "box")
    return std::make_unique<Box>(Size, Size + 1);
  if (Kind == "triangle")
    return std::make_unique<Triangle>(Size, Size + 1);
  return nullptr;
}

int main(int NumArguments, char **Arguments) {
  std::vector<std::unique_ptr<Shape>> Shapes;
  for (int I = 1; I < NumArguments; ++I)
    Shapes.push_back(make(Arguments[I], I + 4));
  int Total = 0;
  for (const auto &S : Shapes) {
    const Shape *Next = S.get();
    Total += Next->area(); // Null for an unknown kind.
  }
  std::printf("total %d\n", Total);
  return 0;
}
