//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program of scripts/demo: customers order, and one of them never does, so
/// that reading the last order is a NullPointerException. Objects move
/// meanwhile, and keep their hashes and their places in tables.
///
//===----------------------------------------------------------------------===//

import java.util.HashMap;
import java.util.Map;

public class Orders {
  record Order(String article, int price, Order earlier) {}

  static final class Customer {
    final String name;
    Order last;
    int nulls;

    Customer(String name) { this.name = name; }

    /// Keeps ten orders at most.
    void order(String article, int price) {
      last = new Order(article, price, last);
      Order tenth = last;
      for (int i = 1; i < 10 && tenth != null; ++i)
        tenth = tenth.earlier;
      if (tenth != null)
        last = new Order(article, price, null);
    }
  }

  /// \returns the price of the last order, or 0 if there is none.
  static int lastPrice(Customer customer) {
    try {
      return customer.last.price;
    } catch (NullPointerException e) {
      ++customer.nulls;
      return 0;
    }
  }

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 100000;
    String[] names = {"ada", "bob", "eve", "mallory"};
    Map<String, Customer> customers = new HashMap<>();
    Map<Customer, Integer> paid = new HashMap<>();
    for (String name : names) {
      customers.put(name, new Customer(name));
      paid.put(customers.get(name), 0);
    }
    for (int i = 0; i < rounds; ++i) {
      // Mallory comes once in a hundred rounds.
      Customer customer = customers.get(i % 100 == 99 ? "mallory"
                                                      : names[i % 3]);
      if (i % 100 != 99)
        customer.order("article " + i, i % 50);
      // Found by the hash of its identity, although it moves.
      paid.put(customer, paid.get(customer) + lastPrice(customer));
    }
    for (String name : names) {
      Customer customer = customers.get(name);
      System.out.println(
          name + " paid " + paid.get(customer) +
          (customer.last != null ? ", at last for " + customer.last.article
                                 : ", and dereferenced null " +
                                       customer.nulls + " times"));
    }
  }
}
