package dev.headroom.model.script;

import java.util.Arrays;

/** Messages of one line, in order. */
final class LineMessages {
  private long[] bytes = new long[4];
  private int count;

  void add(long more) {
    if (count == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * count);
    }
    bytes[count++] = more;
  }

  int count() {
    return count;
  }

  long bytes(int k) {
    return bytes[k];
  }
}
