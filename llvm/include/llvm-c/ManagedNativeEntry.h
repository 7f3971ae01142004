//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Entries through which managed code calls native code, so that the frames
/// that wait for it can be walked.
///
/// An entry is a function of a few instructions that jumps nowhere but to its
/// target: it stores the return address, the stack pointer and all callee-saved
/// registers in an anchor on the stack, links the anchor into a variable of the
/// thread, calls the target, unlinks the anchor and gives managed code its
/// callee-saved registers back from there: a collector that moved what they
/// refer to has written them.
///
/// Arguments and results are those of the target as far as they are in
/// registers; arguments on the stack do not reach it, and whatever is there
/// instead does. So a target may have six arguments that are integers, pointers
/// or references (eight on AArch64), of up to 8 bytes each, and besides eight
/// that are `float` or `double`; a result in memory takes one of the six.
/// Variadic targets, and arguments of other types, are for those who know that
/// they are in registers. In C++, LLVM_MANAGED_CHECKED_NATIVE_ENTRY sees to
/// that; C has no means to.
///
/// Entries have unwind tables and a personality, which unlinks the anchor when
/// an exception passes through; so does a thread that is cancelled. After a
/// longjmp(), set the variable to what it was at the setjmp(). On x86-64
/// entries are in AT&T syntax: files that have them are not for -masm=intel.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_C_MANAGEDNATIVEENTRY_H
#define LLVM_C_MANAGEDNATIVEENTRY_H

#include "llvm-c/ManagedRuntime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The personality of entries; not to be called.
LLVM_MANAGED_RUNTIME_ABI int
LLVMManagedEntryPersonality(int Version, int Actions, uint64_t Class,
                            void *Exception, void *Context);

#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#include <type_traits>

extern "C++" {
namespace llvm_managed_entry {

#if defined(__aarch64__)
constexpr int NumIntegerRegisters = 8;
#else
constexpr int NumIntegerRegisters = 6;
#endif
constexpr int NumFloatRegisters = 8;

template <typename T, bool = std::is_integral<T>::value ||
                             std::is_enum<T>::value ||
                             std::is_pointer<T>::value>
struct IsInteger : std::integral_constant<bool, sizeof(T) <= 8> {};
template <typename T> struct IsInteger<T, false> : std::is_reference<T> {};

/// What arguments take.
template <typename... Ts> struct Arguments {
  static constexpr bool AreScalar = true;
  static constexpr int NumIntegers = 0, NumFloats = 0;
};
template <typename T, typename... Ts> struct Arguments<T, Ts...> {
  static constexpr bool IsFloat =
      std::is_same<T, float>::value || std::is_same<T, double>::value;
  static constexpr bool AreScalar =
      (IsFloat || IsInteger<T>::value) && Arguments<Ts...>::AreScalar;
  static constexpr int NumIntegers =
      IsInteger<T>::value + Arguments<Ts...>::NumIntegers;
  static constexpr int NumFloats = IsFloat + Arguments<Ts...>::NumFloats;
};

/// Whether a function of that type has all its arguments in registers.
template <typename R, typename... Ts> constexpr bool fits(R (*)(Ts...)) {
  return Arguments<Ts...>::AreScalar &&
         Arguments<Ts...>::NumIntegers + std::is_class<R>::value +
                 std::is_union<R>::value <=
             NumIntegerRegisters &&
         Arguments<Ts...>::NumFloats <= NumFloatRegisters;
}
template <typename R, typename... Ts> constexpr bool fits(R (*)(Ts..., ...)) {
  return false;
}

} // namespace llvm_managed_entry
} // extern "C++"

/// As the macros of the same names without CHECKED. \p TARGET is a function
/// that is declared, with C linkage, and not overloaded; it is an error if it
/// may have an argument on the stack, where it would be lost.
#define LLVM_MANAGED_CHECKED_NATIVE_ENTRY(NAME, TARGET)                        \
  LLVM_MANAGED_CHECK_NATIVE_ENTRY(TARGET);                                     \
  LLVM_MANAGED_NATIVE_ENTRY(NAME, TARGET)
#define LLVM_MANAGED_CHECKED_NATIVE_ENTRY_WITH(NAME, TARGET, VARIABLE)         \
  LLVM_MANAGED_CHECK_NATIVE_ENTRY(TARGET);                                     \
  LLVM_MANAGED_NATIVE_ENTRY_WITH(NAME, TARGET, VARIABLE)
#define LLVM_MANAGED_CHECKED_EXPORTED_NATIVE_ENTRY(NAME, TARGET)               \
  LLVM_MANAGED_CHECK_NATIVE_ENTRY(TARGET);                                     \
  LLVM_MANAGED_EXPORTED_NATIVE_ENTRY(NAME, TARGET)
#define LLVM_MANAGED_CHECKED_EXPORTED_NATIVE_ENTRY_WITH(NAME, TARGET,          \
                                                        VARIABLE)              \
  LLVM_MANAGED_CHECK_NATIVE_ENTRY(TARGET);                                     \
  LLVM_MANAGED_EXPORTED_NATIVE_ENTRY_WITH(NAME, TARGET, VARIABLE)

#define LLVM_MANAGED_CHECK_NATIVE_ENTRY(TARGET)                                \
  static_assert(llvm_managed_entry::fits(&TARGET),                             \
                #TARGET " may have arguments on the stack, which do not pass " \
                        "through an entry")
#endif

/// At file scope of C or C++: defines the function \p NAME, global and hidden,
/// as an entry to the function \p TARGET. Both are names of symbols, so
/// \p TARGET has C linkage and is not static: the compiler would not know that
/// it is used. Anchors go into the runtime's variable, see
/// LLVMManagedGetAnchors().
#define LLVM_MANAGED_NATIVE_ENTRY(NAME, TARGET)                                \
  LLVM_MANAGED_NATIVE_ENTRY_WITH(NAME, TARGET, LLVMManagedThreadAnchors)

/// The same with a variable of the embedder's, `LLVMManagedAnchor *` and
/// thread-local, which is reached in the initial-exec model.
#define LLVM_MANAGED_NATIVE_ENTRY_WITH(NAME, TARGET, VARIABLE)                 \
  LLVM_MANAGED_DEFINE_NATIVE_ENTRY(NAME, TARGET, VARIABLE, ".hidden ")

/// The same for managed code in other images than the entry, such as JIT'd code
/// or programs that load the runtime as a shared object: \p NAME is visible to
/// them, whatever the visibility of others is.
#define LLVM_MANAGED_EXPORTED_NATIVE_ENTRY(NAME, TARGET)                       \
  LLVM_MANAGED_EXPORTED_NATIVE_ENTRY_WITH(NAME, TARGET,                        \
                                          LLVMManagedThreadAnchors)
#define LLVM_MANAGED_EXPORTED_NATIVE_ENTRY_WITH(NAME, TARGET, VARIABLE)        \
  LLVM_MANAGED_DEFINE_NATIVE_ENTRY(NAME, TARGET, VARIABLE, ".globl ")

#define LLVM_MANAGED_DEFINE_NATIVE_ENTRY(NAME, TARGET, VARIABLE, VISIBILITY)   \
  __asm__(".pushsection .text,\"ax\",%progbits\n" VISIBILITY #NAME "\n"        \
          ".globl " #NAME "\n"                                                 \
          ".type " #NAME ", %function\n"                                       \
          ".p2align 4\n" #NAME ":\n"                                           \
          ".cfi_startproc\n"                                                   \
          ".cfi_personality 0x9b, "                                            \
          "DW.ref.LLVMManagedEntryPersonality\n" LLVM_MANAGED_ENTRY_BODY(      \
              #TARGET,                                                         \
              #VARIABLE) ".cfi_endproc\n"                                      \
                         ".size " #NAME ", .-" #NAME "\n"                      \
                         ".ifndef DW.ref.LLVMManagedEntryPersonality\n"        \
                         ".hidden DW.ref.LLVMManagedEntryPersonality\n"        \
                         ".weak DW.ref.LLVMManagedEntryPersonality\n"          \
                         ".pushsection "                                       \
                         ".data.rel.local.DW.ref.LLVMManagedEntryPersonality," \
                         "\"awG\",%progbits,DW.ref."                           \
                         "LLVMManagedEntryPersonality,comdat\n"                \
                         ".p2align 3\n"                                        \
                         ".type DW.ref.LLVMManagedEntryPersonality, %object\n" \
                         ".size DW.ref.LLVMManagedEntryPersonality, 8\n"       \
                         "DW.ref.LLVMManagedEntryPersonality:\n"               \
                         ".8byte LLVMManagedEntryPersonality\n"                \
                         ".popsection\n"                                       \
                         ".endif\n"                                            \
                         ".popsection\n")

// The anchor is at the stack pointer: Next, PC, SP, Head, registers.
#if defined(__x86_64__)
/// Saves the callee-saved registers in the anchor, and restores them from
/// there.
#define LLVM_MANAGED_SAVE_REGISTERS                                            \
  "movq %rbp, 32(%rsp)\n"                                                      \
  "movq %r15, 40(%rsp)\n"                                                      \
  "movq %r14, 48(%rsp)\n"                                                      \
  "movq %r13, 56(%rsp)\n"                                                      \
  "movq %r12, 64(%rsp)\n"                                                      \
  "movq %rbx, 72(%rsp)\n"                                                      \
  ".cfi_rel_offset %rbp, 32\n"                                                 \
  ".cfi_rel_offset %r15, 40\n"                                                 \
  ".cfi_rel_offset %r14, 48\n"                                                 \
  ".cfi_rel_offset %r13, 56\n"                                                 \
  ".cfi_rel_offset %r12, 64\n"                                                 \
  ".cfi_rel_offset %rbx, 72\n"
#define LLVM_MANAGED_RESTORE_REGISTERS                                         \
  "movq 32(%rsp), %rbp\n"                                                      \
  "movq 40(%rsp), %r15\n"                                                      \
  "movq 48(%rsp), %r14\n"                                                      \
  "movq 56(%rsp), %r13\n"                                                      \
  "movq 64(%rsp), %r12\n"                                                      \
  "movq 72(%rsp), %rbx\n"

#define LLVM_MANAGED_ENTRY_BODY(TARGET, VARIABLE)                              \
  "endbr64\n"                                                                  \
  "subq $88, %rsp\n"                                                           \
  ".cfi_def_cfa_offset 96\n" LLVM_MANAGED_SAVE_REGISTERS "movq " VARIABLE      \
  "@gottpoff(%rip), %rbx\n"                                                    \
  "addq %fs:0, %rbx\n"                                                         \
  "movq %rbx, 24(%rsp)\n"                                                      \
  "movq 88(%rsp), %r11\n"                                                      \
  "movq %r11, 8(%rsp)\n"                                                       \
  "leaq 96(%rsp), %r11\n"                                                      \
  "movq %r11, 16(%rsp)\n"                                                      \
  "movq (%rbx), %r11\n"                                                        \
  "movq %r11, (%rsp)\n"                                                        \
  "movq %rsp, (%rbx)\n"                                                        \
  "call " TARGET "@PLT\n"                                                      \
  "movq (%rsp), %r11\n"                                                        \
  "movq %r11, (%rbx)\n" LLVM_MANAGED_RESTORE_REGISTERS "addq $88, %rsp\n"      \
  ".cfi_def_cfa_offset 8\n"                                                    \
  "ret\n"
#elif defined(__aarch64__)
#define LLVM_MANAGED_SAVE_REGISTERS                                            \
  "str x29, [sp, #32]\n"                                                       \
  "stp x19, x20, [sp, #40]\n"                                                  \
  "stp x21, x22, [sp, #56]\n"                                                  \
  "stp x23, x24, [sp, #72]\n"                                                  \
  "stp x25, x26, [sp, #88]\n"                                                  \
  "stp x27, x28, [sp, #104]\n"                                                 \
  "str x30, [sp, #8]\n"                                                        \
  ".cfi_rel_offset x30, 8\n"                                                   \
  ".cfi_rel_offset x29, 32\n"                                                  \
  ".cfi_rel_offset x19, 40\n"                                                  \
  ".cfi_rel_offset x20, 48\n"                                                  \
  ".cfi_rel_offset x21, 56\n"                                                  \
  ".cfi_rel_offset x22, 64\n"                                                  \
  ".cfi_rel_offset x23, 72\n"                                                  \
  ".cfi_rel_offset x24, 80\n"                                                  \
  ".cfi_rel_offset x25, 88\n"                                                  \
  ".cfi_rel_offset x26, 96\n"                                                  \
  ".cfi_rel_offset x27, 104\n"                                                 \
  ".cfi_rel_offset x28, 112\n"
#define LLVM_MANAGED_RESTORE_REGISTERS                                         \
  "ldp x27, x28, [sp, #104]\n"                                                 \
  "ldp x25, x26, [sp, #88]\n"                                                  \
  "ldp x23, x24, [sp, #72]\n"                                                  \
  "ldp x21, x22, [sp, #56]\n"                                                  \
  "ldp x19, x20, [sp, #40]\n"                                                  \
  "ldr x29, [sp, #32]\n"                                                       \
  "ldr x30, [sp, #8]\n"

#define LLVM_MANAGED_ENTRY_BODY(TARGET, VARIABLE)                              \
  "hint #34\n"                                                                 \
  "sub sp, sp, #128\n"                                                         \
  ".cfi_def_cfa_offset 128\n" LLVM_MANAGED_SAVE_REGISTERS                      \
  "adrp x9, :gottprel:" VARIABLE "\n"                                          \
  "ldr x9, [x9, #:gottprel_lo12:" VARIABLE "]\n"                               \
  "mrs x10, tpidr_el0\n"                                                       \
  "add x19, x9, x10\n"                                                         \
  "add x9, sp, #128\n"                                                         \
  "stp x9, x19, [sp, #16]\n"                                                   \
  "ldr x9, [x19]\n"                                                            \
  "str x9, [sp]\n"                                                             \
  "mov x9, sp\n"                                                               \
  "str x9, [x19]\n"                                                            \
  "bl " TARGET "\n"                                                            \
  "ldr x9, [sp]\n"                                                             \
  "str x9, [x19]\n" LLVM_MANAGED_RESTORE_REGISTERS "add sp, sp, #128\n"        \
  ".cfi_def_cfa_offset 0\n"                                                    \
  "ret\n"
#endif

#endif // LLVM_C_MANAGEDNATIVEENTRY_H
