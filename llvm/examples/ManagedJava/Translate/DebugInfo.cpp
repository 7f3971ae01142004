//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Line numbers: a DISubprogram for each method, and a location for each
/// instruction.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace java;

void MethodTranslator::startLines() {
  if (!T.options().LineNumbers)
    return;
  const StringRef Name = Class.file()->SourceFile.empty()
                             ? sys::path::filename(Class.name())
                             : Class.file()->SourceFile;
  DIFile *File = T.Debug.createFile(Name, sys::path::parent_path(Class.name()));
  if (!T.CompileUnit) {
    T.CompileUnit = T.Debug.createCompileUnit(
        DISourceLanguageName(dwarf::DW_LANG_Java), File, "managed-java",
        /*isOptimized=*/true, "", 0, "", DICompileUnit::LineTablesOnly);
    T.module().addModuleFlag(Module::Warning, "Debug Info Version",
                             DEBUG_METADATA_VERSION);
  }
  unsigned Line = 0;
  for (const LineNumber &Entry :
       Source ? ArrayRef(Source->Lines) : ArrayRef<LineNumber>())
    if (!Line || Entry.Line < Line)
      Line = Entry.Line;
  Subprogram = T.Debug.createFunction(
      File, (Class.name() + "." + Method.Source->Name).str(), F.getName(), File,
      Line, T.Debug.createSubroutineType(T.Debug.getOrCreateTypeArray({})),
      Line, DINode::FlagZero, DISubprogram::SPFlagDefinition);
  F.setSubprogram(Subprogram);
}

/// The entry that begins last before the instruction, or at it.
void MethodTranslator::setLine(uint32_t At) {
  if (!Subprogram)
    return;
  const LineNumber *Best = nullptr;
  for (const LineNumber &Entry : Source->Lines)
    if (Entry.Offset <= At && (!Best || Entry.Offset >= Best->Offset))
      Best = &Entry;
  B.SetCurrentDebugLocation(DILocation::get(
      Context, Best ? Best->Line : Subprogram->getLine(), 0, Subprogram));
}
