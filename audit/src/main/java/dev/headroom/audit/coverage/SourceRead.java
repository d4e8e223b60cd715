package dev.headroom.audit.coverage;

import java.util.List;

/**
 * How much of a source was understood.
 *
 * @param host whose it is
 * @param name the file
 * @param kind as which it was read: {@code lspci}
 * @param recognizedLines lines that said something
 * @param ignored lines of a kind that is known to say nothing here
 * @param notUnderstood lines that nobody could read
 * @param lines the numbers of the first of these
 * @param unjudged lines with values that no rule checked, without those that only describe
 * @param unjudgedLines the numbers of the first of these
 */
public record SourceRead(
    String host,
    String name,
    String kind,
    long recognizedLines,
    long ignored,
    long notUnderstood,
    List<Integer> lines,
    long unjudged,
    List<Integer> unjudgedLines) {
  /** Keeps copies. */
  public SourceRead {
    lines = List.copyOf(lines);
    unjudgedLines = List.copyOf(unjudgedLines);
  }

  /** Whether every line said something, and a rule checked it. */
  public boolean isCovered() {
    return notUnderstood == 0 && unjudged == 0;
  }
}
