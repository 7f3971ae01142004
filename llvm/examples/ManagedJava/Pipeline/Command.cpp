//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline/Command.h"
#include "Pipeline/Compiler.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace java;

static cl::OptionCategory Category("Options of compilation");

cl::OptionCategory &java::getCompilerOptions() { return Category; }

static cl::opt<std::string> Output("o", cl::desc("write one module to FILE"),
                                   cl::value_desc("FILE"), cl::cat(Category));
static cl::opt<std::string>
    Directory("d", cl::desc("write a module for each class to DIR"),
              cl::value_desc("DIR"), cl::cat(Category));
static cl::opt<bool> ClosedWorld(
    "closed-world",
    cl::desc("nothing else is ever loaded: compile all that the class, which "
             "has a main method, can execute"),
    cl::cat(Category));
static cl::opt<OutputKind> Kind(
    cl::desc("What is written:"), cl::init(OutputKind::Object),
    cl::values(clEnumValN(OutputKind::Bitcode, "emit-llvm",
                          "bitcode, after passes"),
               clEnumValN(OutputKind::Translated, "emit-translation",
                          "IR as text, as it was translated"),
               clEnumValN(OutputKind::Text, "S", "IR as text, after passes"),
               clEnumValN(OutputKind::Assembly, "emit-assembly", "assembly")),
    cl::cat(Category));
static cl::opt<char> Level("O", cl::desc("optimization: -O0 to -O3"),
                           cl::Prefix, cl::init('2'), cl::cat(Category));
static cl::opt<std::string> TargetName("target", cl::desc("the target"),
                                       cl::value_desc("TRIPLE"),
                                       cl::cat(Category));
static cl::opt<Roots>
    Where("roots", cl::desc("Where references are while a call is executed:"),
          cl::init(Roots::Registers),
          cl::values(clEnumValN(Roots::Registers, "registers",
                                "in callee-saved registers and slots"),
                     clEnumValN(Roots::Slots, "slots", "in slots"),
                     clEnumValN(Roots::Frames, "frames",
                                "in memory, without stack maps")),
          cl::cat(Category));
static cl::opt<NullChecks> Checks(
    "null-checks", cl::desc("Null checks:"), cl::init(NullChecks::Implicit),
    cl::values(clEnumValN(NullChecks::Explicit, "explicit", "branches"),
               clEnumValN(NullChecks::Implicit, "implicit",
                          "faults, where they are certain"),
               clEnumValN(NullChecks::Wide, "wide", "with the wide guard"),
               clEnumValN(NullChecks::None, "none",
                          "none: undefined for wrong programs")),
    cl::cat(Category));
static cl::opt<Polls>
    Form("polls", cl::desc("Polls:"), cl::init(Polls::Flag),
         cl::values(clEnumValN(Polls::Flag, "flag", "of a word of the thread"),
                    clEnumValN(Polls::Page, "page", "loads from a page"),
                    clEnumValN(Polls::Call, "call", "calls"),
                    clEnumValN(Polls::None, "none", "none")),
         cl::cat(Category));
static cl::opt<bool> CardMarks("card-marks",
                               cl::desc("mark a card for each store"),
                               cl::cat(Category));
static cl::opt<bool> LineNumbers("g", cl::desc("line numbers"), cl::init(true),
                                 cl::cat(Category));
static cl::opt<bool> StubUnsupported(
    "stub-unsupported",
    cl::desc("compile the other methods if some cannot be translated"),
    cl::cat(Category));
static cl::opt<std::string>
    Statistics("statistics", cl::desc("write what was compiled as JSON"),
               cl::value_desc("FILE"), cl::cat(Category));
static cl::opt<bool> Verify("verify", cl::desc("run all verifiers"),
                            cl::cat(Category));
static cl::opt<bool> NoCollector(
    "no-collector",
    cl::desc("neither statepoints nor frames nor polls, to compare with"),
    cl::cat(Category));
static cl::opt<std::string>
    Passes("passes", cl::desc("run these passes instead"), cl::cat(Category));
static cl::opt<std::string>
    MainName("main", cl::desc("the class whose main method the program runs"),
             cl::value_desc("CLASS"), cl::cat(Category));

static std::string toInternal(StringRef Name) {
  std::string Result = Name.str();
  if (!Name.contains('/'))
    llvm::replace(Result, '.', '/');
  return Result;
}

static Expected<std::unique_ptr<CodeGenerator>> createGenerator() {
  if (Level < '0' || Level > '3')
    return createStringError(Twine("-O") + Twine(Level.getValue()) +
                             " is not there");
  CodeOptions Options;
  Options.Target = Triple(TargetName.empty() ? sys::getDefaultTargetTriple()
                                             : Triple::normalize(TargetName));
  Options.Level = Level - '0';
  Options.Where = Where;
  Options.Form = Form;
  Options.Verify = Verify;
  Options.NoCollector = NoCollector;
  Options.Passes = Passes;
  return CodeGenerator::create(std::move(Options));
}

static Expected<std::unique_ptr<ToolOutputFile>> open(StringRef Path) {
  std::error_code EC;
  auto File = std::make_unique<ToolOutputFile>(
      Path, EC,
      Kind == OutputKind::Bitcode || Kind == OutputKind::Object
          ? sys::fs::OF_None
          : sys::fs::OF_Text);
  if (EC)
    return createStringError(Path + ": " + EC.message());
  return std::move(File);
}

/// \returns the name of the file of a class in the output directory.
static std::string fileName(const JavaClass &Class) {
  static constexpr StringRef Extensions[] = {".ll", ".bc", ".ll", ".s", ".o"};
  std::string Name = Class.name().str();
  llvm::replace(Name, '/', '.');
  return Name + Extensions[int(Kind.getValue())].str();
}

static Error compileEach(Compiler &C, ArrayRef<const JavaClass *> Classes,
                         std::vector<std::string> &Failed) {
  if (std::error_code EC = sys::fs::create_directories(Directory))
    return createStringError(Directory + ": " + EC.message());
  for (const JavaClass *Class : Classes) {
    SmallString<128> Path(Directory);
    sys::path::append(Path, fileName(*Class));
    Expected<std::unique_ptr<ToolOutputFile>> File = open(Path);
    if (!File)
      return File.takeError();
    if (Error E = C.compile({Class}, (*File)->os())) {
      std::string Message =
          (Class->name() + ": " + toString(std::move(E))).str();
      if (!StubUnsupported)
        return createStringError(Message);
      WithColor::error(errs(), "managed-java") << Message << '\n';
      Failed.push_back(std::move(Message));
      continue;
    }
    (*File)->keep();
  }
  return Error::success();
}

static Error writeStatistics(const Compiler &C, const CodeGenerator &Generator,
                             size_t NumClasses,
                             ArrayRef<std::string> FailedModules) {
  auto ToObject = [](const std::map<std::string, uint64_t> &Counts) {
    json::Object Result;
    for (const auto &[Name, Count] : Counts)
      Result[json::fixUTF8(Name)] = Count;
    return Result;
  };
  json::Array Failed, Modules;
  for (const std::string &Message : C.methods().Failed)
    Failed.push_back(json::fixUTF8(Message));
  for (const std::string &Message : FailedModules)
    Modules.push_back(json::fixUTF8(Message));
  const NullCheckCounts &Checks = Generator.nullChecks();
  json::Object Result{
      {"classes", NumClasses},
      {"translated", C.methods().Translated},
      {"diagnosed", ToObject(C.methods().Diagnosed)},
      {"failed", std::move(Failed)},
      {"failed_modules", std::move(Modules)},
      {"null_checks", json::Object{{"translated", C.methods().NullChecks},
                                   {"marked", Checks.Marked},
                                   {"implicit", Checks.Implicit},
                                   {"explicit", ToObject(Checks.Explicit)}}}};
  std::error_code EC;
  raw_fd_ostream OS(Statistics, EC);
  if (!EC) {
    OS << formatv("{0:2}\n", json::Value(std::move(Result)));
    OS.close();
    EC = OS.error();
  }
  if (EC)
    return createStringError(Statistics + ": " + EC.message());
  return Error::success();
}

static Error checkOptions(ArrayRef<const JavaClass *> Classes) {
  if (!Output.empty() && !Directory.empty())
    return createStringError("-o and -d are alternatives");
  if (ClosedWorld && (Classes.size() != 1 || Output.empty()))
    return createStringError("--closed-world takes one class and -o");
  if (!Output.empty() && Classes.empty())
    return createStringError("there is no class to compile");
  return Error::success();
}

Error java::runCompiler(ClassPath Path, ArrayRef<std::string> Names, bool All) {
  World W(std::move(Path));
  std::vector<const JavaClass *> Classes;
  bool Failed = false;
  if (All) {
    W.loadAll([&](Error E) {
      Failed = true;
      WithColor::error(errs(), "managed-java")
          << toString(std::move(E)) << '\n';
    });
    for (const JavaClass *Class : W.classes())
      if (!Class->isArray())
        Classes.push_back(Class);
  }
  for (const std::string &Name : Names) {
    Expected<const JavaClass *> Class = W.load(toInternal(Name));
    if (!Class)
      return Class.takeError();
    Classes.push_back(*Class);
  }
  if (Error E = checkOptions(Classes))
    return E;
  if (Failed && !StubUnsupported)
    return createStringError("some classes cannot be loaded");
  if (Output.empty() && Directory.empty())
    return Error::success();

  Expected<std::unique_ptr<CodeGenerator>> Generator = createGenerator();
  if (!Generator)
    return Generator.takeError();
  CompilerOptions Options;
  Options.Translation.Checks = Checks;
  Options.Translation.CardMarks = CardMarks;
  Options.Translation.LineNumbers = LineNumbers;
  (*Generator)->setTranslationOptions(Options.Translation);
  Options.Output = Kind;
  Options.StubUnsupported = StubUnsupported;
  if (ClosedWorld) {
    Options.Main = Classes.front();
  } else if (!MainName.empty()) {
    Expected<const JavaClass *> Main = W.load(toInternal(MainName));
    if (!Main)
      return Main.takeError();
    Options.Main = *Main;
  }

  Compiler C(W, **Generator, std::move(Options));
  std::vector<std::string> FailedModules;
  if (!Directory.empty()) {
    if (Error E = compileEach(C, Classes, FailedModules))
      return E;
  } else {
    Expected<std::unique_ptr<ToolOutputFile>> File = open(Output);
    if (!File)
      return File.takeError();
    if (Error E = ClosedWorld ? C.compileProgram((*File)->os())
                              : C.compile(Classes, (*File)->os()))
      return E;
    (*File)->keep();
  }
  if (!Statistics.empty())
    return writeStatistics(C, **Generator, Classes.size(), FailedModules);
  return Error::success();
}
