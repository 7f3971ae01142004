//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the runtime does for the library, and the library for the runtime.
///
/// The natives are C++ functions, named as JNI does:
/// Java_java_lang_ManagedRuntime_ and the method's name. None of them throws,
/// but for OutOfMemoryError. A class is passed as the address of its
/// java::Class. The other natives of the library are:
///
/// Object.getClass; System.nanoTime, currentTimeMillis, identityHashCode and
/// gc; and those that are instructions to the compiler: Math.sqrt, floor, ceil,
/// rint and fma, Float.floatToRawIntBits and intBitsToFloat,
/// Double.doubleToRawLongBits and longBitsToDouble.
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class ManagedRuntime {
  private ManagedRuntime() {}

  // Objects

  /// Copies like System.arraycopy().
  /// \returns false if an argument is null, no array or out of range, or an
  /// element does not fit, after those before it were copied. A leaf.
  static native boolean copyElements(Object source, int sourceIndex,
                                     Object target, int targetIndex, int count);

  /// \returns a new object of the same class and with the same contents; it has
  /// neither the monitor nor the identity hash.
  static native Object copyOf(Object object);

  /// \returns a new array of the class of \p like, which has any length.
  /// \p length is not negative.
  public static native Object[] newArrayLike(Object[] like, int length);

  // Classes

  /// \returns Class::Name.
  static native byte[] className(long descriptor);

  /// \returns Class::Kind.
  static native int classKind(long descriptor);

  /// \returns Class::Super, or 0.
  static native long superclass(long descriptor);

  /// \returns Class::Element, or 0 if it is no array.
  static native long elementClass(long descriptor);

  /// \returns Class::Mirror, made by newClass() if there is none yet.
  static native Class<?> mirror(long descriptor);

  static native boolean isInstance(long descriptor, Object object);

  /// As getstatic does. An initializer's exception passes.
  static native void initialize(long descriptor);

  // The process

  /// Writes all of the first \p count bytes, whatever happens.
  public static native void write(int file, byte[] bytes, int count);

  static native void halt(int status);

  /// \returns how many words the program was started with.
  static native int argumentCount();

  static native byte[] argument(int index);

  // What the runtime calls

  static Class<?> newClass(long descriptor) {
    return new Class<Object>(descriptor);
  }

  /// \returns what main() is called with.
  static String[] arguments() {
    String[] all = new String[argumentCount()];
    for (int i = 0; i < all.length; ++i)
      all[i] = newString(argument(i));
    return all;
  }

  /// \returns the text of (modified) UTF-8.
  static String newString(byte[] utf8) { return new String(Utf8.decode(utf8)); }

  /// Called when main() has returned.
  static void finish() {
    System.out.flush();
    System.err.flush();
  }

  /// Called when main() has thrown; the exit code is 1 then.
  static void uncaught(Throwable thrown) {
    System.out.flush();
    System.err.print("Exception in thread \"main\" ");
    try {
      thrown.printStackTrace();
    } catch (Throwable another) {
      System.err.print("\nException: " + another.getClass().getName() +
                       " thrown from the UncaughtExceptionHandler in thread " +
                       "\"main\"\n");
    }
    finish();
  }

  // The exceptions that instructions throw

  static Throwable newNullPointer() { return new NullPointerException(); }

  static Throwable newArithmetic() {
    return new ArithmeticException("/ by zero");
  }

  static Throwable newIndex(int index, int length) {
    return new ArrayIndexOutOfBoundsException(
        "Index " + index + " out of bounds for length " + length);
  }

  static Throwable newNegativeSize(int length) {
    return new NegativeArraySizeException(String.valueOf(length));
  }

  /// \p value is not null.
  static Throwable newArrayStore(Object value) {
    return new ArrayStoreException(value.getClass().getName());
  }

  /// \p object is not null.
  static Throwable newClassCast(Object object, long wanted) {
    Class<?> from = object.getClass(), to = mirror(wanted);
    String source = from.getName(), target = to.getName();
    String where = module(from), whereTo = module(to);
    return new ClassCastException(
        "class " + source + " cannot be cast to class " + target + " (" +
        source +
        (where.equals(whereTo)
             ? " and " + target + " are in "
             : " is in " + where + "; " + target + " is in ") +
        whereTo + ")");
  }

  /// \returns where OpenJDK says that a class is.
  private static String module(Class<?> type) {
    while (type.isArray())
      type = type.getComponentType();
    return type.isPrimitive() || type.getName().startsWith("java.")
        ? "module java.base of loader 'bootstrap'"
        : "unnamed module of loader 'app'";
  }

  static Throwable newIllegalMonitorState() {
    return new IllegalMonitorStateException("current thread is not owner");
  }

  /// The runtime keeps it.
  static Throwable newOutOfMemory() {
    return new OutOfMemoryError("Java heap space", false);
  }

  /// No array can be that long, however much memory there is.
  static Throwable newArraySize() {
    return new OutOfMemoryError("Requested array size exceeds VM limit");
  }

  static Throwable newStackOverflow() { return new StackOverflowError(); }

  /// What a call finds in place of a method that has a body.
  static Throwable newAbstractMethod() { return new AbstractMethodError(); }

  /// An object does not implement the interface that it is called by.
  static Throwable newIncompatible(Object object, long wanted) {
    return new IncompatibleClassChangeError(
        "Class " + object.getClass().getName() +
        " does not implement the requested interface " +
        mirror(wanted).getName());
  }

  /// The second use of a class whose initializer has thrown.
  static Throwable newNotInitialized(long descriptor) {
    Class<?> type = mirror(descriptor);
    return new NoClassDefFoundError(
        "Could not initialize class " + type.getName(), type.failure);
  }

  /// \returns what the first use of a class throws whose initializer threw
  /// \p thrown.
  static Throwable newInitializerThrew(long descriptor, Throwable thrown) {
    String text = thrown.message;
    mirror(descriptor).failure = new ExceptionInInitializerError(
        "Exception " + thrown.getClass().getName() +
        (text == null ? "" : ": " + text) + " [in thread \"main\"]");
    return thrown instanceof Error ? thrown
                                   : new ExceptionInInitializerError(thrown);
  }

  /// \returns why copyElements() returned false.
  static RuntimeException notCopied(Object source, int sourceIndex,
                                    Object target, int targetIndex, int count) {
    if (source == null || target == null)
      return new NullPointerException();
    Class<?> from = source.getClass(), to = target.getClass();
    if (!from.isArray())
      return new ArrayStoreException("arraycopy: source type " +
                                     from.getName() + " is not an array");
    if (!to.isArray())
      return new ArrayStoreException("arraycopy: destination type " +
                                     to.getName() + " is not an array");
    boolean primitive = from.getComponentType().isPrimitive();
    if (primitive ? from != to : to.getComponentType().isPrimitive())
      return new ArrayStoreException("arraycopy: type mismatch: can not copy " +
                                     arrayName(from) + "[] into " +
                                     arrayName(to) + "[]");
    int sourceLength = lengthOf(source), targetLength = lengthOf(target);
    // The sums as unsigned numbers, as they may overflow.
    long sourceEnd = Integer.toUnsignedLong(sourceIndex + count);
    long targetEnd = Integer.toUnsignedLong(targetIndex + count);
    String reason = null;
    if (sourceIndex < 0)
      reason = outside("source index ", sourceIndex, from, sourceLength);
    else if (targetIndex < 0)
      reason = outside("destination index ", targetIndex, to, targetLength);
    else if (count < 0)
      reason = "length " + count + " is negative";
    else if (sourceEnd > sourceLength)
      reason = outside("last source index ", sourceEnd, from, sourceLength);
    else if (targetEnd > targetLength)
      reason = outside("last destination index ", targetEnd, to, targetLength);
    if (reason != null)
      return new ArrayIndexOutOfBoundsException("arraycopy: " + reason);
    String element = from.getComponentType().getName() + "[]";
    String wanted = to.getComponentType().getName();
    if (!extend(to.getComponentType(), from.getComponentType()))
      return new ArrayStoreException("arraycopy: type mismatch: can not copy " +
                                     element + " into " + wanted + "[]");
    return new ArrayStoreException(
        "arraycopy: element type mismatch: can not cast one of the elements " +
        "of " +
        element + " to the type of the destination array, " + wanted);
  }

  private static boolean extend(Class<?> type, Class<?> base) {
    for (; type != null; type = type.getSuperclass())
      if (type == base)
        return true;
    return base == Object.class;
  }

  private static String outside(String what, long index, Class<?> array,
                                int length) {
    return what + index + " out of bounds for " + arrayName(array) + "[" +
        length + "]";
  }

  private static String arrayName(Class<?> array) {
    Class<?> element = array.getComponentType();
    return element.isPrimitive() ? element.getName() : "object array";
  }

  private static int lengthOf(Object array) {
    if (array instanceof Object[])
      return ((Object[])array).length;
    if (array instanceof int[])
      return ((int[])array).length;
    if (array instanceof byte[])
      return ((byte[])array).length;
    if (array instanceof char[])
      return ((char[])array).length;
    if (array instanceof long[])
      return ((long[])array).length;
    if (array instanceof double[])
      return ((double[])array).length;
    if (array instanceof boolean[])
      return ((boolean[])array).length;
    if (array instanceof short[])
      return ((short[])array).length;
    return ((float[])array).length;
  }
}
