//===- Dispatch.h - Virtual calls, or direct ones -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The programs of this directory are written once and compiled in two variants:
// with virtual functions, and with -DDIRECT with what one writes by hand
// instead. A class that would be abstract then knows which of its derived
// classes an object is of, and each of its methods is a switch over them.
//
//===----------------------------------------------------------------------===//

#ifndef DISPATCH_H
#define DISPATCH_H

#include <memory>
#include <type_traits>
#include <utility>

#ifdef DIRECT
#define VIRTUAL
#define OVERRIDE
#define PURE
/// In an abstract class: the classes that are derived from it.
#define KINDS(...) enum class Kind : unsigned char { __VA_ARGS__ } ItsKind;
/// In the constructors of a derived class.
#define IS(KIND) this->ItsKind = std::decay_t<decltype(*this)>::Kind::KIND
#else
#define VIRTUAL virtual
#define OVERRIDE override
#define PURE = 0
#define KINDS(...)
#define IS(KIND) (void)0
#endif

#ifdef DIRECT
/// `Object`, which is one of the derived class `To`.
template <typename To, typename From> auto *as(From *Object) {
  return static_cast<std::conditional_t<std::is_const_v<From>, const To, To> *>(
      Object);
}

struct Destroy {
  template <typename T> void operator()(T *Object) const { destroy(Object); }
};
/// What owns an object of a derived class.
template <typename T> using Owned = std::unique_ptr<T, Destroy>;
#else
template <typename T> using Owned = std::unique_ptr<T>;
#endif

template <typename T, typename... ArgsT> Owned<T> make(ArgsT &&...Args) {
  return Owned<T>(new T(std::forward<ArgsT>(Args)...));
}

#endif // DISPATCH_H
