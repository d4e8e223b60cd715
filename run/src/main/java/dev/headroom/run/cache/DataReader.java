package dev.headroom.run.cache;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reader of what {@link DataWriter} wrote. Bytes of anything else end in an exception. */
final class DataReader {
  private static final int MORE = 0x80;
  private static final int SEVEN_BITS = 0x7f;

  /** So many elements have their place made before the first of them is there. */
  private static final int MOST_TRUSTED = 1 << 16;

  private final InputStream in;
  private final List<Object> arrays = new ArrayList<>();

  DataReader(InputStream in) {
    this.in = in;
  }

  private int next() throws IOException {
    int one = in.read();
    if (one < 0) {
      throw new EOFException();
    }
    return one;
  }

  long number() throws IOException {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int one = next();
      bits |= (long) (one & SEVEN_BITS) << shift;
      if ((one & MORE) == 0) {
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
    throw new IOException("a number of more than 64 bits");
  }

  double real() throws IOException {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bits |= (long) next() << shift;
    }
    return Double.longBitsToDouble(bits);
  }

  boolean truth() throws IOException {
    return next() != 0;
  }

  String text() throws IOException {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  byte[] bytes() throws IOException {
    int length = length();
    byte[] all = in.readNBytes(length);
    if (all.length < length) {
      throw new EOFException();
    }
    return all;
  }

  /** How many elements follow. */
  int length() throws IOException {
    long length = number();
    if (length < 0 || length > Integer.MAX_VALUE - Long.BYTES) {
      throw new IOException("a length of " + length);
    }
    return (int) length;
  }

  /** A list for so many elements. */
  static <T> List<T> listOf(int length) {
    return new ArrayList<>(Math.min(length, MOST_TRUSTED));
  }

  /** The array that was written before, in place of this one. */
  Optional<Object> before() throws IOException {
    long place = number();
    return place < 0 ? Optional.empty() : Optional.of(arrays.get(Math.toIntExact(place)));
  }

  /** Keeps an array for those that are the same one. */
  <T> T keep(T array) {
    arrays.add(array);
    return array;
  }
}
