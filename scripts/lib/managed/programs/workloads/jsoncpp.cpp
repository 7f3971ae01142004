//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A workload for jsoncpp: builds, writes, parses, queries and compares
/// documents, and prints a checksum of every text.
///
//===----------------------------------------------------------------------===//

#include "json/json.h"
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

static unsigned State = 1;

static unsigned next(unsigned Limit) {
  State = State * 1103515245 + 12345;
  return (State >> 16) % Limit;
}

static unsigned long sum(const std::string &Text) {
  unsigned long Sum = 5381;
  for (unsigned char C : Text)
    Sum = Sum * 33 + C;
  return Sum;
}

static Json::Value makeValue(unsigned Depth) {
  switch (next(Depth ? 8 : 6)) {
  case 0:
    return Json::Value(next(100000) / 8.0 - 3000);
  case 1:
    return Json::Value("text \"" + std::to_string(next(1000)) + "\"\n\xc3\xa4");
  case 2:
    return Json::Value(next(2) == 0);
  case 3:
    return Json::Value();
  case 4:
    return Json::Value(Json::Int64(next(1000)) * -1000000007);
  case 5:
    return Json::Value(Json::UInt64(1) << (40 + next(24)));
  case 6: {
    Json::Value Array(Json::arrayValue);
    for (unsigned I = 0, E = next(9); I != E; ++I)
      Array.append(makeValue(Depth - 1));
    return Array;
  }
  }
  Json::Value Object(Json::objectValue);
  for (unsigned I = 0, E = next(9); I != E; ++I)
    Object["key" + std::to_string(next(100))] = makeValue(Depth - 1);
  return Object;
}

static unsigned count(const Json::Value &Value) {
  unsigned Count = 1;
  for (const Json::Value &Element : Value)
    Count += count(Element);
  return Count;
}

static void work(int Round) {
  Json::Value Document(Json::objectValue);
  for (int I = 0; I != 20; ++I)
    Document["member" + std::to_string(I)] = makeValue(5);
  Json::StreamWriterBuilder Builder;
  Builder["indentation"] = Round % 3 ? "\t" : "";
  Builder["precision"] = 9;
  std::unique_ptr<Json::StreamWriter> Writer(Builder.newStreamWriter());
  std::ostringstream Stream;
  Writer->write(Document, &Stream);
  std::string Text = Stream.str(), Errors;
  Json::CharReaderBuilder Readers;
  std::unique_ptr<Json::CharReader> Reader(Readers.newCharReader());
  Json::Value Parsed;
  bool IsRead =
      Reader->parse(Text.data(), Text.data() + Text.size(), &Parsed, &Errors);
  Json::Value Copy = Parsed;
  Copy["more"] = makeValue(3);
  Copy.removeMember("member3");
  std::cout << Round << ": " << sum(Text) << ' ' << IsRead << ' '
            << count(Parsed) << ' ' << (Copy == Parsed) << (Copy < Parsed)
            << ' ' << sum(Json::FastWriter().write(Copy)) << ' '
            << sum(Json::StyledWriter().write(Copy)) << '\n';
  for (int I = 0; I != 20; ++I) {
    Text[next(Text.size())] = "{}[],:\"x1"[next(9)];
    Errors.clear();
    bool IsGood =
        Reader->parse(Text.data(), Text.data() + Text.size(), &Parsed, &Errors);
    std::cout << IsGood << sum(Errors) << '\n';
  }
  try {
    std::cout << Copy["member1"].asInt() << '\n';
  } catch (const Json::Exception &Error) {
    std::cout << Error.what() << '\n';
  }
}

int main(int NumArguments, char **Arguments) {
  int Rounds = NumArguments > 1 ? std::atoi(Arguments[1]) : 1;
  for (int Round = 0; Round != Rounds; ++Round)
    work(Round);
  return 0;
}
