//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Value types with references in C, which values.py compiles: assigned by
/// pointers, and passed and returned by value.
///
//===----------------------------------------------------------------------===//

#define REF __attribute__((address_space(1)))

typedef struct Object Object;
typedef struct {
  Object REF *reference;
} Value;
typedef struct {
  Object REF *reference;
  long number;
} Pair;
struct Object {
  long header;
  Value values[3];
  long numbers[3];
};

void gcstress_poll(void);

void gcstress_value_get(Value *to, Object REF *object, long word) {
  *to = object->values[word - 1];
}

void gcstress_value_set(Object REF *object, long word, Value *from) {
  object->values[word - 1] = *from;
}

void gcstress_value_move(Object REF *a, long i, Object REF *b, long j) {
  a->values[i - 1] = b->values[j - 1];
}

Value gcstress_value_pass(Value value) {
  Value here = value, copy = here;
  gcstress_poll();
  return copy;
}

Pair gcstress_value_pair(Pair pair) {
  Pair here = pair, copy = here;
  gcstress_poll();
  copy.number += 1;
  return copy;
}
