//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What may be thrown. There are no stack traces.
///
//===----------------------------------------------------------------------===//

package java.lang;

import java.io.PrintStream;
import java.io.Serializable;
import java.util.Objects;

public class Throwable implements Serializable {
  final String message;
  /// Itself as long as initCause() may be called.
  private Throwable cause = this;
  /// Null if there are none.
  private Throwable[] suppressed;
  private final boolean suppressionEnabled;

  public Throwable() { this((String)null); }

  public Throwable(String message) {
    this.message = message;
    suppressionEnabled = true;
  }

  public Throwable(String message, Throwable cause) {
    this(message);
    this.cause = cause;
  }

  public Throwable(Throwable cause) {
    this(cause == null ? null : cause.toString(), cause);
  }

  protected Throwable(String message, Throwable cause, boolean suppression,
                      boolean trace) {
    this.message = message;
    this.cause = cause;
    suppressionEnabled = suppression;
  }

  public String getMessage() { return message; }

  public String getLocalizedMessage() { return getMessage(); }

  public Throwable getCause() { return cause == this ? null : cause; }

  public Throwable initCause(Throwable cause) {
    if (this.cause != this)
      throw new IllegalStateException("Can't overwrite cause with " +
                                          Objects.toString(cause, "a null"),
                                      this);
    if (cause == this)
      throw new IllegalArgumentException("Self-causation not permitted", this);
    this.cause = cause;
    return this;
  }

  public Throwable fillInStackTrace() { return this; }

  public final void addSuppressed(Throwable exception) {
    if (exception == this)
      throw new IllegalArgumentException("Self-suppression not permitted",
                                         exception);
    if (exception == null)
      throw new NullPointerException("Cannot suppress a null exception.");
    if (!suppressionEnabled)
      return;
    int count = suppressed == null ? 0 : suppressed.length;
    Throwable[] more = new Throwable[count + 1];
    if (count > 0)
      System.arraycopy(suppressed, 0, more, 0, count);
    more[count] = exception;
    suppressed = more;
  }

  public final Throwable[] getSuppressed() {
    return suppressed == null ? new Throwable[0] : suppressed.clone();
  }

  public String toString() {
    String text = getLocalizedMessage(), name = getClass().getName();
    return text == null ? name : name + ": " + text;
  }

  public void printStackTrace() { printStackTrace(System.err); }

  /// What is suppressed and the causes, too.
  public void printStackTrace(PrintStream stream) { print(stream, "", ""); }

  private void print(PrintStream stream, String indent, String caption) {
    stream.println(indent + caption + this);
    for (Throwable t : getSuppressed())
      t.print(stream, indent + "\t", "Suppressed: ");
    if (getCause() != null)
      getCause().print(stream, indent, "Caused by: ");
  }
}
