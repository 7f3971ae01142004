//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The fragments of tables of code in object files. They live and die with the
/// text section they describe, whatever the linker does.
///
/// - A fragment is link-ordered after its text section and in its group, so
///   that it is discarded with it and laid out in the same order.
/// - It holds no absolute address, so that nothing is relocated at load time.
/// - Relocations of type NONE in the text repeat what the table says. They
///   change nothing, but sections whose tables differ have different
///   relocations, and so identical code folding keeps them apart.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_MANAGEDMAPS_LINKEDFRAGMENT_H
#define LLVM_LIB_CODEGEN_MANAGEDMAPS_LINKEDFRAGMENT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"
#include <cstdint>

namespace llvm {

class MCContext;
class MCExpr;
class MCSection;
class MCStreamer;
class MCSymbol;

/// A symbol in \p Text, the current section, for fragments to be linked to and
/// for relocations that change nothing.
const MCSymbol *getLinkTarget(MCStreamer &OS, const MCSection &Text);

/// Begins the fragment called \p Name that describes \p Text, whose link target
/// is \p InText.
void switchToLinkedFragment(MCStreamer &OS, StringRef Name,
                            const MCSection &Text, const MCSymbol *InText,
                            Align Alignment);

/// \p To - \p From.
const MCExpr *createDistance(const MCSymbol *From, const MCSymbol *To,
                             MCContext &Ctx);

/// Emits the distance from here to \p Target, in 4 bytes.
void emitRelative(MCStreamer &OS, const MCSymbol *Target);

/// Emits a relocation at \p Place, to \p Target and \p Addend, that changes
/// nothing. \p Place is a byte of the section, not its end: gold refuses that.
void emitNoneRelocation(MCStreamer &OS, const MCExpr *Place,
                        const MCSymbol *Target, uint64_t Addend);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_MANAGEDMAPS_LINKEDFRAGMENT_H
