package dev.headroom.audit.diagnose;

import java.util.List;

/**
 * Question on the path from a symptom to its cause. If the answer is yes this is a cause; else the
 * next question follows.
 *
 * @param question that a yes makes a cause
 * @param rules of the audit that answer it; empty where only a person can
 * @param run the command whose output answers it
 * @param lookFor what to look for in that output
 * @param remedy what to do about it
 */
public record DiagnosisStep(
    String question, List<String> rules, String run, String lookFor, String remedy) {
  /** Keeps a copy. */
  public DiagnosisStep {
    rules = List.copyOf(rules);
  }
}
