package dev.headroom.audit.diagnose;

import java.util.List;

/**
 * Symptom that operators see, with the questions that lead to its cause.
 *
 * @param id as commands name it
 * @param title in a phrase
 * @param appearance how it shows
 * @param words that people use for it, in small letters
 * @param steps the likeliest and cheapest first
 * @param source where the tree is from
 */
public record Symptom(
    String id,
    String title,
    String appearance,
    List<String> words,
    List<DiagnosisStep> steps,
    String source) {
  /** Keeps copies. */
  public Symptom {
    words = List.copyOf(words);
    steps = List.copyOf(steps);
  }
}
