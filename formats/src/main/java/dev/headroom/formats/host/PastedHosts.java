package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.SourceReading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Separation of outputs of several hosts pasted into one text. The prompt names the host of the
 * lines after it, or its command does if that runs elsewhere; where a tool prefixes each line with
 * a name, the line does. What stands before the first prompt is taken for the first host's.
 */
final class PastedHosts {
  private static final String PROMPT = "prompt.host";
  private static final String ELSEWHERE = "prompt.elsewhere";
  private static final String BACK = "prompt.back";
  private static final String LINE = "line.host";
  private static final Set<String> SIGNS = Set.of(PROMPT, ELSEWHERE, BACK, LINE);

  /** From a line on, the host at whose prompt somebody typed, and the one that answers. */
  private final TreeMap<Integer, String> answering = new TreeMap<>();

  /** Lines that name their own host. */
  private final Map<Integer, String> named = new HashMap<>();

  private PastedHosts(SourceReading reading) {
    String typed = "";
    for (Fact fact : reading.facts()) {
      if (!fact.subject().equals(Subject.host())) {
        continue;
      }
      int line = fact.evidence().line();
      switch (fact.key()) {
        case PROMPT -> {
          typed = fact.value();
          answering.put(line, typed);
        }
        case ELSEWHERE -> answering.put(line, fact.value());
        case BACK -> answering.put(line, typed);
        case LINE -> named.put(line, fact.value());
        default -> {
          // It says nothing of whose lines are.
        }
      }
    }
  }

  private String of(Fact fact) {
    int line = fact.evidence().line();
    if (named.containsKey(line)) {
      return named.get(line);
    }
    Map.Entry<Integer, String> prompt = answering.floorEntry(line);
    return prompt != null
        ? prompt.getValue()
        : answering.isEmpty() ? "" : answering.firstEntry().getValue();
  }

  /** The hosts of one text; a single one where nothing tells two apart that say anything. */
  static List<HostFacts> of(SourceReading reading) {
    List<SourceReading> pieces = pieces(reading);
    if (pieces.size() == 1) {
      return List.of(HostFacts.of("", pieces));
    }
    return pieces.stream()
        .map(piece -> HostFacts.of(name(piece).orElse(""), List.of(piece)))
        .toList();
  }

  /** What each host says, with a fact that names it; the account of lines is in the first one. */
  static List<SourceReading> pieces(SourceReading reading) {
    PastedHosts whose = new PastedHosts(reading);
    if (whose.answering.isEmpty() && whose.named.isEmpty()) {
      return List.of(reading);
    }
    Map<String, List<Fact>> byHost = new LinkedHashMap<>();
    for (Fact fact : byLine(reading)) {
      byHost.computeIfAbsent(whose.of(fact), _ -> new ArrayList<>()).add(fact);
    }
    byHost.values().removeIf(facts -> facts.stream().allMatch(PastedHosts::isPrompt));
    if (byHost.isEmpty()) {
      return List.of(reading);
    }
    List<SourceReading> pieces = new ArrayList<>();
    byHost.forEach((host, facts) -> {
      boolean first = pieces.isEmpty();
      pieces.add(
          new SourceReading(
              reading.source(),
              first ? reading.sections() : List.of(),
              signed(host, facts),
              first ? reading.notes() : List.of()));
    });
    return pieces;
  }

  /** The facts of a host, of which one says its name if anybody does. */
  private static List<Fact> signed(String host, List<Fact> facts) {
    List<Fact> signed = new ArrayList<>();
    if (!host.isEmpty()) {
      signed.add(new Fact(Subject.host(), PROMPT, host, facts.getFirst().evidence()));
    }
    facts.stream()
        .filter(fact -> !fact.subject().equals(Subject.host()) || !SIGNS.contains(fact.key()))
        .forEach(signed::add);
    return signed;
  }

  private static Optional<String> name(SourceReading piece) {
    return piece.facts().stream()
        .filter(fact -> fact.key().equals(PROMPT) && fact.subject().equals(Subject.host()))
        .map(Fact::value)
        .findFirst();
  }

  /** In the order of the text: lines that name their host are read host by host. */
  private static List<Fact> byLine(SourceReading reading) {
    return reading.facts().stream()
        .sorted(Comparator.comparingInt(fact -> fact.evidence().line()))
        .toList();
  }

  private static boolean isPrompt(Fact fact) {
    return (fact.subject().equals(Subject.host()) && SIGNS.contains(fact.key()))
        || (fact.subject().kind() == SubjectKind.EVENT && fact.key().equals("command"));
  }
}
