//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a JSON text, parses it, prints it, and parses that again.
///
/// Usage: Json [members]
///
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Json {
  interface Value {
    void print(StringBuilder text);
  }

  enum Word implements Value {
    NULL,
    TRUE,
    FALSE;

    public void print(StringBuilder text) {
      switch (this) {
      case NULL:
        text.append("null");
        break;
      case TRUE:
        text.append("true");
        break;
      default:
        text.append("false");
        break;
      }
    }
  }

  record Number(double value) implements Value {
    public void print(StringBuilder text) {
      if (value == (long)value)
        text.append((long)value);
      else
        text.append(value);
    }
  }

  record Text(String value) implements Value {
    public void print(StringBuilder text) { printString(value, text); }

    static void printString(String value, StringBuilder text) {
      text.append('"');
      for (int i = 0; i < value.length(); ++i) {
        char unit = value.charAt(i);
        switch (unit) {
        case '"', '\\' -> text.append('\\').append(unit);
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        default -> {
          if (unit >= ' ' && unit < 0x7F) {
            text.append(unit);
          } else {
            String hex = Integer.toHexString(unit);
            text.append("\\u").append("0000", hex.length(), 4).append(hex);
          }
        }
        }
      }
      text.append('"');
    }
  }

  static final class Array implements Value {
    final List<Value> elements = new ArrayList<>();

    public void print(StringBuilder text) {
      text.append('[');
      String between = "";
      for (Value element : elements) {
        text.append(between);
        element.print(text);
        between = ",";
      }
      text.append(']');
    }
  }

  /// Remembers the order of its members.
  static final class Members implements Value {
    final List<String> names = new ArrayList<>();
    final Map<String, Value> values = new HashMap<>();

    void put(String name, Value value) {
      if (values.put(name, value) == null)
        names.add(name);
    }

    public void print(StringBuilder text) {
      text.append('{');
      String between = "";
      for (String name : names) {
        text.append(between);
        Text.printString(name, text);
        text.append(':');
        values.get(name).print(text);
        between = ",";
      }
      text.append('}');
    }
  }

  static final class SyntaxError extends Exception {
    private static final long serialVersionUID = 1;
    final int offset;

    SyntaxError(String message, int offset) {
      super(message + " at " + offset);
      this.offset = offset;
    }
  }

  static final class Parser {
    private static final int DEEPEST = 200;

    private final String text;
    private int at, depth;

    Parser(String text) { this.text = text; }

    static Value parse(String text) throws SyntaxError {
      Parser parser = new Parser(text);
      Value value = parser.value();
      parser.skipBlanks();
      if (parser.at != text.length())
        throw parser.error("more than a value");
      return value;
    }

    private SyntaxError error(String message) {
      return new SyntaxError(message, at);
    }

    private char peek() { return at < text.length() ? text.charAt(at) : '\0'; }

    private void skipBlanks() {
      while (peek() == ' ' || peek() == '\n' || peek() == '\t' ||
             peek() == '\r')
        ++at;
    }

    private boolean take(char unit) {
      skipBlanks();
      if (peek() != unit)
        return false;
      ++at;
      return true;
    }

    private void expect(char unit) throws SyntaxError {
      if (!take(unit))
        throw error("no '" + unit + "'");
    }

    private Value value() throws SyntaxError {
      skipBlanks();
      if (++depth > DEEPEST)
        throw error("too deep");
      try {
        switch (peek()) {
        case '{':
          return members();
        case '[':
          return array();
        case '"':
          return new Text(string());
        case 't':
          return word("true", Word.TRUE);
        case 'f':
          return word("false", Word.FALSE);
        case 'n':
          return word("null", Word.NULL);
        default:
          return number();
        }
      } finally {
        --depth;
      }
    }

    private Value word(String name, Word word) throws SyntaxError {
      if (!text.startsWith(name, at))
        throw error("no word");
      at += name.length();
      return word;
    }

    private Value members() throws SyntaxError {
      Members members = new Members();
      expect('{');
      if (take('}'))
        return members;
      do {
        skipBlanks();
        String name = string();
        expect(':');
        members.put(name, value());
      } while (take(','));
      expect('}');
      return members;
    }

    private Value array() throws SyntaxError {
      Array array = new Array();
      expect('[');
      if (take(']'))
        return array;
      do
        array.elements.add(value());
      while (take(','));
      expect(']');
      return array;
    }

    private String string() throws SyntaxError {
      if (peek() != '"')
        throw error("no string");
      ++at;
      StringBuilder value = new StringBuilder();
      for (; peek() != '"'; ++at) {
        if (at >= text.length() || peek() < ' ')
          throw error("the string does not end");
        if (peek() != '\\') {
          value.append(peek());
          continue;
        }
        ++at;
        switch (peek()) {
        case 'n' -> value.append('\n');
        case 't' -> value.append('\t');
        case 'r' -> value.append('\r');
        case 'b' -> value.append('\b');
        case 'f' -> value.append('\f');
        case '"', '\\', '/' -> value.append(peek());
        case 'u' -> value.append(hexadecimal());
        default -> throw error("a wrong escape");
        }
      }
      ++at;
      return value.toString();
    }

    private char hexadecimal() throws SyntaxError {
      if (at + 4 >= text.length())
        throw error("the escape is too short");
      try {
        int unit = Integer.parseInt(text.substring(at + 1, at + 5), 16);
        at += 4;
        return (char)unit;
      } catch (NumberFormatException e) {
        throw error("no hexadecimal number");
      }
    }

    private void digits() throws SyntaxError {
      if (peek() < '0' || peek() > '9')
        throw error("no digit");
      while (peek() >= '0' && peek() <= '9')
        ++at;
    }

    private Value number() throws SyntaxError {
      int begin = at;
      if (peek() == '-')
        ++at;
      digits();
      if (peek() == '.') {
        ++at;
        digits();
      }
      if (peek() == 'e' || peek() == 'E') {
        ++at;
        if (peek() == '-' || peek() == '+')
          ++at;
        digits();
      }
      return new Number(Double.parseDouble(text.substring(begin, at)));
    }
  }

  private static int seed = 7;

  private static int next(int bound) {
    seed = seed * 1103515245 + 12345;
    return (seed >>> 8) % bound;
  }

  private static String randomString() {
    StringBuilder text = new StringBuilder();
    for (int i = next(12); i >= 0; --i)
      text.append(next(15) == 0 ? "\"\\\n\t\u00E9\u2028".charAt(next(6))
                                : (char)(' ' + next(95)));
    return text.toString();
  }

  private static Value randomValue(int depth) {
    switch (next(depth > 5 ? 5 : 7)) {
    case 0:
      return Word.values()[next(3)];
    case 1:
      return new Number(next(2000000) - 1000000);
    case 2:
      return new Number((next(2000000) - 1000000) / 1000.0);
    case 3:
    case 4:
      return new Text(randomString());
    case 5:
      Array array = new Array();
      for (int i = next(8); i > 0; --i)
        array.elements.add(randomValue(depth + 1));
      return array;
    default:
      Members members = new Members();
      for (int i = next(8); i > 0; --i)
        members.put(randomString(), randomValue(depth + 1));
      return members;
    }
  }

  private static String print(Value value) {
    StringBuilder text = new StringBuilder();
    value.print(text);
    return text.toString();
  }

  private static int countValues(Value value) {
    int count = 1;
    if (value instanceof Array array) {
      for (Value element : array.elements)
        count += countValues(element);
    } else if (value instanceof Members members) {
      for (String name : members.names)
        count += countValues(members.values.get(name));
    }
    return count;
  }

  public static void main(String[] arguments) throws SyntaxError {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3000;
    Members all = new Members();
    for (int i = 0; i < count; ++i)
      all.put("member " + i, randomValue(0));
    String text = print(all);
    Value parsed = Parser.parse(text);
    String again = print(parsed);
    System.out.println(countValues(parsed) + " values, " + text.length() +
                       " units, hash " + text.hashCode() +
                       (again.equals(text) ? "" : ", but not the same"));
    String[] wrong = {
        "",      "{",   "[1,]", "{\"a\" 1}", "\"\\u12g4\"", "\"\\x\"",
        "[1] 2", "tru", "-",    "1.e5",      "\"abc",       "[".repeat(300)};
    for (String w : wrong) {
      try {
        System.out.println(print(Parser.parse(w)));
      } catch (SyntaxError e) {
        System.out.println(e.getMessage());
      }
    }
    int errors = 0;
    for (int i = 0; i < 100; ++i) {
      int end = i * Math.min(text.length(), 5000) / 100;
      try {
        Parser.parse(text.substring(0, end));
      } catch (SyntaxError e) {
        errors += e.offset == end ? 1 : 1000;
      }
    }
    System.out.println(errors + " errors");
    System.out.println(print(Parser.parse(
        " { \"a\" : [ 1 , -2.5e-1, true ,null ] ,\n\"\\u0041\\/\" : {} } ")));
  }
}
