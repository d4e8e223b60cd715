package dev.headroom.audit.emit;

import java.util.List;

/**
 * Check of a step: a command, and what its output has to show.
 *
 * @param command of the device's shell or command line
 * @param present extended regular expressions; each has to match a part of a line of the output, in
 *     which blanks between words are one space
 * @param absent the same for what no line may match
 */
public record StepCheck(String command, List<String> present, List<String> absent) {
  /** Keeps copies. */
  public StepCheck {
    present = List.copyOf(present);
    absent = List.copyOf(absent);
  }
}
