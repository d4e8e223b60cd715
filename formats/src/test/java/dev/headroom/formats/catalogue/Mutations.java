package dev.headroom.formats.catalogue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes of texts, from a seed. */
final class Mutations {
  private Mutations() {}

  /**
   * One digit or letter of a line, counted from 1, becomes another; the same array if it has none.
   */
  static byte[] line(byte[] text, int line, Random random) {
    int start = 0;
    for (int at = 1; at < line; at++) {
      start = next(text, start);
    }
    List<Integer> places = new ArrayList<>();
    for (int i = start; i < text.length && text[i] != '\n'; i++) {
      if (isDigit(text[i]) || (isLetter(text[i]) && random.nextInt(8) == 0)) {
        places.add(i);
      }
    }
    if (places.isEmpty()) {
      return text;
    }
    byte[] other = text.clone();
    int place = places.get(random.nextInt(places.size()));
    other[place] =
        isDigit(text[place])
            ? (byte) ('0' + (text[place] - '0' + 1 + random.nextInt(9)) % 10)
            : (byte) (text[place] == 'q' || text[place] == 'Q' ? 'w' : 'q');
    return other;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(byte c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static int next(byte[] text, int from) {
    int at = from;
    while (at < text.length && text[at] != '\n') {
      at++;
    }
    return Math.min(text.length, at + 1);
  }

  /** Some bytes change, go, or come twice; now and then the rest is cut off. */
  static byte[] anywhere(byte[] text, Random random) {
    StringBuilder out = new StringBuilder(new String(text, StandardCharsets.ISO_8859_1));
    int changes = 1 + random.nextInt(8);
    for (int i = 0; i < changes && !out.isEmpty(); i++) {
      int at = random.nextInt(out.length());
      int length = Math.min(out.length() - at, 1 + random.nextInt(20));
      switch (random.nextInt(6)) {
        case 0 -> out.setCharAt(at, (char) random.nextInt(256));
        case 1 -> out.delete(at, at + length);
        case 2 -> out.insert(at, out.substring(at, at + length).repeat(1 + random.nextInt(50)));
        case 3 -> out.insert(at, "{[(<\"':,=|\t\n \\/-*#".charAt(random.nextInt(18)));
        case 4 -> out.setLength(at);
        default -> out.insert(at, String.valueOf(random.nextLong()));
      }
    }
    return out.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
