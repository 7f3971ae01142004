//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads stack maps of object files of any format.
///
//===----------------------------------------------------------------------===//

#include "ManagedStackMapsReader.h"
#include "llvm/Object/MachO.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

const TargetV4 *object::getStackMapTarget(const ObjectFile &Obj) {
  if (!Obj.is64Bit() || !(Obj.isELF() || Obj.isMachO()))
    return nullptr;
  return ManagedTargetInfo(Obj.makeTriple()).getStackMapTarget();
}

Expected<StackMaps>
object::readStackMaps(const ObjectFile &Obj,
                      const ManagedMapReadOptions &Options) {
  if (Obj.isELF())
    return readELFStackMaps(Obj, Options);
  if (const auto *MachO = dyn_cast<MachOObjectFile>(&Obj))
    return readMachOStackMaps(*MachO, Options);
  return createStringError(object_error::invalid_file_type,
                           "files of the format " + Obj.getFileFormatName() +
                               " have no stack maps that can be read");
}

std::string object::toString(const StackMapLocation &Location) {
  auto Signed = [](int64_t Offset) {
    return (Offset < 0 ? "" : "+") + std::to_string(Offset);
  };
  switch (Location.Kind) {
  case StackMapLocation::InRegister:
    return "R" + std::to_string(Location.Register);
  case StackMapLocation::FromCFA:
    return "[CFA" + Signed(Location.Offset) + "]";
  case StackMapLocation::FromRegister:
    break;
  }
  return "[R" + std::to_string(Location.Register) + Signed(Location.Offset) +
         "]";
}

std::string object::toString(const StackMapFrame &Frame) {
  if (!Frame.isWalkable())
    return "unwalkable";
  return (Frame.Base == FromSP ? "CFA=SP+" : "CFA=FP+") +
         std::to_string(Frame.Offset);
}
