package dev.headroom.audit.document;

import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.Price;
import dev.headroom.audit.coverage.Contradictions.Contradiction;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.fact.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Text fragments that the terminal report and the HTML report of an audit share. */
public final class AuditText {
  private static final int MOST_HOSTS = 4;
  private static final int MOST_PARTS = 8;
  private static final int MOST_LINE_NUMBERS = 5;

  private AuditText() {}

  /** Some of the names, and how many more there are. */
  public static String names(List<String> names, int most) {
    List<String> shown = names.stream().filter(name -> !name.isEmpty()).toList();
    if (shown.size() <= most) {
      return String.join(", ", shown);
    }
    return String.join(", ", shown.subList(0, most)) + " and " + (shown.size() - most) + " more";
  }

  /** Whom a report is about: up to three names, fewer where they are longer than this. */
  public static String audited(List<String> hosts, int most) {
    if (hosts.isEmpty()) {
      return "nothing";
    }
    String shown = names(hosts, 3);
    for (int fewer = 2; fewer > 0 && shown.length() > most; fewer--) {
      shown = names(hosts, fewer);
    }
    return shown;
  }

  /** Host and part of one finding; of several, which parts, how many hosts and which. */
  public static String subject(Group group) {
    List<String> hosts = group.hosts();
    String parts = names(group.parts(), MOST_PARTS);
    if (hosts.size() == 1) {
      String host = hosts.getFirst();
      return host.isEmpty() || parts.isEmpty() ? host + parts : host + " " + parts;
    }
    return (parts.isEmpty() ? "" : parts + " on ")
        + hosts.size()
        + " hosts: "
        + names(hosts, MOST_HOSTS);
  }

  /**
   * Each command once that some step of all fixes has, for each part its own: those that do it now,
   * or those that make it last.
   */
  public static List<String> commands(Group group, int step, Function<FixStep, String> command) {
    return group.fixes().stream()
        .filter(fix -> step < fix.steps().size())
        .map(fix -> command.apply(fix.steps().get(step)))
        .filter(text -> !text.isEmpty())
        .distinct()
        .toList();
  }

  /** The lines of the first member and the first line of each other. */
  public static List<Evidence> evidence(Group group) {
    List<Evidence> lines = new ArrayList<>(group.first().evidence());
    group.members().stream()
        .skip(1)
        .flatMap(each -> each.evidence().stream().limit(1))
        .forEach(lines::add);
    return lines;
  }

  /**
   * What a fix asks of whoever makes it. Of advice in words alone nothing is known unless it says
   * so itself: "install the library" is no command that could be looked at.
   */
  public static String requirements(Fix fix) {
    if (fix.steps().stream().allMatch(ManualStep.class::isInstance)
        && !fix.needsRoot()
        && !fix.disruption().disruptive()
        && fix.securityCosts().isEmpty()) {
      return "";
    }
    List<String> words = new ArrayList<>();
    words.add(fix.needsRoot() ? "needs root" : "needs no root");
    words.add((fix.disruption().disruptive() ? "DISRUPTIVE: " : "") + fix.disruption().words());
    fix.securityCosts().forEach(cost -> words.add("security: " + cost));
    return String.join("; ", words);
  }

  /** How many lines, with the numbers of the first: {@code "3 (17, 18, 40)"}. */
  public static String lineCount(long lines, List<Integer> first) {
    if (lines == 0) {
      return "0";
    }
    String numbers =
        first.stream()
            .limit(MOST_LINE_NUMBERS)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return lines + " (" + numbers + (lines > MOST_LINE_NUMBERS ? ", ...)" : ")");
  }

  /** Both values of a contradiction, with their places. */
  public static String contradiction(Contradiction each) {
    return "%s of %s: %s (%s) was judged; %s says %s"
        .formatted(
            each.judged().key(),
            each.judged().subject(),
            each.judged().value().strip(),
            each.judged().evidence().location(),
            each.other().evidence().location(),
            each.other().value().strip());
  }

  /** How many lines of evidence are not shown. */
  public static String moreEvidence(int lines) {
    return "and " + lines + (lines == 1 ? " more line" : " more lines");
  }

  public static String price(Price price) {
    return switch (price) {
      case Price.Modelled it ->
          String.format(
              Locale.ROOT,
              "%s %s → %s %s",
              it.metric(),
              number(it.before()),
              number(it.after()),
              it.unit());
      case Price.Unknown it -> it.equals(Price.NOT_ASKED) ? it.reason() : "none: " + it.reason();
    };
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
  }
}
