//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A workload for the ANTLR runtime: the lexer of its own XPath grammar reads
/// paths, right and wrong ones, and an interpreter of the same grammar does.
///
//===----------------------------------------------------------------------===//

#include "antlr4-runtime.h"
#include "tree/xpath/XPathLexer.h"
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

static unsigned State = 1;

static unsigned next(unsigned Limit) {
  State = State * 1103515245 + 12345;
  return (State >> 16) % Limit;
}

namespace {
class Errors : public antlr4::BaseErrorListener {
public:
  unsigned Count = 0;
  void syntaxError(antlr4::Recognizer *, antlr4::Token *, size_t, size_t,
                   const std::string &, std::exception_ptr) override {
    ++Count;
  }
};
} // namespace

static std::string makePath() {
  static const char *Parts[] = {"/",   "//",    "ID",       "name", "*",
                                "!",   "'str'", "'open",    "a1_b", "\xc3\xa4",
                                "TOK", "#",     "/a//b/!c", " ",    "_x"};
  std::string Path;
  for (unsigned I = 0, E = 4 + next(40); I != E; ++I)
    Path += Parts[next(sizeof(Parts) / sizeof(*Parts))];
  return Path;
}

static void print(antlr4::Lexer &Lexer, bool IsPrinted) {
  Errors Listener;
  Lexer.removeErrorListeners();
  Lexer.addErrorListener(&Listener);
  antlr4::CommonTokenStream Tokens(&Lexer);
  size_t Sum = 0;
  try {
    Tokens.fill();
    for (antlr4::Token *Token : Tokens.getTokens()) {
      Sum = Sum * 31 + Token->getType() + Token->getStartIndex() +
            Token->getText().size();
      if (IsPrinted)
        std::cout << Token->toString() << '\n';
    }
    antlr4::TokenStreamRewriter Rewriter(&Tokens);
    Rewriter.insertBefore(size_t(0), "<");
    if (Tokens.size() > 3)
      Rewriter.Delete(size_t(1), size_t(2));
    Sum = Sum * 31 + Rewriter.getText().size();
  } catch (const antlr4::RecognitionException &Error) {
    std::cout << Error.what() << '\n';
  }
  std::cout << Sum << ' ' << Listener.Count << '\n';
}

int main(int NumArguments, char **Arguments) {
  int Rounds = NumArguments > 1 ? std::atoi(Arguments[1]) : 1;
  for (int Round = 0; Round != Rounds; ++Round) {
    std::string Path = makePath();
    antlr4::ANTLRInputStream Input(Path);
    XPathLexer Lexer(&Input);
    print(Lexer, Round % 16 == 0);
    antlr4::ANTLRInputStream Again(Path);
    antlr4::LexerInterpreter Interpreter(
        "XPath", Lexer.getVocabulary(), Lexer.getRuleNames(),
        Lexer.getChannelNames(), Lexer.getModeNames(), Lexer.getATN(), &Again);
    print(Interpreter, false);
  }
  return 0;
}
