package dev.headroom.formats.switches.junos;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DepthUnit;
import dev.headroom.formats.switches.QueueDepth;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Drop profile of Junos: probabilities at fill levels, both in percent, the levels of the queue's
 * buffer.
 */
record DropProfile(
    ReportedValue<QueueDepth> from, ReportedValue<QueueDepth> to, ReportedValue<Double> most) {
  private static final Pattern LEVEL = Pattern.compile("fill-level (\\d{1,3})");
  private static final Pattern PROBABILITY = Pattern.compile("drop-probability (\\d{1,3})");

  private record Number(double value, Evidence evidence) {}

  /** Kmin is the last level of probability 0, or the first level; Kmax is the last level. */
  static DropProfile of(ConfigCommands commands, String name) {
    List<Number> levels = new ArrayList<>();
    List<Number> shares = new ArrayList<>();
    for (ConfigCommands.Match match :
        commands.find(
            "configuration",
            "set class-of-service drop-profiles " + Pattern.quote(name) + " (.+)")) {
      addAll(levels, LEVEL.matcher(match.group(1)), match.command().evidence());
      addAll(shares, PROBABILITY.matcher(match.group(1)), match.command().evidence());
    }
    if (levels.isEmpty() || levels.size() != shares.size()) {
      String missing = "pairs of fill-level and drop-probability of drop-profiles " + name;
      return new DropProfile(
          ReportedValue.unreported(missing),
          ReportedValue.unreported(missing),
          ReportedValue.unreported(missing));
    }
    Number from = levels.getFirst();
    for (int i = 0; i < levels.size() && shares.get(i).value() == 0; i++) {
      from = levels.get(i);
    }
    return new DropProfile(
        depth(from),
        depth(levels.getLast()),
        ReportedValue.reported(shares.getLast().value() / 100, shares.getLast().evidence()));
  }

  private static void addAll(List<Number> to, Matcher found, Evidence evidence) {
    while (found.find()) {
      to.add(new Number(Double.parseDouble(found.group(1)), evidence));
    }
  }

  private static ReportedValue<QueueDepth> depth(Number level) {
    return ReportedValue.reported(
        new QueueDepth(level.value(), DepthUnit.PERCENT), level.evidence());
  }
}
