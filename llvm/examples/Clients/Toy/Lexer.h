//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The words of a Toy program.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_CLIENTS_TOY_LEXER_H
#define LLVM_EXAMPLES_CLIENTS_TOY_LEXER_H

#include <stddef.h>
#include <stdint.h>

enum TokenKind {
  EndToken,
  NameToken,
  NumberToken,
  /// One or two characters, such as + and ==.
  SignToken
};

struct Token {
  enum TokenKind Kind;
  const char *Text;
  size_t Length;
  int64_t Number;
};

struct Lexer {
  const char *File;
  const char *Next;
  unsigned Line;
  struct Token Current;
};

/// Starts with the first word of \p Text, the contents of \p File.
void startLexer(struct Lexer *L, const char *File, const char *Text);

/// Goes to the next word.
void nextToken(struct Lexer *L);

/// Whether the current word is \p Text.
int isToken(const struct Lexer *L, const char *Text);

/// Goes over the current word if it is \p Text.
int acceptToken(struct Lexer *L, const char *Text);

/// Goes over the current word, which has to be \p Text.
void expectToken(struct Lexer *L, const char *Text);

/// Ends the process with a message about the current line.
#ifdef __GNUC__
__attribute__((noreturn, format(printf, 2, 3)))
#endif
void reportError(const struct Lexer *L, const char *Format, ...);

#endif // LLVM_EXAMPLES_CLIENTS_TOY_LEXER_H
