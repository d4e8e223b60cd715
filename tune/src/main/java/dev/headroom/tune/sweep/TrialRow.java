package dev.headroom.tune.sweep;

import dev.headroom.tune.trial.FailureKind;
import dev.headroom.tune.trial.TrialOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Row of a trial that has run.
 *
 * @param version of the program that ran it
 */
public record TrialRow(long trial, TrialOutcome outcome, String version) {
  private static final String MEASURED = "measured";
  private static final String FAILED = "failed";

  /** The row as a line of a journal, without its end. */
  String line() {
    List<String> cells = new ArrayList<>();
    cells.add(Long.toString(trial));
    cells.add(version);
    switch (outcome) {
      case TrialOutcome.Measured measured -> {
        cells.add(MEASURED);
        cells.add(Long.toString(measured.cpuNs()));
        cells.add(measured.ending().word());
        cells.add(Long.toString(measured.ending().unfinished()));
        cells.add(measured.ending().digest());
        cells.add(Long.toString(measured.packets()));
        cells.add(measured.decidingMeasure());
        measured.figures().forEach((key, value) -> cells.add(key + "=" + value));
      }
      case TrialOutcome.Failed failed -> {
        cells.add(FAILED);
        cells.add(Long.toString(failed.cpuNs()));
        cells.add(failed.kind().word());
        cells.add(failed.reason());
      }
    }
    return String.join("\t", cells.stream().map(TrialRow::escaped).toList());
  }

  /** The row of a line without its end; empty if the line is not one. */
  static Optional<TrialRow> parse(String line) {
    List<String> cells = List.of(line.split("\t", -1)).stream().map(TrialRow::unescaped).toList();
    try {
      return cells.size() < 6
          ? Optional.empty()
          : Optional.of(
              new TrialRow(Long.parseLong(cells.getFirst()), outcome(cells), cells.get(1)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static TrialOutcome outcome(List<String> cells) {
    long cpuNs = Long.parseLong(cells.get(3));
    if (cells.get(2).equals(FAILED)) {
      return new TrialOutcome.Failed(
          FailureKind.named(cells.get(4)).orElse(FailureKind.CRASH), cells.get(5), cpuNs);
    }
    if (!cells.get(2).equals(MEASURED) || cells.size() < 9) {
      throw new IllegalArgumentException(cells.get(2));
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String cell : cells.subList(9, cells.size())) {
      int equals = cell.indexOf('=');
      figures.put(
          cell.substring(0, Math.max(0, equals)), Double.valueOf(cell.substring(equals + 1)));
    }
    return new TrialOutcome.Measured(
        figures,
        cells.get(8),
        new TrialOutcome.Ending(cells.get(4), Long.parseLong(cells.get(5)), cells.get(6)),
        Long.parseLong(cells.get(7)),
        cpuNs);
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "");
  }

  private static String unescaped(String cell) {
    if (cell.indexOf('\\') < 0) {
      return cell;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      if (c == '\\' && i + 1 < cell.length()) {
        i++;
        text.append(
            switch (cell.charAt(i)) {
              case 't' -> '\t';
              case 'n' -> '\n';
              default -> cell.charAt(i);
            });
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
