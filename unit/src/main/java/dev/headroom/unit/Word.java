package dev.headroom.unit;

/** A value of a choice: one of a few, each with a word that a scenario file has for it. */
public interface Word {
  /** What a scenario file has for it. */
  String word();
}
