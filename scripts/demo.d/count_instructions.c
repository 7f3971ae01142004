//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plugin for qemu's user-mode emulators that counts the instructions a
/// program executes and writes the number to the file given as `out=FILE`.
///
/// The distribution ships the emulators with the plugin interface but without
/// its header, so the few functions used are declared here.  The count is per
/// translated block: a block left early, by a fault, counts in full.
///
//===----------------------------------------------------------------------===//

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t PluginId;
typedef struct TranslatedBlock TranslatedBlock;
enum InlineOperation { InlineAdd };

extern size_t qemu_plugin_tb_n_insns(const TranslatedBlock *Block);
extern void qemu_plugin_register_vcpu_tb_trans_cb(
    PluginId Id, void (*Callback)(PluginId Id, TranslatedBlock *Block));
extern void
qemu_plugin_register_vcpu_tb_exec_inline(TranslatedBlock *Block,
                                         enum InlineOperation Operation,
                                         void *Counter, uint64_t Amount);
extern void qemu_plugin_register_atexit_cb(
    PluginId Id, void (*Callback)(PluginId Id, void *Data), void *Data);

// The version of the interface this was written for.
int qemu_plugin_version = 1;

static uint64_t Count;
static char OutputPath[4096];

static void countBlock(PluginId Id, TranslatedBlock *Block) {
  (void)Id;
  qemu_plugin_register_vcpu_tb_exec_inline(Block, InlineAdd, &Count,
                                           qemu_plugin_tb_n_insns(Block));
}

static void writeCount(PluginId Id, void *Data) {
  (void)Id;
  (void)Data;
  FILE *Output = fopen(OutputPath, "w");
  if (!Output)
    return;
  fprintf(Output, "%" PRIu64 "\n", Count);
  fclose(Output);
}

int qemu_plugin_install(PluginId Id, const void *Info, int NumArguments,
                        char **Arguments);

int qemu_plugin_install(PluginId Id, const void *Info, int NumArguments,
                        char **Arguments) {
  (void)Info;
  if (NumArguments != 1 || strncmp(Arguments[0], "out=", 4) != 0 ||
      strlen(Arguments[0] + 4) >= sizeof(OutputPath)) {
    fputs("count_instructions: expected the argument out=FILE\n", stderr);
    return -1;
  }
  strcpy(OutputPath, Arguments[0] + 4);
  qemu_plugin_register_vcpu_tb_trans_cb(Id, countBlock);
  qemu_plugin_register_atexit_cb(Id, writeCount, NULL);
  return 0;
}
