package dev.headroom.audit.host;

import dev.headroom.audit.Severity;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** Severity of kernel log lines, by their host and text. */
enum LogLineSeverity {
  /** Errors of devices that have nothing to do with RDMA are notes. */
  PCIE_ERRORS(PcieErrorLines::severity),
  /** Errors that a port contained are notes where neither a GPU nor a NIC hangs below it. */
  CONTAINED_PORT(DownstreamPortContainment::severity),
  /** A few lines are a note. */
  FEW_LINES((_, lines) -> lines.size() < Few.LINES ? Severity.INFO : Severity.WARNING),
  /** Few errors that ECC corrected are a note; one line may count thousands. */
  FEW_CORRECTED((_, lines) -> Few.isFew(lines) ? Severity.INFO : Severity.WARNING);

  /** Where few ends. */
  private static final class Few {
    static final int LINES = 10;

    /** The most corrected errors of a module that are a note. */
    static final long CORRECTED = 1000;

    private static final Pattern COUNT = Pattern.compile("\\b(\\d{1,12}) CE\\b");

    static boolean isFew(List<String> lines) {
      long corrected =
          lines.stream()
              .flatMap(line -> COUNT.matcher(line).results())
              .mapToLong(count -> Long.parseLong(count.group(1)))
              .sum();
      return lines.size() < LINES && corrected < CORRECTED;
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // only ever methods without a state
  private final BiFunction<HostFacts, List<String>, Severity> severity;

  LogLineSeverity(BiFunction<HostFacts, List<String>, Severity> severity) {
    this.severity = severity;
  }

  Severity of(HostFacts host, List<String> lines) {
    return severity.apply(host, lines);
  }
}
