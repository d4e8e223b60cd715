package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Outputs of several hosts that somebody pasted into one text: each prompt says whose the lines
 * after it are. What stands before the first prompt is taken for the first host's.
 */
final class PastedHosts {
  private static final String PROMPT = "prompt.host";

  private PastedHosts() {}

  /** The hosts of one text; a single one where prompts name no two that say anything. */
  static List<HostFacts> of(Reading reading) {
    TreeMap<Integer, String> prompts = new TreeMap<>();
    for (Fact fact : reading.facts()) {
      if (fact.subject().equals(Subject.host()) && fact.key().equals(PROMPT)) {
        prompts.put(fact.evidence().line(), fact.value());
      }
    }
    Map<String, List<Fact>> byHost = new LinkedHashMap<>();
    for (Fact fact : reading.facts()) {
      Map.Entry<Integer, String> prompt = prompts.floorEntry(fact.evidence().line());
      String host =
          prompt != null
              ? prompt.getValue()
              : prompts.isEmpty() ? "" : prompts.firstEntry().getValue();
      byHost.computeIfAbsent(host, _ -> new ArrayList<>()).add(fact);
    }
    byHost.values().removeIf(facts -> facts.stream().allMatch(PastedHosts::isPrompt));
    if (byHost.size() < 2) {
      return List.of(HostFacts.of("", List.of(reading)));
    }
    List<HostFacts> hosts = new ArrayList<>();
    byHost.forEach((host, facts) ->
        hosts.add(
            HostFacts.of(
                host,
                List.of(
                    new Reading(
                        reading.source(),
                        hosts.isEmpty() ? reading.sections() : List.of(),
                        facts,
                        hosts.isEmpty() ? reading.notes() : List.of())))));
    return hosts;
  }

  private static boolean isPrompt(Fact fact) {
    return fact.key().equals(PROMPT)
        || (fact.subject().thing() == Thing.EVENT && fact.key().equals("command"));
  }
}
