package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * A line of a machine's log that says by itself what is wrong. That it is not there says that all
 * is well only in a log of which the line is there that comes before any such line, or after it.
 */
final class LoggedLine extends HostRule {
  private final Log log;
  private final Pattern pattern;
  private final String what;
  private final String advice;
  private final BiFunction<HostFacts, List<String>, Severity> severity;

  /** Whose lines they are. */
  enum Log {
    /** The kernel's, whole where it begins with what Linux says first. */
    KERNEL(
        "kernel",
        "^Linux version |^Command line: |^Booting (Linux|paravirtualized)",
        "all of the kernel's log since the machine was started (dmesg, journalctl -k -b): what was read"
            + " does not begin there"),
    /** A device plugin's, once it offers what it has. */
    DEVICE_PLUGIN(
        "device-plugin",
        "exposing \"[1-9]\\d*\" devices",
        "all of the RDMA device plugin's log, to where it offers devices"),
    /** The fabric manager's, of a start that came to its end or of requests that it served. */
    FABRIC_MANAGER(
        "fabric-manager",
        "(?i)successfully (configured|setup multicast)|fabric manager is running",
        "all of /var/log/fabricmanager.log since the service was started: what was read does not say how"
            + " that ended");

    private final String key;
    private final Pattern whole;
    private final String asked;

    Log(String key, String whole, String asked) {
      this.key = key;
      this.whole = Pattern.compile(whole);
      this.asked = asked;
    }
  }

  /**
   * A rule about one log.
   *
   * @param log whose it is
   * @param pattern found in the lines that say it
   */
  LoggedLine(Card card, Log log, String pattern, String what, String advice) {
    this(card, log, Pattern.compile(pattern), what, advice, (_, _) -> card.severity());
  }

  private LoggedLine(
      Card card,
      Log log,
      Pattern pattern,
      String what,
      String advice,
      BiFunction<HostFacts, List<String>, Severity> severity) {
    super(card);
    this.log = log;
    this.pattern = pattern;
    this.what = what;
    this.advice = advice;
    this.severity = severity;
  }

  /** The same rule, of which the lines that say it, and their host, tell how bad it is. */
  LoggedLine weighed(BiFunction<HostFacts, List<String>, Severity> byLines) {
    return new LoggedLine(card(), log, pattern, what, advice, byLines);
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    List<Fact> lines =
        host.facts().subjects(Thing.EVENT).stream()
            .flatMap(event -> host.facts().all(event, log.key).stream())
            .toList();
    if (lines.isEmpty()) {
      card().needs().forEach(input -> to.needs(host.name(), input));
      return;
    }
    List<Evidence> seen =
        lines.stream()
            .filter(line -> pattern.matcher(line.value()).find())
            .map(Fact::evidence)
            .toList();
    if (seen.isEmpty() && lines.stream().anyMatch(line -> log.whole.matcher(line.value()).find())) {
      to.pass();
      return;
    }
    if (seen.isEmpty()) {
      to.needs(host.name(), log.asked);
      return;
    }
    to.find(host.name(), "", what + (seen.size() == 1 ? "" : " (" + seen.size() + " lines)"))
        .severity(severity.apply(host, seen.stream().map(Evidence::text).toList()))
        .seen(seen.stream().limit(10).toList())
        .fix(() -> Fix.advice(advice))
        .report();
  }
}
