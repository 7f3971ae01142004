//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reportError(const struct Lexer *L, const char *Format, ...) {
  va_list Arguments;
  fprintf(stderr, "%s:%u: error: ", L->File, L->Line);
  va_start(Arguments, Format);
  vfprintf(stderr, Format, Arguments);
  va_end(Arguments);
  fputc('\n', stderr);
  exit(1);
}

void startLexer(struct Lexer *L, const char *File, const char *Text) {
  L->File = File;
  L->Next = Text;
  L->Line = 1;
  nextToken(L);
}

static void skipSpace(struct Lexer *L) {
  while (*L->Next) {
    if (*L->Next == '#')
      while (*L->Next && *L->Next != '\n')
        ++L->Next;
    else if (isspace((unsigned char)*L->Next))
      L->Line += *L->Next++ == '\n';
    else
      break;
  }
}

void nextToken(struct Lexer *L) {
  struct Token *T = &L->Current;
  skipSpace(L);
  const unsigned char First = (unsigned char)*L->Next;
  T->Text = L->Next;
  if (!First) {
    T->Kind = EndToken;
  } else if (isalpha(First) || First == '_') {
    T->Kind = NameToken;
    while (isalnum((unsigned char)*L->Next) || *L->Next == '_')
      ++L->Next;
  } else if (isdigit(First)) {
    char *End;
    T->Kind = NumberToken;
    errno = 0;
    T->Number = strtoll(L->Next, &End, 10);
    if (errno)
      reportError(L, "the number is too large");
    L->Next = End;
  } else {
    T->Kind = SignToken;
    L->Next += strchr("=!<>", First) && L->Next[1] == '=' ? 2 : 1;
  }
  T->Length = (size_t)(L->Next - T->Text);
}

int isToken(const struct Lexer *L, const char *Text) {
  return L->Current.Length == strlen(Text) &&
         !strncmp(L->Current.Text, Text, L->Current.Length);
}

int acceptToken(struct Lexer *L, const char *Text) {
  if (!isToken(L, Text))
    return 0;
  nextToken(L);
  return 1;
}

void expectToken(struct Lexer *L, const char *Text) {
  if (!acceptToken(L, Text))
    reportError(L, "expected '%s', but found '%.*s'", Text,
                (int)L->Current.Length, L->Current.Text);
}
