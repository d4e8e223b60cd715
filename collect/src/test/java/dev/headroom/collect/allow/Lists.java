package dev.headroom.collect.allow;

/** Allow-lists of a test's own. */
public final class Lists {
  private Lists() {}

  /** Reads one from a text. */
  public static AllowList of(String text) {
    return AllowListReader.read("test", text);
  }
}
