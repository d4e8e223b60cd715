package dev.headroom.run.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;

/**
 * Writer of plain values in few bytes: whole numbers take one byte for each seven bits, negative
 * ones as well. An array that results share is written once.
 */
final class DataWriter {
  private static final int MORE = 0x80;
  private static final int SEVEN_BITS = 0x7f;

  private final OutputStream out;
  private final IdentityHashMap<Object, Integer> arrays = new IdentityHashMap<>();

  DataWriter(OutputStream out) {
    this.out = out;
  }

  /** A whole number; small ones of either sign are short. */
  void number(long value) throws IOException {
    long left = (value << 1) ^ (value >> (Long.SIZE - 1));
    while ((left & ~SEVEN_BITS) != 0) {
      out.write(((int) left & SEVEN_BITS) | MORE);
      left >>>= 7;
    }
    out.write((int) left);
  }

  /** All bits of it, so that NaN and -0 stay what they are. */
  void real(double value) throws IOException {
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (bits >>> shift));
    }
  }

  void truth(boolean value) throws IOException {
    out.write(value ? 1 : 0);
  }

  void text(String value) throws IOException {
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  void bytes(byte[] value) throws IOException {
    number(value.length);
    out.write(value);
  }

  /**
   * An array, or which of those before it is the same one.
   *
   * @return whether it is new, so that its content is to follow
   */
  boolean isNew(Object array) throws IOException {
    Integer before = arrays.putIfAbsent(array, arrays.size());
    number(before == null ? -1 : before);
    return before == null;
  }
}
