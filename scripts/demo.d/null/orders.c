//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A C program with a mistake: it trusts that every order has a customer.
///
/// Usage: orders CUSTOMER...
///
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Customer {
  const char *Name;
  int Discount;
  struct Customer *Next;
};

static struct Customer *Customers;

static void addCustomer(const char *Name, int Discount) {
  struct Customer *New = malloc(sizeof(*New));
  if (!New)
    abort();
  New->Name = Name;
  New->Discount = Discount;
  New->Next = Customers;
  Customers = New;
}

__attribute__((noinline)) static struct Customer *find(const char *Name) {
  struct Customer *Found = Customers;
  while (Found && strcmp(Found->Name, Name) != 0)
    Found = Found->Next;
  return Found;
}

static int price(const char *Name, int Amount) {
  struct Customer *Buyer = find(Name);
  return Amount - Amount * Buyer->Discount / 100; // Null for a stranger.
}

int main(int NumArguments, char **Arguments) {
  addCustomer("ada", 10);
  addCustomer("bob", 0);
  addCustomer("eve", 25);
  int Total = 0;
  for (int I = 1; I < NumArguments; ++I)
    Total += price(Arguments[I], 200);
  printf("total %d\n", Total);
  return 0;
}
