package dev.headroom.collect.redact;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Substitution of numbers: the same number always gets the same substitute, and no two numbers
 * share one. Which it is depends on a key that is thrown away, so that nobody finds the way back.
 * Not thread-safe.
 */
final class SubstituteNumbers {
  private static final int TRIES = 1000;

  private final Mac mac;
  private final Map<String, Long> given = new HashMap<>();
  private final Map<String, Set<Long>> taken = new HashMap<>();

  SubstituteNumbers(byte[] key) {
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java machine has HmacSHA256", e);
    }
  }

  /**
   * The number that stands for another.
   *
   * @param realm numbers of different realms have nothing to do with one another
   * @param number at least 0
   * @param below how many there are to choose from; no fewer than are asked for
   * @throws IllegalStateException if all are taken
   */
  long of(String realm, long number, long below) {
    String name = realm + " " + number;
    Long before = given.get(name);
    if (before != null) {
      return before;
    }
    Set<Long> used = taken.computeIfAbsent(realm, each -> new HashSet<>());
    if (used.size() >= below) {
      throw new IllegalStateException(
          "%s has %d numbers, and all are taken".formatted(realm, below));
    }
    long choice = Math.floorMod(hash(name + " 0"), below);
    for (int attempt = 1; !used.add(choice); attempt++) {
      // The last free ones of many are found faster one after the other.
      choice =
          attempt < TRIES ? Math.floorMod(hash(name + " " + attempt), below) : (choice + 1) % below;
    }
    given.put(name, choice);
    return choice;
  }

  /** Hexadecimal digits that stand for a word. */
  String word(String realm, String word, int digits) {
    StringBuilder out = new StringBuilder();
    for (int part = 0; out.length() < digits; part++) {
      out.append(String.format("%016x", hash(realm + " " + word + " " + part)));
    }
    return out.substring(0, digits);
  }

  private long hash(String text) {
    byte[] digest = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | (digest[i] & 0xff);
    }
    return value;
  }
}
