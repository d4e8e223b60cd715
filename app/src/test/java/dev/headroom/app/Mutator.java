package dev.headroom.app;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Turns an input that is right into one that is wrong, as people, programs and broken disks do.
 * What it makes depends on its seed alone.
 */
final class Mutator {
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final Pattern WORD = Pattern.compile("[^\\s,:={}\\[\\]]+");

  private static final List<String> EXTREMES =
      List.of(
          "1e9999999999",
          "-1e9999999999",
          "1e-9999999999",
          "1e999999999",
          "1e308",
          "1e400",
          "-0",
          "0",
          "-1",
          "NaN",
          "Infinity",
          "-Infinity",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775809",
          "18446744073709551616",
          "2147483647",
          "2147483648",
          "4294967296",
          "999999999",
          "1000000000000",
          "0x7fffffffffffffff",
          "1_000",
          "1d",
          "٣",
          "0.0000000000000000000000000000000000000001",
          "1" + "0".repeat(30),
          "9".repeat(400),
          "9".repeat(100_000),
          "0." + "3".repeat(100_000),
          "1" + "_1".repeat(20_000),
          "0..999999999",
          "h-0..999999999");

  private static final List<String> STRANGERS =
      List.of(
          "",
          "*",
          "**",
          "%s%n%d",
          "../../../etc/passwd",
          "file:/dev/zero",
          "file:.",
          "file:\0",
          "\0",
          "\ufeff",
          "\ud83d\ude00",
          "&a [*a]",
          "!!java.net.URL x",
          "{}",
          "[]",
          "~",
          "'",
          "\"",
          "#",
          "|",
          "x".repeat(100_000),
          "x y ".repeat(50_000),
          "*a".repeat(5_000));

  /** Characters, so that the search itself does not take the memory. */
  private static final int MOST_ADDED = 1 << 20;

  private final Random random;

  /** Whether it leaves all as it is. */
  private final boolean idle;

  Mutator(long seed) {
    this(new Random(seed), false);
  }

  private Mutator(Random random, boolean idle) {
    this.random = random;
    this.idle = idle;
  }

  /** One that changes nothing. */
  static Mutator idle() {
    return new Mutator(new Random(0), true);
  }

  /** One to four changes of a text, or of its bytes. */
  byte[] changed(String text) {
    if (idle) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    String changed = text;
    int changes = random.nextBoolean() ? 1 : 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      changed = once(changed);
    }
    byte[] bytes = changed.getBytes(StandardCharsets.UTF_8);
    return random.nextInt(8) == 0 ? changed(bytes) : bytes;
  }

  /** The same as a word of a command line, which has no byte of zero. */
  String word(String text) {
    return new String(changed(text), StandardCharsets.UTF_8).replace("\0", "");
  }

  /** One to four changes of bytes that are no text. */
  byte[] changed(byte[] bytes) {
    byte[] changed = bytes.clone();
    if (idle) {
      return changed;
    }
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes && changed.length > 0; i++) {
      int at = random.nextInt(changed.length);
      int length = Math.min(changed.length - at, 1 + random.nextInt(64));
      switch (random.nextInt(6)) {
        case 0 -> changed[at] = (byte) random.nextInt(256);
        case 1 -> changed[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> changed[at] = (byte) 0xff;
        case 3 -> changed = spliced(changed, at, at + length);
        case 4 -> changed = spliced(changed, at + length, at);
        default -> changed = spliced(changed, at, changed.length);
      }
    }
    return changed;
  }

  /** What is before one place, and what is from another on: with a piece twice, or gone. */
  private static byte[] spliced(byte[] bytes, int until, int from) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, until);
    out.write(bytes, from, bytes.length - from);
    return out.toByteArray();
  }

  private String once(String text) {
    return switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> replaced(text, NUMBER, one(EXTREMES));
      case 4 -> replaced(text, WORD, one(STRANGERS));
      case 5 -> replaced(text, WORD, one(EXTREMES));
      case 6 -> swapped(text);
      case 7 -> lineChanged(text);
      case 8 -> text.substring(0, random.nextInt(text.length() + 1));
      case 9 -> nested(text);
      case 10 -> longLine(text);
      default -> replaced(text, NUMBER, String.valueOf(random.nextLong()));
    };
  }

  private String one(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String replaced(String text, Pattern what, String by) {
    List<MatchResult> found = what.matcher(text).results().limit(2_000).toList();
    if (found.isEmpty()) {
      return text + by;
    }
    MatchResult at = found.get(random.nextInt(found.size()));
    return text.substring(0, at.start()) + by + text.substring(at.end());
  }

  private String swapped(String text) {
    List<MatchResult> found = WORD.matcher(text).results().limit(2_000).toList();
    if (found.size() < 2) {
      return text;
    }
    int first = random.nextInt(found.size() - 1);
    MatchResult a = found.get(first);
    MatchResult b = found.get(first + 1 + random.nextInt(found.size() - first - 1));
    return text.substring(0, a.start())
        + b.group()
        + text.substring(a.end(), b.start())
        + a.group()
        + text.substring(b.end());
  }

  private String lineChanged(String text) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    int at = random.nextInt(lines.size());
    switch (random.nextInt(4)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, lines.get(at));
      case 2 -> lines.set(at, lines.get(at).substring(0, lines.get(at).length() / 2));
      default -> {
        int times = Math.min(3_000, MOST_ADDED / (lines.get(at).length() + 1));
        lines.addAll(at, Collections.nCopies(times, lines.get(at)));
      }
    }
    return String.join("\n", lines);
  }

  private String nested(String text) {
    int depth = random.nextBoolean() ? 60 : 20_000;
    String brackets = random.nextBoolean() ? "[" : "{a: ";
    String close = random.nextBoolean() ? "" : (brackets.length() == 1 ? "]" : "}").repeat(depth);
    return replaced(text, WORD, brackets.repeat(depth) + close);
  }

  private String longLine(String text) {
    int at = random.nextInt(text.length() + 1);
    String piece = random.nextBoolean() ? " " : random.nextBoolean() ? "9" : "x";
    return text.substring(0, at) + piece.repeat(200_000) + text.substring(at);
  }
}
