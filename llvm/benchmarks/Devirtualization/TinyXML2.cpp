//===- TinyXML2.cpp - A program on top of tinyxml2 ------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds a catalogue, prints and parses it, visits and clones what was parsed,
// and prints a sum of what it saw.
//
//===----------------------------------------------------------------------===//

#include "tinyxml2.h"
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace tinyxml2;

namespace {
/// Counts what a document has, and sums numbers up.
class Counter : public XMLVisitor {
public:
  bool VisitEnter(const XMLDocument &) override { return ++Documents; }
  bool VisitEnter(const XMLElement &E, const XMLAttribute *First) override {
    ++Elements;
    for (const XMLAttribute *A = First; A; A = A->Next())
      Sum += A->IntValue();
    return E.Name() != nullptr;
  }
  bool VisitExit(const XMLElement &) override { return true; }
  bool Visit(const XMLText &T) override {
    Characters += std::string(T.Value()).size();
    return true;
  }
  bool Visit(const XMLComment &) override { return ++Comments; }

  long Documents = 0, Elements = 0, Sum = 0, Characters = 0, Comments = 0;
};
} // namespace

static void build(XMLDocument &Doc, int Size) {
  Doc.InsertEndChild(Doc.NewDeclaration());
  XMLElement *Root = Doc.NewElement("catalogue");
  Doc.InsertEndChild(Root);
  for (int I = 0; I < Size; ++I) {
    XMLElement *Item = Root->InsertNewChildElement("item");
    Item->SetAttribute("id", I);
    Item->SetAttribute("price", I * 7 % 1001);
    Item->InsertNewChildElement("name")->SetText("a thing & <its> name");
    if (I % 3 == 0)
      Item->InsertNewComment(" one in three ");
    XMLElement *List = Item->InsertNewChildElement("parts");
    for (int J = 0; J < I % 5; ++J)
      List->InsertNewChildElement("part")->SetText(J);
  }
}

int main(int argc, char **argv) {
  const int Size = argc > 1 ? std::atoi(argv[1]) : 200;
  const int Rounds = argc > 2 ? std::atoi(argv[2]) : 20;
  unsigned long Sum = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    XMLDocument Doc;
    build(Doc, Size);
    XMLPrinter Printer;
    Doc.Print(&Printer);

    XMLDocument Parsed;
    if (Parsed.Parse(Printer.CStr()) != XML_SUCCESS)
      return 1;
    Counter C;
    Parsed.Accept(&C);
    XMLDocument Copy;
    Parsed.DeepCopy(&Copy);
    XMLPrinter Compact(nullptr, /*compact=*/true);
    Copy.Accept(&Compact);
    for (const XMLElement *E = Copy.RootElement()->FirstChildElement(); E;
         E = E->NextSiblingElement())
      Sum += E->IntAttribute("price") + (E->ToComment() != nullptr);
    Sum +=
        C.Elements * 3 + C.Sum + C.Characters + C.Comments + Compact.CStrSize();
  }
  std::printf("%lu\n", Sum);
  return 0;
}
