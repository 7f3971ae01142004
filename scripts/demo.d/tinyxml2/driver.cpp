//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Works on a play marked up in XML, over and over: parses it, answers
/// questions about it, edits it, prints it and parses what was printed.  All
/// output follows from the document.
///
/// Usage: driver FILE ROUNDS
///
//===----------------------------------------------------------------------===//

#include "tinyxml2.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace tinyxml2;

static std::string readFile(const char *Path) {
  std::unique_ptr<FILE, int (*)(FILE *)> File(std::fopen(Path, "rb"),
                                              std::fclose);
  if (!File) {
    std::fprintf(stderr, "driver: cannot open %s\n", Path);
    std::exit(1);
  }
  std::string Text;
  char Buffer[4096];
  while (size_t Got = std::fread(Buffer, 1, sizeof(Buffer), File.get()))
    Text.append(Buffer, Got);
  return Text;
}

static void parse(XMLDocument &Document, const std::string &Text) {
  if (Document.Parse(Text.data(), Text.size()) == XML_SUCCESS)
    return;
  std::fprintf(stderr, "driver: %s\n", Document.ErrorStr());
  std::exit(1);
}

static uint64_t hash(const char *Bytes, size_t Size) {
  uint64_t Hash = 14695981039346656037u;
  for (size_t I = 0; I < Size; ++I)
    Hash = (Hash ^ static_cast<unsigned char>(Bytes[I])) * 1099511628211u;
  return Hash;
}

static std::string print(const XMLDocument &Document, bool Compact) {
  XMLPrinter Printer(nullptr, Compact);
  Document.Print(&Printer);
  return Printer.CStr();
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

namespace {
/// Counts what a document is made of.
class Census : public XMLVisitor {
public:
  bool VisitEnter(const XMLElement &Element,
                  const XMLAttribute *First) override {
    ++Elements;
    for (const XMLAttribute *A = First; A; A = A->Next())
      ++Attributes;
    Deepest = std::max(Deepest, ++Depth);
    ++Names[Element.Name()];
    return true;
  }
  bool VisitExit(const XMLElement &) override {
    --Depth;
    return true;
  }
  bool Visit(const XMLText &Text) override {
    Characters += std::strlen(Text.Value());
    return true;
  }
  bool Visit(const XMLComment &) override {
    ++Comments;
    return true;
  }

  unsigned Elements = 0, Attributes = 0, Comments = 0, Depth = 0, Deepest = 0;
  size_t Characters = 0;
  std::map<std::string, unsigned> Names;
};

/// What one speaker says.
struct Part {
  unsigned Speeches = 0;
  unsigned Lines = 0;
  const XMLElement *Longest = nullptr;
};
} // namespace

static std::map<std::string, Part> collectParts(const XMLElement &Play) {
  std::map<std::string, Part> Parts;
  for (const XMLElement *Act = Play.FirstChildElement("ACT"); Act;
       Act = Act->NextSiblingElement("ACT"))
    for (const XMLElement *Scene = Act->FirstChildElement("SCENE"); Scene;
         Scene = Scene->NextSiblingElement("SCENE"))
      for (const XMLElement *Speech = Scene->FirstChildElement("SPEECH");
           Speech; Speech = Speech->NextSiblingElement("SPEECH")) {
        const XMLElement *Speaker = Speech->FirstChildElement("SPEAKER");
        if (!Speaker || !Speaker->GetText())
          continue;
        Part &P = Parts[Speaker->GetText()];
        ++P.Speeches;
        for (const XMLElement *Line = Speech->FirstChildElement("LINE"); Line;
             Line = Line->NextSiblingElement("LINE")) {
          ++P.Lines;
          const char *Text = Line->GetText();
          if (Text && (!P.Longest ||
                       std::strlen(Text) > std::strlen(P.Longest->GetText())))
            P.Longest = Line;
        }
      }
  return Parts;
}

static void report(const XMLDocument &Document) {
  Census C;
  Document.Accept(&C);
  std::printf("%u elements of %zu names, %u attributes, %u comments, depth %u, "
              "%zu characters\n",
              C.Elements, C.Names.size(), C.Attributes, C.Comments, C.Deepest,
              C.Characters);
  const XMLElement *Play = Document.FirstChildElement("PLAY");
  for (const auto &[Name, P] : collectParts(*Play))
    std::printf("%s: %u speeches, %u lines, line %d: %s\n", Name.c_str(),
                P.Speeches, P.Lines, P.Longest ? P.Longest->GetLineNum() : 0,
                P.Longest ? P.Longest->GetText() : "");
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// Gives speeches numbers and lengths, in an attribute each.
static void number(XMLElement &Scene) {
  int Next = 1;
  for (XMLElement *Speech = Scene.FirstChildElement("SPEECH"); Speech;
       Speech = Speech->NextSiblingElement("SPEECH")) {
    Speech->SetAttribute("n", Next++);
    int Lines = 0;
    for (const XMLElement *Line = Speech->FirstChildElement("LINE"); Line;
         Line = Line->NextSiblingElement("LINE"))
      ++Lines;
    Speech->SetAttribute("lines", Lines);
    if (Next % 2)
      Speech->SetAttribute("share", Lines / 8.0);
  }
}

/// Deletes every stage direction and leaves a comment instead.
static unsigned dropDirections(XMLElement &Parent) {
  unsigned Dropped = 0;
  for (XMLNode *Child = Parent.FirstChild(); Child;) {
    XMLNode *Next = Child->NextSibling();
    XMLElement *Element = Child->ToElement();
    if (Element && std::strcmp(Element->Name(), "STAGEDIR") == 0) {
      Parent.InsertAfterChild(Child, Parent.GetDocument()->NewComment("cut"));
      Parent.DeleteChild(Child);
      ++Dropped;
    } else if (Element) {
      Dropped += dropDirections(*Element);
    }
    Child = Next;
  }
  return Dropped;
}

/// Moves the last act to a document of its own, with text to escape.
static void extract(XMLDocument &From, XMLDocument &To) {
  XMLElement *Play = From.FirstChildElement("PLAY");
  XMLElement *Act = Play->LastChildElement("ACT");
  XMLElement *Root = To.NewElement("EXTRACT");
  To.InsertFirstChild(To.NewDeclaration());
  To.InsertEndChild(Root);
  Root->InsertEndChild(Act->DeepClone(&To));
  XMLElement *Note = Root->InsertNewChildElement("NOTE");
  Note->SetText("<cut & \"pasted\">");
  Note->SetAttribute("quoted", "a 'b' <c>");
  Root->InsertNewComment("end of the extract");
  XMLText *Raw = To.NewText("if (a < b && c) {}");
  Raw->SetCData(true);
  Note->InsertEndChild(Raw);
  Play->DeleteChild(Act);
}

static void work(const std::string &Text, bool Verbose) {
  XMLDocument Document;
  parse(Document, Text);
  if (Verbose)
    report(Document);
  XMLElement *Play = Document.FirstChildElement("PLAY");
  if (!Play) {
    std::fputs("driver: the document is not a play\n", stderr);
    std::exit(1);
  }
  for (XMLElement *Act = Play->FirstChildElement("ACT"); Act;
       Act = Act->NextSiblingElement("ACT"))
    for (XMLElement *Scene = Act->FirstChildElement("SCENE"); Scene;
         Scene = Scene->NextSiblingElement("SCENE"))
      number(*Scene);
  unsigned Dropped = dropDirections(*Play);

  XMLDocument Extract;
  extract(Document, Extract);
  long Sum = 0;
  for (XMLHandle Speech = XMLHandle(Extract.RootElement())
                              .FirstChildElement("ACT")
                              .FirstChildElement("SCENE")
                              .FirstChildElement("SPEECH");
       Speech.ToElement(); Speech = Speech.NextSiblingElement("SPEECH"))
    Sum += Speech.ToElement()->IntAttribute("n") *
           Speech.ToElement()->IntAttribute("lines");

  std::string Pretty = print(Document, false), Compact = print(Extract, true);
  XMLDocument Again;
  parse(Again, Compact);
  bool Same = print(Again, true) == Compact && Extract.RootElement() &&
              Again.RootElement()->ShallowEqual(Extract.RootElement());
  if (!Verbose)
    return;
  std::printf("dropped %u directions, sum %ld\n", Dropped, Sum);
  std::printf("rest %zu bytes, hash %016llx\n", Pretty.size(),
              (unsigned long long)hash(Pretty.data(), Pretty.size()));
  std::printf("extract %zu bytes, hash %016llx, same again: %d\n",
              Compact.size(),
              (unsigned long long)hash(Compact.data(), Compact.size()), Same);
}

/// Documents that are no XML, each with the error it gets.
static void complain() {
  static const char *const Bad[] = {
      "",
      "<a>",
      "<a></b>",
      "<a b></a>",
      "<a b='1></a>",
      "<!-- x",
      "<a><![CDATA[x",
      "text only",
      "<a b='1' b='2'/>",
      "<a>&#x41",
      "<?xml ?>",
      "<a/>x",
      "<1/>",
  };
  for (const char *Text : Bad) {
    XMLDocument Document;
    XMLError Error = Document.Parse(Text);
    std::printf("'%s': %s at line %d\n", Text,
                XMLDocument::ErrorIDToName(Error), Document.ErrorLineNum());
  }
}

int main(int NumArguments, char **Arguments) {
  if (NumArguments != 3) {
    std::fputs("usage: driver FILE ROUNDS\n", stderr);
    return 1;
  }
  std::string Text = readFile(Arguments[1]);
  int Rounds = std::atoi(Arguments[2]);
  for (int Round = 0; Round < Rounds; ++Round)
    work(Text, Round == 0);
  complain();
  return 0;
}
