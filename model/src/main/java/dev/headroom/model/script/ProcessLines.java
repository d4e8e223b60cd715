package dev.headroom.model.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lines between the workers of all processes, created on first use. */
final class ProcessLines {
  /** What is told on a line. */
  enum Kind {
    /** Data, to the peer's caller. */
    DATA,
    /** That a message is expected, to the peer's writer. */
    READY,
    /** That a buffer may be written again, to the peer's caller. */
    NOTICE,
    /** That there is something to send, from a process's caller to its own writer. */
    OFFER
  }

  /**
   * A line.
   *
   * @param from process that tells
   * @param to process that is told; of an offer the one that the data is for
   */
  record Line(Kind kind, int from, int to) {}

  private final Map<Line, Integer> numbers = new HashMap<>();
  private final List<Line> lines = new ArrayList<>();
  private final List<LineMessages> messages = new ArrayList<>();

  int of(Kind kind, int from, int to) {
    return numbers.computeIfAbsent(
        new Line(kind, from, to),
        line -> {
          lines.add(line);
          messages.add(new LineMessages());
          return lines.size() - 1;
        });
  }

  int count() {
    return lines.size();
  }

  Line line(int number) {
    return lines.get(number);
  }

  LineMessages messages(int number) {
    return messages.get(number);
  }
}
