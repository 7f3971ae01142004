//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Boxed numbers.
///
//===----------------------------------------------------------------------===//

package java.lang;

import java.io.Serializable;

public abstract class Number implements Serializable {
  public Number() {}

  public abstract int intValue();

  public abstract long longValue();

  public abstract float floatValue();

  public abstract double doubleValue();

  public byte byteValue() { return (byte)intValue(); }

  public short shortValue() { return (short)intValue(); }
}
